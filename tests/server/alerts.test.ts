import type { Alert } from '@tocsin/core/resources/alerts/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorFrom, USER_COLUMNS, type UserRow } from '../../server/auth/session-actor'
import { withActor } from '../../server/context/actor'
import { deliverOutbox, type Send } from '../../server/outbox/outbox'
import { conditions } from '../../server/records/list-conditions'
import { filterOf } from '../../server/records/row-counts'
import { serveResources } from '../../server/resources/index'
import { png } from '../images'
import { phonesOf } from '../phones'
import { startWorld, type Reply, type TestWorld } from '../world'

/** The manager of Acme's first school, and its alerts in the fixtures: one of a school, one of nobody. */
const MANAGER = 1
/** A profile of no site. */
const ROVER = 6
const OF_SCHOOL = 1
const ANONYMOUS = 3
/** An alert of Borealis that the provider's own central watches. */
const OF_BOREALIS = 5

let world: TestWorld
let phones: ReturnType<typeof phonesOf>
beforeAll(async () => {
  world = await startWorld()
  phones = phonesOf(world)
})
afterAll(() => world.close())

const ask = async (username: string, method: string, path: string, body?: object): Promise<Reply> =>
  world.call(await world.token(username), method, path, body)
const get = async <T>(username: string, path: string): Promise<T> => {
  const { status, body, text } = await ask(username, 'GET', path)
  expect(status, text).toBe(200)
  return body.data
}
const act = async (username: string, id: number, action: string, body: object = {}) =>
  ask(username, 'POST', `alerts/${id}/${action}`, body)
type Event = { event: string; actor: { name: string | null }; text: string | null; details: Record<string, unknown> }
const timeline = (id: number, username = 'acme-admin') =>
  get<Event[]>(username, `alert-histories?AlertId=${id}&order=id ASC`)
/** Returns the people who have or had an alert, in order, and whether their turn has ended. */
const peopleAssigned = async (id: number) =>
  (
    await get<{ UserId: number | null; endedAt: string | null }[]>(
      'acme-admin',
      `alert-assignments?AlertId=${id}&order=id ASC`,
    )
  ).flatMap(({ UserId, endedAt }) => (UserId === null ? [] : [[UserId, endedAt !== null]]))
type Person = { id: number; name: string; role: string; phone: string | null; email: string | null }
type Responsibles = { contact: Person | null; team: Person[]; responsibles: Person[]; map: string | null }
const responsibles = (username: string, id: number) => get<Responsibles>(username, `alerts/${id}/responsibles`)

const mirtes = {
  id: 1,
  name: 'Mirtes Sabiá',
  role: 'manager',
  phone: '+5511910000000',
  email: 'direcao-1@example.org',
}

it('PERM-26 are for those with alerts:view: nobody else reads or works them', async () => {
  for (const [username, status] of [
    ['acme-admin', 200],
    ['acme-site-manager', 200],
    ['monitor-operator', 200],
    ['client-manager', 200],
    ['acme-approver', 403],
    ['broadcast-operator', 403],
    ['guest', 403],
  ] as const)
    expect([username, (await ask(username, 'GET', 'alerts')).status]).toEqual([username, status])
  const { status, text } = await act('acme-approver', OF_SCHOOL, 'note', { text: 'x' })
  expect(status).toBe(403)
  expect(text).toContain('alerts:view')
})

it('ALERT-01 are asked for by dates that exist: anything else is refused with the name of the filter', async () => {
  for (const filter of ['from', 'to', 'resolvedFrom']) {
    for (const text of ['2026-13-01', '2026-02-30', '2026-01-01T25:00:00Z', 'yesterday', 'infinity', '0000-01-01']) {
      const { status, body } = await ask('acme-admin', 'GET', `alerts?${filter}=${text}`)
      expect([status, body.error], `${filter}=${text}`).toEqual([
        400,
        { message: 'INVALID_PARAMETER', details: { parameter: filter } },
      ])
    }
    for (const text of ['2026-01-20', '2026-01-20T13:05Z', '2026-01-20T10:05:00-03:00'])
      expect((await ask('acme-admin', 'GET', `alerts?${filter}=${text}`)).status, `${filter}=${text}`).toBe(200)
  }
})

