// The soaked server, in a process of its own: the demo's world with planted texts that are not everybody's. Prints its
// address and the askers' tokens; `repair` undoes later lock-outs; `weigh` tells its memory.
import { setTimeout as pause } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { withServer } from '../../server/context/actor'
import { createSignInLine } from '../../server/secrets/sign-in-line'
import type { Claims } from '../../server/secrets/tokens'
import { openDatabase } from '../../server/db/open'
import { plantCanaries } from '../canaries'
import { ROLES } from '../random-requests'
import { worldAsServed } from '../database'
import { startWorld } from '../world'

export type Soaked = { origin: string; tokens: Record<string, string> }
/** Bytes, after the garbage was collected. */
export type Weight = { heap: number; outside: number; resident: number }

const [url] = process.argv.slice(2)
const DAY = 24 * 3_600_000
const database = await openDatabase(url ? { url } : { seed: await worldAsServed() })
const world = await startWorld({ database, now: () => Date.now() })
world.parts.pause = (milliseconds) => pause(milliseconds)
world.parts.signInLine = createSignInLine()
await plantCanaries(world.database)

const tokens: Record<string, string> = {}
for (const role of ROLES) {
  if (role === null) continue
  const claims = decodeJwt(await world.token(role)) as Claims
  tokens[role] = await world.parts.tokens.sign('access', claims, Date.now(), Date.now() + DAY)
}
const origin = await world.listen()

const repair = () =>
  withServer(world.database, async (tx) => {
    await sql`update clients set locked = false`.execute(tx)
    await sql`update users set active = true where username = any (${ROLES.filter((role) => role !== null)})`.execute(
      tx,
    )
    await sql`update sessions set revoked_at = null, expires_at = now() + interval '1 day', rotated_at = now()`.execute(
      tx,
    )
  })

function weigh(): Weight {
  world.logs.length = 0
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed, outside: external, resident: rss }
}

process.on('message', (told) => {
  if (told === 'weigh') process.send?.(weigh())
  else void repair().then(() => process.send?.('repaired'))
})
process.on('disconnect', () => void world.close().then(() => process.exit()))
process.send?.({ origin, tokens } satisfies Soaked)
