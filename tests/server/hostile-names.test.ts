import { createClient } from '@tocsin/core/api/client'
import { ApiError } from '@tocsin/core/base/errors'
import { unguarded } from '@tocsin/core/csv/formula'
import { tokenizer } from '@tocsin/core/csv/tokenize'
import { exportList } from '@tocsin/core/export/list'
import { queryString } from '@tocsin/core/api/http'
import { pathOf, type Draft, type Resource } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { canonical, check } from '@tocsin/core/vocabulary/validate'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME } from '../../fixtures/clients'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { applicable, ofAcme, validDraft } from '../drafts'
import { HOSTILE_NAMES } from '../hostile-names'
import { runWithin } from '../cli/run-within'
import { startWorld, type Reply, type TestWorld } from '../world'

const names = Object.values(HOSTILE_NAMES)

/** Characters that move the cursor of a terminal, or turn the direction of text. */
// eslint-disable-next-line no-control-regex
const COMMANDS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u2028\u2029]/

let world: TestWorld
let root: string
beforeAll(async () => {
  world = await startWorld()
  await world.listen()
  root = await world.token('root')
})
afterAll(() => world.close())

const client = createClient(async (call) => {
  const { status, body } = await world.call(root, call.method, call.path + queryString(call.query), call.body)
  if (status >= 400) throw new ApiError({ status, code: body.error?.message ?? '' })
  return { data: body.data, total: body.total, requestId: body.meta.id } as never
})

/** Fields whose value is different in each record, of sites and teams together. */
const DISTINCT = new Set(['username', 'tag'])

/**
 * Returns the fields of a resource that take any text: its name, unless its spelling is fixed, and its descriptions.
 */
const freeTexts = ({ fields }: Resource): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    (field.type === 'text' || field.type === 'longtext') &&
    field.readonly !== true &&
    !field.secret &&
    !field.when &&
    !DISTINCT.has(name) &&
    names.every((text) => check({ [name]: field }, { [name]: text }).length === 0)
      ? [name]
      : [],
  )

const resources = (await allResources()).filter((resource) => resource.can.create && freeTexts(resource).length > 0)

describe.each(resources.map((resource) => [resource.name, resource] as const))(
  'of %s a name',
  (resourceName, resource) => {
    const route = pathOf(resource)
    const texts = freeTexts(resource)

    it('T52 in whatever script or trick is kept, listed, found, saved as a file and shown in a terminal as it is', async () => {
      const all = resource.fields['active'] ? { showInactive: true } : {}
      const own = resourceName === 'users' ? { userType: 'client,tocsin,monitoring-provider' } : {}
      const given = resourceName === 'monitoring-providers' ? { ClientId: 2 } : {}
      const kind = resource.fields['siteType'] ? { siteType: resource.fields['siteType'].default } : {}
      const rows: (Draft & { id: number })[] = []
      for (const [at, name] of names.entries()) {
        const [draft] = fc.sample(validDraft(resource, ofAcme, { complete: true }), { numRuns: 1, seed: at * 97 + 1 })
        const hostile = Object.fromEntries(texts.map((field) => [field, name]))
        const code = resourceName === 'public-codes' ? { code: `HOST${10 + at}` } : {}
        // Without the fields that a record of that kind lacks.
        const asked = applicable(resource.fields, { ...draft, ...kind, ...code, ...hostile })
        const made = await world.call(root, 'POST', route, asked)
        expect([name, made.status, made.body.error]).toEqual([name, 201, undefined])
        const row = made.body.data as Draft & { id: number }
        expect(row).toMatchObject(canonical(resource.fields, hostile))
        rows.push(row)
      }
      const wanted = names.map((name) => canonical(resource.fields, { [texts[0]!]: name })[texts[0]!] as string)

      // Found by itself, and by nothing that only looks like it.
      const searched = resource.title === texts[0] || texts.includes(resource.title)
      for (const [at, name] of wanted.entries()) {
        const page = await client.list(resource, { ids: [rows[at]!.id] })
        expect(page.rows).toEqual([expect.objectContaining({ [texts[0]!]: name })])
        if (!searched) continue
        const found = await client.list(resource, { ...all, ...own, ...given, q: name, limit: 1000 })
        expect([name, (found.rows as Draft[]).map(({ id }) => id)]).toEqual([
          name,
          expect.arrayContaining([rows[at]!.id]),
        ])
      }

      // Saved as a file: a spreadsheet runs none of it, and reading it back gives the same.
      const columns = texts.map((path) => ({ path, label: path }))
      let file = ''
      const ids = rows.map(({ id }) => id)
      for await (const { text } of exportList({ client, resource, query: { ids }, columns, format: 'csv' }))
        file += text
      const [head, ...lines] = tokenizer(',')({ text: file.slice(1).replaceAll('\r\n', '\n') })
      expect(head).toEqual(texts)
      for (const line of lines) for (const cell of line) expect(cell, cell).not.toMatch(/^[=@]|^[+-](?!\d+$)/)
      expect(lines.map((line) => unguarded(line[0]!)).sort()).toEqual([...wanted].sort())

      // In a terminal: nothing moves its cursor, and the readable part is there.
      const env = { TOCSIN_HOST: world.url, TOCSIN_TOKEN: root, TERM: 'xterm' }
      for (const [at, name] of wanted.entries()) {
        const ran = await runWithin(
          [resourceName, 'get', String(rows[at]!.id), '--output=table', `--fields=${texts[0]}`],
          {
            world,
            cwd: '/',
            env,
            stdin: new Uint8Array(),
          },
        )
        expect([name, ran.exit, ran.stderr]).toEqual([name, 0, ''])
        expect(ran.stdout.trimEnd(), name).not.toMatch(COMMANDS)
        expect(ran.stdout).toContain(name.replace(/[\u202e]/g, '').trim())
      }
    })
  },
)

