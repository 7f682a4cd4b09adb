import { knownText, type Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { defaultText } from './display'

/**
 * Returns the name of a record, as its row shows it: a default made with a client has a translated name (PROJ-03). Where a
 * record may have no name, its resource has words for it (`version 3`).
 */
export const nameOf = (resource: Resource, row: Row, t: Translate): string =>
  defaultText(resource.name, resource.title, row, t) ??
  (shortName(resource, String(row[resource.title] ?? '')) || unnamed(resource, row, t) || `#${row.id}`)

/** The most characters of a name that is the beginning of a long text. */
const NAME_LENGTH = 80

/** Returns the first line of a long text that names a record, cut where it is too long for a name; else the same text. */
export function shortName({ fields, title }: Resource, text: string): string {
  if (fields[title]?.type !== 'longtext') return text
  const [line = ''] = text.trim().split('\n', 1)
  const name = Array.from(line).slice(0, NAME_LENGTH).join('')
  return name === line ? name : `${name.trimEnd()}…`
}

const unnamed = ({ name }: Resource, row: Row, t: Translate): string =>
  knownText(`resources.${name}.unnamed`, t, row) ?? ''

/** Returns the identity of an action on a record, for the notices about it: `sites deactivate 12`. */
export const attemptOf = (resource: Resource, action: string, { id }: { id: number }): string =>
  `${resource.name} ${action} ${id}`
