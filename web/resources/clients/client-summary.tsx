import type { Client } from '@tocsin/core/resources/clients/types'
import { resourceOf } from '../../data/resources'
import { SitesMap } from '../sites/parts'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { beside, column } from '../../pages/columns'

/** A client's name, nickname, state and least app version, and the map of its sites (CLIENT-11, CLIENT-12). */
export function ClientSummary({ client }: { client: Client }) {
  const clients = resourceOf('clients')
  return (
    <div className={beside}>
      <SitesMap where={{ ClientId: client.id }} />
      <div className={column}>
        <RecordFacts of={clients} row={client} names={['name', 'nickname', 'active', 'config.minAppVersion']} />
        <RecordHistory of={clients} row={client} />
      </div>
    </div>
  )
}
