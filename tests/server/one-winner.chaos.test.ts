import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { deliver, deliverCode } from '../deliver'
import { startWorld, type Reply, type TestWorld } from '../world'

const HOUR = 3_600_000
const AT_ONCE = 200
const ROUNDS = process.env['TOCSIN_CHAOS'] ? 1000 : 2

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  // One hash is enough for the race that is proved; two hundred of them would only heat the machine.
  const hash = await world.parts.passwords.hash('Segredo12')
  world.parts.passwords = { ...world.parts.passwords, hash: async () => hash }
})
afterAll(() => world.close())

/** The making of a secret, and the answer once it is taken. */
type Secret = { make: () => Promise<() => Promise<Reply>>; taken: [status: number, code: string] }

const post = (token: string | null, path: string, body: object) =>
  world.call(token, 'POST', `authentication/${path}`, body)
const lastText = async () => (await deliver(world)).at(-1)?.text ?? ''
const lastCode = () => deliverCode(world)
const lastToken = async () => /authorization=(\S+)/.exec(await lastText())?.[1] ?? ''

const secrets: Record<string, Secret> = {
  'a code at sign-in': {
    make: async () => {
      const { body } = await post(null, 'login', { username: 'acme-mfa', password: DEMO_PASSWORD })
      const { token } = body.data as { token: string }
      const code = await lastCode()
      return () => post(token, 'mfa/verify', { code })
    },
    taken: [401, 'MFA_INVALID_CODE'],
  },
  'a link for a new password': {
    make: async () => {
      await post(null, 'restore-password/request', { username: 'acme-admin' })
      const token = await lastToken()
      const password = 'Segredo12'
      return () => post(null, 'restore-password', { token, password, passwordConfirm: password })
    },
    taken: [401, 'RESET_TOKEN_USED'],
  },
  'a code for a new password': {
    make: async () => {
      await post(null, 'restore-password/request', { username: 'acme-mfa' })
      const code = await lastCode()
      return () => post(null, 'restore-password/validate-code', { username: 'acme-mfa', code })
    },
    // Guesses at a name are limited, so most of them are not looked at.
    taken: [400, 'VERIFICATION_INVALID_CODE'],
  },
  'a link that signs in': {
    make: async () => {
      const root = await post(null, 'login', { username: 'root', password: DEMO_PASSWORD })
      const { token } = root.body.data as { token: string }
      const { body } = await world.call(token, 'POST', 'users/6/sign-in-link', {})
      const refreshToken = /authorization=(\S+)/.exec((body.data as { link: string }).link)?.[1]
      return () => post(null, 'refresh-token', { refreshToken })
    },
    taken: [401, 'SIGN_IN_LINK_USED'],
  },
  'a code for a new address': {
    make: async () => {
      const login = await post(null, 'login', { username: 'vazia-admin', password: DEMO_PASSWORD })
      const { token: access } = login.body.data as { token: string }
      const ask = (path: string, body: object) => world.call(access, 'POST', `users/${path}`, body)
      const { body } = await ask('10/authorize/update-mfa', { password: DEMO_PASSWORD })
      const given = { token: (body.data as { token: string }).token, phone: '+5548999990000' }
      await ask('10/update-mfa', given)
      await ask('phone/send-verifying-code', given)
      const code = await lastCode()
      return () => ask('phone/verify', { ...given, code })
    },
    taken: [400, 'VERIFICATION_INVALID_CODE'],
  },
}

const kinds = Object.entries(secrets)

it.each(kinds)(
  `T26 T36 T37 T66 MFA-18 of ${AT_ONCE} who give back %s at once one wins, ${ROUNDS} times over`,
  async (_, { make, taken }) => {
    for (let round = 0; round < ROUNDS; round++) {
      // Later than any limit that the round before has reached.
      world.clock.now += 2 * HOUR
      const submit = await make()
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, submit))
      const won = answers.filter(({ status }) => status === 200)
      expect(won, `round ${round}`).toHaveLength(1)
      const lost = new Set(answers.filter(({ status }) => ![200, 429].includes(status)).map(said))
      expect(lost, `round ${round}`).toEqual(new Set([taken.join(' ')]))
      // The losers of the round leave no sessions behind to slow the next ones down.
      await withServer(world.database, (tx) => sql`delete from sessions`.execute(tx))
    }
  },
  ROUNDS * 30_000,
)

const said = ({ status, body }: Reply) => `${status} ${body.error?.message}`
