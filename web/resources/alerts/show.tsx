import { useCallback, useMemo, useRef } from 'react'
import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useKeys } from '../../keys/use-keys'
import { listHref } from '../../navigation/hrefs'
import { RecordPage } from '../../pages/record-page'
import type { RecordProps } from '../../pages/screen'
import { WithRecord } from '../../pages/with-record'
import type { Row } from '../../data/row'
import { useT } from '../../words'
import { Age, StateChips } from './alert-head'
import { AlertContent } from './content'
import { focusNote } from './note-field'
import { pairs } from './look'
import { reporterOf } from './reporter'
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
  const note = useCallback(() => focusNote(page.current), [])
  return (
    <RecordPage
      resource={named}
      row={{ ...row, [HEADING]: `${alert.Channel?.name ?? t('alerts.noChannel')} #${alert.id}` }}
      crumbs={[{ label: t('resources.alerts.names'), href: listHref('alerts') }]}
      tabs={[
        {
          name: 'summary',
          label: t('screens.summary'),
          content: () => (
            <div ref={page} className={frame}>
              <StateChips alert={alert} />
              <div className={top}>
                <dl className={pairs}>
                  <div>
                    <dt>{t('resources.alerts.fields.Client')}</dt>
                    <dd dir="auto">{alert.Client.name}</dd>
                  </div>
                  <div>
                    <dt>{t('resources.alerts.fields.MobileProfile')}</dt>
                    <dd dir="auto">
                      {reporterOf(alert, t)}
                      {alert.MobileProfile?.phone && (
                        <>
                          {' '}
                          <a className={link} href={`tel:${alert.MobileProfile.phone}`}>
                            {alert.MobileProfile.phone}
                          </a>
                        </>
                      )}
                    </dd>
                  </div>
                </dl>
                <Age alert={alert} />
              </div>
              <WorkButtons alert={alert} work={work} onNote={note} />
              <AlertContent alert={alert} />
              <Keys alert={alert} work={work} onNote={note} />
              {dialog}
            </div>
          ),
        },
      ]}
    />
  )
}

/** Handles the keys of the page. It is drawn last, so that a key of both is the alert's. */
function Keys({ alert, work, onNote }: Parameters<typeof WorkButtons>[0]) {
  const isOpen = alert.resolvedAt === null
  useKeys('record', {
    take: () => isOpen && (work.take(alert), true),
    handOn: () => isOpen && (work.handOn(alert), true),
    resolve: () => isOpen && (work.resolve(alert), true),
    note: onNote,
  })
  return null
}

/** The name of an alert on its page: its channel and its number. */
const HEADING = 'heading'

const frame = css({ display: 'grid', gap: '4', maxWidth: 'page', minWidth: '0' })
const top = css({
  display: 'flex',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: '4',
  '& > dl': { flex: '1' },
})
const link = css({ color: 'accent.fg', textDecoration: 'underline' })
