const DAY = /^\d{4}-\d\d-\d\d$/
const LENGTH = 86_400_000

/** Returns the moment (ms) at which a date of a filter begins. A day is one of Brazil, as the counts of alerts have it. */
export const beginOf = (date: string): number => Date.parse(DAY.test(date) ? `${date}T00:00:00-03:00` : date)

/** Returns the last moment (ms) of a date of a filter: a filter up to a day takes the whole day in. */
export const endOf = (date: string): number => beginOf(date) + (DAY.test(date) ? LENGTH - 1 : 0)
