import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '@tocsin/core/base/errors'
import {
  blockOf,
  groupAround,
  moved,
  movedTowards,
  positionsOf,
  REARRANGE_PATH,
  type AppOrder,
} from '@tocsin/core/resources/channels/order'
import type { Channel } from '@tocsin/core/resources/channels/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { blockedFor } from '../../commands/why'
import { http } from '../../data/api'
import { keepOwn, lastOwn } from '../../data/own-versions'
import { markStale } from '../../data/query'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { newId } from '../../new-id'
import { tellReason, toast, toastFailure } from '../../notices/toast'
import { remember, track, undoAction, type Done } from '../../notices/undo'
import type { Arranging } from '../../table/arranging'
import * as tools from '../../table/arranging-tools'
import { useChannels } from './use-channels'

type Order = readonly Channel[]

/** A channel that is lifted, or whose place is being saved. */
type Move = {
  id: number
  /** The order before, and the order that is shown. */
  from: Order
  order: Order
  steps: number
  isSaving: boolean
}

const placeOf = (row: Row): number => Number(row['displayOrder']) + 1

/** Gives all channels of an app their places. It is based on the last version of the app that this page knows of (A-138). */
async function rearrange(app: Row, order: Order, since: number | undefined): Promise<number> {
  const apps = resourceOf('apps')
  const ifMatch = lastOwn(apps, app.id, since)
  const { data } = await http<AppOrder>({
    method: 'PATCH',
    path: REARRANGE_PATH,
    body: { channelsOrder: positionsOf(order), clientId: app['clientId'] },
    ...(ifMatch === undefined ? {} : { ifMatch }),
    idempotencyKey: newId(),
  })
  keepOwn(apps, app.id, ifMatch, data.version)
  return data.version
}

/** Returns the terminal line of a move: where the channel stands in its group now. */
function lineOf(order: Order, id: number): string {
  const group = groupAround(order, id)
  const next = group[group.findIndex((channel) => channel.id === id) + 1]
  return `tocsin channels move ${id} ${next ? `--before=${next.id}` : '--last'}`
}

/** Moves the channels of an app in its list: a lifted one within its group, with what lies within it (CHAN-10, A-165). */
export function useOrder(app: Row): { arranging: Arranging; shown: Order | undefined } {
  const channels = resourceOf('channels')
  const { data, isFetching, refetch } = useChannels(app.id)
  const [move, setMove] = useState<Move | null>(null)
  const all = data && data.rows.length === data.total ? (data.rows as unknown as Order) : undefined
  const shown = useMemo(() => move?.order.map((channel, displayOrder) => ({ ...channel, displayOrder })), [move?.order])

  const take = (next: (order: Order, id: number) => Order) =>
    setMove((now) => (now && !now.isSaving ? { ...now, order: next(now.order, now.id), steps: now.steps + 1 } : now))

  const lift = (row: Row) => {
    const from = all
    if (move) return
    const reason = blockedFor(channels, 'update', row)
    if (reason) return tellReason(reason)
    if (!from?.some(({ id }) => id === row.id)) {
      if (!isFetching) void refetch()
      return tellReason({ key: 'apps.order.unread' })
    }
    setMove({ id: row.id, from, order: from, steps: 0, isSaving: false })
  }

  /** Shows an order with the focus on the same channel, until the list itself is shown again. */
  const showMeanwhile = (id: number, order: Order) =>
    flushSync(() => setMove({ id, from: order, order, steps: 0, isSaving: true }))

  const save = async ({ id, from, order }: Move) => {
    const name = from.find((channel) => channel.id === id)!.name
    const title = (t: Translate) => t('apps.order.move', { name })
    try {
      let since = await rearrange(app, order, app.version)
      const way = (to: Order) => async () => {
        since = await rearrange(app, to, since)
        showMeanwhile(id, to)
        await markStale('channels').finally(() => setMove(null))
      }
      const done: Done = { title, undo: way(from), redo: way(order) }
      remember(done)
      await markStale('channels')
      toast({
        tone: 'done',
        text: (t) => t('apps.order.moved', { name }),
        line: lineOf(order, id),
        action: undoAction(done),
      })
    } catch (error) {
      showMeanwhile(id, from)
      if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION')
        return toastFailure(error, (t) => t('apps.order.failed', { name }))
      // The list takes the present order before its own rows are read again, with the focus on the same channel.
      const present = (await refetch()).data?.rows as unknown as Order | undefined
      if (present) showMeanwhile(id, present)
      await markStale('channels')
      toast({
        tone: 'trouble',
        text: (t) => t('apps.order.failed', { name }),
        detail: (t) => t('apps.order.stale'),
      })
    } finally {
      setMove(null)
    }
  }

  const drop = () => {
    if (!move || move.isSaving) return
    if (move.order.every((channel, at) => channel === move.from[at])) return setMove(null)
    const saved = { ...move, isSaving: true }
    setMove(saved)
    void track(save(saved))
  }

  const at = move ? move.order.findIndex(({ id }) => id === move.id) : -1
  const lifted = useMemo(
    () => (move && !move.isSaving ? { id: move.id, block: blockOf(move.from, move.id), steps: move.steps } : null),
    [move],
  )
  return {
    shown,
    arranging: {
      tools,
      placeOf,
      rows: (shown as unknown as readonly Row[] | undefined) ?? null,
      lifted,
      at: at < 0 ? null : at,
      lift,
      step: (step) => take((order, id) => moved(order, id, step)),
      moveTo: (index) => take((order, id) => movedTowards(order, id, index)),
      drop,
      putBack: () => {
        if (!move || move.isSaving) return
        showMeanwhile(move.id, move.from)
        setMove(null)
      },
    },
  }
}
