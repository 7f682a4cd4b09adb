import { storedInTab } from '../stored'
import { toast } from './toast'

/** A message for the page after a reload: its key and values, and the terminal line with the same effect. */
type Arrival = { key: string; values: Record<string, string>; line?: string }

const kept = storedInTab('arrival')

/** The message is read when the page loads, so that a message stored by this page is shown only by the next one. */
let arrived = take()

function take(): Arrival | null {
  const arrival = kept.read() as Arrival | null
  kept.set(null)
  return arrival
}

/** Keeps a message for the page that replaces this one. */
export function tellOnArrival(arrival: Arrival): void {
  // Where storage is refused, the effect is visible all the same.
  kept.put(arrival)
}

/** Shows the message, once. */
export function tellArrival(): void {
  if (!arrived) return
  const { key, values, line } = arrived
  arrived = null
  toast({ tone: 'done', text: (t) => t(key, values), ...(line ? { line } : {}) })
}
