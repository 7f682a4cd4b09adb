import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import { useSearchParams } from 'wouter'
import type { ListQuery } from '@tocsin/core/api/client'
import { PRODUCT } from '@tocsin/core/base/constants'
import { ALERT_STATUSES, type Alert } from '@tocsin/core/resources/alerts/types'
import { formatNumber, type Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useAccount } from '../../data/account'
import { client } from '../../data/api'
import { useList } from '../../data/hooks'
import { markStale } from '../../data/query'
import type { Row } from '../../data/row'
import { usePreferences } from '../../preferences'
import { filtersOf, readAddress } from '../../table/address'
import { newestOf } from '../../table/held/use-held'
import { ResourceTable } from '../../table/resource-table'
import { useNarrow } from '../../table/use-narrow'
import { usePanels } from '../../table/use-panels'
import { WhenEmpty } from '../../table/when-empty'
import { Button } from '../../ui/button'
import { srOnly } from '../../ui/sr-only'
import { useLatest } from '../../ui/use-latest'
import { mediaHook } from '../../ui/use-media'
import { Waiting } from '../../ui/waiting'
import { useT } from '../../words'
import { arrive, leaving, noArrivals, without, type Arrivals } from './arrivals'
import { BoardKeys } from './board-keys'
import { boardColumns } from './columns'
import { AlertDrawer } from './drawer'
import { onAlert, onGap } from './feed'
import { FeedStatus } from './feed-status'
import { LastAlert } from './last-alert'
import { useAnnouncements } from './use-announcements'
import { readNewest, type FeedState } from './use-feed'
import { liveRows, type RowAccess } from './use-live-rows'
import { useSoon } from './use-soon'
import { useWork } from './use-work'
import { isAmong } from './views'
import './words'

/** Returns whether the list has no room for all of its columns beside the drawer. */
const useCrowded = mediaHook('(max-width: 1799px)')

type Props = {
  resource: Resource
  where: ListQuery
  order: string
  flipTests: () => void
  feed: FeedState
  /** A control that is shown above the rows of a narrow screen. */
  beside: ReactNode
}

/** The rows of the board: they are read up to the newest alert of that moment, and those that come later are put before them. */
export function Board(props: Props) {
  const { resource, where } = props
  const { ClientId } = where
  const { data, error } = useList(resource, newestOf(ClientId === undefined ? {} : { ClientId }))
  const [upTo, setUpTo] = useState<number | null>(null)
  const last = data?.rows[0] as Alert | undefined
  const newest = last?.id ?? (data || error ? 0 : null)
  if (upTo === null && newest !== null) setUpTo(newest)
  if (upTo === null) return <Waiting />
  return (
    <WhenEmpty value={last ? <LastAlert alert={last} /> : null}>
      <LiveBoard {...props} first={upTo} />
    </WhenEmpty>
  )
}

