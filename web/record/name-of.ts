import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { defaultText } from './display'

/** What a record is called, as its row shows it: what was made with a client is named in the reader's language (PROJ-03). */
export const nameOf = (resource: Resource, row: Row, t: Translate): string =>
  defaultText(resource.name, resource.title, row, t) ?? (String(row[resource.title] ?? '') || `#${row.id}`)

/** An action on a record, as what is told of it says which it was: `sites deactivate 12`. */
export const attemptOf = (resource: Resource, action: string, { id }: { id: number }): string =>
  `${resource.name} ${action} ${id}`
