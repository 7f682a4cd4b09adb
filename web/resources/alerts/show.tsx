import { useCallback, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { useLocation } from 'wouter'
import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useKeys } from '../../keys/use-keys'
import { listHref, showHref } from '../../navigation/hrefs'
import { tellReason } from '../../notices/toast'
import { RecordPage } from '../../pages/record-page'
import type { RecordProps } from '../../pages/screen'
import { WithRecord } from '../../pages/with-record'
import type { Row } from '../../data/row'
import { cx } from '../../ui/cx'
import { srOnly } from '../../ui/sr-only'
import { useLatest } from '../../ui/use-latest'
import { swiped, useSwipe } from '../../ui/use-swipe'
import { useT } from '../../words'
import { Age, StateChips } from './alert-head'
import { AlertContent } from './content'
import { NOTE } from './note-field'
import { foot, quiet } from './look'
import { useBeside, useStepCommands, type Way } from './use-beside'
import { useFeed } from './use-feed'
import { useWork } from './use-work'
import { WorkButtons } from './work-buttons'
import './words'

/** An alert on its own page: what the drawer has, with the client, the site and the reporter (ALERT-09). */
export default function AlertShow({ resource, id }: RecordProps) {
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => <AlertPage resource={resource} row={row} />}
    </WithRecord>
  )
}

function AlertPage({ resource, row }: { resource: Resource; row: Row }) {
  const t = useT()
  const alert = row as unknown as Alert
  const page = useRef<HTMLDivElement>(null)
  const { work, dialog } = useWork()
  const named = useMemo(() => ({ ...resource, title: HEADING }), [resource])
  const [, navigate] = useLocation()
  const beside = useBeside(alert.id)
  const latest = useLatest(beside)
  const step = useCallback(
    (way: Way) => {
      const id = latest()[way]
      if (id === undefined) tellReason({ key: `alerts.no.${way}` })
      else navigate(showHref('alerts', id), { replace: true })
    },
    [latest, navigate],
  )
  useStepCommands(step)
  useFeed()
  return (
    <RecordPage
      resource={named}
      row={{ ...row, [HEADING]: `${alert.Channel?.name ?? t('alerts.noChannel')} #${alert.id}` }}
      crumbs={[{ label: t('resources.alerts.names'), href: listHref('alerts') }]}
      tabs={[
        {
          name: 'summary',
          label: t('screens.summary'),
          scrollsItself: true,
          content: () => (
            <Frame of={page} step={step}>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls takes the focus, for its keys */}
              <section className={body} tabIndex={0} aria-label={t('alerts.alert', { id: alert.id })}>
                <h2 className={srOnly}>{t('screens.summary')}</h2>
                <div className={top}>
                  <div className={said}>
                    <StateChips alert={alert} />
                    <p className={quiet} dir="auto">
                      {[alert.Site?.name ?? t('alerts.noSite'), alert.Client.name].join(' · ')}
                    </p>
                  </div>
                  <Age alert={alert} />
                </div>
                <AlertContent alert={alert} />
              </section>
              <footer className={foot}>
                <WorkButtons alert={alert} work={work} />
              </footer>
              <Keys alert={alert} work={work} beside={beside} step={step} />
              {dialog}
            </Frame>
          ),
        },
      ]}
    />
  )
}

/** The frame of the page. A finger that swipes sideways leads to the alert before or after. */
function Frame({
  of,
  step,
  children,
}: {
  of: RefObject<HTMLDivElement | null>
  step: (way: Way) => void
  children: ReactNode
}) {
  useSwipe(of, step)
  return (
    <div ref={of} className={cx(frame, swiped)}>
      {children}
    </div>
  )
}

type KeysProps = Parameters<typeof WorkButtons>[0] & {
  beside: Readonly<Record<Way, number | undefined>>
  step: (way: Way) => void
}

/** Handles the keys of the page. It is drawn last, so that a key of both is the alert's. */
function Keys({ alert, work, beside, step }: KeysProps) {
  const isOpen = alert.resolvedAt === null
  useKeys('record', {
    take: () => isOpen && (work.take(alert), true),
    handOn: () => isOpen && (work.handOn(alert), true),
    resolve: () => isOpen && (work.resolve(alert), true),
    reopen: () => !isOpen && (work.reopen(alert), true),
    note: () => work.note(alert),
    // Out of the field of a note, and not out of the page.
    escape: () => {
      const field = document.activeElement?.closest(`[${NOTE}]`)
      field?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
      return field != null
    },
    nextRecord: () => beside.next !== undefined && (step('next'), true),
    previousRecord: () => beside.previous !== undefined && (step('previous'), true),
  })
  return null
}

/** The name of an alert on its page: its channel and its number. */
const HEADING = 'heading'

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minHeight: '0',
  minWidth: '0',
})
const body = css({
  display: 'grid',
  alignContent: 'start',
  gap: '4',
  flex: '1',
  minHeight: '0',
  // Text for screen readers is positioned absolutely: relative to this element, it does not lengthen the page.
  position: 'relative',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '4',
  overflowY: 'auto',
  '& > *': { maxWidth: 'page' },
  _focusVisible: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]' },
})
const top = css({ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: '4' })
const said = css({ display: 'grid', gap: '2', minWidth: '0', overflowWrap: 'anywhere' })
