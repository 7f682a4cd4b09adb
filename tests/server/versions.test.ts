import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let admin: string
let root: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.token('acme-admin')
  root = await world.token('root')
})
afterAll(() => world.close())

type Versioned = { version: number; name: string; active: boolean }
const read = async (path: string) => {
  const { headers, body } = await world.call(admin, 'GET', path)
  return { tag: headers['etag'] as string, record: body.data as Versioned }
}

describe('a version', () => {
  it('T77 is answered as ETag and refuses, with the record as it is and who changed it, what is based on an older one', async () => {
    const { tag, record } = await read('sites/1')
    expect(tag).toBe(`"${record.version}"`)
    const mine = await world.call(root, 'PATCH', 'sites/1', { name: 'Escola de Rute' }, { 'if-match': tag })
    expect([mine.status, mine.headers['etag']]).toEqual([200, `"${record.version + 1}"`])
    for (const [method, path, body] of [
      ['PATCH', 'sites/1', { name: 'Escola de Ana' }],
      ['PUT', 'sites/1', { ...record, active: false }],
      ['DELETE', 'sites/1', undefined],
      ['POST', 'sites/1/deactivate', undefined],
    ] as const) {
      const { status, body: answer } = await world.call(admin, method, path, body, { 'if-match': tag })
      expect([method, status, answer.error?.message]).toEqual([method, 409, 'STALE_VERSION'])
      expect(answer.error?.details).toMatchObject({
        current: { id: 1, name: 'Escola de Rute' },
        changedBy: { username: 'root' },
      })
    }
    expect((await read('sites/1')).record).toMatchObject({ name: 'Escola de Rute', active: true })
    for (const good of [`W/"${record.version + 1}"`, '*'])
      expect((await world.call(admin, 'PATCH', 'sites/1', {}, { 'if-match': good })).status, good).toBe(200)
    for (const bad of ['1', '"x"', '""', `"${record.version}", "2"`])
      expect((await world.call(admin, 'PATCH', 'sites/1', {}, { 'if-match': bad })).status, bad).toBe(400)
    expect((await world.call(admin, 'PATCH', 'sites/1', { name: 'Ohne' })).status).toBe(200)
  })

  it.each([
    ['projects', 'projects/5', { description: 'de Rute' }, { description: 'de Ana' }],
    ['providers', 'monitoring-providers/2', { name: 'de Rute' }, { name: 'de Ana' }],
    ['terms', 'terms/2', { title: 'de Rute' }, { title: 'de Ana' }],
    ['users', 'users/7', { name: 'de Rute' }, { name: 'de Ana' }],
  ])(
    'T77 answers a stale save of %s with what stands there and whose it is, and keeps it',
    async (_, path, first, late) => {
      const { tag, record } = await read(path)
      const theirs = await world.call(root, 'PATCH', path, first, { 'if-match': tag })
      expect([theirs.status, theirs.body.error]).toEqual([200, undefined])
      for (const [method, body] of [
        ['PATCH', late],
        ['PUT', { ...record, ...late }],
      ] as const) {
        const { status, body: answer } = await world.call(admin, method, path, body, { 'if-match': tag })
        expect([status, answer.error?.message]).toEqual([409, 'STALE_VERSION'])
        expect(answer.error?.details).toMatchObject({
          current: { ...first, version: record.version + 1 },
          changedBy: { username: 'root' },
        })
      }
      expect((await read(path)).record).toMatchObject({ ...first, version: record.version + 1 })
    },
  )

  it.each([
    ['sites/3', { tag: 'V-99' }],
    ['projects/5', { description: 'S02' }],
    ['users/7', { name: 'S02' }],
  ])('S02 API-25 takes the version in a whole record as If-Match, at %s', async (path, changes) => {
    const { record } = await read(path)
    await world.call(root, 'PATCH', path, { active: record.active, ...changes, version: record.version })
    const now = (await read(path)).record
    expect(now).toMatchObject({ ...changes, version: record.version + 1 })

    for (const version of [record.version, now.version + 1, 99]) {
      const { status, body } = await world.call(admin, 'PUT', path, { ...record, version })
      expect([status, body.error?.message, body.error?.details]).toEqual([
        409,
        'STALE_VERSION',
        { current: now, changedBy: expect.objectContaining({ username: 'root' }) },
      ])
    }
    const mixed = await world.call(admin, 'PUT', path, record, { 'if-match': `"${now.version}"` })
    expect(mixed.status, 'a good header does not excuse an old record').toBe(409)
    expect((await read(path)).record).toEqual(now)
    expect((await world.call(admin, 'PUT', path, now)).status).toBe(200)
  })

  it('S02 refuses a record of another id, and a version that is none', async () => {
    const before = (await read('sites/5')).record
    for (const [body, field, message] of [
      [{ id: 3, tag: 'ID-1' }, 'id', 'formErrors.readonly'],
      [{ id: '5', tag: 'ID-1' }, 'id', 'formErrors.readonly'],
      [{ version: 'x', tag: 'ID-1' }, 'version', 'formErrors.number'],
      [{ version: null, tag: 'ID-1' }, 'version', 'formErrors.number'],
    ] as const) {
      const { status, body: answer } = await world.call(admin, 'PUT', 'sites/5', body)
      expect([status, answer.error?.errors]).toEqual([400, [{ field, message }]])
    }
    expect((await read('sites/5')).record).toEqual(before)
  })

  it('S02 deletes nothing at another version or id than the body names, and nothing that it does not understand', async () => {
    const { record } = await read('sites/6')
    const refused = async (path: string, body?: object) => {
      const { status, body: answer } = await world.call(admin, 'DELETE', path, body)
      return [
        status,
        answer.error?.errors?.[0]?.message ?? answer.error?.message,
        answer.error?.errors?.[0]?.field,
      ].filter((one) => one !== undefined)
    }
    expect(await refused('sites/6', { version: record.version + 1 })).toEqual([409, 'STALE_VERSION'])
    expect(await refused('sites/6', { id: 7 })).toEqual([400, 'formErrors.readonly', 'id'])
    expect(await refused('sites/6', { zzz: 1 })).toEqual([400, 'formErrors.unknownField', 'zzz'])
    expect(await refused('sites/6?version=999')).toEqual([400, 'UNKNOWN_PARAMETER'])
    expect((await read('sites/6')).record).toEqual(record)
  })

  it('T77 says who changed a team, whichever of its two names it is reached by', async () => {
    const { tag } = await read('teams/20001')
    await world.call(root, 'PATCH', 'teams/20001', { name: 'Equipe de Rute' })
    for (const path of ['teams/20001', 'sites/20001']) {
      const { body } = await world.call(admin, 'PATCH', path, { name: 'x' }, { 'if-match': tag })
      expect(body.error?.details?.['changedBy'], path).toMatchObject({ username: 'root' })
    }
  })

  it('T77 lets no interleaving of two writers lose what one of them wrote', async () => {
    // Each reads, then writes the record back with a change of its own; in every order of the four steps.
    const orders = ['ABab', 'AaBb', 'BAab', 'ABba', 'BAba', 'BbAa']
    for (const [index, order] of orders.entries()) {
      const path = `sites/${101 + index}`
      const based: Record<string, { tag: string; record: Versioned }> = {}
      const written: string[] = []
      for (const step of order) {
        const writer = step.toUpperCase()
        if (step === writer) based[writer] = await read(path)
        else {
          const change = writer === 'A' ? { name: `by A ${order}` } : { active: false }
          const { tag, record } = based[writer]!
          const { status } = await world.call(admin, 'PUT', path, { ...record, ...change }, { 'if-match': tag })
          if (status === 200) written.push(writer)
          else expect(status).toBe(409)
        }
      }
      const { record } = await read(path)
      expect(record.name === `by A ${order}`, order).toBe(written.includes('A'))
      expect(record.active, order).toBe(!written.includes('B'))
      expect(written, order).toHaveLength(/^(A.*a.*B.*b|B.*b.*A.*a)$/.test(order) ? 2 : 1)
    }
  })

  it('T77 takes one of many who write on the same version at once', async () => {
    const { tag, record } = await read('sites/200')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        world.call(admin, 'PATCH', 'sites/200', { name: `writer ${n}` }, { 'if-match': tag }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect((await read('sites/200')).record.version).toBe(record.version + 1)
  })
})
