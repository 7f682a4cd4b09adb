/** One record type serves two nouns (ENT-SITE-01): the field that tells them apart, and the name of each. */
export type SiteType = 'site' | 'team'
export type PlaceNoun = 'sites' | 'teams'

export const PLACE_NOUNS = ['sites', 'teams'] as const satisfies readonly PlaceNoun[]

export const nounOf = (siteType: SiteType): PlaceNoun => (siteType === 'team' ? 'teams' : 'sites')
export const siteTypeOf = (noun: PlaceNoun): SiteType => (noun === 'teams' ? 'team' : 'site')
