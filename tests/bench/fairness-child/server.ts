// The measured server, in a process of its own: prints its address and gives tokens that last. 'forget' forgets failed
// sign-ins.
import { setTimeout as pause } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { withServer } from '../../../server/context/actor'
import { createSignInLine } from '../../../server/secrets/sign-in-line'
import type { Claims } from '../../../server/secrets/tokens'
import { startWorld } from '../../world'
import { openBig } from '../big'

const [url] = process.argv.slice(2)
const HOURS = 6 * 3_600_000
const world = await startWorld({ database: await openBig(url), now: () => Date.now() })
// As in production: the test's world has no pauses, and wider lines.
world.parts.pause = (milliseconds) => pause(milliseconds)
world.parts.signInLine = createSignInLine()
await world.database.transaction((tx) => sql`analyze`.execute(tx))

const tokens: Record<string, string> = {}
for (const name of ['root', 'acme-admin', 'borealis-admin']) {
  const claims = decodeJwt(await world.token(name)) as Claims
  tokens[name] = await world.parts.tokens.sign('access', claims, Date.now(), Date.now() + HOURS)
}
const origin = await world.listen()
process.on('message', () => {
  void withServer(world.database, async (tx) => {
    await sql`delete from allowances`.execute(tx)
    await sql`delete from sign_in_delays`.execute(tx)
    process.send?.('forgotten')
  })
})
process.on('disconnect', () => void world.close().then(() => process.exit()))
process.send?.({ origin, tokens })
