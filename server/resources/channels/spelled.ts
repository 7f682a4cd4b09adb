import { spellNumber, withPlusAgain } from '@tocsin/core/resources/channels/numbers'
import type { Draft } from '@tocsin/core/vocabulary/resource'

const isRecord = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the given part of a config as it is stored: the number without its punctuation, and the id of an Intercom
 * application under both of its names. Whatever is no record is left to the check.
 */
export function spelled(channelType: unknown, before: Draft, given: unknown): unknown {
  if (!isRecord(given)) return given
  const known = Object.hasOwn(given, 'phone') || Object.hasOwn(before, 'phone')
  const isSpelled = known && (given['phone'] !== undefined || given['isEmergency'] !== undefined)
  const after: Draft = { ...before, ...given }
  const isCalmed = before['isEmergency'] === true && after['isEmergency'] !== true && after['phone'] === before['phone']
  const phone = isCalmed ? withPlusAgain(after['phone']) : after['phone']
  return {
    ...given,
    ...(isSpelled ? { phone: spellNumber(channelType, { ...after, phone })['phone'] } : {}),
    ...(channelType === 'intercom' ? bothNames(before, given) : {}),
  }
}

/** Returns the id under both names: the one that was changed, whichever name it was sent under. */
function bothNames(before: Draft, given: Draft): Draft {
  const names = ['applicationId', 'idaplication'].filter((name) => given[name] !== undefined)
  const changed = names.find((name) => given[name] !== before[name]) ?? names[0]
  return changed === undefined ? {} : { applicationId: given[changed], idaplication: given[changed] }
}
