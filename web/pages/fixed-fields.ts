import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { defaultIsFixed, projects } from '@tocsin/core/resources/projects/index'
import type { Row } from '../data/row'

/** Fields of a record that nobody may change, each with why, as its form says it beside them. */
export function fixedFields(resource: Resource, row: Row | null, t: Translate): Record<string, string> {
  const reason = resource.name === projects.name && row ? defaultIsFixed(row) : null
  return reason ? { name: t(reason.key), description: t(reason.key) } : {}
}
