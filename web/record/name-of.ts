import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { defaultText } from './display'

/** Returns the name of a record, as its row shows it: a default made with a client has a translated name (PROJ-03). */
export const nameOf = (resource: Resource, row: Row, t: Translate): string =>
  defaultText(resource.name, resource.title, row, t) ?? (String(row[resource.title] ?? '') || `#${row.id}`)

/** Returns the identity of an action on a record, for the notices about it: `sites deactivate 12`. */
export const attemptOf = (resource: Resource, action: string, { id }: { id: number }): string =>
  `${resource.name} ${action} ${id}`
