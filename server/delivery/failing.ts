import { PRODUCT, PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { sql } from 'kysely'
import type { Context } from '../context/context'
import { queueMail } from '../outbox/outbox'
import { iso } from '../time'
import type { Provider } from './claims'

const DAY = 24 * 3_600_000

/** The most people who are told of a provider that fails. */
const TOLD = 50

/**
 * Notes that a provider cannot be reached. Once it has failed for a day it is marked, and the people who look after its
 * client are told, once: the next success removes the mark. `already` is the time that it has failed for, in ms, if it is
 * not counted from the first failure.
 */
export async function markFailing(
  { parts, tx }: Pick<Context, 'parts' | 'tx'>,
  provider: Pick<Provider, 'id' | 'client_id' | 'name'>,
  already: number,
): Promise<void> {
  const now = parts.now()
  await sql`update monitoring_providers set failed_since = ${iso(now - already)}
    where id = ${provider.id} and failed_since is null`.execute(tx)
  const { rows } = await sql<{ since: string }>`update monitoring_providers set failing_since = failed_since
    where id = ${provider.id} and failing_since is null and failed_since <= ${iso(now - DAY)}
    returning failing_since as since`.execute(tx)
  const [marked] = rows
  if (!marked) return
  const { client_id: clientId } = provider
  const isOurs = clientId === PROVIDER_CLIENT_ID
  const { rows: people } = await sql<{ id: number; name: string; email: string }>`select id, name, email from users
    where active and (case when ${isOurs}::boolean then user_type = ${PRODUCT} and role in ('root', 'admin')
      else user_type = 'client' and client_id = ${clientId} and site_id is null and role in ('admin', 'manager') end)
    order by id limit ${TOLD}`.execute(tx)
  for (const { id, name, email } of people)
    await queueMail(
      { parts, tx, locale: 'pt-BR' },
      {
        recipient: email,
        template: 'provider-failing',
        data: { name, provider: provider.name, id: provider.id, since: marked.since },
        clientId,
        reader: id,
      },
    )
}
