/** The fate of unsaved changes: kept on this machine until their form is opened again, or lost. */
export type Left = 'kept' | 'lost'

/** Asks whether to leave unsaved changes; resolves to true for yes. */
export type AskToLeave = (left: Left) => Promise<boolean>

export type Guard = ReturnType<typeof createGuard>

/** Creates a guard of unsaved changes against leaving the page. It uses neither the DOM nor the history. */
export function createGuard(asks: AskToLeave) {
  const holders = new Map<object, Left>()
  let asking: Promise<boolean> | null = null
  return {
    held: (): boolean => holders.size > 0,

    /** Makes the guard ask before leaving, until the returned function is called. */
    hold: (left: Left = 'kept'): (() => void) => {
      const holder = {}
      holders.set(holder, left)
      return () => holders.delete(holder)
    },

    /** Returns whether the page may be left. Asks if something was changed; calls made meanwhile share the question. */
    mayLeave: (): Promise<boolean> => {
      if (holders.size === 0) return Promise.resolve(true)
      const asked = [...holders.keys()]
      asking ??= asks([...holders.values()].includes('lost') ? 'lost' : 'kept')
        .then((yes) => {
          // A yes releases the holders that it was about, so that they do not ask again.
          if (yes) for (const holder of asked) holders.delete(holder)
          return yes
        })
        .finally(() => (asking = null))
      return asking
    },
  }
}

/** Returns an address without its hash: a change of the hash alone leads to no other page. */
const pageOf = (url: string): string => url.split('#')[0] ?? ''

export type HistoryEntry = { url: string; state: unknown }
export type BrowserHistory = { now: () => HistoryEntry; push: (entry: HistoryEntry) => void; back: () => void }

/**
 * Undoes Back and Forward, which cannot be prevented: the entry of the page is pushed again before the other page is
 * drawn, and the question is asked there.
 */
export function createHistoryGuard(guard: Guard, history: BrowserHistory) {
  let entry = history.now()
  let asking = false
  return {
    /** Updates the entry after the page itself changed the address. */
    moved: (): void => {
      entry = history.now()
    },

    /** Handles a move of the browser to another entry. Returns true if it was undone: no other listener may see it. */
    popped: (): boolean => {
      const there = history.now()
      if (!guard.held() || pageOf(there.url) === pageOf(entry.url)) {
        entry = there
        return false
      }
      history.push(entry)
      if (!asking) {
        asking = true
        void guard
          .mayLeave()
          .then((yes) => (yes ? history.back() : undefined))
          .finally(() => (asking = false))
      }
      return true
    },
  }
}
