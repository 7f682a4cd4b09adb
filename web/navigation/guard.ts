/** The fate of unsaved changes: kept on this machine until their form is opened again, or lost. */
export type Left = 'kept' | 'lost'

/** Asks whether to leave unsaved changes; resolves to true for yes. */
export type AskToLeave = (left: Left) => Promise<boolean>

/** Saves changes; resolves to false if they are not saved, after which their form says why. */
export type Save = () => Promise<boolean>

export type Guard = ReturnType<typeof createGuard>

/** Creates a guard of unsaved changes against leaving the page. It uses neither the DOM nor the history. */
export function createGuard(asks: AskToLeave) {
  const holders = new Map<object, { left: Left; save: Save | undefined }>()
  const watchers = new Set<() => void>()
  let asking: Promise<boolean> | null = null
  const release = (holder: object) => {
    if (holders.delete(holder)) for (const tell of watchers) tell()
  }
  return {
    held: (): boolean => holders.size > 0,

    /** Makes the guard ask before leaving, until the returned function is called. */
    hold: (left: Left = 'kept', save?: Save): (() => void) => {
      const holder = {}
      holders.set(holder, { left, save })
      for (const tell of watchers) tell()
      return () => release(holder)
    },

    /** Calls the listener whenever changes are held or released, until the returned function is called. */
    watch: (listener: () => void): (() => void) => {
      watchers.add(listener)
      return () => {
        watchers.delete(listener)
      }
    },

    /** Returns whether changes are held that can be saved from outside their form. */
    savable: (): boolean => [...holders.values()].some(({ save }) => save !== undefined),

    /** Saves these changes, one form after the other. Returns whether all of them are saved. */
    saveAll: async (): Promise<boolean> => {
      const saves = [...holders.values()].flatMap(({ save }) => save ?? [])
      for (const save of saves) if (!(await save())) return false
      return true
    },

    /** Returns whether the page may be left. Asks if something was changed; calls made meanwhile share the question. */
    mayLeave: (): Promise<boolean> => {
      if (holders.size === 0) return Promise.resolve(true)
      const asked = [...holders.keys()]
      asking ??= asks([...holders.values()].some(({ left }) => left === 'lost') ? 'lost' : 'kept')
        .then((yes) => {
          // A yes releases the holders that it was about, so that they do not ask again.
          if (yes) for (const holder of asked) release(holder)
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
