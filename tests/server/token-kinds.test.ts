import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { KIND_NAMES, KINDS, type TokenKind } from '../../server/secrets/tokens'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { claimsOf } from '@tocsin/core/api/session'
import { deliver } from '../deliver'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  session = undefined
})

type SignedIn = { token: string; refreshToken: string }
const post = (path: string, body: object, token: string | null = null) => world.call(token, 'POST', path, body)
const signIn = async (username: string) =>
  (await post('authentication/login', { username, password: DEMO_PASSWORD })).body.data as SignedIn

/** Returns a token of each kind as the server gives it out. */
async function tokenOf(kind: TokenKind): Promise<string> {
  switch (kind) {
    case 'access':
      return (await signIn('acme-admin')).token
    case 'refresh':
      return (await signIn('acme-admin')).refreshToken
    case 'mfa':
      world.clock.now += 3_600_000
      return (await signIn('acme-mfa')).token
    case 'reset': {
      world.clock.now += 3_600_000
      await deliver(world)
      await post('authentication/restore-password/request', { username: 'acme-admin' })
      return /authorization=(\S+)/.exec((await deliver(world)).at(-1)?.text ?? '')?.[1] ?? ''
    }
    case 'link': {
      const { body } = await post('users/6/sign-in-link', {}, (await signIn('root')).token)
      return new URL((body.data as { link: string }).link).searchParams.get('authorization') ?? ''
    }
    case 'update-mfa': {
      const { body } = await post('users/6/authorize/update-mfa', { password: DEMO_PASSWORD }, await setter())
      return (body.data as { token: string }).token
    }
    case 'template':
      return (
        (await world.call((await signIn('acme-admin')).token, 'GET', 'apps/templates/2/share')).body.data as {
          token: string
        }
      ).token
    case 'survey':
      return (
        (await world.call((await signIn('acme-admin')).token, 'POST', 'surveys/1/link', {})).body.data as {
          token: string
        }
      ).token
    case 'mobile-reset': {
      const { body } = await post('mobile-users/1/reset-link', {}, (await signIn('root')).token)
      return (body.data as { link: string }).link.split('/').at(-1)!
    }
    case 'mobile':
      return ((await post('maps/1/token', {}, (await signIn('root')).token)).body.data as { token: string }).token
    case 'external': {
      const { body } = await post('monitoring-providers/v2/2/authenticate', {}, (await signIn('acme-admin')).token)
      return (body.data as { externalToken: string }).externalToken
    }
  }
}

/** One session sets up its verification: the token that it wants is of no use in another. */
let session: Promise<SignedIn> | undefined
const setter = async () => {
  const { refreshToken } = await (session ??= signIn('acme-admin'))
  session = post('authentication/refresh-token', { refreshToken }).then(({ body }) => body.data as SignedIn)
  return (await session).token
}

/** The request that takes each kind of token, and the test of its answer. */
const doors: { [kind in TokenKind]?: { show: (token: string) => Promise<Reply>; opens: (reply: Reply) => boolean } } = {
  access: { show: (token) => world.call(token, 'GET', 'users/6'), opens: ({ status }) => status === 200 },
  refresh: {
    show: (refreshToken) => post('authentication/refresh-token', { refreshToken }),
    opens: ({ status, body }) => status === 200 && tokenGeneration(body.data) === 2,
  },
  link: {
    show: (refreshToken) => post('authentication/refresh-token', { refreshToken }),
    opens: ({ status, body }) => status === 200 && tokenGeneration(body.data) === 1,
  },
  mfa: {
    // A right token gets the answer that the code is wrong.
    show: (token) => post('authentication/mfa/verify', { code: '2222222' }, token),
    opens: ({ body }) => body.error?.message === 'MFA_INVALID_CODE',
  },
  'update-mfa': {
    show: async (token) => post('users/6/update-mfa', { token, phone: '+5511900000009' }, await setter()),
    opens: ({ status }) => status === 200,
  },
  template: {
    show: async (token) =>
      world.call((await signIn('borealis-admin')).token, 'GET', 'apps/templates/2', undefined, {
        'template-token': token,
      }),
    opens: ({ status }) => status === 200,
  },
  reset: {
    // A right token gets the answer that nobody takes this password.
    show: (token) =>
      post('authentication/restore-password', { token, password: DEMO_PASSWORD, passwordConfirm: DEMO_PASSWORD }),
    opens: ({ body }) => body.error?.message === 'INVALID_PASSWORD',
  },
  external: {
    show: (token) => world.call(token, 'GET', 'alerts/1'),
    opens: ({ status, body }) => status === 200 && isProgram(body.data),
  },
  mobile: {
    show: (token) => world.call(null, 'GET', '/mobile/config', undefined, { token }),
    opens: ({ status }) => status === 200,
  },
  survey: {
    show: (token) => world.call(null, 'GET', 'public/config', undefined, { token }),
    opens: ({ status }) => status === 200,
  },
  'mobile-reset': {
    show: (token) =>
      post('/mobile/reset-password', { password: 'uma senha longa', passwordConfirm: 'uma senha longa' }, token),
    opens: ({ status }) => status === 200,
  },
}
/** How other tokens are refused, if not by 401: the set-up says that it has none, and a template stays unseen. */
const REFUSED_BY: Readonly<Record<string, number>> = { 'update-mfa': 400, template: 404 }

