/** One record type serves two resources (ENT-SITE-01): the field that tells them apart, and the name of each. */
export type SiteType = 'site' | 'team'
export type PlaceResourceName = 'sites' | 'teams'

export const PLACE_RESOURCES = ['sites', 'teams'] as const satisfies readonly PlaceResourceName[]

export const resourceNameOf = (siteType: SiteType): PlaceResourceName => (siteType === 'team' ? 'teams' : 'sites')
export const siteTypeOf = (resource: PlaceResourceName): SiteType => (resource === 'teams' ? 'team' : 'site')
