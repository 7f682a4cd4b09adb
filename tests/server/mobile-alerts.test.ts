import type { Alert } from '@tocsin/core/resources/alerts/types'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { mailText } from '../../server/outbox/mails'
import { sweepFiles } from '../../server/records/files'
import { ALERTS_OF_NETWORK, ALERTS_OF_PHONE, takeAll } from '../../server/attempts/limits'
import { pdf, png } from '../images'
import { phonesOf, sendFile, type Told } from '../phones'
import { startWorld, type Reply, type TestWorld } from '../world'

/** Profiles of Acme: the manager of its first school, one that waits, one that was switched off, one of no site. */
const MANAGER = 1
const PENDING = 2
const OFF = 3
const ROVER = 6
/** The channel of the first published version that raises alerts, with two providers. */
const SOS = 1

let world: TestWorld
let phones: ReturnType<typeof phonesOf>
let admin: string
beforeAll(async () => {
  world = await startWorld()
  phones = phonesOf(world)
  admin = await world.token('acme-admin')
  await phones.join(ROVER)
})
afterAll(() => world.close())
afterEach(async () => {
  await phones.rest()
  await phones.query(sql`update clients set locked = false, active = true where id = 2`)
})

const said = ({ status, body }: Reply) => [status, body.error?.message]
const problems = ({ status, body }: Reply) => [
  status,
  body.error?.errors?.map(({ field, message }) => [field, message]),
]
const shown = async (id: number, token = admin): Promise<Alert> =>
  (await world.call(token, 'GET', `alerts/${id}`)).body.data
