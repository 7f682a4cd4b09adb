import type { Draft, Field } from '@tocsin/core/resource'

/**
 * The choices that the field's own rules let through for this draft: the roles of the chosen user type, and no others
 * (USERS-21). What is chosen already stays among them, for the reader to see what is wrong.
 */
export const choicesOf = (field: Field, draft: Draft, chosen: string): readonly string[] =>
  (field.choices ?? []).filter(
    (choice) => choice === chosen || (field.rules ?? []).every((rule) => rule(choice, draft) === null),
  )
