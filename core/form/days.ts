const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/

/** Returns whether a text is a day of the calendar: 2026-01-31. */
export function isDay(text: string): boolean {
  if (!ISO_DATE.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
