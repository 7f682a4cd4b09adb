import type { Locale } from '../base/constants'
import { failureWords } from './messages/failures'
import { formErrorWords } from './messages/form-errors'
import { noticeWords } from './messages/notices'
import { proofWords } from './messages/proofs'
import { recordWords } from './messages/records'
import type { Bookkeeping } from './resource'

export type Dictionary = { [key: string]: string | Dictionary }

/** A resource's words in one language; `fields` and `actions` are typed against its declaration. */
export type ResourceWords<F extends string, A extends string> = {
  /** Singular and plural, as a heading would say them. */
  name: string
  names: string
  /** The names of its fields. Those that every record has are called by shared words, unless the resource names them. */
  fields: Record<Exclude<F, keyof Bookkeeping>, string> & Partial<Record<keyof Bookkeeping, string>>
  /** Names of the fields in groups and lists: `{ location: { city: … } }`; `names` is the name of the group itself. */
  parts?: Dictionary
  /** Names of fields in records of one kind: `{ providerType: { standard2: { managerName: … } } }`. */
  kinds?: Dictionary
  /** Names of choices: `{ siteType: { site: … } }`. */
  choices?: Dictionary
  filters?: Record<string, string>
  actions: Record<A, string>
  /** The words for an action before a name, for an action whose own name cannot precede one. */
  before?: Record<string, string>
  /** The title of an action on one record, for an action whose words and the name of the record make none. */
  titles?: Record<string, string>
  /** Shown where the list is empty. */
  empty: string
  /** Reasons for which an action is blocked, and the resource's other texts. */
  [other: string]: string | Dictionary | Record<string, string> | undefined
}
export type Words<F extends string, A extends string> = Record<Locale, ResourceWords<F, A>>

const inOne = (locale: Locale) => ({
  ...recordWords[locale],
  ...formErrorWords[locale],
  ...failureWords[locale],
  ...proofWords[locale],
  ...noticeWords[locale],
})

/** Words that belong to no resource. Texts of the specification are spelled as it quotes them. */
export const messages = { 'en-US': inOne('en-US'), 'pt-BR': inOne('pt-BR') } satisfies Record<Locale, Dictionary>
