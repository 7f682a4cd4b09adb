import type { Http } from '@tocsin/core/api/http'
import { createClient } from '@tocsin/core/api/client'
import { queryString } from '@tocsin/core/api/http'
import { copyApp } from '@tocsin/core/apps/copy'
import { apps } from '@tocsin/core/resources/apps/index'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import type { Channel } from '@tocsin/core/resources/channels/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { differences } from '../../server/records/audit'
import { bigForm } from '../big-form'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let admin: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.token('acme-admin')
})
afterAll(() => world.close())

type Form = ReturnType<typeof bigForm>
const call = (method: string, path: string, body?: unknown) => world.call(admin, method, path, body)
const channel = async (method: string, path: string, body?: object): Promise<Channel> => {
  const { status, body: answer } = await call(method, path, body)
  expect([status < 300, answer.error]).toEqual([true, undefined])
  return answer.data
}
const make = (name: string, config: object, appId = 1) =>
  channel('POST', 'channels', { name, appId, clientId: 2, channelType: 'alert', config })
const big = (name: string, count = 300) => make(name, { schema: bigForm(count) })
const stored = (text: ReturnType<typeof sql>) => withServer(world.database, async (tx) => (await text.execute(tx)).rows)

describe('K8 a form of 300 fields', () => {
  it('is stored and answered as it was given, without the options that it does not have', async () => {
    const given = JSON.stringify(bigForm(300)).length
    const made = await call('POST', 'channels', {
      name: 'Grande',
      appId: 1,
      clientId: 2,
      channelType: 'alert',
      config: { schema: bigForm(300) },
    })
    const { id, config, tag } = made.body.data as Channel
    const [first] = (config['schema'] as Form).fields as unknown as Record<string, unknown>[]
    expect(first).toEqual({
      name: 'f_1',
      title: expect.stringContaining('1. Pergunta') as string,
      required: true,
      type: 'text',
      options: { placeholder: 'Escreva o nome completo da pessoa que viu o ocorrido no local' },
    })
    expect([tag, Object.hasOwn(config, 'parentId'), Object.hasOwn(config, 'icon')]).toEqual([null, false, false])
    expect(given).toBeGreaterThan(85_000)
    expect(made.text.length).toBeLessThan(given + 1_000)
    const [{ bytes }] = (await stored(
      sql`select octet_length(config::text) as bytes from channels where id = ${id}`,
    )) as [{ bytes: number }]
    expect(bytes).toBeLessThan(given * 1.1)
    // A rule that compares with null keeps it.
    expect(made.text).toContain('"value":null')
  })

  it('comes back unchanged, with or without nulls, and loses what null clears', async () => {
    const made = await make('Volta', { icon: 'bolt', textColor: '#FFF', schema: bigForm(3) })
    const path = `channels/${made.id}`
    expect((await channel('PUT', path, made)).version).toBe(1)
    expect((await channel('PUT', path, { ...made, config: { ...made.config, parentId: null } })).version).toBe(1)
    const cleared = await channel('PATCH', path, { config: { icon: null, schema: { title: null } } })
    expect(cleared.version).toBe(2)
    const { icon: _, ...kept } = made.config
    const { title: __, ...form } = made.config['schema'] as Form
    expect(cleared.config).toEqual({ ...kept, schema: form })
    expect(Object.keys(cleared.config)).not.toContain('icon')
    // A cleared option with a default has it again.
    expect((await channel('PATCH', path, { config: { bgColor1: null } })).config.bgColor1).toBe('#4E4E4E')
  })

  it('is the same in versions, and no difference between them comes of a null', async () => {
    const app = (await call('POST', 'apps', { name: 'Versões', projectId: 5, clientId: 2 })).body.data as { id: number }
    const made = await make('Caso', { schema: bigForm(3) }, app.id)
    await call('POST', `apps/${app.id}/publish`, { versionComment: 'Um' })
    await channel('PATCH', `channels/${made.id}`, { config: { icon: 'bolt' } })
    await channel('PATCH', `channels/${made.id}`, { config: { icon: null, textColor: null, parentId: null } })
    const again = await call('POST', `apps/${app.id}/publish`, { versionComment: 'Dois' })
    expect([again.status, again.body.error?.details]).toEqual([400, { reason: 'resources.apps.nothingNew' }])
  })
})

describe('K8 a registration form of 300 fields', () => {
  it('is stored and answered without the options that it does not have, and a list leaves its fields out', async () => {
    const given = JSON.stringify(bigForm(300)).length
    const made = await call('POST', 'registration-forms', { name: 'Grande', ClientId: 2, schema: bigForm(300) })
    const { id } = made.body.data as { id: number }
    expect([made.status, made.text.length < given + 1_000]).toEqual([201, true])
    const [{ bytes }] = (await stored(
      sql`select octet_length(schema::text) as bytes from registration_forms where id = ${id}`,
    )) as [{ bytes: number }]
    expect(bytes).toBeLessThan(given * 1.1)
    const list = async (query: string) => {
      const { data } = (await call('GET', `registration-forms?ClientId=2${query}`)).body
      return (data as { id: number; schema: object }[]).find((one) => one.id === id)!.schema
    }
    expect(await list('')).toEqual({ title: bigForm(1).title })
    expect(Object.keys(await list('&withSchema=true'))).toEqual(expect.arrayContaining(['title', 'fields']))
  })
})

