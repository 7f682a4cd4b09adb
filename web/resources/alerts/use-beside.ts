import { useMemo } from 'react'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Command } from '../../commands/command'
import { useScreenCommands } from '../../commands/use-commands'
import { useList } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { neighbours } from '../../navigation/neighbours'
import './words'

export type Way = 'next' | 'previous'

/**
 * Returns the ids of the alerts before and after one: its neighbours in the list that it was opened from, else the open
 * alerts around it, the newest first.
 */
export function useBeside(id: number): Readonly<Record<Way, number | undefined>> {
  const { at, next, previous } = neighbours('alerts', id)
  const older = useOpen({ upTo: id - 1, order: 'id DESC' }, at === undefined)
  const newer = useOpen({ after: id, order: 'id ASC' }, at === undefined)
  return at === undefined ? { next: older, previous: newer } : { next, previous }
}

/** Returns the id of the first open alert of a list; undefined for none. */
function useOpen(query: ListQuery, enabled: boolean): number | undefined {
  const { data } = useList(resourceOf('alerts'), { ...query, open: true, limit: 1 }, { enabled })
  return data?.rows[0]?.id as number | undefined
}

const WAYS = [
  ['next', 'chevronDown', 'nextRecord'],
  ['previous', 'chevronUp', 'previousRecord'],
] as const

/** Adds the commands that go to the alert before or after, for those who cannot swipe. `step` is memoized. */
export function useStepCommands(step: (way: Way) => void, enabled = true): void {
  const added = useMemo(
    () =>
      enabled
        ? {
            chips: [],
            commands: WAYS.map(([way, icon, key]): Command => ({
              id: `alerts.${way}`,
              title: (t) => t(`alerts.${way}`),
              group: 'record',
              icon,
              key,
              asks: [],
              line: 'only-here',
              undo: 'nothing',
              run: () => step(way),
            })),
          }
        : null,
    [enabled, step],
  )
  useScreenCommands('alerts beside', added)
}