it('is asked of every resource that takes a text', () => {
  expect(resources.length).toBeGreaterThan(12)
})

describe('a username that looks like somebody else’s', () => {
  const user = (username: string) => ({
    name: 'n',
    username,
    email: 'n@example.org',
    userType: 'client',
    role: 'approver',
    ClientId: ACME,
    password: 'Segredo1',
    passwordConfirm: 'Segredo1',
  })
  const problems = ({ body }: Reply) => body.error?.errors?.map(({ field, message }) => ({ field, message }))
  const taken = [{ field: 'username', message: 'formErrors.taken' }]
  const DISGUISES = {
    'a zero-width space': 'ro\u200bot',
    'a soft hyphen': 'r\u00adoot',
    'a variation selector': 'root\ufe0f',
    'a tag': 'root\u{e0061}',
    'a full-width letter': '\uff52oot',
    'a mathematical letter': '\u{1d42b}oot',
    'Cyrillic letters': 'r\u043e\u043et',
    'capitals of Cyrillic and Greek': 'R\u041e\u039fT',
    'a Greek letter': 'ro\u03bft',
    'another case': 'RooT',
  }

  it.each(Object.entries(DISGUISES))('T113 is taken: with %s', async (_, username) => {
    const made = await world.call(root, 'POST', 'users', user(username))
    expect([made.status, problems(made)]).toEqual([400, taken])
  })

  it('T113 is taken for whom a client or a provider is made with as well, and on a change', async () => {
    const manager = { name: 'n', username: DISGUISES['Cyrillic letters'], email: 'n@example.org' }
    const client = await world.call(root, 'POST', 'clients', { name: 'c', nickname: 'c', manager })
    expect([client.status, problems(client)?.map(({ message }) => message)]).toEqual([400, ['formErrors.taken']])
    const { body } = await world.call(root, 'POST', 'users', user('somebody-new'))
    const { id } = body.data as { id: number }
    const changed = await world.call(root, 'PATCH', `users/${id}`, { username: DISGUISES['a zero-width space'] })
    expect([changed.status, problems(changed)]).toEqual([400, taken])
  })

  it('T113 is one’s own with other accents, in another alphabet and with other letters, and signs in as it is typed', async () => {
    for (const username of ['jo\u00e3o', 'joao', '\u0434\u0438\u043c\u0430', 'r00t']) {
      expect((await world.call(root, 'POST', 'users', user(username))).status, username).toBe(201)
      const signIn = { username: username.toUpperCase(), password: 'Segredo1' }
      expect((await world.call(null, 'POST', 'authentication/login', signIn)).status, username).toBe(200)
    }
    const disguised = { username: DISGUISES['Cyrillic letters'], password: DEMO_PASSWORD }
    expect((await world.call(null, 'POST', 'authentication/login', disguised)).status).toBe(401)
  })
})
