/** A record just created or changed in a dialog over its list. */
export type Made = { resource: string; id: number; isNew: boolean }

const listeners = new Set<(made: Made) => void>()

/** Notifies the mounted lists, so that the list of the record goes to its row. */
export const tellMade = (made: Made): void => listeners.forEach((listener) => listener(made))

export const onMade = (listener: (made: Made) => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
