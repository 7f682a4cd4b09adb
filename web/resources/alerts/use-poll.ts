import { useEffect } from 'react'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { client } from '../../data/api'
import { resourceOf } from '../../data/resources'
import { tellAlert } from './feed'

/** How often the newest alerts are read while there is no stream (ms), and how many. */
const EVERY = 4_000
const MOST = 50

/** Reads the newest alerts again and again while it is enabled, and tells of each. */
export function usePoll(enabled: boolean, onRead: (isDone: boolean) => void): void {
  useEffect(() => {
    if (!enabled) return
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      try {
        const { rows } = await client.list(resourceOf('alerts'), { order: 'id DESC', limit: MOST })
        if (stopped) return
        for (const alert of (rows as unknown as Alert[]).toReversed()) tellAlert(alert)
        onRead(true)
      } catch {
        if (!stopped) onRead(false)
      }
      if (!stopped) timer = setTimeout(() => void read(), EVERY)
    }
    timer = setTimeout(() => void read(), EVERY)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [enabled, onRead])
}
