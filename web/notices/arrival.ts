import { toast } from './toast'

/** A message for the page after a reload: its key and values, and the terminal line with the same effect. */
type Arrival = { key: string; values: Record<string, string>; line?: string }

const KEY = 'arrival'

/** The message is read as the page begins, so that only the next page shows one stored here. */
let arrived = take()

function take(): Arrival | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Arrival | null
    sessionStorage.removeItem(KEY)
    return kept
  } catch {
    // Storage is refused, or holds nothing that was written here.
    return null
  }
}

/** Keeps a message for the page that replaces this one. */
export function tellOnArrival(arrival: Arrival): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(arrival))
  } catch {
    // Storage is refused: the effect is visible all the same.
  }
}

/** Shows the message, once. */
export function tellArrival(): void {
  if (!arrived) return
  const { key, values, line } = arrived
  arrived = null
  toast({ tone: 'done', text: (t) => t(key, values), ...(line ? { line } : {}) })
}
