import { useState } from 'react'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { useT } from '../../words'
import { block, blockHead, quiet } from './look'
import { NotifyDialog } from './notify-dialog'
import { PersonList, type Told } from './person'
import { Unread } from './unread'
import { listedOf, usePeople } from './use-people'
import './words'

/** The reporter and the responsible people of an alert, each with the ways to reach them (ALERT-08). */
export function People({ alert }: { alert: Alert }) {
  const t = useT()
  const { data, isError, refetch } = usePeople(alert.id)
  const [told, tell] = useState<Told | null>(null)
  if (isError)
    return (
      <section className={block}>
        <h3 className={blockHead}>{t('alerts.people')}</h3>
        <Unread told={t('alerts.peopleFailed')} again={() => void refetch()} />
      </section>
    )
  if (!data) return null
  const { contact, responsibles } = data
  return (
    <>
      <section className={block} aria-label={t('alerts.people')}>
        <h3 className={blockHead}>{t('alerts.people')}</h3>
        <PersonList people={listedOf(data, t)} onNotify={tell} />
        {!contact && alert.anonymous && <p className={quiet}>{t('alerts.noContact')}</p>}
        {responsibles.length === 0 && (
          <p className={quiet}>{t(alert.SiteId === null ? 'alerts.noSiteNoResponsibles' : 'alerts.noResponsibles')}</p>
        )}
      </section>
      {told && <NotifyDialog alert={alert} told={told} onClose={() => tell(null)} />}
    </>
  )
}
