import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { blockedFor } from '../commands/why'
import type { Row } from '../data/row'

/** Returns the reason a record cannot be changed, as its form shows it. */
export function lockText(resource: Resource, row: Row, t: Translate): string | null {
  const reason = blockedFor(resource, 'update', row)
  return reason && t(reason.key, reason.values)
}
