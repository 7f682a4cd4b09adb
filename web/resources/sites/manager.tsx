import { css } from 'styled-system/css'
import type { SiteOrTeam } from '@tocsin/core/resources/site-or-team'
import { phoneText } from '../users/parts'
import { Card } from '../../ui/card'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'

/** The manager of a place: the first of its mobile profiles (ENT-SITE-06). */
export function Manager({ place }: { place: SiteOrTeam }) {
  const t = useT()
  const [manager] = place.MobileProfiles
  return (
    <Card title={t('screens.manager')}>
      {manager ? (
        <div className={person}>
          <div className={words}>
            <strong dir="auto">{manager.name}</strong>
            {manager.job && (
              <span className={muted} dir="auto">
                {manager.job}
              </span>
            )}
          </div>
          {manager.phone && (
            <a className={link} href={`tel:${manager.phone}`}>
              <Icon name="phone" />
              {phoneText(manager.phone)}
            </a>
          )}
          {manager.email && (
            <a className={link} href={`mailto:${manager.email}`}>
              <Icon name="mail" />
              {manager.email}
            </a>
          )}
        </div>
      ) : (
        <p className={none}>{t('screens.noManager')}</p>
      )}
    </Card>
  )
}

const person = css({ display: 'grid', gap: '2', padding: '4', overflowWrap: 'anywhere' })
const words = css({ display: 'grid' })
const muted = css({ color: 'fg.muted' })
const link = css({ display: 'flex', alignItems: 'center', gap: '2', color: 'accent.fg' })
const none = css({ padding: '4', color: 'fg.muted' })
