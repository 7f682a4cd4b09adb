import { css } from 'styled-system/css'
import type { Alert, AlertProvider } from '@tocsin/core/resources/alerts/types'
import { useNarrow } from '../../table/use-narrow'
import { Chip } from '../../ui/chip'
import { Icon } from '../../ui/icon'
import { useT } from '../../words'
import { Failure } from './failure'
import { block, blockHead, quiet } from './look'
import { stampBeside } from './time'
import './words'

/** The monitoring providers of an alert with the outcome of each delivery (ALERT-05). */
export function Providers({ alert }: { alert: Alert }) {
  const t = useT()
  const { MonitoringProviders: providers } = alert
  return (
    <section className={block} aria-label={t('alerts.providers')}>
      <h3 className={blockHead}>{t('alerts.providers')}</h3>
      {providers.length === 0 && <p className={quiet}>{t('alerts.noProviders')}</p>}
      <ul className={list}>
        {providers.map((provider) => (
          <li key={provider.id} data-bad={provider.failed || undefined}>
            <Icon name={provider.failed ? 'triangleAlert' : 'satelliteDish'} />
            <span className={name} dir="auto">
              {provider.name}
            </span>
            <Chip tone="outlined">
              {t(`resources.monitoring-providers.choices.providerType.${provider.providerType}`)}
            </Chip>
            <Outcome alert={alert} provider={provider} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Outcome({ alert, provider }: { alert: Alert; provider: AlertProvider }) {
  const t = useT()
  const isNarrow = useNarrow()
  const { id, deliveredAt, failed, reason } = provider
  if (deliveredAt !== null)
    return <span className={quiet}>{t('alerts.delivered', { time: stampBeside(deliveredAt, alert.createdAt) })}</span>
  if (!failed) return <span className={quiet}>{t('alerts.waiting')}</span>
  return (
    <Failure alert={alert} providerId={id} opened={!isNarrow}>
      {t('alerts.failed', { why: t(`resources.alert-deliveries.choices.outcome.${reason}`) })}
    </Failure>
  )
}

const list = css({
  display: 'grid',
  gap: '1.5',
  listStyle: 'none',
  '& > li': { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '2', minHeight: 'controlSm' },
  '& > li[data-bad]': { color: 'danger.fg' },
})
// A name keeps its room, and what follows goes to the next line.
const name = css({ flex: '[1 1 40%]', minWidth: '0', overflowWrap: 'anywhere' })
