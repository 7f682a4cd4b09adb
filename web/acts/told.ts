import { toast } from './toast'

const KEY = 'told'

/** Tells something once the page has been loaded anew: what is told now would go with it. */
export function tellAfterReload(key: string): void {
  try {
    sessionStorage.setItem(KEY, key)
  } catch {
    // Refused storage: it is done all the same.
  }
}

/** Tells what was to be told before the page was loaded anew. */
export function tellWhatWasDone(): void {
  try {
    const key = sessionStorage.getItem(KEY)
    if (key === null) return
    sessionStorage.removeItem(KEY)
    toast({ tone: 'done', text: (t) => t(key) })
  } catch {
    // Refused storage kept nothing.
  }
}
