import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import type { SiteOrTeam } from '@tocsin/core/resources/site-or-team'
import { withDefaults } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import { auditStatement, type Event } from '../../records/audit'
import type { Context } from '../../context/context'
import type { ActionOutcome } from '../../records/overrides'
import { freeCode } from '../registration-codes/index'

/**
 * Writes claimed codes of sites and teams with their history, as if they were created in the list of codes. Returns
 * their ids.
 */
export async function writeSiteCodes(
  context: Context,
  { clientId, verb }: { clientId: number; verb: Event['verb'] },
  codes: readonly { siteId: number; code: string }[],
): Promise<ReadonlyMap<string, number>> {
  if (codes.length === 0) return new Map()
  const now = new Date(context.parts.now()).toISOString()
  const data = JSON.stringify(codes.map(({ siteId, code }, n) => ({ n, site_id: siteId, code })))
  const { mode, config } = withDefaults(registrationCodes.fields, { mode: 'site' })
  const { rows } = await sql<{ id: number; code: string }>`
    with written as (
      insert into registration_codes (client_id, site_id, mode, code, config, created_at, updated_at)
      select ${clientId}, site_id, ${mode}, code, ${JSON.stringify(config)}::jsonb, ${now}, ${now}
      from jsonb_to_recordset(${data}::jsonb) as x(n int, site_id int, code text) order by n
      returning id, site_id, code
    ), remembered as (
      ${auditStatement(
        context,
        { noun: 'registration-codes', verb, clientId },
        sql`select id, site_id, jsonb_build_object('code', jsonb_build_object('before', null, 'after', code),
          'SiteId', jsonb_build_object('before', null, 'after', site_id)) as changes from written`,
      )}
    )
    select id, code from written`.execute(context.tx)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

/** Adds a registration code to a site or team. */
export async function addCode(context: Context, place: SiteOrTeam): Promise<ActionOutcome> {
  const code = await freeCode(context)
  const { ClientId: clientId, id: siteId } = place
  const [id] = (await writeSiteCodes(context, { clientId, verb: 'create' }, [{ siteId, code }])).values()
  const before = place.registrationCodes
  return { changes: { registrationCodes: { before, after: [...before, { id, code }] } } }
}
