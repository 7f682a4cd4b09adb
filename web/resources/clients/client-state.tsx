import type { Client } from '@tocsin/core/resources/clients/types'
import { Chip } from '../../ui/chip'
import { useT } from '../../words'

/** The state beside a client's name: locked, else active or inactive. */
export function ClientState({ client }: { client: Client }) {
  const t = useT()
  if (client.locked) return <Chip tone="trouble">{t('screens.locked')}</Chip>
  return (
    <Chip tone={client.active ? 'good' : 'plain'} dot={client.active}>
      {t(client.active ? 'screens.active' : 'screens.inactive')}
    </Chip>
  )
}
