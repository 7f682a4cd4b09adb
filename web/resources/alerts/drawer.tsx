import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { useRecord } from '../../data/hooks'
import { resourceOf } from '../../data/resources'
import { openPalette } from '../../commands/open-palette'
import { keyboard } from '../../keys/use-keys'
import { tellReason } from '../../notices/toast'
import { showHref } from '../../navigation/hrefs'
import { useSidebarRoom } from '../../navigation/sidebar-room'
import { useNarrow } from '../../table/use-narrow'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { cx } from '../../ui/cx'
import { Icon } from '../../ui/icon'
import { srOnly } from '../../ui/sr-only'
import { swiped, useSwipe } from '../../ui/use-swipe'
import { useT } from '../../words'
import { Age, StateChips } from './alert-head'
import { AlertContent } from './content'
import { foot } from './look'
import { PendingLink } from './pending-link'
import { useStepCommands, type Way } from './use-beside'
import type { Work } from './use-work'
import { WorkButtons } from './work-buttons'
import './words'

type Props = { id: string; alert: Alert; label: string; work: Work; onClose: () => void }

/**
 * An alert beside its list. The focus stays in the list, so that the next row shows the next alert. On a narrow screen it
 * covers the list, and takes the focus.
 */
export function AlertDrawer({ id, alert: listed, label, work, onClose }: Props) {
  const t = useT()
  const isNarrow = useNarrow()
  const frame = useRef<HTMLElement>(null)
  const body = useRef<HTMLElement>(null)
  const { data } = useRecord(resourceOf('alerts'), listed.id)
  const read = data as unknown as Alert | undefined
  const alert = read && read.version >= listed.version ? read : listed
  useLayoutEffect(() => {
    if (body.current) body.current.scrollTop = 0
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the effect is for another alert
  }, [listed.id])
  useEffect(() => {
    if (isNarrow) frame.current?.querySelector<HTMLElement>('button')?.focus()
  }, [isNarrow])
  useSidebarRoom()
  useSwipe(frame, stepInList)
  useStepCommands(stepInList, isNarrow)
  const { Channel, Site, Client } = alert
  return (
    <aside ref={frame} id={id} className={cx(drawer, swiped)} aria-label={label} data-alert={alert.id}>
      <header className={head}>
        <div className={cx(line, first)}>
          <StateChips alert={alert} />
          <span className={end}>
            {isNarrow && <PendingLink but={alert.id} onFollow={onClose} />}
            <Link className={number} href={showHref('alerts', alert.id)}>
              <span className={srOnly}>{t('alerts.openPage')} </span>#{alert.id}
              <Icon name="externalLink" />
            </Link>
            <CopyButton text={String(alert.id)} what="id" t={t} />
            {isNarrow && (
              <Button look="quiet" icon="ellipsis" iconOnly onClick={() => openPalette({ scope: 'at-hand' })}>
                {t('screens.more')}
              </Button>
            )}
            <Button look="quiet" icon="x" iconOnly aria-keyshortcuts="Escape" onClick={onClose}>
              {t('alerts.close')}
            </Button>
          </span>
        </div>
        <div className={line}>
          <div className={titles}>
            <h2 className={title} dir="auto">
              {Channel?.name ?? t('alerts.noChannel')}
            </h2>
            <p className={quiet} dir="auto">
              {[Site?.name ?? t('alerts.noSite'), Client.name].join(' · ')}
            </p>
          </div>
          <Age alert={alert} />
        </div>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls takes the focus, for its keys */}
      <section ref={body} className={content} tabIndex={0} aria-label={label}>
        <AlertContent alert={alert} />
      </section>
      <footer className={foot}>
        <WorkButtons alert={alert} work={work} />
      </footer>
    </aside>
  )
}

/** Moves in the list behind the drawer, which the drawer follows, as the arrow keys do. The focus stays where it is. */
function stepInList(way: Way): void {
  const key = way === 'next' ? 'ArrowDown' : 'ArrowUp'
  const move = () => keyboard.handle(new KeyboardEvent('keydown', { key, code: key }), { typing: false })
  const row = () => document.activeElement?.closest<HTMLElement>('[role=row][data-index]')?.dataset['index']
  const focused = document.activeElement as HTMLElement | null
  // From outside of the rows, the first key only leads into them.
  if (row() === undefined) move()
  const before = row()
  move()
  if (row() === before) tellReason({ key: `alerts.no.${way}` })
  focused?.focus({ preventScroll: true })
}

const drawer = css({
  display: 'flex',
  flexDirection: 'column',
  flexShrink: '0',
  width: '[456px]',
  maxWidth: 'full',
  minHeight: '0',
  background: 'bg.canvas',
  borderInlineStart: '1px solid token(colors.border.default)',
  // Without room beside the list it lies over it.
  '@media (max-width: 1199px)': {
    position: 'fixed',
    top: { base: '[3.5rem]', _narrow: '0' },
    bottom: '0',
    insetInlineEnd: '0',
    zIndex: 'drawer',
    width: { base: '[min(456px, 60vw)]', _narrow: 'full' },
    boxShadow: 'popover',
  },
})
const head = css({
  display: 'grid',
  gap: '1.5',
  paddingInline: '4',
  paddingBlock: '3',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const line = css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '2', minWidth: '0' })
// On a phone several states take a line of their own.
const first = css({ flexWrap: { base: 'nowrap', _narrow: 'wrap' } })
const end = css({ display: 'inline-flex', alignItems: 'center', gap: '1', flexShrink: '0', marginInlineStart: 'auto' })
const number = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  color: 'fg.muted',
  textStyle: 'mono',
  textDecoration: 'none',
  borderRadius: 'xs',
  _hover: { textDecoration: 'underline' },
  '& svg': { width: 'iconSm', height: 'iconSm' },
})
const titles = css({ minWidth: '0' })
const title = css({ textStyle: 'heading', overflowWrap: 'anywhere' })
const quiet = css({ color: 'fg.muted', overflowWrap: 'anywhere' })
const content = css({
  display: 'grid',
  alignContent: 'start',
  gap: '4',
  flex: '1',
  minHeight: '0',
  padding: '4',
  overflowY: 'auto',
  _focusVisible: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]' },
})
