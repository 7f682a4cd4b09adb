import type { Alert } from '@tocsin/core/resources/alerts/types'

const two = (value: number) => String(value).padStart(2, '0')

/** Returns a time as `2026-11-20 14:31:52` in the reader's zone, in every language (ALERT-10); empty for no time. */
export function stamp(value: unknown): string {
  const time = new Date(typeof value === 'string' ? value : Number.NaN)
  return Number.isNaN(time.getTime()) ? '' : `${dayOf(time)} ${clockOf(time)}`
}

const dayOf = (time: Date): string => `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
const clockOf = (time: Date): string => `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`

/** Returns the time of an event beside others of one day: `14:31:52`; with its day if that is another one. */
export function stampBeside(value: string, other: string): string {
  const [time, first] = [new Date(value), new Date(other)]
  return dayOf(time) === dayOf(first) ? clockOf(time) : stamp(value)
}

/** Returns a span of milliseconds as `m:ss`, `h:mm:ss`, or `3 d 4 h`. A negative span counts as none. */
export function spanText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  const rest = two(seconds % 60)
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}

type Aged = Pick<Alert, 'createdAt' | 'generatedAt' | 'resolvedAt'>

/**
 * Returns the age of an alert (ms): from the phone's clock until now, or until it was resolved. A phone whose clock is ahead
 * makes no alert young: it is as old as its arrival.
 */
export const ageOf = ({ createdAt, generatedAt, resolvedAt }: Aged, now: number): number =>
  (resolvedAt === null ? now : Date.parse(resolvedAt)) - Math.min(Date.parse(generatedAt), Date.parse(createdAt))

/** Returns the age of an alert as text. */
export const ageText = (alert: Aged, now: number): string => spanText(ageOf(alert, now))