it('ALERT-01 are asked for by days of Brazil, of which the last one is among them', async () => {
  const idsOf = async (query: string) =>
    (await get<{ id: number }[]>('acme-admin', `alerts?${query}&order=id ASC`)).map(({ id }) => id)
  expect(await idsOf('from=2026-01-20&to=2026-01-20')).toEqual([2, 3, 4])
  expect(await idsOf('to=2026-01-19')).toEqual([1])
  expect(await idsOf('from=2026-01-20T13:05:00Z&to=2026-01-20T13:05:00Z')).toEqual([4])
})

describe('ALERT-13 the people of an alert', () => {
  it('ALERT-13 A-156 are its reporter, the active profiles of its site with managers first, and who answers for it', async () => {
    await phones.query(sql`update maps set status = 'active' where id = 2`)
    const told = await responsibles('acme-admin', OF_SCHOOL)
    expect(told.contact).toEqual(mirtes)
    expect(told.team.map(({ name }) => name)).toEqual(['Mirtes Sabiá', 'Wagner Ipê'])
    expect(told.responsibles).toEqual([mirtes])
    expect(told.map).toBe('https://www.openstreetmap.org/?mlat=-23.55&mlon=-46.63#map=18/-23.55/-46.63')
    // Nobody who was switched off is of the team.
    await phones.query(sql`update maps set status = 'deactivated' where id = 2`)
    expect((await responsibles('acme-admin', OF_SCHOOL)).team).toEqual([mirtes])
  })

  it('A-155 A-156 tell nobody of an anonymous alert, and of one without a site nobody but the reporter', async () => {
    expect(await responsibles('acme-admin', ANONYMOUS)).toEqual({
      contact: null,
      team: [],
      responsibles: [],
      map: null,
    })
    expect(await responsibles('acme-admin', 4)).toMatchObject({ contact: { name: 'Kléber Caju' }, team: [] })
    // The site is known, and its people with it: the reporter is one of them, and nothing says which.
    const channel = await phones.channel({ anonymous: true })
    const { id } = await phones.raised(MANAGER, { ChannelId: channel, anonymous: true, text: 'x' })
    expect(await responsibles('acme-admin', id)).toMatchObject({ contact: null, responsibles: [mirtes] })
  })

  it('A-156 names the map that the configuration names', async () => {
    world.parts.mapsUrl = 'https://maps.example.org/?q={latitude},{longitude}'
    expect((await responsibles('acme-admin', OF_SCHOOL)).map).toBe('https://maps.example.org/?q=-23.55,-46.63')
    delete world.parts.mapsUrl
  })

  it('ALERT-13 T08 are told to the people of a provider that the alert is assigned to, by either fence alone', async () => {
    for (const [code, database] of [
      [true, true],
      [true, false],
      [false, true],
    ] as const) {
      Object.assign(world.parts.fences, { code, database })
      expect(await responsibles('monitor-operator', OF_SCHOOL)).toMatchObject({
        contact: mirtes,
        responsibles: [mirtes],
      })
      const alert = await get<Alert>('monitor-operator', `alerts/${OF_SCHOOL}`)
      expect([alert.Client, alert.Site, alert.NearSite]).toEqual([
        { name: 'Acme Educação' },
        { name: 'Escola Municipal Aurora Lima 1' },
        { name: 'Escola Municipal Aurora Lima 1' },
      ])
      for (const [who, id] of [
        ['monitor-operator', ANONYMOUS],
        ['monitor-operator', 6],
        ['acme-admin', OF_BOREALIS],
        ['acme-site-manager', 4],
        ['borealis-admin', OF_SCHOOL],
      ] as const)
        for (const part of ['', '/responsibles', '/attachments'])
          expect([who, id, part, (await ask(who, 'GET', `alerts/${id}${part}`)).status]).toEqual([who, id, part, 404])
    }
    Object.assign(world.parts.fences, { code: true, database: true })
    expect((await ask('guest', 'GET', `alerts/${OF_SCHOOL}/responsibles`)).status).toBe(403)
  })
})

