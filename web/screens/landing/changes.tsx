import { useAtomValue } from 'jotai/react'
import { Suspense, useRef, useState } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { useList } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { useSelectedClient } from '../../data/selected-client'
import '../../keys/home'
import { useKeys } from '../../keys/use-keys'
import { listHref } from '../../navigation/hrefs'
import { nextUndo, nextUndoAtom } from '../../notices/past-actions'
import type { Done } from '../../notices/undo'
import { later } from '../../rest'
import { Card } from '../../ui/card'
import { useT } from '../../words'
import { Change } from './change'
import { Loaded } from './loaded'
import { takeBack, type Choice, type Taking } from './take-back'
import { newestOwn, useWaysBack, type Told } from './use-ways-back'

const UndoChoice = later(() => import('./undo-choice'))

/** The number of events shown. */
const SHOWN = 5
/** The number of events read: a change that took back another is known by that one, which may no longer be shown. */
const READ = 20

/** The last changes of records that the reader may see: who did what, and when. Some can be taken back. */
export function Changes() {
  const t = useT()
  const account = useAccount()
  const { id: clientId } = useSelectedClient()
  const events = resourceOf('audit-events')
  const isSeen = mayDo(account, events, 'view')
  const query = useList(
    events,
    { limit: READ, order: 'id DESC', ...(clientId === null ? {} : { [events.tenant!]: clientId }) },
    { enabled: isSeen },
  )
  const read = (query.data?.rows ?? []) as unknown as AuditEvent[]
  const told = useWaysBack(read.slice(0, SHOWN))
  const own = newestOwn(told, read)
  const next = useAtomValue(nextUndoAtom)
  const { choice, close, take, isBusy } = useTaking()
  useKeys(
    'list',
    {
      takeBack: () => {
        const now = nextUndo()
        // Whatever else was done last on this page is undone first, by the key of the whole console.
        if (!own || (now && !isOf(now, own))) return false
        if (!isBusy()) void take(own, { who: null, lines: [] })
        return true
      },
    },
    { enabled: own !== undefined },
  )
  if (!isSeen) return null
  return (
    <Card
      title={t('landing.changes.title')}
      aside={
        <Link className={all} href={listHref('audit-events')}>
          {t('landing.changes.all')}
        </Link>
      }
    >
      <Loaded query={query}>
        {() => (
          <ol aria-label={t('landing.changes.title')}>
            {told.map((one) => (
              <Change
                key={one.event.id}
                told={one}
                hasKey={one === own && (next === null || isOf(next, one))}
                onTake={(words) => void take(one, words)}
              />
            ))}
          </ol>
        )}
      </Loaded>
      {choice && (
        <Suspense>
          <UndoChoice choice={choice} onClose={close} />
        </Suspense>
      )}
    </Card>
  )
}

/** Returns whether an action of this page changed the record of a change. */
const isOf = ({ record }: Done, { event }: Told): boolean =>
  record?.resource === event.noun && record.id === event.recordId

/** Takes one change back at a time, and holds the choice to be made where its record has been changed since. */
function useTaking() {
  const [choice, setChoice] = useState<Choice | null>(null)
  const busy = useRef(false)
  const take = async ({ event, resource, back, isOwn }: Told, { who, lines }: Pick<Taking, 'who' | 'lines'>) => {
    if (busy.current || back === null || typeof back === 'string') return
    busy.current = true
    const now = nextUndo()
    const instead = isOwn && now?.record?.resource === event.noun && now.record.id === event.recordId ? now : undefined
    setChoice(await takeBack({ resource, event, way: back.way, who, lines, instead }))
    busy.current = false
  }
  return { choice, close: () => setChoice(null), take, isBusy: () => busy.current }
}

const all = css({ color: 'accent.fg', textStyle: 'small' })
