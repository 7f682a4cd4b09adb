import { useEffect, useState } from 'react'
import type { StreamState } from '@tocsin/core/api/alert-stream'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { client } from '../../data/api'
import { resourceOf } from '../../data/resources'
import { useAccount } from '../../data/account'
import { listKey, oneKey } from '../../data/hooks'
import { queryClient } from '../../data/query'
import { tellAlert, tellGap } from './feed'
import { listenToAlerts } from './shared-stream'

/** The pause between readings of the newest alerts while there is no stream (ms), and their number. */
const EVERY = 5_000
const MOST = 50

/** The way alerts come to this page: `null` before the first answer. `since` is the moment that the connection was lost. */
export type FeedState = { way: 'live' } | { way: 'polling' } | { way: 'lost'; since: number } | null

/** Reads the newest alerts, and tells of each. */
export async function readNewest(): Promise<void> {
  const { rows } = await client.list(resourceOf('alerts'), { order: 'id DESC', limit: MOST })
  for (const alert of (rows as unknown as Alert[]).toReversed()) tellAlert(alert)
}

/**
 * Brings alerts to this page as they come and change: by the stream that the tabs of the browser share, and without one by
 * asking again.
 */
export function useFeed(): FeedState {
  const { id } = useAccount()
  const [state, setState] = useState<StreamState | null>(null)
  const [polled, setPolled] = useState<FeedState>(null)
  useEffect(() => {
    const stop = new AbortController()
    let isFirst = true
    listenToAlerts(
      id,
      {
        onHappening: ({ alert }) => {
          tellAlert(alert)
          // A drawer or a page of the alert reads it anew: a delivery changes it without another version.
          void queryClient.invalidateQueries({ queryKey: oneKey(id, 'alerts', alert.id) })
          for (const part of ['alert-histories', 'alert-deliveries'])
            void queryClient.invalidateQueries({ queryKey: listKey(id, part, { AlertId: alert.id }) })
        },
        onState: (next) => {
          // Alerts may have come between the reading of the list and the first line.
          if (next.state === 'live' && isFirst) {
            isFirst = false
            readNewest().catch(() => {})
          }
          setState(next)
        },
        onReread: tellGap,
      },
      stop.signal,
    )
    return () => stop.abort()
  }, [id])
  const isLive = state?.state === 'live'
  const since = state?.state === 'lost' ? state.since : null
  useEffect(() => {
    if (isLive) return
    let stopped = false
    const read = () =>
      readNewest().then(
        () => !stopped && setPolled({ way: 'polling' }),
        () =>
          !stopped &&
          setPolled((before) => {
            if (before?.way === 'lost') return before
            // Until now the rows came by asking, however long there has been no stream.
            return { way: 'lost', since: before === null ? (since ?? Date.now()) : Date.now() }
          }),
      )
    const timer = setInterval(() => void read(), EVERY)
    return () => {
      stopped = true
      clearInterval(timer)
      setPolled(null)
    }
  }, [isLive, since])
  if (isLive) return { way: 'live' }
  return polled ?? (since === null ? null : { way: 'lost', since })
}
