import { toast } from './toast'

/** What is told once the page has been loaded anew: a message key with its values, and the line that does the same. */
type Arrival = { key: string; values: Record<string, string>; line?: string }

const KEY = 'arrival'

/** Read when the page begins, so that only the next page tells what this one leaves for it. */
let arrived = take()

function take(): Arrival | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Arrival | null
    sessionStorage.removeItem(KEY)
    return kept
  } catch {
    // No storage, or nothing that was written here.
    return null
  }
}

/** Keeps what is to be told after this page is left for another. */
export function tellOnArrival(arrival: Arrival): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(arrival))
  } catch {
    // Refused storage: what was done is seen all the same.
  }
}

/** Tells it, once. */
export function tellArrival(): void {
  if (!arrived) return
  const { key, values, line } = arrived
  arrived = null
  toast({ tone: 'done', text: (t) => t(key, values), ...(line ? { line } : {}) })
}
