import { sql, type RawBuilder } from 'kysely'
import { issueMobileToken } from '../server/codes/mobile-tokens'
import { withServer } from '../server/context/actor'
import type { Reply, TestWorld } from './world'

/** Sends a file for a question, as a phone does. Its name and its type are those of a picture, whatever it is. */
export async function sendFile(
  { app }: Pick<TestWorld, 'app'>,
  url: string,
  token: string,
  { field, bytes }: { field: string; bytes: Uint8Array },
): Promise<Reply> {
  const boundary = 'x'
  const part = (name: string, more = '') => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(`${part('field')}\r\n${field}\r\n`),
      Buffer.from(`${part('file', '; filename="x.png"')}Content-Type: image/png\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json<Reply['body']>() }
}

/** The answer to a phone that has raised an alert. */
export type Told = {
  id: number
  uuid: string
  createdAt: string
  generatedAt: string
  givenAt?: string
  leftOut?: { field: string; message: string }[]
  again?: true
}

/** Returns the phones of a world, by the ids of their profiles. */
export function phonesOf(world: TestWorld) {
  let alerts = 0
  const uuid = () => `10000000-0000-4000-8000-${String(++alerts).padStart(12, '0')}`
  const token = (profile: number) =>
    withServer(world.database, (tx) => issueMobileToken(world.parts, tx, profile)).then((token) => token!)
  /** Sends an alert of a profile, by the first channel of the fixtures' app. Each has an id of its own. */
  const raise = async (profile: number, body: object = {}): Promise<Reply> =>
    world.call(null, 'POST', '/mobile/alerts', { uuid: uuid(), ChannelId: 1, ...body }, { token: await token(profile) })
  /** Gives a profile of the fixtures its person, without whom no phone acts for it. */
  const join = (profile: number) =>
    query(sql`insert into mobile_users (name, uuid) select name, mobile_user_uuid from maps where id = ${profile}
      on conflict do nothing`)
  /** Lets every phone raise alerts again, as if a minute had passed. */
  const rest = () => query(sql`delete from allowances where key like 'alerts-of-%'`)
  /** Raises an alert, and returns what the phone is told. */
  const raised = async (profile: number, body: object = {}): Promise<Told> => {
    const reply = await raise(profile, body)
    if (reply.status !== 201) throw new Error(reply.text)
    await rest()
    return reply.body.data
  }
  const query = async <T>(text: RawBuilder<T>) => (await withServer(world.database, (tx) => text.execute(tx))).rows
  const asRoot = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await world.call(await world.token('root'), method, path, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
    return reply.body.data
  }
  /** Makes an alert channel of Acme's first app with these options, and publishes it. Returns its id. */
  const channel = async (config: object = {}, more: object = {}): Promise<number> => {
    const { id } = await asRoot<{ id: number }>('POST', 'channels', {
      name: 'Novo',
      appId: 1,
      clientId: 2,
      channelType: 'alert',
      config,
      ...more,
    })
    await asRoot('POST', 'apps/1/publish', { versionComment: 'x' })
    return id
  }
  const file = async (profile: number, channelId: number, field: string, bytes: Uint8Array): Promise<Reply> =>
    sendFile(world, `/mobile/channels/${channelId}/files`, await token(profile), { field, bytes })
  return { uuid, token, join, rest, raise, raised, query, asRoot, channel, file }
}