function LiveBoard({ resource, where, order, flipTests, feed, beside, first }: Props & { first: number }) {
  const t = useT()
  const { locale } = usePreferences()
  const account = useAccount()
  const [isCrowded, isNarrow] = [useCrowded(), useNarrow()]
  const [arrivals, setArrivals] = useState<Arrivals>(() => noArrivals(first))
  /** The arrivals with those of this very moment, which are not drawn yet. */
  const current = useRef(arrivals)
  const { heard, tell } = useAnnouncements()
  const access = useRef<RowAccess | null>(null)
  const fresh = useRef(new Set<number>())
  const { work, dialog } = useWork()
  const label = useCallback((row: Row) => t('alerts.alert', { id: row.id }), [t])
  const { id: drawer, opened: openedRow, panels, close } = usePanels(label)
  const opened = openedRow as unknown as Alert | null
  const isOpen = opened !== null

  const [params] = useSearchParams()
  const narrowed = narrowedBy(where, params, resource)

  const put = (next: Arrivals) => setArrivals((current.current = next))
  const isListed = (alert: Alert) => isAmong(alert, narrowed, account.id)
  // A browser cannot repeat the search of the server: it asks again for what comes.
  const isSearch = narrowed['q'] !== undefined
  const tidy = useSoon(LEAVES_AFTER, async () => {
    const { above, below } = leaving(current.current, isListed, opened?.id)
    if (above.length > 0) put(without(current.current, above))
    // Rows that are read anew would lose the one in the drawer if it is no more among them.
    const waits = opened !== null && !isListed(opened)
    if (waits || below.length === 0) return waits
    await markStale('alerts')
    put(without(current.current, below))
    return false
  })
  const takeIn = useCallback(async () => {
    const { rows } = await client.list(resource, newestOf({}))
    setArrivals((current.current = noArrivals((rows[0] as { id: number } | undefined)?.id ?? 0)))
    await markStale('alerts')
  }, [resource])
  const search = useSoon(LEAVES_AFTER, async () => {
    await takeIn()
    return false
  })
  const receive = useLatest((alert: Alert, isOwn: boolean) => {
    const before = current.current
    const next = arrive(before, alert, isSearch ? () => false : isListed)
    const isShown = next.shown.length > before.shown.length
    if (isShown) fresh.current.add(alert.id)
    if (isShown || next.held.size > before.held.size) tell(alert, isShown)
    // The board shows the reader's own work at once, and reads the rows anew for it.
    put(isOwn ? without(next, leaving(next, isListed, undefined).above) : next)
    if (opened?.id === alert.id && alert.version > opened.version) panels.set(alert, true)
    if (!isOwn && !isListed(alert)) tidy.soon()
    if (isSearch && alert.id > before.upTo) search.soon()
  })
  useEffect(() => onAlert((alert, isOwn) => receive()(alert, isOwn)), [receive])

  useEffect(() => {
    // Alerts may have come since the rows of another segment were read.
    readNewest().catch(() => {})
    return onGap(() => void takeIn())
  }, [takeIn])
  const filters = JSON.stringify(narrowed)
  const read = useRef(filters)
  useEffect(() => {
    if (read.current === filters) return
    read.current = filters
    // Earlier arrivals may not meet the new filters.
    void takeIn()
  }, [takeIn, filters])
  const show = useLatest((row: Alert | undefined) => {
    // An open drawer follows the active row.
    if (isOpen && row && row.id !== opened.id) panels.set(row, true)
  })
  // oxlint-disable-next-line react/refs -- they are read as alerts arrive, and never during a render
  const [live] = useState(() => liveRows({ arrivals: () => current.current, access, onActive: (row) => show()(row) }))

  const room = isNarrow ? 'narrow' : isOpen && isCrowded ? 'beside' : 'wide'
  const { of, columns, paints } = useMemo(
    () =>
      // oxlint-disable-next-line react/refs -- it is read when a cell is painted
      boardColumns(resource, {
        t,
        viewerId: account.id,
        room,
        isFresh: (id) => fresh.current.delete(id),
      }),
    [resource, t, account.id, room],
  )
  const choices = useMemo(
    () => (account.userType === PRODUCT ? undefined : { status: statusChoices(t) }),
    [account.userType, t],
  )
  const fixed = useMemo(() => ({ ...where, upTo: arrivals.upTo }), [where, arrivals.upTo])
  const note = useMemo(
    () => (
      <>
        <FeedStatus feed={feed} />
        <output>
          {arrivals.held.size > 0 && (
            <Button look="quiet" size="small" keys={['U']} title={t('alerts.newTitle')} onClick={() => void takeIn()}>
              {t('alerts.new', { count: arrivals.held.size, number: formatNumber(locale, arrivals.held.size) })}
            </Button>
          )}
        </output>
      </>
    ),
    [takeIn, arrivals.held.size, t, locale, feed],
  )
  const held = useMemo(() => ({ take: () => void takeIn(), note: isNarrow ? null : note }), [takeIn, note, isNarrow])
  return (
    <>
      <p className={srOnly} role="alert">
        {heard.urgent}
      </p>
      <output className={srOnly}>{heard.polite}</output>
      {/* The foot of a narrow screen is out of sight. */}
      {isNarrow && (
        <div className={head}>
          {note}
          {beside}
        </div>
      )}
      <div className={frame}>
        <ResourceTable
          of={of}
          where={fixed}
          order={order}
          owner="alerts"
          columns={columns}
          paints={paints}
          filters={FILTERS}
          filterChoices={choices}
          panels={panels}
          held={held}
          live={live}
          autoFocus
        />
        {opened && <AlertDrawer id={drawer} alert={opened} label={label(openedRow!)} work={work} onClose={close} />}
        <BoardKeys
          access={access}
          work={work}
          opened={opened}
          drawer={drawer}
          open={(alert) => panels.set(alert, true)}
          close={close}
          takeIn={() => void takeIn()}
          flipTests={flipTests}
        />
        {dialog}
      </div>
    </>
  )
}

/** Returns the filters of the segment with those of the address, by which an alert that comes is one of the list or is not. */
function narrowedBy(where: ListQuery, params: URLSearchParams, resource: Resource): ListQuery {
  const { q, filters, ids } = readAddress(params, resource, filtersOf(resource, where))
  return { ...where, ...filters, ...(ids ? { ids } : {}), ...(q ? { q } : {}) }
}

/** The statuses that people of clients and of monitoring providers may ask for. */
const statusChoices = (t: Translate) =>
  Object.fromEntries(ALERT_STATUSES.map((one) => [one, t(`resources.alerts.choices.status.${one}`)]))

/** The time after which rows leave, together, so that many changes read the rows anew once (ms). */
const LEAVES_AFTER = 2_000

const FILTERS = ['status', 'priority', 'ClientId', 'SiteId', 'from', 'to']

const frame = css({ display: 'flex', flex: '1', minHeight: '0', minWidth: '0' })
const head = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  flexShrink: '0',
  minHeight: 'controlSm',
  paddingInline: '4',
  color: 'fg.muted',
  textStyle: 'small',
})
