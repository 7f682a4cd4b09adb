import { valueAt } from '@tocsin/core/base/cells'
import { fieldsOf, referencesIn } from '@tocsin/core/vocabulary/fields-of'
import { withDefaults } from '@tocsin/core/vocabulary/validate'
import type { Draft, Field, Resource } from '@tocsin/core/vocabulary/resource'

const fits = (field: Field, choice: string, draft: Draft): boolean =>
  (field.rules ?? []).every((rule) => rule(choice, draft) === null)

/**
 * Returns the choices that the field's own rules allow in this draft and that are `offered`: the roles of the chosen
 * user type, and none above one's own (USERS-21). The present choice is always among them, so that the reader sees its
 * problem.
 */
export const choicesOf = (
  field: Field,
  draft: Draft,
  chosen: string,
  offered: readonly string[] | undefined = field.choices,
): readonly string[] =>
  (field.choices ?? []).filter(
    (choice) => choice === chosen || (offered?.includes(choice) === true && fits(field, choice, draft)),
  )

/**
 * Returns the groups that differ by kind with the defaults of another kind. Values of the former kind stay in the draft,
 * so that they are there again when the kind is chosen back. They are never sent.
 */
export function ofOtherKind({ fields }: Resource, path: string, after: Draft): Draft {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.variants?.by !== path) return []
      return [[name, withDefaults(fieldsOf(field, after), (after[name] ?? {}) as Draft)]]
    }),
  )
}

/** Returns the fields to empty after another field changed, such as a role that the new user type does not have. */
export function noLongerFitting(resource: Resource, path: string, before: Draft, after: Draft): Record<string, null> {
  return Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) => {
      const chosen = after[name]
      if (name === path || field.type !== 'choice' || field.readonly || typeof chosen !== 'string') return []
      return fits(field, chosen, before) && !fits(field, chosen, after) ? [[name, null]] : []
    }),
  )
}

/**
 * Returns the references to empty after another field changed, because other records may be named now: the group of a
 * channel, once another app is chosen.
 */
export function noLongerAmong({ fields }: Resource, path: string, before: Draft, after: Draft): Record<string, null> {
  return Object.fromEntries(
    referencesIn(fields).flatMap(([at, { among }]) => {
      if (!among || at === path || (valueAt(before, at) ?? null) === null) return []
      return JSON.stringify(among.where(before)) === JSON.stringify(among.where(after)) ? [] : [[at, null]]
    }),
  )
}
