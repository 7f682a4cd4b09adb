import { useCallback, useEffect, useRef, useState } from 'react'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { useT } from '../../words'
import './words'

/** The pause between two announcements of alerts that can wait (ms). */
const PAUSE = 5_000

/**
 * Returns what screen readers are told of alerts that come: pending ones at once, all of a moment as one sentence; others
 * politely, at most once in five seconds.
 */
export function useAnnouncements() {
  const t = useT()
  const [heard, setHeard] = useState({ urgent: '', polite: '' })
  const pending = useRef<Alert[]>([])
  const others = useRef(0)
  const timers = useRef<{
    urgent?: ReturnType<typeof setTimeout> | undefined
    polite?: ReturnType<typeof setTimeout> | undefined
  }>({})
  useEffect(() => {
    const all = timers.current
    return () => {
      clearTimeout(all.urgent)
      clearTimeout(all.polite)
    }
  }, [])
  const tell = useCallback(
    (alert: Alert, isUrgent: boolean) => {
      const all = timers.current
      if (isUrgent) {
        pending.current.push(alert)
        all.urgent ??= setTimeout(() => {
          const { length: count } = pending.current
          const last = pending.current.at(-1)!
          const what = t('alerts.of', {
            channel: last.Channel?.name ?? t('alerts.noChannel'),
            site: last.Site?.name ?? t('alerts.noSite'),
          })
          pending.current = []
          all.urgent = undefined
          setHeard((before) => ({ ...before, urgent: t('alerts.heard.pending', { count, what }) }))
        }, 300)
        return
      }
      others.current++
      all.polite ??= setTimeout(() => {
        const count = others.current
        others.current = 0
        all.polite = undefined
        setHeard((before) => ({ ...before, polite: t('alerts.heard.other', { count }) }))
      }, PAUSE)
    },
    // oxlint-disable-next-line react/memo-dependencies -- the timers speak the language of the page
    [t],
  )
  return { heard, tell }
}
