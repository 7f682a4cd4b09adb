import { spellNumber } from '@tocsin/core/resources/channels/numbers'
import type { Draft } from '@tocsin/core/vocabulary/resource'

const isRecord = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the given part of a config as it is stored: the number without its punctuation, and the id of an Intercom
 * application under both of its names. Whatever is no record is left to the check.
 */
export function spelled(channelType: unknown, before: Draft, given: unknown): unknown {
  if (!isRecord(given)) return given
  const { phone } = spellNumber(channelType, { ...before, ...given })
  const id = given['applicationId'] ?? given['idaplication']
  return {
    ...given,
    ...(given['phone'] === undefined && given['isEmergency'] === undefined ? {} : { phone }),
    ...(channelType === 'intercom' && id !== undefined ? { applicationId: id, idaplication: id } : {}),
  }
}
