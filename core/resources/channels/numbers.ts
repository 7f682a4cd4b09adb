import type { Draft, Rule } from '../../vocabulary/resource'
import { pattern } from '../../vocabulary/rules'

/** Digits with a country code, E.164. People write punctuation between them, and paste blanks of any kind. */
const INTERNATIONAL = /^[\s().-]*(\+[\s().-]*)?[1-9]([\s().-]*[0-9]){7,14}[\s().-]*$/
/** Whatever a phone dials: 190 and 193 are numbers too. */
const DIALLED = /^[\s().-]*\+?([\s().-]*[0-9*#]){3,20}[\s().-]*$/

/**
 * Requires a number with its country code. The field takes several lines, since a number may be pasted with tabs
 * and line ends; all blanks are dropped.
 */
export const international = (): Rule => pattern(INTERNATIONAL, 'resources.channels.international')

/** Requires a number that a phone can dial. */
export const dialled = (): Rule => pattern(DIALLED, 'resources.channels.dialled')

/** Requires the country code of an emergency number, which is called from anywhere (CHAN-18). */
export const internationalInEmergencies = (): Rule => (value, config) =>
  config['isEmergency'] === true ? international()(value, config) : null

/**
 * Returns the number of a channel that is no emergency any more. It has its plus again, since a phone dials a number
 * without one as a local number.
 */
export const withPlusAgain = (phone: unknown): unknown =>
  typeof phone === 'string' && INTERNATIONAL.test(phone) ? `+${phone.replace(/^\+/, '')}` : phone

/**
 * Returns a config with its number as it is stored: without punctuation, and without a plus where it is international.
 * Any other text stays as it is, for the rules to refuse.
 */
export function spellNumber(channelType: unknown, config: Draft): Draft {
  const { phone } = config
  if (typeof phone !== 'string') return config
  const isInternational = channelType === 'whatsapp' || config['isEmergency'] === true
  if (!(isInternational ? INTERNATIONAL : DIALLED).test(phone)) return config
  return { ...config, phone: phone.replace(isInternational ? /[\s().+-]/g : /[\s().-]/g, '') }
}
