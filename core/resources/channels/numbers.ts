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
 * Returns the given part of a config with its number as it is stored: without punctuation, and without a plus where it is
 * international. A number that is no emergency any more has its plus again, since a phone dials a number without one as a
 * local number. Any other text stays as it is, for the rules to refuse.
 */
export function withSpelledNumber(before: Draft, given: Draft, isInternational: (config: Draft) => boolean): Draft {
  const after: Draft = { ...before, ...given }
  const isGiven = ['phone', 'isEmergency'].some((name) => given[name] !== undefined)
  if (!isGiven || typeof after['phone'] !== 'string') return given
  const isLocalAgain = isInternational(before) && !isInternational(after) && after['phone'] === before['phone']
  const phone =
    isLocalAgain && INTERNATIONAL.test(after['phone']) ? `+${after['phone'].replace(/^\+/, '')}` : after['phone']
  const [form, surplus] = isInternational(after) ? [INTERNATIONAL, /[\s().+-]/g] : [DIALLED, /[\s().-]/g]
  return { ...given, phone: form.test(phone) ? phone.replace(surplus, '') : phone }
}
