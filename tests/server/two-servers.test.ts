import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { world as fixtures } from '../../fixtures/world'
import { createPasswords } from '../../server/secrets/passwords'
import { openDatabase, type ScopedDatabase } from '../../server/db/open'
import { StartLockError, withStartLock } from '../../server/db/start-lock'
import { say } from '../../server/program/messages'
import { seedWorld } from '../../server/program/seed'
import { noFaults } from '../../server/faults'
import { serve, type ServeOptions, type Serving } from '../../server/program/serve'
import { databaseKind } from '../database'

const WAITS = say('en-US', 'waitingForOther')
const serving: Serving[] = []
afterEach(async () => {
  for (const one of serving.splice(0)) await one.stop()
})

/** A PostgreSQL database with nothing in it. */
async function emptyUrl(): Promise<string> {
  const url = new URL(inject('postgresUrl'))
  const name = `empty_${randomBytes(6).toString('hex')}`
  const admin = await openDatabase({ url: url.href })
  await sql`create database ${sql.id(name)}`.execute(admin.kysely)
  await admin.close()
  url.pathname = `/${name}`
  return url.href
}

/** Two servers that start at the same moment, as `npm start` would start each, and every line they told. */
async function startTwo(url: string, fill?: ServeOptions['fill']): Promise<{ servers: Serving[]; lines: string[] }> {
  const lines: string[] = []
  const start = () =>
    serve({
      host: '127.0.0.1',
      port: 0,
      url,
      folder: '',
      fill,
      features: {},
      faults: noFaults,
      logLevel: 'silent',
      version: 'test',
      locale: 'en-US',
      tell: (line) => void lines.push(line),
      writeLog: () => undefined,
    })
  const servers = await Promise.all([start(), start()])
  serving.push(...servers)
  return { servers, lines }
}

async function ask(
  server: Serving,
  path: string,
  token?: string,
  body?: object,
): Promise<{ status: number; data: never }> {
  const answer = await fetch(`${server.url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, data: ((await answer.json()) as { data: never }).data }
}

describe.runIf(databaseKind === 'postgres')('two servers that start at once on an empty database', () => {
  it('fill it once with the demo, the second waiting for the first, and serve the same', async () => {
    let filled = 0
    const fill = async (database: ScopedDatabase) => {
      filled += 1
      await seedWorld(database, fixtures, await createPasswords())
    }
    const { servers, lines } = await startTwo(await emptyUrl(), fill)
    const [first, second] = servers as [Serving, Serving]
    expect([filled, lines]).toEqual([1, [WAITS]])
    const signedIn = await ask(first, 'authentication/login', undefined, {
      username: 'acme-admin',
      password: DEMO_PASSWORD,
    })
    const { token } = signedIn.data as { token: string }
    const [one, other] = await Promise.all([ask(first, 'sites', token), ask(second, 'sites', token)])
    expect([one.status, other.status]).toEqual([200, 200])
    expect((one.data as unknown[]).length).toBeGreaterThan(0)
    expect(other.data).toEqual(one.data)
  })

  it('make its schema and its key once, and one root between them', async () => {
    const { servers, lines } = await startTwo(await emptyUrl())
    expect(lines).toEqual([WAITS])
    const person = {
      username: 'rita',
      name: 'Rita',
      email: 'r@example.org',
      password: 'Segredo1',
      passwordConfirm: 'Segredo1',
    }
    const roots = await Promise.all(
      servers.map((server, index) =>
        ask(server, 'authentication/first-root', undefined, {
          ...person,
          username: `rita-${index}`,
          code: server.firstRootCode,
        }),
      ),
    )
    expect(roots.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const { token } = roots.find(({ status }) => status === 200)!.data as { token: string }
    for (const server of servers) expect((await ask(server, 'users', token)).data).toHaveLength(1)
  })
})

describe.runIf(databaseKind === 'postgres')('the lock of a start', () => {
  it('is held as long as the work under it takes, however short the wait of others is', async () => {
    const url = await emptyUrl()
    const [first, second] = [await openDatabase({ url }), await openDatabase({ url })]
    const waited: string[] = []
    const work = async () => {
      await expect(
        withStartLock(
          second,
          () => void waited.push('second'),
          async () => 'both',
          200,
        ),
      ).rejects.toThrow(StartLockError)
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      return 'done'
    }
    try {
      expect(await withStartLock(first, () => undefined, work, 200)).toBe('done')
      expect(waited).toEqual(['second'])
    } finally {
      await Promise.all([first.close(), second.close()])
    }
  })
})