/** Returns whether an alert was answered to a provider, which is told of no other one. */
const isProgram = (data: unknown) => (data as Alert).MonitoringProviders.length === 1

/** Returns the refresh generation that an answer carries: the first of a new session, or the next. */
const tokenGeneration = (data: unknown) => claimsOf((data as SignedIn).refreshToken)['gen']

it('T24 A-034 keeps the kinds apart: each is taken for itself alone', async () => {
  const count = KIND_NAMES.length
  expect(new Set(KIND_NAMES.flatMap((kind) => [KINDS[kind].typ, KINDS[kind].aud])).size).toBe(2 * count)
  let accepted = 0
  let refused = 0
  for (const kind of KIND_NAMES) {
    const token = await tokenOf(kind)
    for (const door of KIND_NAMES) {
      const claims = await world.parts.tokens.verify(door, token).catch((error: unknown) => error)
      const isOpen = !(claims instanceof Error)
      expect(isOpen, `${kind} at the door of ${door}`).toBe(kind === door)
      if (isOpen) accepted++
      else {
        expect(claims).toMatchObject({ status: 401, code: 'INVALID_AUTHORIZATION_HEADER' })
        refused++
      }
    }
  }
  expect([accepted, refused]).toEqual([count, count * (count - 1)])
})

it('T24 keeps them apart at every route that takes one', async () => {
  const wrong: string[] = []
  let tried = 0
  for (const [door, { show, opens }] of Object.entries(doors)) {
    // The clock goes on by hours at each door, and a session ends after twelve.
    session = undefined
    for (const kind of KIND_NAMES) {
      tried++
      const reply = await show(await tokenOf(kind))
      if (opens(reply) !== (kind === door))
        wrong.push(`${kind} at ${door}: ${reply.status} ${reply.text.slice(0, 200)}`)
      else if (kind !== door && reply.status !== (REFUSED_BY[door] ?? 401) && !sharesDoor(kind, door))
        wrong.push(`${kind} at ${door} is refused by ${reply.status}`)
    }
  }
  expect(wrong).toEqual([])
  expect(tried).toBe(Object.keys(doors).length * KIND_NAMES.length)
})

/** Returns whether one route takes both kinds: a refresh token and a link, a user and a program. */
const sharesDoor = (kind: string, door: string) =>
  ['link,refresh', 'access,external'].includes([kind, door].sort().join())

it('A-034 gives what third parties and phones are handed one hour, and no more', async () => {
  for (const kind of ['external', 'mobile'] as const) {
    const token = await tokenOf(kind)
    world.clock.now += 3_600_000 - 1000
    expect((await world.parts.tokens.verify(kind, token)).sub).toMatch(/^\d+$/)
    world.clock.now += 1000
    await expect(world.parts.tokens.verify(kind, token)).rejects.toMatchObject({ code: 'JWT_EXPIRED' })
  }
})