const count = async (table: string) =>
  (await phones.query(sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`))[0]!.n

describe('a phone raises an alert', () => {
  it('ENT-ALERT-01 A-153 stores an alert with all that it has, and tells the board', async () => {
    const reply = await phones.raise(MANAGER, {
      text: 'Fumaça no corredor',
      generatedAt: '2026-03-04T11:59:00Z',
      latitude: -23.5,
      longitude: -46.6,
      formatted: 'Rua das Flores, 1',
      gps: true,
    })
    expect(reply.status, reply.text).toBe(201)
    const told = reply.body.data as Told
    expect(told).toEqual({
      id: expect.any(Number),
      uuid: expect.any(String),
      createdAt: new Date(world.clock.now).toISOString(),
      generatedAt: '2026-03-04T11:59:00.000Z',
    })
    expect(await shown(told.id)).toMatchObject({
      text: 'Fumaça no corredor',
      uuid: told.uuid,
      generatedAt: '2026-03-04T11:59:00.000Z',
      processedAt: null,
      status: 'pending',
      priority: true,
      test: false,
      anonymous: false,
      location: { latitude: -23.5, longitude: -46.6, formatted: 'Rua das Flores, 1' },
      gpsAlert: true,
      ChannelId: SOS,
      Channel: { name: 'Emergência', label: 'SOS', channelType: 'alert', icon: 'warning' },
      ClientId: 2,
      Client: { name: 'Acme Educação' },
      SiteId: 1,
      MobileProfileId: MANAGER,
      MobileProfile: { name: 'Mirtes Sabiá', phone: '+5511910000000' },
      MonitoringProviders: [
        { id: 1, name: 'Central tocsin', providerType: 'api', deliveredAt: null, failed: false },
        { id: 2, name: 'Portaria da Acme', providerType: 'email', deliveredAt: null, failed: false },
      ],
      meta: { dataView: [] },
      attachments: [],
    })
    const events = await world.call(admin, 'GET', `alert-histories?AlertId=${told.id}`)
    expect(events.body.data).toMatchObject([
      { event: 'created', SiteId: 1, actor: { kind: 'phone', id: MANAGER, name: 'Mirtes Sabiá' } },
    ])
    const audits = await world.call(admin, 'GET', `audit-events?noun=alerts&recordId=${told.id}`)
    expect(audits.body.data).toMatchObject([
      { verb: 'create', changes: { actor: { after: 'phone' }, profile: { after: MANAGER } } },
    ])
  })

  it('ALERT-11 A-153 takes its priority from the channel, and its place from the profile', async () => {
    const { id } = await phones.raised(ROVER, { ChannelId: 2, text: 'Quero falar' })
    expect(await shown(id)).toMatchObject({ priority: false, SiteId: null, Site: null, location: null, NearSite: null })
  })

  it('A-153 takes one uuid for one alert, however often and at once it comes', async () => {
    const uuid = phones.uuid()
    const before = await count('alerts')
    const replies = await Promise.all(Array.from({ length: 6 }, () => phones.raise(MANAGER, { uuid, text: 'Uma vez' })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(new Set(replies.map(({ body }) => (body.data as Told).id)).size).toBe(1)
    const again = await phones.raise(MANAGER, { uuid: uuid.toUpperCase(), text: 'Outra vez' })
    expect([again.status, (again.body.data as Told).again]).toEqual([200, true])
    expect(await count('alerts')).toBe(before + 1)
    // Another phone of the client does not get the alert of somebody else for its own.
    expect(problems(await phones.raise(ROVER, { uuid, ChannelId: SOS }))).toEqual([400, [['uuid', 'formErrors.taken']]])
  })

  it('A-153 clamps a clock that is a year ahead to a day around ours, and tells it', async () => {
    const ahead = await phones.raised(MANAGER, { generatedAt: '2027-03-04T12:00:00Z' })
    expect(ahead.givenAt).toBe('2027-03-04T12:00:00.000Z')
    expect(Date.parse(ahead.generatedAt) - Date.parse(ahead.createdAt)).toBe(86_400_000)
    expect((await shown(ahead.id)).meta.generatedAt).toBe('2027-03-04T12:00:00.000Z')
    const behind = await phones.raised(MANAGER, { generatedAt: '2001-01-01' })
    expect(Date.parse(behind.createdAt) - Date.parse(behind.generatedAt)).toBe(86_400_000)
    const right = await phones.raised(MANAGER, {})
    expect([right.generatedAt, right.givenAt]).toEqual([right.createdAt, undefined])
  })

  it('sends the text of “send now” without answers, and wants answers where a channel has none', async () => {
    for (const text of [undefined, null, '', ' \n ']) {
      const now = await phones.raised(MANAGER, { text })
      expect((await shown(now.id)).text).toBe('Preciso de ajuda')
    }
    const form = { fields: [{ name: 'onde', type: 'text', title: 'Onde?', required: true }] }
    const asking = await phones.channel({ schema: form })
    expect(problems(await phones.raise(MANAGER, { ChannelId: asking }))).toEqual([
      400,
      [['data.onde', 'formErrors.required']],
    ])
  })

  it('refuses in words what is no alert, and stores nothing', async () => {
    const before = await count('alerts')
    const wrong = async (body: object) => problems(await phones.raise(MANAGER, body))
    expect(await wrong({ uuid: 'x' })).toEqual([400, [['uuid', 'formErrors.regex']]])
    expect(await wrong({ ChannelId: 'SOS' })).toEqual([400, [['ChannelId', 'formErrors.integer']]])
    expect(await wrong({ anonymous: 'yes' })).toEqual([400, [['anonymous', 'formErrors.type']]])
    // Neither of another app or client, nor of a kind that sends none.
    await phones.rest()
    for (const ChannelId of [999_999, 3, 101, 401])
      expect([ChannelId, await wrong({ ChannelId })]).toEqual([
        ChannelId,
        [400, [['ChannelId', 'formErrors.notFound']]],
      ])
    expect(await count('alerts')).toBe(before)
  })

  it('refuses a profile that waits, one that is off, no token, and a client that is off', async () => {
    const pending = await phones.raise(PENDING)
    expect(said(pending)).toEqual([403, 'FORBIDDEN'])
    expect(pending.body.error?.details).toEqual({ reason: 'resources.maps.is.pending' })
    expect(said(await phones.raise(OFF))).toEqual([401, 'INVALID_AUTHORIZATION_HEADER'])
    expect(said(await world.call(null, 'POST', '/mobile/alerts', {}))).toEqual([401, 'INVALID_AUTHORIZATION_HEADER'])
    await phones.query(sql`update clients set active = false where id = 2`)
    expect(said(await phones.raise(MANAGER))).toEqual([401, 'INVALID_AUTHORIZATION_HEADER'])
    await phones.query(sql`update clients set active = true where id = 2`)
  })

  it('API-24 refuses a profile, or a phone, that the client has put on its blacklist', async () => {
    const list = (profile: number | null, phone: string | null) =>
      phones.query(sql`insert into blacklists (client_id, site_id, mobile_profile_id, phone, reason)
        values (2, 1, ${profile}, ${phone}, 'Trotes')`)
    const refusal = { status: 403, details: { reason: 'resources.blacklists.listed' } }
    const tried = async () => {
      const { status, body } = await phones.raise(MANAGER)
      return { status, details: body.error?.details }
    }
    for (const [profile, number] of [
      [MANAGER, null],
      [null, '+5511910000000'],
    ] as const) {
      await list(profile, number)
      expect(await tried()).toEqual(refusal)
      await world.database.transaction(async (tx) => {
        await sql`alter table blacklists no force row level security`.execute(tx)
        await sql`delete from blacklists where reason = 'Trotes'`.execute(tx)
        await sql`alter table blacklists force row level security`.execute(tx)
      })
    }
    // An entry of another client says nothing here.
    await phones.query(sql`insert into blacklists (client_id, phone, reason) values (3, '+5511910000000', 'Trotes')`)
    expect((await tried()).status).toBe(201)
  })

  it('takes alerts of a locked client: its lock stops its staff alone', async () => {
    await phones.query(sql`update clients set locked = true where id = 2`)
    const { id } = await phones.raised(MANAGER, { text: 'Mesmo assim' })
    expect((await shown(id)).text).toBe('Mesmo assim')
    await phones.query(sql`update clients set locked = false where id = 2`)
  })
})

describe('the place of an alert', () => {
  // Four places in the sea, where the fixtures have none.
  const place = (name: string, lat: number, radius: number, more: object = {}) =>
    phones.asRoot<{ id: number }>('POST', 'sites', {
      name,
      ClientId: 2,
      location: { formatted: name },
      lat,
      lng: -20,
      radius,
      ...more,
    })
  const near = async (latitude: number, longitude = -20) =>
    (await shown((await phones.raised(MANAGER, { latitude, longitude })).id)).NearSite?.name

  it('A-153 finds the nearest active site whose radius covers it, else the nearest within a kilometre', async () => {
    await place('Longe', -40, 30)
    await place('Perto', -40.1, 0.1)
    await place('Fechado', -40.2, 0.1, { active: false })
    // 5.6 km from the second one, and 16.7 km from the first, which reaches that far.
    expect(await near(-40.15)).toBe('Longe')
    // 90 m from the second one.
    expect(await near(-40.1008)).toBe('Perto')
    await place('Sozinho', -50, 0.1)
    expect(await near(-50.008)).toBe('Sozinho')
    expect(await near(-50.01)).toBeUndefined()
    expect(await near(-40.2, -20.5)).toBeUndefined()
    // Both sides of the line where a day begins.
    await place('Linha', 0, 0.1, { lng: 179.999 })
    expect(await near(0, -179.998)).toBe('Linha')
  })

  it('shows the rest of an alert whose position or time is wrong', async () => {
    const told = await phones.raised(MANAGER, { latitude: 95, longitude: -46, formatted: 5, generatedAt: 'soon' })
    expect(told.leftOut).toEqual([
      { field: 'generatedAt', message: 'formErrors.date' },
      { field: 'latitude', message: 'formErrors.maxValue' },
      { field: 'formatted', message: 'formErrors.type' },
    ])
    expect(await shown(told.id)).toMatchObject({ text: 'Preciso de ajuda', location: null, gpsAlert: false })
  })

  it('shows the beginning of a text that is too long, and tells the phone', async () => {
    const long = await phones.raised(MANAGER, { text: `${'🔥'.repeat(1_999)}fumaça` })
    expect(long.leftOut).toEqual([{ field: 'text', message: 'formErrors.maxLength' }])
    expect((await shown(long.id)).text).toBe(`${'🔥'.repeat(1_999)}f`)
    const none = await phones.raised(MANAGER, { text: 112 })
    expect(none.leftOut).toEqual([{ field: 'text', message: 'formErrors.type' }])
  })

  it('stores an alert of a newer app, and tells it the fields that are not known here', async () => {
    await phones.rest()
    const newer = await phones.raised(MANAGER, { colour: 'red', test: 1, data: { ['a\u0001']: 'b' } })
    expect(newer.leftOut).toEqual([
      { field: 'test', message: 'formErrors.type' },
      { field: 'colour', message: 'formErrors.unknownField' },
    ])
    expect(await shown(newer.id)).toMatchObject({ id: newer.id, test: false })
  })
})

describe('the answers of an alert', () => {
  const fields = [
    {
      name: 'onde',
      type: 'radios',
      title: 'Onde?',
      required: true,
      options: { choices: [{ value: 'p', text: 'Pátio' }] },
    },
    { name: 'ferido', type: 'checkbox', title: 'Há feridos?', options: { allowComments: true } },
    {
      name: 'foto',
      type: 'attachment',
      title: 'Foto',
      options: {
        attachmentTypes: ['image', 'audio'],
        attachmentQty: 3,
        attachmentMandatory: 'none',
        attachmentSizes: { image: 8, audio: 8 },
      },
    },
  ]
  let channel: number
  beforeAll(async () => {
    channel = await phones.channel({ schema: { fields }, anonymous: true })
  })
  const attach = async (profile: number, bytes: Uint8Array) => {
    const reply = await phones.file(profile, channel, 'foto', bytes)
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data as { type: string; url: string }
  }

  it('ENT-ALERT-02 ENT-ALERT-03 A-149 keeps them as people read them, with attachments that signed addresses open', async () => {
    const [photo, sound] = [await attach(MANAGER, png()), await attach(MANAGER, Buffer.from('ID3\x04'))]
    const data = { onde: 'p', ferido: true, 'ferido-comment': 'Um só', foto: [photo, sound], gone: 'x' }
    const { id } = await phones.raised(MANAGER, { ChannelId: channel, data, text: 'Caiu' })
    const alert = await shown(id)
    expect(alert.meta.dataView).toEqual([
      { name: 'onde', title: 'Onde?', value: 'Pátio', attachments: 0, comments: null },
      { name: 'ferido', title: 'Há feridos?', value: 'Yes', attachments: 0, comments: 'Um só' },
      { name: 'foto', title: 'Foto', value: '', attachments: 2, comments: null },
    ])
    expect(alert.attachments).toMatchObject([
      { uuid: expect.stringMatching(/^[0-9a-f-]{36}$/), kind: 'image', name: 'Foto', meta: { type: 'image/png' } },
      { kind: 'audio', name: 'Foto', updatedAt: alert.createdAt },
    ])
    // The bare address opens nothing, and the signed one for five minutes.
    const { original } = alert.attachments[0]!.meta.urls
    const open = async (url: string) => (await world.call(null, 'GET', url)).status
    expect(original.startsWith(`${photo.url}?`)).toBe(true)
    expect([await open(photo.url), await open(original)]).toEqual([404, 200])
    const { now } = world.clock
    world.clock.now += 5 * 60_000
    expect(await open(original)).toBe(404)
    world.clock.now = now
    // A day later they are still there, and one that no alert names is gone.
    const lost = await attach(MANAGER, png())
    const kept = async () =>
      (await phones.query(sql<{ name: string }>`select name from files where sender is not null`)).map(
        ({ name }) => `/api/files/${name}`,
      )
    for (let day = 0; day < 3; day++) {
      await withServer(world.database, (tx) => sweepFiles({ tx, parts: world.parts }))
      world.clock.now += 86_400_000
    }
    world.clock.now = now
    const names = await kept()
    expect([photo.url, sound.url, lost.url].map((url) => names.includes(url))).toEqual([true, true, false])
  })

  it('shows an alert whose text or answers have characters that cannot be stored', async () => {
    const cut = 'Fogo \ud83d'
    const data = { onde: 'p', ferido: true, 'ferido-comment': `a\0b\x1b[31m ${cut}` }
    const { id, leftOut } = await phones.raised(MANAGER, { ChannelId: channel, data, text: `\0${cut}` })
    expect(leftOut).toBeUndefined()
    const { text, meta } = await shown(id)
    expect([text, meta.dataView[1]?.comments]).toEqual(['Fogo \ufffd', 'a b [31m Fogo \ufffd'])
  })

  it('refuses wrong answers at their questions', async () => {
    const wrong = { onde: 'q', ferido: 'ja' }
    expect(problems(await phones.raise(MANAGER, { ChannelId: channel, data: wrong }))).toEqual([
      400,
      [
        ['data.onde', 'formErrors.choice'],
        ['data.ferido', 'formErrors.type'],
      ],
    ])
  })

  it('T86 shows the rest of an alert with a broken attachment, a foreign one, one of a wrong type, or fifty', async () => {
    const [mine, others] = [await attach(MANAGER, png()), await attach(ROVER, png())]
    const foto = [
      null,
      { type: 'image', url: '/api/files/nowhere' },
      others,
      { ...mine, type: 'audio' },
      ...Array.from({ length: 50 }, () => mine),
    ]
    const told = await phones.raised(MANAGER, { ChannelId: channel, data: { onde: 'p', foto }, text: 'Tudo' })
    expect(told.leftOut).toEqual([{ field: 'data.foto', message: 'formErrors.noFile' }])
    expect((await shown(told.id)).attachments).toEqual([])
    const few = [mine, null, { type: 'image', url: 'x' }]
    const second = await phones.raised(MANAGER, { ChannelId: channel, data: { onde: 'p', foto: few } })
    expect(second.leftOut).toEqual([{ field: 'data.foto', message: 'formErrors.noFile' }])
    expect(await shown(second.id)).toMatchObject({
      attachments: [{ kind: 'image' }],
      meta: { dataView: [{ value: 'Pátio' }, { name: 'foto', attachments: 1 }] },
    })
    const none = await phones.raised(MANAGER, { ChannelId: channel, data: { onde: 'p', foto: 'x' } })
    expect((await shown(none.id)).attachments).toEqual([])
    // Its own file in somebody else's alert.
    expect(
      (await phones.raised(ROVER, { ChannelId: channel, data: { onde: 'p', foto: [mine] } })).leftOut,
    ).toHaveLength(1)
  })

  it('refuses a file that no question takes, of an unknown channel, or of somebody who waits', async () => {
    const send = (profile: number, id: number, field: string, bytes: Uint8Array) =>
      phones.file(profile, id, field, bytes)
    expect(problems(await send(MANAGER, channel, 'foto', pdf()))).toEqual([400, [['file', 'formErrors.fileType']]])
    expect(problems(await send(MANAGER, channel, 'onde', png()))).toEqual([400, [['field', 'formErrors.notFound']]])
    expect(said(await send(MANAGER, 3, 'foto', png()))).toEqual([404, 'NOT_FOUND'])
    expect(said(await send(MANAGER, 999_999, 'foto', png()))).toEqual([404, 'NOT_FOUND'])
    expect(said(await send(PENDING, channel, 'foto', png()))).toEqual([403, 'FORBIDDEN'])
  })
})

describe('an anonymous alert', () => {
  it('A-155 is taken where the channel allows it alone', async () => {
    expect(problems(await phones.raise(MANAGER, { anonymous: true }))).toEqual([
      400,
      [['anonymous', 'resources.alerts.notAnonymous']],
    ])
  })

  it('A-155 T72 has no name, profile, phone or device in any table, log, mail or answer', async () => {
    const secret = { id: 77_123, name: 'Quxanda Ybyra', phone: '+5511977771234', uuid: 'device-of-quxanda' }
    await phones.query(
      sql`insert into mobile_users (name, uuid, phone) values (${secret.name}, ${secret.uuid}, ${secret.phone})`,
    )
    await phones.query(sql`insert into maps (id, client_id, name, site_id, status, mobile_user_uuid, profile_props)
      values (${secret.id}, 2, ${secret.name}, 1, 'active', ${secret.uuid}, ${JSON.stringify({ phone: secret.phone, email: 'quxanda@example.org' })}::jsonb)`)
    const fields = [
      {
        name: 'foto',
        type: 'attachment',
        options: {
          attachmentTypes: ['image'],
          attachmentQty: 3,
          attachmentMandatory: 'none',
          attachmentSizes: { image: 8 },
        },
      },
    ]
    const channel = await phones.channel(
      { anonymous: true, notifyManager: true, schema: { fields } },
      { MonitoringProviders: [1, 3] },
    )
    const token = await phones.token(secret.id)
    const wrote = world.logs.length
    const told = await phones.query(
      sql<{ relname: string; isOpen: boolean }>`select relname,
          has_table_privilege('tocsin_app', oid, 'select') as "isOpen" from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    /** Returns how often each table has something of the person in its rows. */
    const traces = async () => {
      const found: Record<string, number> = {}
      for (const { relname, isOpen } of told) {
        const text = sql<{ n: number }>`select count(*)::int as n from ${sql.table(relname)} t
          where t::text ~ ${`Quxanda|quxanda|77123|977771234`}`
        const [row] = isOpen ? await phones.query(text) : (await text.execute(world.database.kysely)).rows
        if (row!.n > 0) found[relname] = row!.n
      }
      return found
    }
    const before = await traces()
    expect(Object.keys(before).sort()).toEqual(['maps', 'mobile_users'])
    const sent = await sendFile(world, `/mobile/channels/${channel}/files`, token, { field: 'foto', bytes: png() })
    expect(sent.status, sent.text).toBe(201)
    const body = {
      uuid: phones.uuid(),
      ChannelId: channel,
      anonymous: true,
      text: 'Vi uma arma',
      data: { foto: [sent.body.data] },
    }
    const reply = await world.call(null, 'POST', '/mobile/alerts', body, { token })
    expect(reply.status, reply.text).toBe(201)
    const { id } = reply.body.data as Told
    expect(await traces()).toEqual(before)
    const alert = await world.call(admin, 'GET', `alerts/${id}`)
    expect(alert.body.data).toMatchObject({
      anonymous: true,
      MobileProfileId: null,
      MobileProfile: null,
      attachments: [{ kind: 'image' }],
    })
    const answers = [
      alert,
      await world.call(admin, 'GET', `alert-histories?AlertId=${id}`),
      await world.call(admin, 'GET', `audit-events?noun=alerts&recordId=${id}`),
      await world.call(admin, 'GET', 'alerts?q=Quxanda'),
    ]
    for (const { status, text } of answers)
      expect([status, text]).toEqual([200, expect.not.stringMatching(/uxanda|77123|97777/)])
    expect(answers.at(-1)!.body.total).toBe(0)
    expect(world.logs.slice(wrote).join('')).not.toMatch(/uxanda|77123|97777/)
    // The file that came with it says no more of its sender than any other.
    const { url } = sent.body.data as { url: string }
    const senders = await phones.query(sql`select sender from files where name = ${url.slice('/api/files/'.length)}`)
    expect(senders).toEqual([{ sender: 'alert' }])
    // The manager of the site is told, without a name.
    const mails = await phones.query(
      sql<{ template: string; data: object }>`select template, data from outbox order by id desc limit 1`,
    )
    expect(mails).toMatchObject([{ template: 'alert-raised-anonymous', data: { alert: id, text: 'Vi uma arma' } }])
    expect(mails[0]!.data).not.toHaveProperty('reporter')
  })

  it('A-155 has neither the place nor the device in its pictures, which other channels keep', async () => {
    const chunk = (name: string, data: string) => {
      const size = Buffer.from([0, 0, 0, data.length])
      return Buffer.concat([size, Buffer.from(`${name}${data}CRC!`, 'latin1')])
    }
    const photo = Buffer.concat([png(), chunk('tEXt', 'Author\0Quxanda'), chunk('IEND', '')])
    const fields = [
      {
        name: 'foto',
        type: 'attachment',
        options: {
          attachmentTypes: ['image'],
          attachmentQty: 3,
          attachmentMandatory: 'none',
          attachmentSizes: { image: 8 },
        },
      },
    ]
    const stored = async (config: object) => {
      const channel = await phones.channel({ ...config, schema: { fields } })
      const { body } = await phones.file(MANAGER, channel, 'foto', photo)
      const { url } = body.data as { url: string }
      const [file] = await phones.query(
        sql<{ bytes: Buffer }>`select bytes from files where name = ${url.slice('/api/files/'.length)}`,
      )
      return Buffer.from(file!.bytes)
    }
    expect(await stored({ anonymous: true })).toEqual(Buffer.concat([png(), chunk('IEND', '')]))
    expect(await stored({})).toEqual(photo)
  })

  it('A-155 keeps the check of the schema: no row is anonymous and has a profile', async () => {
    const { id } = await phones.raised(MANAGER)
    await expect(phones.query(sql`update alerts set anonymous = true where id = ${id}`)).rejects.toMatchObject({
      sqlState: '23514',
    })
  })
})

