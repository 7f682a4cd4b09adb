import type { Locale } from '../../../base/constants'
import type { Dictionary } from '../../../vocabulary/messages'
import type { Draft, Fields } from '../../../vocabulary/resource'
import { alert } from './alert'
import { broadcast } from './broadcast'
import { bubble } from './bubble'
import { faceRecognition } from './face-recognition'
import { group } from './group'
import { intercom } from './intercom'
import type { InSections, Kind } from './kind'
import { optionSections, optionWords } from './options'
import { pdf } from './pdf'
import { phone } from './phone'
import { survey } from './survey'
import { url } from './url'
import { whatsapp } from './whatsapp'

/** Every kind of channel, one line each (ENT-CHAN-02). */
const kinds = {
  alert,
  bubble,
  url,
  phone,
  whatsapp,
  pdf,
  broadcast,
  intercom,
  group,
  'face-recognition': faceRecognition,
  survey,
} satisfies Record<string, Kind>

export type ChannelType = keyof typeof kinds
export const CHANNEL_TYPES = Object.keys(kinds) as ChannelType[]

const collect = <T>(of: (kind: Kind) => T): Record<ChannelType, T> =>
  Object.fromEntries(Object.entries<Kind>(kinds).map(([name, kind]) => [name, of(kind)])) as Record<ChannelType, T>

/** The options of each kind. */
export const kindFields: Record<ChannelType, Fields> = collect(({ fields }) => fields)

/** The icon of each kind, by its name on the wire. */
export const kindIcons: Record<ChannelType, string> = collect(({ icon }) => icon)

/** The sections that options of each kind stand in. */
export const kindSections: Record<ChannelType, readonly InSections[]> = collect(({ sections = {} }) => [
  sections,
  optionSections,
])

/** Returns whether the button of a kind opens other channels. */
export const opensChannels = (channelType: ChannelType): boolean =>
  (kinds as Record<string, Kind | undefined>)[channelType]?.opensChannels === true

/** Returns whether the button of a kind sends alerts. */
export const raisesAlerts = (channelType: ChannelType): boolean =>
  (kinds as Record<string, Kind | undefined>)[channelType]?.raisesAlerts === true

/** Returns the given part of a channel's config as it is stored. */
export const spelledConfig = (channelType: unknown, before: Draft, given: Draft): Draft =>
  (kinds as Record<string, Kind | undefined>)[String(channelType)]?.spell?.(before, given) ?? given

/** The names of the kinds, and of all options and their choices. */
export const kindWords = (locale: Locale): { names: Dictionary; options: Dictionary; choices: Dictionary } => {
  const words = Object.values<Kind>(kinds).map((kind) => kind.words[locale])
  return {
    names: collect((kind) => kind.words[locale].name),
    options: Object.assign({}, optionWords[locale], ...words.map(({ options }) => options)) as Dictionary,
    choices: Object.assign({}, ...words.map(({ choices }) => choices)) as Dictionary,
  }
}
