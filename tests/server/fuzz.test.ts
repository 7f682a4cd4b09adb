import { pathOf, type Field, type Resource } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftOf, FORESEEN, randomRequest, ROLES, UNPRINTABLE } from '../random-requests'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let resources: Resource[]
beforeAll(async () => {
  world = await startWorld()
  resources = await allResources()
})
afterAll(() => world.close())

/** More of them, from another seed, when there is time. */
const RUNS = Number(process.env['TOCSIN_FUZZ'] ?? 1000)

it(
  'T73 answers a thousand requests of every role, good and bad, without failing and in its envelope',
  async () => {
    const statuses = new Map<number, number>()
    // Passwords have their own tests; here their work would be most of the time.
    for (const role of ROLES) if (role !== null) await world.token(role)
    world.parts.passwords = { ...world.parts.passwords, hash: async () => '$argon2id$none' }
    const any = fc.oneof(...resources.map(randomRequest))
    await fc.assert(
      fc.asyncProperty(any, fc.constantFrom(...ROLES), async ({ method, path, body }, role) => {
        const token = role === null ? null : await world.token(role)
        const reply = await world.call(token, method, path, body === undefined ? undefined : JSON.stringify(body))
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        expect(FORESEEN, `${method} ${path} ${reply.status} ${reply.text}`).toContain(reply.status)
        expect(reply.body.success).toBe(reply.status < 300)
        expect(reply.body.meta.id).toBe(reply.headers['x-server-request-id'])
        if (reply.status >= 300) expect(reply.body.error?.message).toMatch(/^[A-Z_]+$/)
        if (token === null) expect(reply.status).toBe(401)
      }),
      { numRuns: RUNS, seed: Number(process.env['TOCSIN_FUZZ_SEED'] ?? 17) },
    )
    // It was no fuzz if everything had been refused at the door.
    for (const status of [200, 201, 400, 401, 403, 404])
      expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(10)
    expect(Object.keys(Object.prototype)).toEqual([])
  },
  Math.max(300_000, RUNS * 100),
)

it('refuses in every field, and on every route without a session, what no text can be made of', async () => {
  const token = await world.token('root')
  const say = async (path: string, body: object, as: string | null, method = 'POST') => {
    const { status, text } = await world.call(as, method, path, JSON.stringify(body))
    expect(status, `${method} ${path} ${JSON.stringify(body).slice(0, 300)} ${text}`).toBeLessThan(500)
  }
  for (const value of [UNPRINTABLE, [UNPRINTABLE]]) {
    for (const resource of resources)
      for (const field of Object.keys(resource.fields)) {
        if (resource.can.create) await say(pathOf(resource), { ...draftOf(resource, 1), [field]: value }, token)
        if (resource.can.update) await say(`${pathOf(resource)}/1`, { [field]: value }, token, 'PATCH')
      }
    for (const [path, fields] of [
      ['login', ['username', 'password']],
      ['mfa/verify', ['code', 'method']],
      ['refresh-token', ['refreshToken']],
      ['mfa/resend', ['method']],
      ['restore-password/request', ['username', 'method']],
      ['restore-password/validate-code', ['username', 'code']],
      ['restore-password', ['password', 'passwordConfirm']],
      ['first-root', ['code', 'username', 'name', 'email', 'password', 'passwordConfirm']],
    ] as const)
      for (const field of fields) {
        const good = Object.fromEntries(fields.map((name) => [name, 'Abcdef12']))
        await say(`authentication/${path}`, { ...good, [field]: value }, null)
      }
    for (const field of ['password', 'session', 'others'])
      await say('users/1/end-sessions', { password: 'Abcdef12', session: 'x', [field]: value }, token)
  }
})

/** Numbers as JSON writes them, which has more of them than a program. */
const NUMBERS = [
  '2.5',
  '1e30',
  '1e400',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '-1',
  '0',
  '1e-320',
  '"2"',
  '[]',
]

it('T130 answers a number of any kind in any field of any resource that wants one, made or changed', async () => {
  const root = await world.token('root')
  const isNumber = ({ type }: Field) => type === 'number' || type === 'ref' || type === 'refs'
  for (const resource of await allResources())
    for (const [name] of Object.entries(resource.fields).filter(([, field]) => isNumber(field)))
      for (const number of NUMBERS) {
        const path = pathOf(resource)
        const draft = JSON.stringify({ ...(resource.can.create && draftOf(resource, 1)), [name]: 'NUMBER' }).replace(
          '"NUMBER"',
          number,
        )
        const made = await world.call(root, 'POST', path, draft)
        expect(made.status, `POST ${path} ${name}=${number} ${made.text}`).toBeLessThan(500)
        const changed = await world.call(root, 'PATCH', `${path}/1`, `{"${name}":${number}}`)
        expect(changed.status, `PATCH ${path}/1 ${name}=${number} ${changed.text}`).toBeLessThan(500)
      }
})

it('refuses twice a thousand bodies that are no JSON or nothing like a record', async () => {
  const token = await world.token('acme-admin')
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })),
      fc.constantFrom('POST projects', 'PATCH sites/1'),
      async (text, route) => {
        const [method = '', path = ''] = route.split(' ')
        const { status } = await world.call(token, method, path, text)
        expect(status, text).toBeLessThan(500)
      },
    ),
    { numRuns: 1000, seed: 16 },
  )
}, 120_000)
