import { useEffect } from 'react'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { listKey, useList } from '../../data/hooks'
import { useAccount } from '../../data/account'
import { queryClient } from '../../data/query'
import { onAlert } from './feed'

/** The shortest time between two readings (ms), and the longest. */
const PAUSE = 1_500
const EVERY = 30_000
/** The most alerts that are read. Their number is exact however many they are. */
const MOST = 100

/** Returns the alerts that wait for somebody, without tests, and their number. They are read again as alerts change. */
export function usePending(resource: Resource, where: ListQuery): { alerts: readonly Alert[]; count: number } {
  const { id } = useAccount()
  const query: ListQuery = { ...where, open: true, status: 'pending', test: false, order: 'id DESC', limit: MOST }
  const { data } = useList(resource, query, { every: EVERY })
  const key = JSON.stringify(listKey(id, resource.name, query))
  useEffect(() => {
    let last = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer = undefined
      last = Date.now()
      void queryClient.invalidateQueries({ queryKey: JSON.parse(key) as unknown[] })
    }
    const stop = onAlert(() => {
      timer ??= setTimeout(read, Math.max(0, last + PAUSE - Date.now()))
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the timer reads another list again
  }, [key])
  return { alerts: data?.rows ?? [], count: data?.total ?? 0 }
}