describe('a provider’s people', () => {
  it('read their own assignment alone, and no event of another provider', async () => {
    for (const [code, database] of [
      [true, false],
      [false, true],
    ] as const) {
      Object.assign(world.parts.fences, { code, database })
      const [own, ...others] = await get<{ MonitoringProvider: { name: string } }[]>(
        'monitor-admin',
        `alert-assignments?AlertId=${OF_SCHOOL}`,
      )
      expect([own?.MonitoringProvider.name, others]).toEqual(['Central tocsin', []])
      const events = await timeline(OF_SCHOOL, 'monitor-admin')
      expect(events.map(({ event }) => event)).toEqual(['created', 'delivered', 'taken', 'noted', 'resolved'])
      expect(JSON.stringify(events)).not.toContain('Portaria')
    }
    Object.assign(world.parts.fences, { code: true, database: true })
    expect((await timeline(OF_SCHOOL)).map(({ event }) => event)).toContain('given-up')
    const alert = await get<Alert>('monitor-admin', `alerts/${OF_SCHOOL}`)
    expect(alert.MonitoringProviders.map(({ name }) => name)).toEqual(['Central tocsin'])
    const seen = await get<Alert>('acme-admin', `alerts/${OF_SCHOOL}`)
    expect(seen.MonitoringProviders.map(({ name }) => name)).toEqual(['Central tocsin', 'Portaria da Acme'])
  })
})

describe('A-162 a provider’s people', () => {
  it('A-162 T06 work the alerts of their provider, by either fence alone', async () => {
    for (const [code, database] of [
      [true, true],
      [true, false],
      [false, true],
    ] as const) {
      const { id } = await phones.raised(MANAGER)
      const foreign = await phones.raised(MANAGER, {
        ChannelId: await phones.channel({}, { MonitoringProviders: [2] }),
      })
      Object.assign(world.parts.fences, { code, database })
      const [admin, operator] = [11, 12]
      for (const [action, body] of [
        ['take'],
        ['hand-on', { UserId: admin }],
        ['release'],
        ['take'],
        ['note', { text: 'A caminho' }],
        ['notify', { text: 'A caminho' }],
        ['resolve', { resolution: 'real' }],
        ['reopen'],
      ] as const) {
        const path = action === 'notify' ? 'notifications' : action
        const { status, text } = await act('monitor-operator', id, path, body)
        expect([action, status, status === 200 ? '' : text]).toEqual([action, 200, ''])
      }
      expect((await act('monitor-operator', foreign.id, 'take')).status).toBe(404)
      const own = await get<{ id: number }[]>('monitor-operator', `alert-assignments?AlertId=${id}`)
      const mine = await get<{ id: number }[]>('monitor-operator', 'alerts?mine=true')
      Object.assign(world.parts.fences, { code: true, database: true })
      expect(own).toHaveLength(1)
      expect(mine.map((alert) => alert.id)).toContain(id)
      expect(await peopleAssigned(id)).toEqual([
        [operator, true],
        [admin, true],
        [operator, true],
        [operator, false],
      ])
      expect(await peopleAssigned(foreign.id)).toEqual([])
    }
  })
})

describe('ALERT-14 the attachments of an alert', () => {
  it('ALERT-14 A-149 T85 have addresses for five minutes, which those who see the alert are told', async () => {
    const form = {
      fields: [
        {
          name: 'foto',
          type: 'attachment',
          title: 'Foto',
          options: {
            attachmentTypes: ['image'],
            attachmentQty: 1,
            attachmentMandatory: 'none',
            attachmentSizes: { image: 8 },
          },
        },
      ],
    }
    const channel = await phones.channel({ schema: form })
    const sent = await phones.file(MANAGER, channel, 'foto', png())
    const { id } = await phones.raised(MANAGER, { ChannelId: channel, data: { foto: [sent.body.data] } })
    const attached = await get<Alert['attachments']>('acme-site-manager', `alerts/${id}/attachments`)
    expect(attached).toEqual((await get<Alert>('acme-admin', `alerts/${id}`)).attachments)
    expect(attached).toMatchObject([{ kind: 'image', name: 'Foto', meta: { type: 'image/png' } }])
    const [first] = await get<Alert[]>('acme-admin', 'alerts')
    expect(first!.attachments).toEqual(attached)
    const { original } = attached[0]!.meta.urls
    const open = async (url: string) => (await world.call(null, 'GET', url)).status
    expect(await open(original)).toBe(200)
    expect(await open(original.replace(/signature=./, 'signature=_'))).toBe(404)
    expect(await open(original.replace(/\?.*/, ''))).toBe(404)
    expect(await get('acme-admin', `alerts/${OF_SCHOOL}/attachments`)).toEqual([])
    const { now } = world.clock
    world.clock.now += 5 * 60_000
    expect(await open(original)).toBe(404)
    world.clock.now = now
  })
})

