import type { SiteOrTeam } from '@tocsin/core/resources/site-or-team'
import { sql } from 'kysely'
import { writeAudit } from '../audit'
import type { ActionOutcome, Context } from '../handlers'
import { freeCode } from './registration-codes'

/** A registration code of its own for a site or team, as the list of codes would make it. */
export async function addCode(context: Context, place: SiteOrTeam): Promise<ActionOutcome> {
  const { tx, parts } = context
  const now = new Date(parts.now()).toISOString()
  const code = await freeCode(context)
  const { rows } = await sql<{ id: number }>`insert into registration_codes
      (client_id, code, mode, site_id, created_at, updated_at)
    values (${place.ClientId}, ${code}, 'site', ${place.id}, ${now}, ${now}) returning id`.execute(tx)
  const id = rows[0]?.id ?? 0
  await writeAudit(context, {
    noun: 'registration-codes',
    recordId: id,
    verb: 'create',
    clientId: place.ClientId,
    siteId: place.id,
    changes: { code: { before: null, after: code }, SiteId: { before: null, after: place.id } },
  })
  const before = place.registrationCodes
  return { changes: { registrationCodes: { before, after: [...before, { id, code }] } } }
}
