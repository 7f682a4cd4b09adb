/** The fate of unsaved changes: kept on this machine until their form is opened again, or lost. */
export type Left = 'kept' | 'lost'

/** A form that offers to save or to discard its changes before it is left. */
export type Leaving = {
  /** The name of what is edited, and the names of what is changed. */
  about: () => { name: string; changes: string }
  discard: () => void
}

/** Asks whether to leave unsaved changes; resolves to true for yes, and to `first` to save them before. */
export type AskToLeave = (left: Left, leaving?: Leaving) => Promise<boolean | 'first'>

/** Saves changes; resolves to false if they are not saved, after which their form says why. */
export type Save = () => Promise<boolean>

export type Guard = ReturnType<typeof createGuard>

/** Creates a guard of unsaved changes against leaving the page. It uses neither the DOM nor the history. */
export function createGuard(asks: AskToLeave) {
  const holders = new Map<object, { left: Left; save?: Save | undefined; leaving?: Leaving | undefined }>()
  const watchers = new Set<() => void>()
  let asking: Promise<boolean> | null = null
  const release = (holder: object) => {
    if (holders.delete(holder)) for (const tell of watchers) tell()
  }
  return {
    held: (): boolean => holders.size > 0,

    /** Makes the guard ask before leaving, until the returned function is called. */
    hold: (left: Left = 'kept', save?: Save, leaving?: Leaving): (() => void) => {
      const holder = {}
      holders.set(holder, { left, save, leaving })
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
      const all = [...holders.values()]
      // A form is saved or discarded only if it is the only one.
      const { save, leaving } = (all.length === 1 && all[0]) || {}
      asking ??= asks(all.some(({ left }) => left === 'lost') ? 'lost' : 'kept', leaving)
        .then(async (answer) => {
          if (answer === 'first' && !(await save?.())) return false
          if (answer === true) leaving?.discard()
          // A yes releases the holders that it was about, so that they do not ask again.
          if (answer) for (const holder of asked) release(holder)
          return answer !== false
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
