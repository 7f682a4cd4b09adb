import { useEffect, useState } from 'react'
import type { AlertSilence } from '@tocsin/core/resources/alert-silences/types'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { ListQuery } from '@tocsin/core/api/client'
import { useList } from '../../data/hooks'
import { resourceOf } from '../../data/resources'

/** The pause between readings of the silences (ms). */
const EVERY = 10_000

/** Returns the silences that hold now, which all who watch these alerts share. Each ends by itself. */
export function useSilences(where: ListQuery): readonly AlertSilence[] {
  const { data } = useList(resourceOf('alert-silences'), { ...where, active: true, limit: 20 }, { every: EVERY })
  const all = (data?.rows ?? []) as unknown as AlertSilence[]
  const [now, setNow] = useState(() => Date.now())
  const next = Math.min(...all.map(({ endsAt }) => Date.parse(endsAt)).filter((end) => end > now))
  useEffect(() => {
    if (!Number.isFinite(next)) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()))
    return () => clearTimeout(timer)
  }, [next])
  return all.filter(({ endedAt, endsAt }) => endedAt === null && Date.parse(endsAt) > now)
}

/** Returns whether a silence holds for an alert: one of its client, or of its site. */
export const isSilenced = ({ ClientId, SiteId }: Alert, silences: readonly AlertSilence[]): boolean =>
  silences.some((one) => one.ClientId === ClientId && (one.SiteId === null || one.SiteId === SiteId))
