import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { css } from 'styled-system/css'
import { CHANNELS_PAGE_SIZE } from '@tocsin/core/base/constants'
import { nestings } from '@tocsin/core/resources/channels/order'
import type { Channel } from '@tocsin/core/resources/channels/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { CommandButton } from '../../commands/command-button'
import { useCommandKeys } from '../../commands/use-commands'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { focusFields } from '../../form/focus'
import { RecordDialog } from '../../form/record-dialog'
import { leaveTo } from '../../navigation/leave-to'
import { useSidebarRoom } from '../../navigation/sidebar-room'
import { useDialog } from '../../pages/use-dialog'
import { lockText } from '../../pages/lock-text'
import type { PreviewApp } from '../../preview/look-of'
import type { PreviewChannel } from '../../preview/page-of'
import { CreateButton } from '../../table/create-button'
import { ResourceTable } from '../../table/resource-table'
import { useNarrow } from '../../table/use-narrow'
import { Button } from '../../ui/button'
import { State } from '../../ui/state'
import { useT } from '../../words'
import { NewChannel } from '../channels/parts'
import { AppPreview } from './app-preview'
import { ChannelEditor } from './channel-editor/channel-editor'
import { hrefWith, openIn } from './channel-href'
import { dressChannel } from './channel-name'
import { useCopyCommand, usePasteCommand } from './copy-channel-commands'
import { useChannels } from './use-channels'
import { useOrder } from './use-order'
import './words'

/** The name in the address of the dialog of a new channel. */
const NEW = 'create'
const COLUMNS = ['name', 'channelType']

const openHref = ({ id }: Row) => hrefWith(id)

/**
 * The channels of an app in its order, the editor of the one that the address names, and the preview. Where there is no
 * room beside the list, these are three pages.
 */
export function AppChannels({ row }: { row: Row }) {
  const t = useT()
  const account = useAccount()
  const channels = resourceOf('channels')
  const where = { appId: row.id }
  const narrow = useNarrow()
  useSidebarRoom()
  const { frame: tab, isOnePage } = useOnePage(narrow)
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const openId = openIn(query)
  const mayMove = mayDo(account, channels, 'update')
  const { arranging, shown } = useOrder(row)
  const { data } = useChannels(row.id)
  const order: readonly Channel[] | undefined = shown ?? data?.rows
  const idText = order?.map(({ id }) => id).join(' ')
  const ids = useMemo(() => idText?.split(' ').filter(Boolean).map(Number), [idText])
  // A list that is sorted otherwise does not show what lies in what.
  const isInOrder = !query.has('order')
  const rows = data?.rows as readonly Channel[] | undefined
  const dressName = useMemo(() => dressChannel(nestings((isInOrder && rows) || []), t), [isInOrder, rows, t])
  const list = useRef<HTMLDivElement>(null)

  const close = useCallback(() => leaveTo(hrefWith(null), navigate), [navigate])
  const leave = useCallback(() => {
    const active = list.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')
    if (active) active.focus()
    else close()
  }, [close])

  const enter = useCallback(() => void focusFields(tab.current?.querySelector('form') ?? null), [tab])

  // A channel that is deleted, or taken back, is open no longer.
  const wasHere = useRef<number | null>(null)
  useEffect(() => {
    if (openId === null || !ids) return
    if (ids.includes(openId)) wasHere.current = openId
    else if (wasHere.current === openId) navigate(hrefWith(null), { replace: true })
  }, [ids, openId, navigate])

  const rowCommands = useCopyCommand()
  const paste = usePasteCommand(row)
  const commands = useMemo(() => (paste ? [paste] : []), [paste])
  useCommandKeys({ scope: 'list', keys: ['paste'], now: () => commands })
  const { asked, create, props: dialog } = useDialog(NEW)
  const [madeId, setMadeId] = useState<number | null>(null)
  const at = openId === null ? -1 : (ids?.indexOf(openId) ?? -1)
  return (
    <div className={frame} ref={tab} data-one-page={isOnePage || undefined}>
      {!(isOnePage && openId !== null) && (
        <div className={side} ref={list}>
          <ResourceTable
            // The list brings another set of hooks where its rows can be moved.
            key={String(mayMove)}
            of={channels}
            where={where}
            owner="apps channels"
            compact={!narrow}
            // Where rows can be moved, each shows its place beside its handle.
            columns={mayMove ? COLUMNS : ['displayOrder', ...COLUMNS]}
            dressName={dressName}
            current={openId === null ? undefined : { id: openId, at: at < 0 ? undefined : at, enter }}
            arranging={mayMove ? arranging : undefined}
            rowCommands={rowCommands}
            commands={commands}
            pageSizes={[CHANNELS_PAGE_SIZE]}
            openHref={openHref}
            {...(mayMove ? { editHref: openHref } : {})}
            createHref={create}
            toolbar={
              <>
                <CommandButton command={paste} iconOnly={!narrow} />
                <CreateButton of={channels} href={create} where={where} aside />
              </>
            }
          />
        </div>
      )}
      {!(isOnePage && openId === null) && (
        <Workbench
          app={row}
          openId={openId}
          isMade={madeId !== null && madeId === openId}
          ids={ids}
          order={order}
          isMoved={shown !== undefined}
          onLeave={leave}
        />
      )}
      {asked !== null && mayDo(account, channels, 'create') && (
        <RecordDialog resource={channels} {...dialog} id={null}>
          {(form) => (
            <NewChannel
              {...form}
              of={channels}
              where={{ clientId: Number(row['clientId']), ...where }}
              locked={lockText(channels, row, t)}
              onSaved={(made) => {
                setMadeId(made.id)
                form.onSaved(made)
                navigate(hrefWith(made.id))
              }}
            />
          )}
        </RecordDialog>
      )}
    </div>
  )
}

