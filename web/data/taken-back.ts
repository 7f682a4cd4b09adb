import { atom } from 'jotai/vanilla'
import { useEffect } from 'react'
import { store } from '../store'

type Made = { noun: string; id: number }

const takenBackAtom = atom<Made | null>(null)

/** Tells whoever shows a record that its making was taken back. */
export const tellTakenBack = (made: Made): void => store.set(takenBackAtom, made)

/** Leaves the page of a record whose making is taken back while it stands. */
export function useTakenBack(noun: string, id: number, leave: () => void): void {
  useEffect(
    () =>
      store.sub(takenBackAtom, () => {
        const made = store.get(takenBackAtom)
        if (made?.noun === noun && made.id === id) leave()
      }),
    [noun, id, leave],
  )
}
