import type { Translate } from '../vocabulary/i18n'
import type { Field } from '../vocabulary/resource'
import type { Choice } from './choices-sheet'
import type { FormField } from './types'

/** The kinds of answers that the conditions of a query look at. */
export type SubjectKind = 'text' | 'number' | 'date' | 'choice' | 'choices' | 'boolean' | 'rating' | 'attachment'

/** A field or a property that the conditions of a query may look at. */
export type RuleSubject = {
  name: string
  label: string
  kind: SubjectKind
  choices?: readonly { value: string; text: string }[]
}

const KINDS: Readonly<Record<Exclude<FormField['type'], 'text'>, SubjectKind>> = {
  textarea: 'text',
  checkbox: 'boolean',
  checkboxes: 'choices',
  radios: 'choice',
  dropdown: 'choice',
  dropdown_search: 'choice',
  multilayer_dropdown: 'choices',
  multilayer_dropdown_search: 'choices',
  rating: 'rating',
  attachment: 'attachment',
}

/** Returns the fields of a form as subjects of conditions. A field without a title is told by its name. */
export function formSubjects(fields: readonly FormField[]): RuleSubject[] {
  return fields.map(({ name, title, type, options }) => {
    const kind = type === 'text' ? kindOfText(options?.['fieldType']) : KINDS[type]
    const choices = options?.['choices']
    return {
      name,
      label: title || name,
      kind,
      ...(Array.isArray(choices) ? { choices: flat(choices as Choice[]) } : {}),
    }
  })
}

const kindOfText = (fieldType: unknown): SubjectKind =>
  fieldType === 'number' || fieldType === 'date' ? fieldType : 'text'

/** Returns the choices of all levels in one list, each with the texts above it. */
const flat = (choices: readonly Choice[], above = ''): { value: string; text: string }[] =>
  choices.flatMap(({ text, value, choices: below }) => [
    { value, text: above + text },
    ...flat(below ?? [], `${above}${text} › `),
  ])

/** The beginning of the name of a property that a client defines for its profiles. */
export const OWN_PROPERTY = 'profileProps.'

/** The properties that every profile has. */
const PROFILE_PROPERTIES: readonly string[] = ['role', 'site', 'tags']

/** Returns whether a query of profiles may name a property. */
export const isProfileProperty = (name: string): boolean =>
  PROFILE_PROPERTIES.includes(name) || (name.startsWith(OWN_PROPERTY) && name.length > OWN_PROPERTY.length)

/** The roles of a profile. */
const ROLES = ['manager', 'worker'] as const

/** Returns the properties that every profile has as subjects of conditions. */
export const profileSubjects = (t: Translate): RuleSubject[] => [
  {
    name: 'role',
    label: t('query.profile.role'),
    kind: 'choice',
    choices: ROLES.map((value) => ({ value, text: t(`query.profile.roles.${value}`) })),
  },
  { name: 'site', label: t('query.profile.site'), kind: 'text' },
  { name: 'tags', label: t('query.profile.tags'), kind: 'choices' },
]

/**
 * Returns what the query of a field looks at: a profile, or fields of a form, told by their names where the form is not
 * known. Undefined for a field that has no query.
 */
export function subjectsOf(
  field: Pick<Field, 'query'> | undefined,
  t: Translate,
  form: readonly FormField[] = [],
): RuleSubject[] | undefined {
  if (field?.query === 'profile') return profileSubjects(t)
  return field?.query === 'form' ? formSubjects(form) : undefined
}

/** Returns a property that a client defines for its profiles, by its key or its whole name; null for no key. */
export function ownSubject(name: string): RuleSubject | null {
  const key = name.startsWith(OWN_PROPERTY) ? name.slice(OWN_PROPERTY.length) : name
  return key === '' ? null : { name: OWN_PROPERTY + key, label: key, kind: 'text' }
}
