import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { OutsideLink } from '../../ui/outside-link'
import { useT } from '../../words'
import { block, blockHead, pairs, quiet } from './look'
import { PersonList } from './person'
import { usePeople } from './use-people'
import './words'

/** The place of an alert: its site with the team, the nearest site, and the position with a link to a map (ALERT-07). */
export function Place({ alert }: { alert: Alert }) {
  const t = useT()
  const { data } = usePeople(alert.id)
  const { location, gpsAlert, Site, NearSite } = alert
  const label = (name: string) => t(`resources.alerts.fields.${name}`)
  return (
    <section className={block} aria-label={t('alerts.place')}>
      <h3 className={blockHead}>{t('alerts.place')}</h3>
      {data && data.team.length > 0 && (
        <details>
          <summary className={summary}>
            {t('alerts.team')} <span className={quiet}>{data.team.length}</span>
          </summary>
          <PersonList
            people={data.team.map((person) => ({
              person,
              role: t(person.role === 'manager' ? 'alerts.manager' : 'alerts.member'),
            }))}
          />
        </details>
      )}
      <dl className={pairs}>
        <div>
          <dt>{label('Site')}</dt>
          <dd dir="auto">{Site?.name ?? t('alerts.noSite')}</dd>
        </div>
        {NearSite && (
          <div>
            <dt>{label('NearSite')}</dt>
            <dd dir="auto">{NearSite.name}</dd>
          </div>
        )}
        <div>
          <dt>{label('location')}</dt>
          <dd>
            {location === null && <span className={quiet}>{t('alerts.noPosition')} </span>}
            {location?.formatted && (
              <span dir="auto" className={line}>
                {location.formatted}
              </span>
            )}
            {location && (
              <span className={mono}>
                {location.latitude}, {location.longitude}{' '}
              </span>
            )}
            {gpsAlert && <span className={quiet}>{t('alerts.byGps')} </span>}
            {data?.map && <OutsideLink href={data.map}>{t('alerts.openMap')}</OutsideLink>}
          </dd>
        </div>
      </dl>
    </section>
  )
}

const summary = css({ cursor: 'pointer', minHeight: { base: 'controlSm', _narrow: 'touch' }, paddingBlock: '1' })
const mono = css({ textStyle: 'mono' })
const line = css({ display: 'block' })
