import type { Fields } from '@tocsin/core/vocabulary/resource'

/** Returns the shown fields of a record: all but secret ones, in the order of the declaration. */
export function keysOf(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.secret ? [] : [name]))
}
