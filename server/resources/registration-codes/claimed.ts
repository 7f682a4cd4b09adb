import { ApiError } from '@tocsin/core/base/errors'
import { publicCodes } from '@tocsin/core/resources/public-codes/index'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import { sql } from 'kysely'
import { scopeOf, withActor, withServer, type Actor } from '../../context/actor'
import { writeAudit } from '../../records/audit'
import { CODE_CLASHES, CODE_CLASHES_OF_CLIENT, take, tooMany, waitFor, type Allowance } from '../../attempts/limits'
import type { Context } from '../../context/context'
import { serveResource } from '../../records/served-resource'
import type { Parts } from '../../context/parts'
import { withinScope } from '../../records/tenancy'

/** Returns the answer to a request for a code that exists already. It is the same whoever has the code (T102). */
export const codeExists = () => new ApiError({ status: 400, code: 'CODE_ALREADY_EXISTS', details: { field: 'code' } })

/** Thrown for a request for codes that exist already, but that the actor does not see. */
export class CodeClash extends Error {
  readonly clientId: number | null
  constructor(clientId: number | null) {
    super('code clash')
    this.clientId = clientId
  }
}

type Asker = { parts: Parts; actor: Actor }
type Limit = [kind: string, subject: string, allowance: Allowance]

/** Returns the limits of clashes, by user and by client; none for an actor who sees every code. */
function limitsOf({ actor }: Asker): Limit[] {
  const { kind, clientIds } = scopeOf(actor)
  if (kind === 'all') return []
  const ofUser: Limit = ['code-clashes', String(actor.id), CODE_CLASHES]
  return clientIds.length === 1
    ? [ofUser, ['code-clashes-of-client', String(clientIds[0]), CODE_CLASHES_OF_CLIENT]]
    : [ofUser]
}

/**
 * Returns the milliseconds until the actor may choose codes again. It is called before the request's transaction, since
 * users may not read their own allowances.
 */
export async function codeWait(asker: Asker): Promise<number> {
  const limits = limitsOf(asker)
  if (limits.length === 0) return 0
  const { parts } = asker
  return withServer(
    parts.database,
    async (tx) => {
      let wait = 0
      for (const limit of limits) wait = Math.max(wait, await waitFor({ parts, tx }, ...limit))
      return wait
    },
    { readOnly: true },
  )
}

/**
 * Throws ApiError 429 for an actor with too many clashes, whether or not the codes exist. Otherwise the refusal would
 * show which codes exist.
 */
function refuseWaiting(wait: number): void {
  if (wait > 0) throw tooMany('codeClashes', wait)
}

const kinds = [serveResource(registrationCodes), serveResource(publicCodes)]

/** Returns the codes among these that exist and that the actor can see. It says nothing of others. */
export async function codesInSight(context: Context, codes: readonly string[]): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set()
  const found = kinds.map(
    (served) =>
      sql`select code from ${served.table} r where r.code = any (${codes}) and ${withinScope(served, context) ?? sql`true`}`,
  )
  const { rows } = await sql<{ code: string }>`${sql.join(found, sql` union all `)}`.execute(context.tx)
  return new Set(rows.map(({ code }) => code))
}

/**
 * Reserves codes until the transaction ends. Returns those that exist already and that the actor can see. Throws
 * CodeClash if others exist, without naming them, and ApiError 429 if the actor has to `wait` (ms, from `codeWait`).
 */
export async function claimCodes(
  context: Context,
  clientId: number | null,
  codes: readonly string[],
  wait: number,
): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set()
  const inSight = await codesInSight(context, codes)
  if (inSight.size > 0) return inSight
  refuseWaiting(wait)
  const { rows } = await sql<{ code: string }>`
    with wanted as materialized (select code from unnest(${codes}::text[]) code order by tocsin_code_lock(code))
    select code from wanted where tocsin_code_taken(code)`.execute(context.tx)
  if (rows.length === 0) return inSight
  // Codes may have become visible during the wait for other transactions.
  const taken = await codesInSight(context, codes)
  if (taken.size === 0) throw new CodeClash(clientId)
  return taken
}

/** Counts a clash, and records it in the history after the request's transaction is rolled back. Returns the answer. */
export async function answerClash(
  { parts, actor, requestId }: Omit<Context, 'tx' | 'locale'>,
  { clientId }: CodeClash,
): Promise<ApiError> {
  await withActor(parts, actor, (tx) =>
    writeAudit(
      { parts, actor, requestId, tx },
      { noun: 'clients', recordId: clientId ?? 0, verb: 'codeClash', clientId, changes: {} },
    ),
  )
  const wait = await withServer(parts.database, async (tx) => {
    for (const limit of limitsOf({ parts, actor })) {
      const refused = await take({ parts, tx }, ...limit)
      // A refused user uses up nothing of the client's allowance.
      if (refused > 0) return refused
    }
    return 0
  })
  // Many requests at once thus learn no more than one after another.
  return wait > 0 ? tooMany('codeClashes', wait) : codeExists()
}
