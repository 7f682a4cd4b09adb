/** One record type serves two nouns (ENT-SITE-01): what tells them apart in a record, and what each is called. */
export type SiteType = 'site' | 'team'
export type PlaceNoun = 'sites' | 'teams'

export const PLACE_NOUNS = ['sites', 'teams'] as const satisfies readonly PlaceNoun[]

export const nounOf = (siteType: SiteType): PlaceNoun => (siteType === 'team' ? 'teams' : 'sites')
export const siteTypeOf = (noun: PlaceNoun): SiteType => (noun === 'teams' ? 'team' : 'site')