describe('K8 a list of channels', () => {
  const listed = async (query: string) => (await call('GET', `channels?${query}`)).body.data as Channel[]

  it('leaves the form out unless it is asked for, and keeps all else of the config', async () => {
    const made = await make('Na lista', { icon: 'bolt', schema: bigForm(3) })
    const { schema, ...light } = made.config
    const find = async (query: string) => (await listed(query)).find(({ id }) => id === made.id)?.config
    expect(await find('appId=1&limit=500')).toEqual(light)
    expect(await find('appId=1&limit=500&withSchema=true')).toEqual({ ...light, schema })
    // Records that are read by their ids have all their fields (API-16).
    expect(await find(`ids=${made.id}`)).toEqual(made.config)
    expect(await find(`ids=${made.id}&withSchema=false`)).toEqual(light)
  })

  it('gives a copy of an app the forms as well', async () => {
    const app = (await call('POST', 'apps', { name: 'Fonte', projectId: 5, clientId: 2 })).body.data as { id: number }
    const { config } = await make('Copiado', { schema: bigForm(3) }, app.id)
    const http = (async ({ method, path, query, body }) => {
      const answer = (await call(method, path + queryString(query), body)).body
      return { status: 200, data: answer.data, total: answer.total, requestId: answer.meta.id }
    }) as Http
    const client = createClient(http)
    const source = await client.get(apps, app.id)
    const copy = await copyApp({ client, http, once: (write) => write('a key') }, source, {
      name: 'Cópia',
      projectId: 5,
    })
    expect((await listed(`appId=${copy.id}&withSchema=true`)).map((one) => one.config)).toEqual([config])
  })
})

describe('K8 the history', () => {
  const latest = async (id: number) =>
    ((await call('GET', `audit-events?noun=channels&recordId=${id}&limit=1`)).body.data as AuditEvent[])[0]!.changes

  it('keeps of a long value the parts that differ, by their paths', async () => {
    const made = await big('História')
    expect(Object.keys(await latest(made.id))).toEqual(expect.arrayContaining(['name', 'config.schema.title']))
    const form = bigForm(300)
    const [first, second] = form.fields
    const before = first!.title
    first!.title = 'Outra pergunta'
    form.fields.splice(1, 1)
    await channel('PATCH', `channels/${made.id}`, { config: { icon: 'bolt', schema: form } })
    const changes = await latest(made.id)
    expect(changes).toEqual({
      'config.icon': { before: null, after: 'bolt' },
      'config.schema.fields.f_1.title': { before, after: 'Outra pergunta' },
      'config.schema.fields.f_2': {
        before: expect.objectContaining({ name: 'f_2', title: second!.title }) as object,
        after: null,
      },
    })
    expect(JSON.stringify(changes).length).toBeLessThan(1_000)
  })

  it('keeps both sides of a short value, and of one that changed all over no more than it can tell', async () => {
    const made = await make('Curta', { icon: 'bolt' })
    await channel('PATCH', `channels/${made.id}`, { config: { icon: 'flag' } })
    const { config } = await latest(made.id)
    expect(config).toMatchObject({ before: { icon: 'bolt' }, after: { icon: 'flag' } })
    const form = bigForm(300)
    await channel('PATCH', `channels/${made.id}`, { config: { schema: form } })
    for (const field of form.fields) field.title = field.title.replaceAll('a', 'o').toUpperCase()
    await channel('PATCH', `channels/${made.id}`, { config: { schema: form } })
    const changes = await latest(made.id)
    expect(JSON.stringify(changes).length).toBeLessThan(5_000)
    expect(String(changes['config']?.after)).toMatch(/^….*…$/s)
  })

  it('masks a secret, however long it is', () => {
    const long = { secret: 'x'.repeat(10_000), kept: { part: 'y'.repeat(10_000) } }
    const fields = {
      secret: { type: 'text', secret: true },
      kept: { type: 'group', fields: { part: { type: 'text' } } },
    } as const
    const changes = differences(fields, { ...long, secret: 'z' }, { ...long, kept: { part: 'y' } })
    expect(changes['secret']).toEqual({ before: '***', after: '***' })
    expect(changes['kept.part']?.after).toMatch(/^y$/)
    expect(JSON.stringify(changes)).not.toMatch(/[xz]/)
  })
})

describe('K8 a body', () => {
  const form = (bytes: number, path: string) => {
    const body = { name: 'Corpo', appId: 1, clientId: 2, config: { schema: { title: '' } } }
    const [before, after] = JSON.stringify(body).split('"title":""') as [string, string]
    const text = `${before}"title":""${' '.repeat(bytes - before.length - after.length - 10)}${after}`
    return world.app.inject({
      method: 'POST',
      url: `/api/v2/client/${path}`,
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      payload: text,
    })
  }

  it('of a channel has 2 MiB at most, and that of any other record 1 MiB', async () => {
    const MEBIBYTE = 1_048_576
    expect((await form(2 * MEBIBYTE, 'channels')).statusCode).toBe(201)
    const larger = await form(2 * MEBIBYTE + 1, 'channels')
    expect([larger.statusCode, larger.json()]).toMatchObject([413, { error: { details: { max: 2 * MEBIBYTE } } }])
    const site = await form(MEBIBYTE + 1, 'sites')
    expect([site.statusCode, site.json()]).toMatchObject([413, { error: { details: { max: MEBIBYTE } } }])
  })
})
