import { atom } from 'jotai/vanilla'
import { useAtomValue } from 'jotai/react'
import { useEffect } from 'react'
import { ApiError } from '@tocsin/core/base/errors'
import { loadOwnCommands } from '../commands/own-commands'
import { loadRest } from '../rest'
import { toastFailure } from '../notices/toast'
import { store } from '../store'
import type * as listActions from './list-actions'

export type ListActions = typeof listActions

const loadedAtom = atom<ListActions | null>(null)
let loading: Promise<ListActions> | undefined

/** Fetches what can be done in a list. The next call retries a failure. */
export function loadListActions(): Promise<ListActions> {
  loading ??= Promise.all([import('./list-actions'), loadOwnCommands(), loadRest()]).then(
    ([loaded]) => {
      store.set(loadedAtom, loaded)
      return loaded
    },
    () => {
      loading = undefined
      throw new ApiError({ status: 0, code: 'NETWORK_ERROR' })
    },
  )
  return loading
}

/** Does something in a list: at once, or as soon as what it needs is here. Shows a failure. */
export const withListActions = (work: (actions: ListActions) => unknown): void =>
  void loadListActions()
    .then((actions) => work(actions))
    .catch(toastFailure)

/** Returns what can be done in a list, and null before it is here. */
export const useListActions = (): ListActions | null => useAtomValue(loadedAtom)

/** Fetches what can be done in a list once its first rows are shown. */
export function useFetchedActions(isShown: boolean): void {
  useEffect(() => {
    // The next press of a key fetches it again, and shows the failure.
    if (isShown) loadListActions().catch(() => {})
  }, [isShown])
}
