import { fold } from '@tocsin/core/base/fold'
import { createFinder } from '@tocsin/core/find/finder'
import { queryWords, wordsOf } from '@tocsin/core/find/fold'
import { recordEntry, type IndexedRecord } from '@tocsin/core/find/records'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { permissionsOf } from '@tocsin/core/vocabulary/roles'
import { pathOf } from '@tocsin/core/vocabulary/resource'
import { allResources, RESOURCE_NAMES } from '@tocsin/core/resources/index'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ACME, BOREALIS } from '../../fixtures/clients'
import { sites } from '../../fixtures/sites'
import { users } from '../../fixtures/users'
import { CANARY, plantCanaries } from '../canaries'
import { LISTLESS } from '../listless'
import { seeded } from '../../fixtures/sites/made-up'
import { startWorld, type Reply, type TestWorld } from '../world'

const FENCES = [
  { code: true, database: true },
  { code: false, database: true },
  { code: true, database: false },
]

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  await plantCanaries(world.database)
})
afterAll(() => world.close())
afterEach(() => void Object.assign(world.parts.fences, { code: true, database: true }))

type Index = { data: IndexedRecord[]; meta: { version: string | null; next: string | null; unchanged: boolean } }
const bodyOf = (reply: Reply) => reply.body as unknown as Index

async function page(username: string, query = '', headers: Record<string, string> = {}): Promise<Reply> {
  return world.call(await world.token(username), 'GET', `search-index${query}`, undefined, headers)
}

/** Returns a user's whole index, page by page, and the number of its pages. */
async function whole(username: string, limit = 5000): Promise<{ records: IndexedRecord[]; pages: number }> {
  const records: IndexedRecord[] = []
  let after = ''
  for (let pages = 1; ; pages++) {
    const reply = await page(username, `?limit=${limit}${after}`)
    expect(reply.status, reply.text).toBe(200)
    const { data, meta } = bodyOf(reply)
    records.push(...data)
    if (meta.next === null) return { records, pages }
    after = `&after=${meta.next}`
  }
}

/** As many rows as a list gives at once. */
const LISTED = 1000

/** Ids of a resource as the lists give them, one by one. */
async function listed(username: string, resourceName: string): Promise<number[]> {
  const resource = (await allResources()).find(({ name }) => name === resourceName)!
  const all = [
    resource.fields['active'] ? '&showInactive=true' : '',
    resourceName === 'users' ? '&userType=tocsin,client,monitoring-provider' : '',
    resourceName === 'monitoring-providers' ? '&ClientId=1,2,3,4' : '',
    resourceName === 'registration-handlers' ? '&showGlobal=true' : '',
    resourceName === 'registration-handlers-v2' ? '&showInternal=true' : '',
  ].join('')
  const ids: number[] = []
  for (let after = 0; ;) {
    const { data } = (
      await world.call(
        await world.token(username),
        'GET',
        `${pathOf(resource)}?limit=${LISTED}&order=id%20ASC&after=${after}${all}`,
      )
    ).body as unknown as { data: { id: number; MobileUserUuid?: string | null }[] }
    // A manager's name that is no person of the app is found with its place.
    ids.push(...data.filter(({ MobileUserUuid }) => MobileUserUuid !== null).map(({ id }) => id))
    if (data.length < LISTED) return ids
    after = data.at(-1)!.id
  }
}

/** Events have no name, and the board finds alerts. The handlers of the kind that rests have no list, and are found. */
const UNFOUND = new Set(['audit-events', 'alerts', ...LISTLESS].filter((name) => name !== 'registration-handlers-v2'))
const FOUND = RESOURCE_NAMES.filter((resource) => !UNFOUND.has(resource))
const people = users.rows.filter((user) => user.hasPassword && user.mfaMethod.length === 0)

