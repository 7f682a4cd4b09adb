import type { Locale } from '../../../base/constants'
import type { Dictionary } from '../../../vocabulary/messages'
import type { Draft, Fields } from '../../../vocabulary/resource'

/**
 * The sections that a channel is edited in, in their order: first what people see, then what happens and who takes part.
 */
export const SECTIONS = ['general', 'action', 'texts', 'colors', 'data', 'providers', 'visibility', 'form'] as const
export type SectionName = (typeof SECTIONS)[number]

/** Options by the section in which they stand. */
export type InSections = Partial<Record<SectionName, readonly string[]>>

/** A kind of channel: what the button does. */
export type Kind = {
  /** Its options, besides those of every channel. */
  fields: Fields
  /** The sections of those options that no other kind has. Any other switch stands in `data`, the rest in `action`. */
  sections?: InSections
  /** The icon that stands for the kind in a list, by its name on the wire. */
  icon: string
  /** True for the kind whose button opens other channels (CHCFG-02). */
  opensChannels?: true
  /** True for the kind whose button sends alerts (CHCFG-06). */
  raisesAlerts?: true
  /** Returns the given part of a config as it is stored. `before` is the config as it is. */
  spell?: (before: Draft, given: Draft) => Draft
  words: Record<Locale, KindWords>
}

export type KindWords = {
  name: string
  /** The names of the options that no other kind has. */
  options?: Dictionary
  /** The names of their choices. */
  choices?: Dictionary
}
