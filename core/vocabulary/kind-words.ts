import { knownText, type Translate } from './i18n'
import { labelOf, withoutPlaces } from './field-words'
import type { Draft, Resource } from './resource'

/**
 * Returns the label of a field in a record. Records of one kind may call it by a name of their own: `kinds` of the
 * resource's words, by the field that says the kind and its choice.
 */
export function labelIn(resource: Resource, path: string, record: Draft, t: Translate): string {
  const plain = withoutPlaces(path)
  for (const [name, { type }] of Object.entries(resource.fields)) {
    if (type !== 'choice') continue
    const own = knownText(`resources.${resource.name}.kinds.${name}.${String(record[name])}.${plain}`, t)
    if (own !== undefined) return own
  }
  return labelOf(resource, path, t)
}
