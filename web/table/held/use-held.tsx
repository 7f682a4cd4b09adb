import { useState } from 'react'
import type { ListQuery } from '@tocsin/core/api/client'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import type { Face } from '@tocsin/core/vocabulary/resource'
import { useList } from '../../data/hooks'
import { markStale } from '../../data/query'
import { usePreferences } from '../../preferences'
import { Button } from '../../ui/button'
import { useLatest } from '../../ui/use-latest'
import { addWords, useT } from '../../words'
import type { Held } from './held'
import { messages } from './messages'

addWords('held', messages)

/** How often a list asks for the number of later records (ms). */
const EVERY = 20_000

/** Returns the query whose answer has the newest record of a list, and the number of all. */
export const newestOf = (where: ListQuery): ListQuery => ({ ...where, order: 'id DESC', limit: 1 })

type Moment = { id: number; total: number }

/**
 * Holds a list still while records are added to it. `upTo` is the filter that holds it; undefined before it is known. A list
 * without records takes the first ones by itself.
 */
export function useHeld(resource: Face, where: ListQuery): { upTo: number | undefined; held: Held; failed: boolean } {
  const t = useT()
  const { locale } = usePreferences()
  const { data, error, isFetching, refetch } = useList(resource, newestOf(where), { every: EVERY })
  const [shown, show] = useState<Moment | null>(null)
  const momentOf = (page: NonNullable<typeof data>): Moment => ({
    id: (page.rows[0] as { id: number } | undefined)?.id ?? 0,
    total: page.total,
  })
  const latest = data && momentOf(data)
  if (latest && !isFetching && latest.id !== shown?.id && !shown?.total) show(latest)
  const take = useLatest(async () => {
    const { data: page } = await refetch()
    if (page) show(momentOf(page))
    await markStale(resource.name)
  })
  const later = shown && latest ? Math.max(0, latest.total - shown.total) : 0
  return {
    upTo: shown?.id,
    failed: error !== null && shown === null,
    held: {
      take: () => void take()(),
      note: (
        <output>
          {later > 0 && (
            <Button look="quiet" size="small" keys={['R']} onClick={() => void take()()}>
              {t('held.later', { count: later, number: formatNumber(locale, later) })}
            </Button>
          )}
        </output>
      ),
    },
  }
}
