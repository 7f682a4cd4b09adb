import { same } from '@tocsin/core/base/same'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { idOf, type Fields } from './fields'
import { renamed, settled, unsettled } from './names'

/** An act that can be taken back, while what else was changed stays. */
export type Act = {
  /** The number of the field. */
  id: number
  what: (t: Translate) => string
  undo: (fields: Fields) => Fields
  /** The fields before the first letter, while a name is being typed. */
  typing?: Fields
  /** The options before the first letter, while choices are being typed. */
  typed?: Options
}

type Options = Readonly<Record<string, unknown>>

/** Returns options with a change of some of them taken back. One that was changed again since stays as it is. */
export const withTakenBack = (options: Options, former: Options, after: Options): Options => ({
  ...options,
  ...Object.fromEntries(
    Object.keys({ ...former, ...after }).flatMap((name) =>
      same(options[name] ?? null, after[name] ?? null) ? [[name, former[name] ?? null]] : [],
    ),
  ),
})

/** Returns the fields after an act, and the act with what its names and rules come to. */
export function acted(before: Fields, next: Fields, act: Act): { fields: Fields; act: Act } {
  const fields = settled(next)
  return { fields, act: { ...act, undo: (later) => unsettled(act.undo(later), before, fields) } }
}

/** Returns the act that names a field. */
export function renaming(before: Fields, id: number, name: string, what: Act['what']): { fields: Fields; act: Act } {
  const former = before.find((field) => idOf(field) === id)!.name
  return acted(before, renamed(before, id, name), {
    id,
    what,
    undo: (later) => renamed(later, id, former),
  })
}

/** Returns the fields with an act taken back. */
export const takenBack = (fields: Fields, { undo }: Act): Fields => settled(undo(fields))