describe('ALERT-11 ALERT-12 the status', () => {
  it('ALERT-12 A-103 may be asked for as “not assigned” by provider staff alone', async () => {
    const ids = async (username: string, status: string) =>
      (await get<Alert[]>(username, `alerts?status=${status}&ClientId=2&order=id ASC`)).map(({ id }) => id)
    const fixtures = (list: number[]) => list.filter((id) => id <= 6)
    expect(fixtures(await ids('root', 'not-assigned'))).toEqual([2, 3])
    expect(fixtures(await ids('root', 'pending'))).toEqual([2, 3])
    expect(fixtures(await ids('root', 'assigned,not-assigned'))).toEqual([1, 2, 3, 4])
    for (const who of ['acme-admin', 'monitor-admin']) {
      expect((await ask(who, 'GET', 'alerts?status=not-assigned')).status).toBe(403)
      expect((await ask(who, 'GET', 'alerts?status=pending,not-assigned')).status).toBe(403)
    }
    expect((await ask('root', 'GET', 'alerts?status=gone')).status).toBe(400)
  })

  it('ALERT-11 A-154 is pending until somebody takes the alert, and stays assigned', async () => {
    const { id } = await phones.raised(MANAGER)
    const state = async () => {
      const { status, processedAt } = await get<Alert>('acme-admin', `alerts/${id}`)
      return [status, processedAt !== null]
    }
    expect(await state()).toEqual(['pending', false])
    expect((await act('acme-admin', id, 'take')).status).toBe(200)
    expect(await state()).toEqual(['assigned', true])
    expect((await act('acme-admin', id, 'release')).status).toBe(200)
    expect(await state()).toEqual(['assigned', true])
  })
})