describe('who is told', () => {
  it('A-155 mails the active managers of the site, marks a test, and lets no text be a header (T87)', async () => {
    const channel = await phones.channel({ notifyManager: true }, { name: 'Aviso' })
    const before = await count('outbox')
    await phones.raised(MANAGER, { ChannelId: channel, text: 'Um\r\nSubject: dois', test: true })
    const [mail, ...more] = await phones.query(
      sql<{
        recipient: string
        template: 'alert-raised-test'
        data: Record<string, unknown>
      }>`select recipient, template, data
        from outbox order by id offset ${before}`,
    )
    expect(more).toEqual([])
    expect([mail!.recipient, mail!.template]).toEqual(['direcao-1@example.org', 'alert-raised-test'])
    const { subject, text } = mailText(mail!.template, 'pt-BR', mail!.data)
    expect(subject).toBe('TESTE: Alerta de Escola Municipal Aurora Lima 1: Aviso')
    expect(text).toContain('\nUm Subject: dois\n')
    expect(text).toContain('Relatado por: Mirtes Sabiá +5511910000000\n')
    // Nobody is told by a channel that does not ask for it, nor of a profile without a site.
    await phones.raised(MANAGER)
    await phones.raised(ROVER, { ChannelId: channel })
    expect(await count('outbox')).toBe(before + 1)
  })

  it('A-155 stores data collection, and neither shows nor delivers it', async () => {
    const channel = await phones.channel({ dataChannel: true, notifyManager: true }, { MonitoringProviders: [1] })
    const counts = await Promise.all(['alerts', 'alert_assignments', 'alert_histories', 'outbox'].map(count))
    const { id } = await phones.raised(MANAGER, { ChannelId: channel, text: 'Só dados' })
    expect(await Promise.all(['alerts', 'alert_assignments', 'alert_histories', 'outbox'].map(count))).toEqual([
      counts[0]! + 1,
      ...counts.slice(1),
    ])
    expect((await world.call(admin, 'GET', `alerts/${id}`)).status).toBe(404)
    const listed = await world.call(admin, 'GET', `alerts?ids=${id}`)
    expect([listed.body.data, listed.body.total]).toEqual([[], 0])
    expect((await world.call(admin, 'POST', `alerts/${id}/take`, {})).status).toBe(404)
  })

  it('A-154 assigns the providers of the published channel that are active, and marks nothing as processed', async () => {
    const channel = await phones.channel({}, { MonitoringProviders: [1, 2, 3] })
    await phones.query(sql`update monitoring_providers set active = false where id = 2`)
    const { id } = await phones.raised(MANAGER, { ChannelId: channel })
    await phones.query(sql`update monitoring_providers set active = true where id = 2`)
    const rows = await phones.query(
      sql`select monitoring_provider_id as provider, delivery, attempts from alert_assignments where alert_id = ${id} order by 1`,
    )
    expect(rows).toEqual([
      { provider: 1, delivery: 'waiting', attempts: 0 },
      { provider: 3, delivery: 'waiting', attempts: 0 },
    ])
    expect(await shown(id)).toMatchObject({ status: 'pending', processedAt: null })
  })
})

