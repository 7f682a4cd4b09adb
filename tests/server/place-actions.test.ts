import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

type Place = { id: number; appId: number | null; tag: string | null; registrationCodes: { id: number; code: string }[] }

const act = async (username: string, path: string, body: object = {}) => {
  const { status, body: answer } = await world.call(await world.token(username), 'POST', path, body)
  return { status, place: answer.data as Place, error: answer.error }
}
/** A site of Acme without a code, and one of Acme's apps. */
const bare = async (): Promise<Place> => {
  const { body } = await world.call(await world.token('acme-admin'), 'GET', 'sites?limit=1000&order=id%20ASC')
  return (body.data as unknown as Place[]).find(({ registrationCodes }) => registrationCodes.length === 0)!
}

it('gives a site an app, of its own client alone, and takes it away again', async () => {
  const { body } = await world.call(await world.token('root'), 'GET', 'apps?limit=1000')
  const apps = body.data as unknown as { id: number; clientId: number }[]
  const own = apps.find(({ clientId }) => clientId === 2)!
  const foreign = apps.find(({ clientId }) => clientId !== 2)!
  expect((await act('acme-admin', 'sites/5/set-app', { appId: own.id })).place.appId).toBe(own.id)
  expect((await act('root', 'sites/5/set-app', { appId: foreign.id })).status).toBe(400)
  expect((await act('acme-admin', 'sites/5/set-app', { appId: null })).place.appId).toBeNull()
  expect((await act('acme-site-manager', 'sites/1/set-app', { appId: own.id })).status).toBe(403)
})

it('gives each of many a tag by its id, and none the tag of another', async () => {
  expect((await act('acme-admin', 'sites/5/set-tag', { tag: 'Norte-{id}' })).place.tag).toBe('Norte-5')
  expect((await act('acme-admin', 'sites/6/set-tag', { tag: 'Norte-{id}' })).place.tag).toBe('Norte-6')
  const clash = await act('acme-admin', 'sites/7/set-tag', { tag: 'Norte-5' })
  expect([clash.status, clash.error?.errors]).toEqual([400, [{ field: 'tag', message: 'formErrors.taken' }]])
  expect((await act('acme-admin', 'sites/5/set-tag', { tag: null })).place.tag).toBeNull()
})

it('CODE-02 makes a registration code for a site that has none, and passes over one that has', async () => {
  const site = await bare()
  const made = await act('acme-admin', `sites/${site.id}/add-code`)
  expect([made.status, made.place.registrationCodes]).toEqual([
    200,
    [{ id: expect.any(Number) as number, code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{6}$/) as string }],
  ])
  const [code] = made.place.registrationCodes
  const { body } = await world.call(await world.token('acme-admin'), 'GET', `registration-codes/${code!.id}`)
  expect(body.data).toMatchObject({ code: code!.code, mode: 'site', SiteId: site.id, ClientId: 2 })
  const again = await act('acme-admin', `sites/${site.id}/add-code`)
  expect([again.status, again.error?.details]).toEqual([400, { reason: 'resources.sites.hasCode' }])
  expect((await act('acme-site-manager', 'sites/1/add-code')).status).toBe(403)
  expect((await act('borealis-admin', `sites/${site.id}/add-code`)).status).toBe(404)
})

it('T22 tells of the code in the history of both the site and the code', async () => {
  const site = await bare()
  const { place } = await act('acme-admin', `sites/${site.id}/add-code`)
  const { body } = await world.call(await world.token('acme-admin'), 'GET', 'audit-events?limit=2&order=id%20DESC')
  expect(body.data).toEqual([
    expect.objectContaining({ noun: 'sites', recordId: site.id, verb: 'addCode', username: 'acme-admin' }),
    expect.objectContaining({ noun: 'registration-codes', recordId: place.registrationCodes[0]!.id, verb: 'create' }),
  ])
})

it('does the same for teams, by the path they are written to', async () => {
  const { body } = await world.call(await world.token('acme-admin'), 'GET', 'teams?limit=1000')
  const team = (body.data as unknown as Place[]).find(({ registrationCodes }) => registrationCodes.length === 0)!
  expect((await act('acme-admin', `sites/${team.id}/add-code`)).place.registrationCodes).toHaveLength(1)
  expect((await act('acme-admin', `teams/${team.id}/set-tag`, { tag: 'T-{id}' })).place.tag).toBe(`T-${team.id}`)
})

it('tells the codes of a place to nobody who may not view codes', async () => {
  const codesFor = async (username: string) => {
    const token = await world.token(username)
    const listed = (await world.call(token, 'GET', 'sites?ids=1&exportMode=true')).body.data as unknown as Place[]
    const { body } = await world.call(token, 'GET', 'sites/1')
    return [...listed, body.data as unknown as Place].map(({ registrationCodes }) => registrationCodes.length)
  }
  expect(await codesFor('acme-admin')).toEqual([2, 2])
  expect(await codesFor('acme-approver')).toEqual([0, 0])
})

it('lists the sites with a code or without one, as far as the reader may know of codes', async () => {
  const sites = async (username: string, query: string) => {
    const { body } = await world.call(await world.token(username), 'GET', `sites?limit=1000&${query}`)
    const rows = body.data as unknown as Place[]
    return { rows, total: (body.meta as { total: number }).total }
  }
  const [all, having, lacking] = await Promise.all(
    ['', 'codes=with', 'codes=without'].map((query) => sites('acme-admin', query)),
  )
  expect(having!.total).toBeGreaterThan(0)
  expect(having!.rows.filter(({ registrationCodes }) => registrationCodes.length === 0)).toEqual([])
  expect(lacking!.rows.filter(({ registrationCodes }) => registrationCodes.length > 0)).toEqual([])
  expect(having!.total + lacking!.total).toBe(all!.total)
  // A code of a site is no secret that the filter gives away.
  const blind = await Promise.all(['', 'codes=without', 'codes=with'].map((query) => sites('acme-approver', query)))
  expect(blind.map(({ total }) => total)).toEqual([blind[0]!.total, blind[0]!.total, 0])
})
