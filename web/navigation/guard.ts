/** What becomes of what was changed: kept on this machine until its form is opened again, or gone. */
export type Left = 'kept' | 'lost'

/** Asks whether to leave what was changed; true when yes. */
export type AskToLeave = (left: Left) => Promise<boolean>

export type Guard = ReturnType<typeof createGuard>

/** Keeps people from losing what they changed by going elsewhere. Knows neither the page nor its history. */
export function createGuard(asks: AskToLeave) {
  const holders = new Map<object, Left>()
  let asking: Promise<boolean> | null = null
  return {
    held: (): boolean => holders.size > 0,

    /** Wants to be asked before anybody leaves, until released. */
    hold: (left: Left = 'kept'): (() => void) => {
      const holder = {}
      holders.set(holder, left)
      return () => holders.delete(holder)
    },

    /** Whether one may leave; asks where something was changed, and once however often it is called meanwhile. */
    mayLeave: (): Promise<boolean> => {
      if (holders.size === 0) return Promise.resolve(true)
      const asked = [...holders.keys()]
      asking ??= asks([...holders.values()].includes('lost') ? 'lost' : 'kept')
        .then((yes) => {
          // Who was told goodbye is not asked again on the way out.
          if (yes) for (const holder of asked) holders.delete(holder)
          return yes
        })
        .finally(() => (asking = null))
      return asking
    },
  }
}

/** An address without what stands behind `#`: that alone leads nowhere else. */
const pageOf = (url: string): string => url.split('#')[0] ?? ''

export type Place = { url: string; state: unknown }
export type BrowserHistory = { now: () => Place; push: (place: Place) => void; back: () => void }

/**
 * Back and Forward cannot be refused, only taken back: the page's entry is laid on top again before anybody draws the
 * other, and the question is asked there.
 */
export function createHistoryGuard(guard: Guard, history: BrowserHistory) {
  let place = history.now()
  let asking = false
  return {
    /** The address was changed by the page itself. */
    moved: (): void => {
      place = history.now()
    },

    /** The browser went to another entry: true when that was taken back, and nobody else may hear of it. */
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
