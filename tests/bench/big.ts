import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { schools } from '../../fixtures/places'
import { bigPlaces, fixturesOf } from '../../fixtures/world'
import { openDatabase, type Database } from '../../server/db/open'
import { seedMore } from '../../server/program/seed'
import { fillAsServed, worldAsServed, type Seed } from '../database'
import { temporaryPostgres } from '../postgres'
import { copyOfTemplate } from '../postgres-template'
import type { Measure } from './results'

/** The client of a hundred thousand sites, and one of a tenth of them. */
export const BIG = 2
export const TENTH = 4

const places: Seed = {
  key: 'big',
  run: async (database) => {
    await seedMore(database, fixturesOf(bigPlaces()))
    await seedMore(database, fixturesOf(schools(TENTH, 300_001, 10_000, 'TENTH')))
  },
}
async function fill(database: Database): Promise<void> {
  await fillAsServed(database)
  await places.run(database)
}

/** Opens a world of a hundred thousand sites: on the PostgreSQL at `url`, or on the embedded database. */
export async function openBig(url?: string): Promise<Database> {
  return openDatabase(url ? { url } : { seed: await worldAsServed(places) })
}

/** Measures on the embedded database and on a PostgreSQL, each with a world of its own. */
export const onBoth = (measure: (kind: string, database: Database) => Promise<Measure[]>): Promise<Measure[]> =>
  onBothKinds(async (kind, url) => measure(kind, await openBig(url)))

/** Measures both databases, like `onBoth`, for a bench that opens the world elsewhere. */
export async function onBothKinds(measure: (kind: string, url?: string) => Promise<Measure[]>): Promise<Measure[]> {
  const measures = await measure('embedded')
  const postgres = await temporaryPostgres()
  try {
    measures.push(...(await measure('PostgreSQL', await copyOfTemplate(postgres.url, 'bench', fill))))
  } finally {
    await postgres.stop()
    await rm(postgres.folder, { recursive: true, force: true })
  }
  return measures
}

/** Asks over connections that stay open, as browsers do; everything but 200 is an error. */
export function createKeepAliveClient(origin: string, token: string) {
  const agent = new Agent({ keepAlive: true })
  const ask = (method: 'GET' | 'POST', path: string, headers: Record<string, string> = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = { agent, method, headers: { authorization: `Bearer ${token}`, ...headers } }
      const outgoing = request(`${origin}/api/${path}`, options, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () => {
          const text = Buffer.concat(pieces).toString()
          if (answer.statusCode === 200) resolve(text)
          else reject(new Error(`${answer.statusCode} ${text}`))
        })
      })
      outgoing.on('error', reject)
      outgoing.end(method === 'POST' ? '{}' : undefined)
    })
  return { ask, end: () => agent.destroy() }
}
