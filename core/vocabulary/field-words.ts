import { knownText, type Translate } from './i18n'
import { fieldsOf } from './fields-of'
import type { Draft, Field, Fields, Resource } from './resource'

/** Returns a path without the places in its lists: `MobileProfiles.0.name` → `MobileProfiles.name`. */
export const withoutPlaces = (path: string): string =>
  path
    .split('.')
    .filter((name) => !/^\d+$/.test(name))
    .join('.')

/** Returns the declared field of a path such as `location.city` or `MobileProfiles.0.name`. */
export function fieldAt(resource: Resource, path: string): Field | undefined {
  return fieldIn(resource.fields, withoutPlaces(path))
}

/**
 * Returns the field of a path without places, `location.city`, among these fields and those inside them. With a record,
 * a field that its kind does not have is not found.
 */
export function fieldIn(fields: Fields, path: string, record?: Draft): Field | undefined {
  const [name = '', ...rest] = path.split('.')
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field || rest.length === 0) return field
  return fieldIn(fieldsOf(field, record), rest.join('.'), record && ((record[name] ?? {}) as Draft))
}

/** Returns the word of the first key that has one, else the last key itself. */
const known = (t: Translate, keys: readonly string[]): string => {
  const found = keys.find((key) => t(key) !== key)
  return found === undefined ? (keys.at(-1) ?? '') : t(found)
}

/** Returns the label of a field: `Name`, `City`, `Created`. */
export function labelOf(resource: Resource, path: string, t: Translate): string {
  const plain = withoutPlaces(path)
  const words = `resources.${resource.name}`
  return known(t, [
    ...(plain.includes('.') ? [`${words}.parts.${plain}`] : [`${words}.fields.${plain}`]),
    // A group or a list has its own name beside those of its parts.
    `${words}.parts.${plain}.names`,
    `fields.${plain}`,
    `${words}.filters.${plain}`,
    plain,
  ])
}

/** Returns the label of an input of an action. An input that is a field of the record has the label of that. */
export function inputLabelOf(resource: Resource, action: string, path: string, t: Translate): string {
  return knownText(`resources.${resource.name}.parts.${action}.${path}`, t) ?? labelOf(resource, path, t)
}

/** Returns the label of one of a field's choices. */
export const choiceOf = (resource: Resource, path: string, choice: string, t: Translate): string =>
  known(t, [`resources.${resource.name}.choices.${withoutPlaces(path)}.${choice}`, choice])
