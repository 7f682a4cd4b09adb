import type { PlaceNoun } from '@tocsin/core/resources/site-type'

/** What is filled in of a place, in the order in which people know it. */
export const placeFormFields = (noun: PlaceNoun, isNew: boolean): string[] => [
  'name',
  'tag',
  ...(isNew ? ['ClientId'] : []),
  'active',
  'location',
  'lat',
  'lng',
  'radius',
  ...(noun === 'teams' ? ['timezone'] : []),
  'referencePoint',
  'appId',
  'ProjectId',
  'MobileProfiles',
]
