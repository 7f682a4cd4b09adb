import { createHash, timingSafeEqual } from 'node:crypto'
import { PRODUCT, PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { users } from '@tocsin/core/resources/users/index'
import { canonical, check, withDefaults } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Tx } from '../db/transaction'
import { invalid } from '../http/failures'
import type { Parts } from '../context/parts'
import type { Requester } from '../attempts/requester'
import { USER_COLUMNS } from './session-actor'
import { beginSession } from './sessions'
import { refuseWeak } from '../secrets/weak-passwords'
import { iso } from '../time'

/** The lifetime of the code on the server's terminal, in ms. */
const LIFE = 5 * 60_000

/**
 * The way into a server without users: a person who can read its terminal creates the first root user, once. No
 * password is known beforehand.
 */
export type FirstRoot = {
  /** Returns a new code. The earlier one becomes void. */
  offer: () => string
  /** Creates the user and begins its session. Throws ApiError 400 for a wrong, late or used code, or if users exist. */
  take: (body: Draft, requester: Requester) => Promise<Record<string, unknown>>
}

const digest = (text: string) => createHash('sha256').update(text).digest()

export function createFirstRoot(parts: Parts): FirstRoot {
  let pending: { digest: Buffer; until: number } | undefined
  return {
    offer() {
      const code = Buffer.from(parts.random(18)).toString('base64url')
      pending = { digest: digest(code), until: parts.now() + LIFE }
      return code
    },
    async take({ code, ...given }, requester) {
      const right = pending && timingSafeEqual(pending.digest, digest(typeof code === 'string' ? code : ''))
      if (!pending || !right || pending.until <= parts.now()) throw wrongCode()
      const draft = withDefaults(users.fields, { ...given, userType: PRODUCT, role: 'root' })
      const problems = check(users.fields, draft)
      if (problems.length > 0) throw invalid(problems)
      const { name, username, email, password } = canonical(users.fields, draft)
      refuseWeak(password, username)
      const hash = await parts.passwords.hash(String(password))
      const now = iso(parts.now())
      return withServer(parts.database, async (tx) => {
        await makeProvider(tx, now)
        const { rows } = await sql<{ id: number }>`insert into users
            (name, username, email, role, user_type, client_id, password_hash, created_at, updated_at)
          select ${name}, ${username}, ${email}, 'root', ${PRODUCT}, ${PROVIDER_CLIENT_ID}, ${hash}, ${now}, ${now}
          where not exists (select 1 from users) returning id`.execute(tx)
        const [made] = rows
        if (!made) throw wrongCode()
        pending = undefined
        const found = await sql<Parameters<typeof beginSession>[2]>`select ${USER_COLUMNS} from users u
          where u.id = ${made.id}`.execute(tx)
        const [user] = found.rows
        if (!user) throw new Error('the user just made is not there')
        return beginSession(parts, tx, user, { method: 'first-root', origin: requester })
      })
    },
  }
}

/**
 * Creates the provider's own client, to which its staff belong. It has the first id, which no other client gets
 * (console §9).
 */
async function makeProvider(tx: Tx, now: string): Promise<void> {
  const { rows } = await sql`insert into clients (id, name, nickname, created_at, updated_at)
    values (${PROVIDER_CLIENT_ID}, ${PRODUCT}, ${PRODUCT}, ${now}, ${now}) on conflict do nothing returning id`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`select setval(pg_get_serial_sequence('clients', 'id'), (select max(id) from clients))`.execute(tx)
  await sql`insert into projects (client_id, name, description, is_default, created_at, updated_at)
    values (${PROVIDER_CLIENT_ID}, 'default', 'default', true, ${now}, ${now})`.execute(tx)
}

const wrongCode = () =>
  new ApiError({ status: 400, code: 'VERIFICATION_INVALID_CODE', details: { reason: 'verification.firstRoot' } })
