import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { defaultIsFixed, projects } from '@tocsin/core/resources/projects/index'
import type { Row } from '../data/row'

/** Returns the fields of a record that cannot be changed, each with the reason that the form shows. */
export function fixedFields(resource: Resource, row: Row | null, t: Translate): Record<string, string> {
  const reason = resource.name === projects.name && row ? defaultIsFixed(row) : null
  return reason ? { name: t(reason.key), description: t(reason.key) } : {}
}
