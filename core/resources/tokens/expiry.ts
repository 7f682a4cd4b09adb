const DAY = 86_400_000

/** The days after which a token expires where nobody says, and the most that it lasts. */
export const USUAL_DAYS = 90
export const MOST_DAYS = 365

/** The two ways to say when a token expires: in so many days, or at a date. */
export const EXPIRY = /^(\d{1,3}d|\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(\.\d{1,6})?(Z|[+-]\d\d:\d\d))?)$/

/**
 * Returns the time at which a token expires, in ms since 1970: `90d` after now, or at a date. A day without a time counts to
 * its end in UTC. Returns null for a time that is over, is more than a year ahead, or is no time.
 */
export function expiryOf(text: string, now: number): number | null {
  if (!EXPIRY.test(text)) return null
  const begin = text.endsWith('d') ? now + Number(text.slice(0, -1)) * DAY : Date.parse(text)
  const end = /^\d{4}-\d\d-\d\d$/.test(text) ? begin + DAY : begin
  return end > now && begin <= now + MOST_DAYS * DAY ? end : null
}
