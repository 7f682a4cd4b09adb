import { atom } from 'jotai/vanilla'
import { useEffect } from 'react'
import { store } from '../store'

type Made = { resource: string; id: number }

const takenBackAtom = atom<Made | null>(null)

/** Notifies the page of a record that the creation of the record was undone. */
export const tellTakenBack = (made: Made): void => store.set(takenBackAtom, made)

/** Leaves the page of a record if its creation is undone while the page is open. */
export function useTakenBack(resource: string, id: number, leave: () => void): void {
  useEffect(
    () =>
      store.sub(takenBackAtom, () => {
        const made = store.get(takenBackAtom)
        if (made?.resource === resource && made.id === id) leave()
      }),
    [resource, id, leave],
  )
}
