/** A record that was just made or changed in a dialog over the list that it belongs to. */
export type Made = { noun: string; id: number; isNew: boolean }

const listeners = new Set<(made: Made) => void>()

/** Tells the lists that are shown, so that the one it belongs to goes to its row. */
export const tellMade = (made: Made): void => listeners.forEach((listener) => listener(made))

export const onMade = (listener: (made: Made) => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
