import { ApiError } from '@tocsin/core/errors'
import type { SiteOrTeam } from '@tocsin/core/resources/site-or-team'
import { sql } from 'kysely'
import { writeAudit } from '../audit'
import type { ActionOutcome, Context } from '../handlers'
import { generateCode } from './registration-codes'

/** A clash is one in a billion; that it happens so often in a row is no chance. */
const TRIES = 5

/** A registration code of its own for a site or team, as the list of codes would make it. */
export async function addCode(context: Context, place: SiteOrTeam): Promise<ActionOutcome> {
  const { tx, parts } = context
  const now = new Date(parts.now()).toISOString()
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const code = generateCode(parts.random)
    const { rows } = await sql<{ id: number }>`insert into registration_codes
        (client_id, code, mode, site_id, created_at, updated_at)
      values (${place.ClientId}, ${code}, 'site', ${place.id}, ${now}, ${now})
      on conflict (code) do nothing returning id`.execute(tx)
    const [made] = rows
    if (!made) continue
    await writeAudit(context, {
      noun: 'registration-codes',
      recordId: made.id,
      verb: 'create',
      clientId: place.ClientId,
      siteId: place.id,
      changes: { code: { before: null, after: code }, SiteId: { before: null, after: place.id } },
    })
    const before = place.registrationCodes
    return { changes: { registrationCodes: { before, after: [...before, { id: made.id, code }] } } }
  }
  throw new ApiError({ status: 503, code: 'CONFLICT', retryAfter: 100 })
}