describe('A-162 people work an alert', () => {
  it('A-162 lets one of two win, and tells the other who it was', async () => {
    const { id } = await phones.raised(MANAGER)
    const both = await Promise.all(['acme-admin', 'acme-site-manager'].map((who) => act(who, id, 'take')))
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const loser = both.find(({ status }) => status === 409)!
    const { takenBy } = await get<Alert>('acme-admin', `alerts/${id}`)
    expect(loser.body.error).toMatchObject({ message: 'ALERT_TAKEN', details: { takenBy } })
    // Taking over names whose it was.
    const other = takenBy!.name === 'Ana Acme' ? 'acme-site-manager' : 'acme-admin'
    expect((await act(other, id, 'take', { from: takenBy!.id })).status).toBe(200)
    expect((await timeline(id)).at(-1)).toMatchObject({ event: 'taken', details: { from: takenBy } })
  })

  it('A-162 wants a note with “other”, and keeps who resolved and reopened it', async () => {
    const { id } = await phones.raised(MANAGER)
    expect((await act('acme-admin', id, 'resolve', { resolution: 'other' })).body.error?.errors).toMatchObject([
      { field: 'text', message: 'formErrors.required' },
    ])
    expect((await act('acme-admin', id, 'resolve', { resolution: 'other', text: 'Engano' })).status).toBe(200)
    expect(await get<Alert>('acme-admin', `alerts/${id}`)).toMatchObject({
      resolution: 'other',
      resolvedBy: { name: 'Ana Acme' },
    })
    expect((await act('acme-admin', id, 'reopen')).status).toBe(200)
    expect((await timeline(id)).map(({ event }) => event)).toEqual(['created', 'resolved', 'reopened'])
  })

  it('A-162 T04 hands an alert on to a person who sees it alone', async () => {
    const { id } = await phones.raised(MANAGER)
    await phones.join(ROVER)
    const ofNoSite = await phones.raised(ROVER)
    const handOn = async (username: string, alert: number, UserId: number) => {
      const { status, body } = await act(username, alert, 'hand-on', { UserId })
      return [status, body.error?.errors?.map(({ field, message }) => [field, message])]
    }
    const refused = [400, [['UserId', 'resources.alerts.notSeen']]]
    const [ofSite, approver, ofBorealis, ofProvider, guest] = [7, 8, 9, 12, 5]
    expect(await handOn('acme-admin', id, ofSite)).toEqual([200, undefined])
    expect(await handOn('acme-admin', ofNoSite.id, ofSite)).toEqual(refused)
    expect(await handOn('acme-admin', id, approver)).toEqual(refused)
    expect(await handOn('acme-admin', id, ofBorealis)).toEqual([400, [['UserId', 'formErrors.notFound']]])
    for (const one of [ofBorealis, guest]) expect(await handOn('root', id, one)).toEqual(refused)
    expect(await handOn('root', id, ofProvider)).toEqual([200, undefined])
    expect(await handOn('root', 2, ofProvider)).toEqual(refused)
    expect((await get<Alert>('acme-admin', `alerts/${ofNoSite.id}`)).takenBy).toBeNull()
  })

  it('A-162 T04 T08 offers an alert to all whom the server would take, and to nobody else, the near ones first', async () => {
    const { id } = await phones.raised(MANAGER)
    await phones.join(ROVER)
    const ofNoSite = await phones.raised(ROVER)
    type Offered = Record<'people' | 'providers', { id: number; name: string; near?: boolean }[]>
    const offered = async (username: string, alert: number) => {
      const { people, providers } = await get<Offered>(username, `alerts/${alert}/recipients`)
      return [people.map((one) => one.id), providers.map((one) => one.name)] as const
    }
    const everybody = await get<{ id: number }[]>('root', 'users?limit=100&userType=tocsin,client,monitoring-provider')
    for (const [username, alert] of [
      ['root', id],
      ['root', ofNoSite.id],
      ['acme-admin', id],
      ['client-manager', id],
      ['acme-site-manager', id],
    ] as const) {
      const [people] = await offered(username, alert)
      const taken: number[] = []
      for (const { id: UserId } of everybody)
        if ((await act(username, alert, 'hand-on', { UserId })).status === 200) {
          taken.push(UserId)
          await act(username, alert, 'release')
        }
      expect([username, alert, new Set<unknown>(people)]).toEqual([username, alert, new Set<unknown>(taken)])
      expect(taken.length).toBeGreaterThan(0)
      // A person who has the alert is not offered it.
      await act(username, alert, 'hand-on', { UserId: taken[0] })
      expect((await offered(username, alert))[0]).not.toContain(taken[0])
      await act(username, alert, 'release')
    }
    const { people } = await get<Offered>('root', `alerts/${id}/recipients`)
    const [near, far] = [true, false].map((one) => people.filter((person) => person.near === one))
    expect(people).toEqual([...near!, ...far!])
    expect(near!.map((one) => one.id)).toContain(7)
    // A provider is offered until the alert has it; those without users:view are told of nobody.
    const [, names] = await offered('acme-admin', id)
    expect(names).toContain('Segurança 24 horas')
    const [guard] = await get<{ id: number }[]>('acme-admin', 'monitoring-providers?q=Segurança')
    expect((await act('acme-admin', id, 'hand-on', { MonitoringProviderId: guard!.id })).status).toBe(200)
    expect((await offered('acme-admin', id))[1]).toEqual(names.filter((one) => one !== 'Segurança 24 horas'))
    expect(await offered('monitor-operator', OF_SCHOOL)).toEqual([[], []])
  })

  it('A-162 offers 2,000 people at most, says that there are more, and finds those by a part of the name', async () => {
    const { id } = await phones.raised(MANAGER)
    type Offered = { people: { id: number; name: string; near: boolean }[]; more: Record<string, boolean> }
    const offered = (q = '') =>
      get<Offered & { providers: { name: string }[] }>('acme-admin', `alerts/${id}/recipients${q}`)
    const usual = await offered()
    expect(usual.more).toEqual({ people: false, providers: false })
    const added = 2_001 - usual.people.length
    try {
      await phones.query(sql`insert into users (name, username, email, role, user_type, client_id)
        select 'Zilá 100% ' || n, 'zila-' || n, 'zila-' || n || '@example.org', 'admin', 'client', 2
        from generate_series(1, ${added}::int) n`)
      const { people, more } = await offered()
      expect([people.length, more]).toEqual([2_000, { people: true, providers: false }])
      const names = new Set(people.map(({ name }) => name))
      const missing = Array.from({ length: added }, (_, at) => `Zilá 100% ${at + 1}`).filter((name) => !names.has(name))
      expect(missing).toHaveLength(1)
      // Neither case nor accents matter, the username is searched as well, and no sign is special.
      const [number] = /\d+$/.exec(missing[0]!)!
      for (const q of [missing[0]!.toUpperCase(), `zila 100% ${number}`, `zila-${number}`]) {
        const found = await offered(`?q=${encodeURIComponent(q)}`)
        expect(found.people.map(({ name }) => name)).toContain(missing[0])
        expect(found.more).toEqual({ people: false, providers: false })
        expect(found.people.every(({ near }) => !near)).toBe(true)
      }
      expect((await offered('?q=100_')).people).toEqual([])
      // Nobody is found who is not offered: an approver of the client, and people of another client.
      expect((await offered('?q=acme-approver')).people).toEqual([])
      expect((await offered('?q=borealis')).people).toEqual([])
      const { providers } = await offered('?q=seguranca')
      expect(providers.map(({ name }) => name)).toEqual(['Segurança 24 horas'])
      expect((await ask('acme-admin', 'GET', `alerts/${id}/recipients?q=a&q=b`)).status).toBe(400)
      expect((await ask('acme-admin', 'GET', `alerts/${id}/recipients?q=%00`)).status).toBe(400)
    } finally {
      await phones.query(sql`delete from users where username like 'zila-%'`)
    }
  })

  it('A-162 lets an alert be released by the person who has it, by who handed it on, and by managers, and by nobody else', async () => {
    const [ofSite, ana] = [7, 6]
    const { id } = await phones.raised(MANAGER)
    const release = async (username: string) => {
      const { status, text } = await act(username, id, 'release')
      return status === 200 ? 200 : [status, text.includes('resources.alerts.notYours')]
    }
    expect((await act('acme-admin', id, 'take')).status).toBe(200)
    expect(await release('acme-site-manager')).toEqual([403, true])
    expect((await get<Alert>('acme-admin', `alerts/${id}`)).takenBy?.id).toBe(ana)
    expect((await timeline(id)).map(({ event }) => event)).not.toContain('released')
    expect(await release('acme-admin')).toBe(200)
    // A manager releases what somebody else has.
    expect((await act('acme-site-manager', id, 'take')).status).toBe(200)
    expect(await release('client-manager')).toBe(200)
    // The person who handed it on takes that back, until the next person has it.
    const [other] = await phones.query(sql<{ id: number }>`insert into users (name, username, email, role, user_type,
        client_id, site_id)
      values ('Sônia Sítio', 'acme-site-other', 'acme-site-other@example.org', 'manager', 'client', 2, 1) returning id`)
    const handOn = async () => (await act('acme-site-manager', id, 'hand-on', { UserId: other!.id })).status
    expect(await handOn()).toBe(200)
    expect(await release('acme-site-manager')).toBe(200)
    expect(await handOn()).toBe(200)
    expect((await act('root', id, 'take', { from: other!.id })).status).toBe(200)
    // A provider that gets the alert as well changes nothing about the person who has it.
    const [guard] = await get<{ id: number }[]>('acme-admin', 'monitoring-providers?q=Segurança')
    const toProvider = { MonitoringProviderId: guard!.id }
    expect((await act('acme-site-manager', id, 'hand-on', toProvider)).status).toBe(200)
    expect(await release('acme-site-manager')).toEqual([403, true])
    // Taking it over stays open to all who see it.
    expect((await act('acme-site-manager', id, 'take', { from: 1 })).status).toBe(200)
    expect((await get<Alert>('acme-admin', `alerts/${id}`)).takenBy?.id).toBe(ofSite)
    // An admin of a monitoring provider manages the provider's users, and not the client's.
    expect((await act('borealis-admin', OF_BOREALIS, 'take')).status).toBe(200)
    const { status, text } = await act('monitor-admin', OF_BOREALIS, 'release')
    expect([status, text.includes('resources.alerts.notYours')]).toEqual([403, true])
  })

  it('A-162 gives an alert back to the member of staff from whom it was taken, and to no other one', async () => {
    const { id } = await phones.raised(MANAGER)
    expect((await act('root', id, 'take')).status).toBe(200)
    expect((await act('acme-admin', id, 'hand-on', { UserId: 1 })).status).toBe(400)
    expect((await act('acme-admin', id, 'take', { from: 1 })).status).toBe(200)
    expect((await act('acme-admin', id, 'hand-on', { UserId: 2 })).status).toBe(400)
    const { body } = await act('acme-admin', id, 'hand-on', { UserId: 1 })
    expect((body.data as Alert).takenBy).toMatchObject({ id: 1, name: 'Rute Raiz' })
  })

  it('A-162 goes on with the assignment of whoever had an alert that is reopened', async () => {
    const { id } = await phones.raised(MANAGER)
    for (const action of ['take', 'resolve', 'reopen']) expect((await act('acme-admin', id, action)).status).toBe(200)
    const { takenBy } = await get<Alert>('acme-admin', `alerts/${id}`)
    expect(await peopleAssigned(id)).toEqual([
      [takenBy!.id, true],
      [takenBy!.id, false],
    ])
  })

  it('A-162 works in a locked client: a lock stops no alert', async () => {
    expect((await act('borealis-admin', OF_BOREALIS, 'note', { text: 'A caminho' })).status).toBe(200)
    expect((await act('monitor-operator', OF_BOREALIS, 'acknowledge', {})).status).toBe(200)
  })
})

