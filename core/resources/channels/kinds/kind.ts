import type { Locale } from '../../../base/constants'
import type { Dictionary } from '../../../vocabulary/messages'
import type { Draft, Fields } from '../../../vocabulary/resource'

/** A kind of channel: what the button does. */
export type Kind = {
  /** Its options, besides those of every channel. */
  fields: Fields
  /** True for the kind whose button opens other channels (CHCFG-02). */
  opensChannels?: true
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
