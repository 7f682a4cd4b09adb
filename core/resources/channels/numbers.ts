import type { Draft, Rule } from '../../vocabulary/resource'
import { pattern } from '../../vocabulary/rules'

/** Digits with a country code, E.164; people write punctuation between them. */
const INTERNATIONAL = /^[ ().-]*(\+[ ().-]*)?[1-9]([ ().-]*[0-9]){7,14}[ ().-]*$/
/** Whatever a phone dials: 190 and 193 are numbers too. */
const DIALLED = /^[ ().-]*\+?([ ().-]*[0-9*#]){3,20}[ ().-]*$/

/** Requires a number with its country code. */
export const international = (): Rule => pattern(INTERNATIONAL, 'resources.channels.international')

/** Requires a number that a phone can dial. */
export const dialled = (): Rule => pattern(DIALLED, 'resources.channels.dialled')

/** Requires the country code of an emergency number, which is called from anywhere (CHAN-18). */
export const internationalInEmergencies = (): Rule => (value, config) =>
  config['isEmergency'] === true ? international()(value, config) : null

/**
 * Returns a config with its number as it is stored: without punctuation, and without a plus where it is international.
 * Any other text stays as it is, for the rules to refuse.
 */
export function spellNumber(channelType: unknown, config: Draft): Draft {
  const { phone } = config
  if (typeof phone !== 'string') return config
  const isInternational = channelType === 'whatsapp' || config['isEmergency'] === true
  if (!(isInternational ? INTERNATIONAL : DIALLED).test(phone)) return config
  return { ...config, phone: phone.replace(isInternational ? /[ ().+-]/g : /[ ().-]/g, '') }
}
