import { labelOf } from './field-words'
import { fieldsOf } from './fields-of'
import type { Translate } from './i18n'
import type { Field, Resource } from './resource'

/**
 * Returns the label of a path, its field, and its path without the names of items: `Form › age › Title`, since the items
 * of a list are told by their names.
 */
export function placeOf(
  resource: Resource,
  path: string,
  t: Translate,
): { label: string; field: Field | undefined; plain: string } {
  let fields = resource.fields as Record<string, Field>
  let field: Field | undefined
  const plain: string[] = []
  const labels: string[] = []
  let isItem = false
  for (const [at, name] of path.split('.').entries()) {
    if (isItem) {
      labels.push(name)
      isItem = false
      continue
    }
    plain.push(name)
    field = fields[name]
    fields = field ? fieldsOf(field) : {}
    isItem = field?.type === 'list'
    // A group is told only by its parts.
    const isLast = at === path.split('.').length - 1
    if (isLast || field?.type === 'list') labels.push(labelOf(resource, plain.join('.'), t))
  }
  return { label: labels.join(' › '), field, plain: plain.join('.') }
}
