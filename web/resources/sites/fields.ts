import type { PlaceResourceName } from '@tocsin/core/resources/site-type'

/** Returns the fields of a place's form, in their order. */
export const placeFormFields = (resource: PlaceResourceName, isNew: boolean): string[] => [
  'name',
  'tag',
  ...(isNew ? ['ClientId'] : []),
  'active',
  'location',
  'lat',
  'lng',
  'radius',
  ...(resource === 'teams' ? ['timezone'] : []),
  'referencePoint',
  'appId',
  'ProjectId',
  'MobileProfiles',
]