describe('ALERT-08 A-102 notifications', () => {
  const sent: Parameters<Send>[0][] = []
  const deliver = (send: Send) => deliverOutbox(world.parts, send, 'https://console.example.org')

  it('ALERT-08 A-102 go to the reporter or a responsible person, and the timeline tells what became of them', async () => {
    await deliver(async () => {})
    const { id } = await phones.raised(MANAGER)
    const notify = (body: object) => act('acme-admin', id, 'notifications', body)
    const text = 'Socorro a caminho\r\nBcc: x@example.org'
    expect((await notify({ target: 'contact', channel: 'phone', text })).status).toBe(200)
    expect((await notify({ target: 'responsible', channel: 'email', text: 'Abra o portão' })).status).toBe(200)
    const outcomes = async () =>
      (await timeline(id))
        .filter(({ event }) => event === 'notified')
        .map(({ actor, text: said, details }) => [actor.name, said?.split('\n')[0], details])
    const to = (channel: string) => ({ id: 1, name: 'Mirtes Sabiá', channel })
    expect(await outcomes()).toEqual([
      ['Ana Acme', 'Socorro a caminho', { to: to('phone'), outcome: 'waiting' }],
      ['Ana Acme', 'Abra o portão', { to: to('email'), outcome: 'waiting' }],
    ])
    await deliver(async (message) => {
      if (message.channel === 'mail') throw new Error('refused')
      sent.push(message)
    })
    // T87: a value is one line of the message, and no header.
    expect(sent).toEqual([
      {
        channel: 'sms',
        to: '+5511910000000',
        subject: '',
        text: expect.stringContaining(`${id}: Socorro a caminho Bcc: x@example.org`),
      },
    ])
    expect((await outcomes()).map(([, , details]) => (details as { outcome: string }).outcome)).toEqual([
      'sent',
      'waiting',
    ])
    const { now } = world.clock
    for (let attempt = 0; attempt < 8; attempt++) {
      world.clock.now += 3 * 3_600_000
      await deliver(() => Promise.reject(new Error('refused')))
    }
    world.clock.now = now
    expect((await outcomes()).map(([, , details]) => (details as { outcome: string }).outcome)).toEqual([
      'sent',
      'failed',
    ])
  })

  it('A-102 are slowed for one alert, and for no other one', async () => {
    const [{ id }, other] = [await phones.raised(MANAGER), await phones.raised(MANAGER)]
    const send = async (alert: number) => act('acme-admin', alert, 'notifications', { text: 'A caminho' })
    const all = await Promise.all(Array.from({ length: 22 }, () => send(id)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = all.filter(({ status }) => status === 429)
    expect(refused[1]!.body.error?.details).toEqual({ reason: 'limits.notifications', seconds: 600 })
    expect((await send(other.id)).status).toBe(200)
  })

  it('A-102 A-155 say where nobody can be reached', async () => {
    const wrong = async (id: number, body: object) => {
      const { status, body: answer } = await act('acme-admin', id, 'notifications', body)
      return [status, answer.error?.errors?.map(({ field, message }) => [field, message])]
    }
    const contact = { target: 'contact', channel: 'phone', text: 'x' }
    expect(await wrong(ANONYMOUS, contact)).toEqual([400, [['target', 'resources.alerts.notReachable']]])
    // Somebody without a phone.
    expect(await wrong(4, contact)).toEqual([400, [['channel', 'resources.alerts.notReachable']]])
    expect(await wrong(OF_SCHOOL, { ...contact, text: '' })).toEqual([400, [['text', 'formErrors.required']]])
    expect((await act('borealis-admin', OF_SCHOOL, 'notifications', contact)).status).toBe(404)
  })
})

describe('very many alerts', () => {
  beforeAll(async () => {
    await phones.query(sql`insert into alerts (client_id, uuid, generated_at, processed_at, resolution, resolved_by, resolved_at)
      select 2, 'many ' || n, now(), now(), 'real', '{"id": 8, "name": "x"}', now() from generate_series(1, 5000) n`)
    await phones.query(sql`insert into alert_assignments (client_id, alert_id, user_id, "user", ended_at)
      select 2, id, 8, '{"name": "x"}', now() from alerts where uuid like 'many %'`)
    await sql`analyze alerts`.execute(world.database.kysely)
    await sql`analyze alert_assignments`.execute(world.database.kysely)
  })

  const plan = async (username: string, query: object, way: 'asc' | 'desc') => {
    const [user] = await phones.query(sql<UserRow>`select ${USER_COLUMNS} from users u where u.username = ${username}`)
    const actor = actorFrom(user!, '')
    const served = (await serveResources()).get('alerts')!
    return withActor(world.parts, actor, async (tx) => {
      const asked = { parts: world.parts, actor, tx, requestId: '', locale: '' }
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select r.id from alerts r
        ${filterOf(conditions(served, { ...query }, asked))} order by r.id ${sql.raw(way)} limit 50`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  }

  it.each([
    [{ open: true }, 'open'],
    [{ status: ['pending'] }, 'pending'],
    [{ status: ['not-assigned'] }, 'pending'],
    [{ test: true }, 'tests'],
    [{ priority: true }, 'priority'],
  ])('K9 are not passed over to find the few of %o, oldest or newest first', async (query, index) => {
    for (const way of ['asc', 'desc'] as const) {
      expect(await plan('root', query, way)).toContain(`alerts_all_${index}`)
      // Staff alone may ask for alerts that nobody is assigned to.
      if (!Object.values(query).flat().includes('not-assigned'))
        expect(await plan('acme-admin', query, way)).toMatch(new RegExp(`alerts_(all_)?${index}`))
    }
  })

  it('K9 are not passed over to find those that one works on', async () => {
    for (const username of ['root', 'acme-admin'])
      expect(await plan(username, { mine: true }, 'desc')).toContain('alert_assignments_of_user')
  })
})