describe('T84 a flood of one phone', () => {
  it('T84 is slowed, says when to come again, and holds up nobody else', async () => {
    const flood = []
    for (let n = 0; n < 14; n++) flood.push(await phones.raise(ROVER, { ChannelId: SOS }))
    expect(flood.map(({ status }) => status)).toEqual([...Array<number>(10).fill(201), ...Array<number>(4).fill(429)])
    const refused = flood.at(-1)!
    expect(said(refused)).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.body.error?.details).toEqual({ reason: 'limits.alerts', seconds: 60 })
    // Another phone of the same network raises its alert meanwhile.
    expect((await phones.raise(MANAGER)).status).toBe(201)
    world.clock.now += 60_000
    expect((await phones.raise(ROVER, { ChannelId: SOS })).status).toBe(201)
  })

  it('T84 slows down a network that sends more than a whole school does, and lets it go on within seconds', async () => {
    for (let n = 0; n < ALERTS_OF_NETWORK.limit; n++)
      await withServer(world.database, (tx) =>
        takeAll({ parts: world.parts, tx }, [['alerts-of-network', '127.0.0.1', ALERTS_OF_NETWORK]]),
      )
    const refused = await phones.raise(MANAGER)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
    for (let n = 0; n < ALERTS_OF_PHONE.limit; n++) await phones.raise(MANAGER)
    world.clock.now += 10_000
    // A refusal that others caused does not count as the phone's own.
    expect((await phones.raise(MANAGER)).status).toBe(201)
  })
})