describe('the search index', () => {
  it('gives what the lists give, of every resource whose records have a name, titled as declared', async () => {
    const { records } = await whole('root')
    expect(new Set(records.map(({ noun }) => noun))).toEqual(new Set(FOUND))
    for (const resource of await allResources()) {
      if (UNFOUND.has(resource.name)) continue
      const mine = records.filter(({ noun }) => noun === resource.name)
      expect(
        mine.map(({ id }) => id),
        resource.name,
      ).toEqual(await listed('root', resource.name))
      const row = (await world.call(await world.token('root'), 'GET', `${pathOf(resource)}/${mine[0]!.id}`)).body.data
      expect(mine[0]!.title).toBe((row as Record<string, unknown>)[resource.title])
    }
  })

  it('tells records of one title apart', async () => {
    const { records } = await whole('root')
    const of = (resource: string, id: number) => records.find((one) => one.noun === resource && one.id === id)
    expect(of('sites', 1)).toEqual({
      noun: 'sites',
      id: 1,
      title: 'Escola Municipal Aurora Lima 1',
      subtitle: 'ACME-000001 · São Paulo/SP · Acme',
      words: 'AB7K2Q\nPA07LV',
    })
    expect(of('users', 6)?.subtitle).toBe('acme-admin · acme-admin@example.org · Acme')
    expect(of('users', 13)?.words).toBe('+5511900000000')
    expect(of('clients', ACME)).toMatchObject({ title: 'Acme Educação', subtitle: 'Acme' })
    // A viewer of one client alone does not need its name.
    const own = (await whole('acme-admin')).records.find((one) => one.noun === 'sites' && one.id === 1)
    expect(own?.subtitle).toBe('ACME-000001 · São Paulo/SP')
  })

  /** The lists with both fences, each asked for once: nothing is written between the three tests with them. */
  const lists = new Map<string, Promise<number[]>>()
  const listedOnce = (username: string, resource: string) => {
    const key = `${username} ${resource}`
    const ids = lists.get(key) ?? listed(username, resource)
    lists.set(key, ids)
    return ids
  }

  it.each(FENCES)('T01 T02 T06 holds for everybody what their lists hold, with fences %o', async (fences) => {
    for (const user of people) {
      Object.assign(world.parts.fences, fences)
      const viewer = { ...user, permissions: permissionsOf(user.userType, user.role) }
      const { records } = await whole(user.username)
      if (user.userType === 'client' && user.ClientId !== BOREALIS)
        expect(JSON.stringify(records), user.username).not.toContain(CANARY)
      Object.assign(world.parts.fences, { code: true, database: true })
      for (const resource of await allResources()) {
        if (UNFOUND.has(resource.name)) continue
        const ids = records.filter(({ noun }) => noun === resource.name).map(({ id }) => id)
        const wanted = mayDo(viewer, resource, 'view') ? await listedOnce(user.username, resource.name) : []
        expect(ids, `${user.username} ${resource.name}`).toEqual(wanted)
      }
    }
  })

  it('T06 shows who is bound to a site that site, and a guest nothing', async () => {
    const { records } = await whole('acme-site-manager')
    expect(records.filter(({ noun }) => noun === 'sites').map(({ id }) => id)).toEqual([1])
    expect(records.some(({ noun }) => noun === 'clients')).toBe(false)
    const guest = await page('guest')
    expect([guest.status, bodyOf(guest).data, bodyOf(guest).meta.next]).toEqual([200, [], null])
    expect((await world.call(null, 'GET', 'search-index')).status).toBe(401)
  })

  /** Ids of what a finder over records finds, best first. */
  const found = (records: readonly IndexedRecord[], query: string) =>
    createFinder(records.map(recordEntry))
      .find(query, { limit: 5000, typosAsFallback: true })
      .map(({ entry }) => `${records[entry]!.noun}/${records[entry]!.id}`)

  /** The resources whose subtitle is the name of another record. */
  const SHOWN_WITH_ANOTHER = new Set(['registration-codes', 'maps'])
  /** Returns whether a record is found by a word: by its own texts alone, or also by the names it is shown with. */
  const isFoundBy = ({ noun, id, title, subtitle, words }: IndexedRecord, word: string, reach: 'own' | 'shown') => {
    const own = SHOWN_WITH_ANOTHER.has(noun) ? '' : (subtitle ?? '').replace(/( · |^)[^·]*$/, '')
    const texts = [title, reach === 'own' ? own : (subtitle ?? ''), words ?? '']
    return fold(texts.join(' ')).includes(word) || String(id).startsWith(word)
  }

  it.each(['root', 'client-manager', 'acme-admin', 'monitor-admin', 'acme-site-manager'])(
    'C07 holds what contains the words of a query, as the whole index does, for %s',
    async (username) => {
      const { records } = await whole(username)
      const random = seeded(17)
      const compared = { own: 0, shown: 0 }
      const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
      for (let round = 0; round < 40; round++) {
        const { title, subtitle, words, id } = pick(records)
        const known = wordsOf(fold([title, subtitle ?? '', words ?? '', String(id)].join(' '))).filter(
          ({ word }) => word.length >= 3,
        )
        if (known.length === 0) continue
        const some = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(known).word)
        const query = some.map((word) => word.slice(0, 3 + Math.floor(random() * word.length))).join(' ')
        const nouns = random() < 0.3 ? `&noun=sites,users` : ''
        const reply = await page(username, `?q=${encodeURIComponent(query)}${nouns}`)
        expect(reply.status, query).toBe(200)
        expect(bodyOf(reply).meta.version).toBeNull()
        const foundIn = (reach: 'own' | 'shown') =>
          found(
            records.filter(
              (record) =>
                (!nouns || record.noun === 'sites' || record.noun === 'users') &&
                // Initials are looked for in the whole index alone.
                queryWords(query).every((word) => isFoundBy(record, word, reach)),
            ),
            query,
          )
        const ids = found(bodyOf(reply).data, query)
        // Words that belong to no record are looked for with typos, in the whole index.
        if (ids.length === 0) continue
        const [own, shown] = [foundIn('own'), foundIn('shown')]
        expect(ids, `${query}${nouns}`).toEqual(shown.filter((one) => ids.includes(one)))
        expect(ids, `${query}${nouns}`).toEqual(expect.arrayContaining(own))
        if (own.length === 0 && bodyOf(reply).data.length === ids.length) expect(ids, query).toEqual(shown)
        compared[own.length > 0 ? 'own' : 'shown']++
      }
      expect(compared.own + compared.shown).toBeGreaterThan(20)
      expect(compared.own).toBeGreaterThan(10)
    },
  )

  it('C07 looks for the names that records are shown with only where no record has the words itself, on every page', async () => {
    const of = async (query: string, limit = 2) => bodyOf(await page('acme-admin', `?limit=${limit}&${query}`))
    const nouns = ({ data }: Index) => data.map(({ noun }) => noun)
    const own = await of('q=aurora&noun=sites,registration-codes')
    expect(new Set(nouns(own))).toEqual(new Set(['sites']))
    const both = await of('q=aurora&noun=sites,registration-codes&names=true', 5000)
    expect(new Set(nouns(both))).toEqual(new Set(['sites', 'registration-codes']))
    const shown = await of('q=aurora&noun=registration-codes')
    expect(nouns(shown)).toEqual(['registration-codes', 'registration-codes'])
    expect(shown.meta.next).toMatch(/\.shown$/)
    const later = await of(`q=aurora&noun=registration-codes&after=${shown.meta.next}`)
    expect(nouns(later)).toEqual(['registration-codes', 'registration-codes'])
    expect(later.data[0]!.id).toBeGreaterThan(shown.data[1]!.id)
  })

  it('leaks without either fence: the probes above can fail', async () => {
    Object.assign(world.parts.fences, { code: false, database: false })
    expect(JSON.stringify((await whole('acme-admin')).records)).toContain(CANARY)
  })

  it('pages by cursor and gives every record exactly once, at any size of page', async () => {
    const { records } = await whole('acme-admin')
    for (const limit of [7 * 31, 1000]) {
      const paged = await whole('acme-admin', limit)
      expect(paged.pages).toBe(Math.ceil(records.length / limit))
      expect(paged.records).toEqual(records)
    }
    const found = records.filter(({ noun }) => noun === 'sites').map(({ id }) => id)
    expect(new Set(found).size).toBe(
      sites.rows.filter((one) => one.ClientId === ACME && one.siteType === 'site').length,
    )
    // A page that ends with the last record of all says so.
    expect(bodyOf(await page('acme-admin', `?limit=${records.length}`)).meta.next).toBeNull()
  })

  it('answers in a word while nothing changed, and anew once anything in scope did', async () => {
    const first = await page('acme-admin', '?limit=1')
    const { version } = bodyOf(first).meta
    expect(first.headers['etag']).toBe(`"${version}"`)
    const again = await page('acme-admin', '', { 'if-none-match': `W/"${version}"` })
    expect([again.status, again.text]).toEqual([304, ''])
    const asked = bodyOf(await page('acme-admin', `?ifVersion=${version}`))
    expect([asked.data, asked.meta.unchanged, asked.meta.version]).toEqual([[], true, version])
    // Later pages leave nothing out for being known, and count nothing: the version is that of the first page.
    const later = await page('acme-admin', `?ifVersion=${version}&after=clients.2&limit=3`)
    expect([bodyOf(later).data.length, bodyOf(later).meta.version, later.headers['etag']]).toEqual([3, null, undefined])

    const root = await world.token('root')
    const versions = new Set([version])
    const moved = async () => {
      const { meta, data } = bodyOf(await page('acme-admin', `?limit=2&ifVersion=${version}`))
      expect(data).toHaveLength(2)
      versions.add(meta.version)
    }
    const made = await world.call(root, 'POST', 'sites', { ClientId: ACME, name: 'x', location: { formatted: 'y' } })
    const { id } = made.body.data as { id: number }
    await moved()
    await world.call(root, 'PATCH', `sites/${id}`, { name: 'z' })
    await moved()
    await world.call(root, 'DELETE', `sites/${id}`)
    expect(bodyOf(await page('acme-admin', `?ifVersion=${version}`)).meta.unchanged).toBe(true)
    await world.call(root, 'PATCH', 'projects/5', { name: 'Escolas' })
    await moved()
    expect(versions.size).toBe(4)
    // A change of another client is nobody else's business, not even as a new version.
    const before = bodyOf(await page('vazia-admin')).meta.version
    await world.call(root, 'PATCH', 'sites/2', { name: 'Outra' })
    expect(bodyOf(await page('vazia-admin')).meta.version).toBe(before)
  })

  it('refuses what it does not know', async () => {
    for (const query of [
      'limit=0',
      'limit=5001',
      'limit=x',
      'after=sites',
      'after=nope.1',
      'after=sites.2147483648',
      'after=sites.1.own',
    ])
      expect((await page('root', `?${query}`)).body.error?.message, query).toBe('INVALID_PARAMETER')
    for (const query of ['noun=nope', 'noun=sites,', `q=${'x'.repeat(201)}`, 'q=a&q=b', 'names=yes'])
      expect((await page('root', `?${query}`)).body.error?.message, query).toBe('INVALID_PARAMETER')
    expect((await page('root', '?x=x')).body.error?.message).toBe('UNKNOWN_PARAMETER')
    expect((await page('root', '?after=sites.1&after=sites.2')).status).toBe(400)
  })
})