/** The width of the tab in pixels from which the editor has room beside the list. */
const ROOM = 720

/** Returns whether the list and the editor are pages of their own, in the frame around them. */
function useOnePage(narrow: boolean) {
  const tab = useRef<HTMLDivElement>(null)
  const [isOnePage, setOnePage] = useState(narrow)
  useLayoutEffect(() => {
    if (!tab.current) return
    const element = tab.current
    const measure = () => setOnePage(element.clientWidth < ROOM)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame: tab, isOnePage }
}

type WorkbenchProps = {
  app: Row
  openId: number | null
  /** True for a channel that was just created: its fields take the focus. */
  isMade: boolean
  ids: readonly number[] | undefined
  /** All channels as they are shown. */
  order: readonly Channel[] | undefined
  /** True while one of them is lifted, or its place is being saved. */
  isMoved: boolean
  onLeave: () => void
}

/** The editor and the preview, which follows what is typed without the list being drawn again. */
function Workbench({ app, openId, isMade, ids, order, isMoved, onLeave }: WorkbenchProps) {
  const t = useT()
  const [draft, setDraft] = useState<PreviewChannel | null>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const preview = useCallback(() => setPreviewed(true), [])
  const back = useRef<HTMLButtonElement>(null)
  const shown = useMemo(
    () =>
      draft && order
        ? order.map((channel) => (channel.id === draft.id ? { ...draft, displayOrder: channel.displayOrder } : channel))
        : isMoved
          ? order
          : undefined,
    [draft, order, isMoved],
  )
  const isOnPage = isPreviewed && openId !== null
  useEffect(() => {
    if (isOnPage) back.current?.focus()
  }, [isOnPage])
  return (
    <>
      <div className={middle} data-behind={isOnPage || undefined}>
        {openId === null ? (
          <State icon="pencil" title={t('channelEditor.choose')} detail={t('channelEditor.chooseHow')} />
        ) : (
          <ChannelEditor
            appId={app.id}
            id={openId}
            isMade={isMade}
            ids={ids}
            onDraft={setDraft}
            onLeave={onLeave}
            onPreview={preview}
          />
        )}
      </div>
      <div className={phone} data-front={isOnPage || undefined}>
        {isOnPage && (
          <div className={wayBack}>
            <Button ref={back} look="quiet" icon="chevronLeft" onClick={() => setPreviewed(false)}>
              {t('channelEditor.toFields')}
            </Button>
          </div>
        )}
        <AppPreview
          id={app.id}
          app={app as unknown as PreviewApp}
          channels={shown}
          marked={openId ?? undefined}
          caption={t(draft ? 'apps.live' : isMoved ? 'apps.asMoved' : 'apps.asSaved')}
          className={panel}
        />
      </div>
    </>
  )
}

const frame = css({
  display: 'flex',
  flex: '1',
  minHeight: '0',
  minWidth: '0',
  // From the tabs above down to the foot.
  marginTop: '[-12px]',
  containerType: 'inline-size',
  containerName: 'channels',
})
const side = css({
  display: 'flex',
  flexShrink: '0',
  minWidth: '0',
  width: { base: '[400px]', _tablet: '[340px]' },
  paddingTop: '3',
  borderInlineEnd: '1px solid token(colors.border.subtle)',
  '[data-one-page] > &': { width: 'full', borderInlineEnd: 'none' },
})
const middle = css({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minWidth: '0',
  minHeight: '0',
  '&[data-behind]': {
    display: 'none',
    '@container channels (min-width: 1120px)': { display: 'flex' },
  },
})
const phone = css({
  display: 'none',
  flexDirection: 'column',
  flexShrink: '0',
  minWidth: '0',
  background: 'bg.canvas',
  borderInlineStart: '1px solid token(colors.border.subtle)',
  overflow: 'auto',
  '&[data-front]': { display: 'flex', flex: '1' },
  '@container channels (min-width: 1120px)': { display: 'flex', flex: '[none]', width: '[324px]' },
})
const panel = css({ flex: '1', border: 'none', borderRadius: '[0]' })
const wayBack = css({
  padding: '2',
  '@container channels (min-width: 1120px)': { display: 'none' },
})
