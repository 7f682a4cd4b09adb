/** What is filled in of a place, in the order in which people know it. */
export const placeFormFields = (noun: 'sites' | 'teams', isNew: boolean): string[] => [
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
