import { useRef, type RefObject } from 'react'
import { useKeys } from '../../keys/use-keys'
import { queryClient } from '../../data/query'
import { currentAccount } from '../../data/account'
import { DASHBOARD } from './use-dashboard'

/** Reads everything that the start page shows again. */
export const readAgain = (): void => {
  const account = currentAccount()?.id
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ queryKey: [owner, part, kind] }) =>
      owner === account && (part === DASHBOARD || kind === 'list' || kind === 'pointed'),
  })
}

/**
 * Walks through the rows of all cards by keys, in reading order: what has `data-step` below the returned element. Keys
 * begin with the first or the last row, and stop at either end.
 */
export function useSteps(enabled: boolean): RefObject<HTMLDivElement | null> {
  const parts = useRef<HTMLDivElement>(null)
  const steps = () => [...(parts.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])]
  const go = (next: (at: number, all: readonly HTMLElement[]) => HTMLElement | undefined) => {
    const all = steps()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const row = next(at, all)
    row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
    return row !== undefined
  }
  useKeys(
    'list',
    {
      down: () => go((at, all) => all[at + 1]),
      up: () => go((at, all) => (at < 0 ? all.at(-1) : all[at - 1])),
      first: () => go((_, all) => all[0]),
      last: () => go((_, all) => all.at(-1)),
      refresh: readAgain,
    },
    { enabled },
  )
  return parts
}
