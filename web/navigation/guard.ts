/** The fate of unsaved changes: kept on this machine until their form is opened again, or lost. */
export type Left = 'kept' | 'lost'

/** Asks whether to leave unsaved changes; resolves to true for yes. */
export type AskToLeave = (left: Left) => Promise<boolean>

export type Guard = ReturnType<typeof createGuard>

/** Guards unsaved changes against leaving the page. Knows neither the page nor its history. */
export function createGuard(asks: AskToLeave) {
  const holders = new Map<object, Left>()
  let asking: Promise<boolean> | null = null
  return {
    held: (): boolean => holders.size > 0,

    /** Asks before anybody leaves, until the returned function releases it. */
    hold: (left: Left = 'kept'): (() => void) => {
      const holder = {}
      holders.set(holder, left)
      return () => holders.delete(holder)
    },

    /** Returns whether one may leave; asks if something was changed, and only once for calls made meanwhile. */
    mayLeave: (): Promise<boolean> => {
      if (holders.size === 0) return Promise.resolve(true)
      const asked = [...holders.keys()]
      asking ??= asks([...holders.values()].includes('lost') ? 'lost' : 'kept')
        .then((yes) => {
          // A confirmed holder does not ask again on the way out.
          if (yes) for (const holder of asked) holders.delete(holder)
          return yes
        })
        .finally(() => (asking = null))
      return asking
    },
  }
}

/** Returns an address without its `#` part, which alone leads to no other page. */
const pageOf = (url: string): string => url.split('#')[0] ?? ''

export type Place = { url: string; state: unknown }
export type BrowserHistory = { now: () => Place; push: (place: Place) => void; back: () => void }

/**
 * Undoes Back and Forward, which cannot be refused: the page's entry is put on top again before anybody draws the
 * other, and the question is asked there.
 */
export function createHistoryGuard(guard: Guard, history: BrowserHistory) {
  let place = history.now()
  let asking = false
  return {
    /** Takes note that the page itself changed the address. */
    moved: (): void => {
      place = history.now()
    },

    /** Handles a move of the browser to another entry: true if it was undone, and no other listener may hear of it. */
    popped: (): boolean => {
      const there = history.now()
      if (!guard.held() || pageOf(there.url) === pageOf(place.url)) {
        place = there
        return false
      }
      history.push(place)
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
