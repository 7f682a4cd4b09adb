// `npm run soak [-- minutes]`: random requests, good and hostile, of every kind of asker against a server on each database, as
// many minutes as are given (an hour unless told). Ends with 1 where anything was answered with a 5xx that is no refusal of a
// full line, where a byte went to somebody it does not belong to, where the servers' memory grew, or where a role that may
// write was only refused.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { allResources } from '@tocsin/core/resources/index'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import fc from 'fast-check'
import { users } from '../../fixtures/users'
import { world as fixtures } from '../../fixtures/world'
import { createPasswords } from '../../server/secrets/passwords'
import { seedWorld } from '../../server/program/seed'
import { CANARY, UNTOLD } from '../canaries'
import { HOSTILE_BODIES } from '../hostile-bodies'
import { temporaryPostgres } from '../postgres'
import { copyOfTemplate } from '../postgres-template'
import { randomRequest, ROLES } from '../random-requests'
import type { Soaked, Weight } from './server'

const MINUTES = Number(process.argv[2] ?? 60)
const SEED = Number(process.env['TOCSIN_FUZZ_SEED'] ?? Date.now() % 1_000_000)
/** Requests under way at a time. */
const AT_ONCE = 6
/** Requests that are made at a time, before lock-outs are undone. */
const BATCH = 600
/** One in so many requests is from the list of hostile bodies. */
const HOSTILE = 60
/** Times that memory is weighed. */
const WEIGHINGS = 12
/** Growth of the heap that counts as none, from the second weighing on: each session, plan and name keeps some. */
const FLAT = 1.25

/** Roles that have to get something done: a soak of refusals alone proves little. */
const BUSY = ['root', 'client-manager', 'acme-admin']

/** The roles that may see the planted texts. */
const SEES_CANARY = new Set<string | null>(['root', 'client-manager', 'borealis-admin'])
const SEES_UNTOLD = new Set<string | null>(['root', 'client-manager', 'monitor-admin'])

type Asked = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
  as: string | null
}
type Report = {
  kind: string
  statuses: Record<number, number>
  /** Requests that succeeded, by role. */
  done: Record<string, number>
  wrong: string[]
  weights: Weight[]
}

const askers = new Set(users.rows.filter(({ username }) => ROLES.includes(username)).map(({ id }) => String(id)))
/** Returns whether a request is about one of the askers: they have to remain who they are. */
const isOfAsker = (path: string) => /^users\/(\w+)/.test(path) && askers.has(path.split(/[/?]/)[1] ?? '')

const resources = await allResources()
const postgres = await temporaryPostgres()
try {
  const url = await copyOfTemplate(postgres.url, 'soak', async (database) =>
    seedWorld(database, fixtures, await createPasswords()),
  )
  console.log(`${MINUTES} minutes, seed ${SEED}`)
  const reports = await Promise.all([soak('embedded'), soak('PostgreSQL', url)])
  for (const { kind, statuses, done, wrong, weights } of reports) {
    const all = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
    console.log(`\n${kind}: ${all} requests (${counts.join(', ')})`)
    console.log(
      `  done for ${Object.entries(done)
        .map(([role, count]) => `${role}: ${count}`)
        .join(', ')}`,
    )
    for (const { heap, outside, resident } of weights)
      console.log(`  heap ${mebibytes(heap)}, outside of it ${mebibytes(outside)}, resident ${mebibytes(resident)}`)
    const growth = (weights.at(-1)?.heap ?? 0) / (weights[1]?.heap ?? Infinity)
    console.log(`  the heap grew ${growth.toFixed(2)} times; ${wrong.length} answers were wrong`)
    for (const one of wrong.slice(0, 20)) console.log(`  ${one.slice(0, 1000)}`)
    const refused = BUSY.filter((role) => !done[role])
    if (refused.length > 0) console.log(`  nothing was done for ${refused.join(', ')}`)
    if (wrong.length > 0 || growth > FLAT || refused.length > 0) process.exitCode = 1
  }
} finally {
  await postgres.stop()
  await rm(postgres.folder, { recursive: true, force: true })
}

async function soak(kind: string, url?: string): Promise<Report> {
  const server = fork(join(import.meta.dirname, 'server.ts'), url ? [url] : [], {
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  const [{ origin, tokens }] = (await once(server, 'message')) as [Soaked]
  const agent = new Agent({ keepAlive: true })
  const report: Report = { kind, statuses: {}, done: {}, wrong: [], weights: [] }
  const began = Date.now()
  const share = () => (Date.now() - began) / (MINUTES * 60_000)
  for (let batch = 0; share() < 1; batch++) {
    const waiting = made(batch)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let asked = waiting.pop(); asked; asked = waiting.pop()) await send(origin, agent, tokens, asked, report)
      }),
    )
    await told(server, 'repair')
    while (report.weights.length < share() * WEIGHINGS) report.weights.push((await told(server, 'weigh')) as Weight)
  }
  agent.destroy()
  server.disconnect()
  await once(server, 'exit')
  return report
}

async function told(server: ChildProcess, what: 'repair' | 'weigh'): Promise<unknown> {
  server.send(what)
  return ((await once(server, 'message')) as [unknown])[0]
}

/** The requests of a batch, the same for one seed. */
function made(batch: number): Asked[] {
  const options = { numRuns: BATCH, seed: SEED + batch }
  const asked = fc.sample(
    fc.constantFrom(...resources).chain((resource: Resource) => randomRequest(resource)),
    options,
  )
  const roles = fc.sample(fc.constantFrom(...ROLES), options)
  const picks = fc.sample(fc.nat(), options)
  return asked.flatMap(({ method, path, body }, index): Asked[] => {
    const as = roles[index] ?? null
    const pick = picks[index] ?? 0
    if (pick % HOSTILE === 0) {
      const { body: hostile, ...rest } = HOSTILE_BODIES[pick % HOSTILE_BODIES.length]!
      const payload = hostile?.()
      return [{ ...rest, headers: rest.headers ?? {}, ...(payload === undefined ? {} : { body: payload }), as }]
    }
    // The askers stay who they are.
    if (method !== 'GET' && isOfAsker(path)) return []
    const text = body === undefined ? undefined : JSON.stringify(body)
    return [
      {
        method,
        path,
        headers: { 'content-type': 'application/json' },
        ...(text === undefined ? {} : { body: text }),
        as,
      },
    ]
  })
}

function send(origin: string, agent: Agent, tokens: Soaked['tokens'], asked: Asked, report: Report): Promise<void> {
  const { method, path, headers, body, as } = asked
  const bearer = as === null ? {} : { authorization: `Bearer ${tokens[as]}` }
  return new Promise((resolve) => {
    const outgoing = request(
      `${origin}/api/${path}`,
      { agent, method, headers: { ...headers, ...bearer } },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          const text = Buffer.concat(pieces).toString() + JSON.stringify(answer.headers)
          report.statuses[status] = (report.statuses[status] ?? 0) + 1
          if (status < 300) report.done[String(as)] = (report.done[String(as)] ?? 0) + 1
          const what = `${status} to ${as} ${method} ${path} ${String(body ?? '').slice(0, 300)} ${text.slice(0, 300)}`
          if (status >= 500 && !(status === 503 && answer.headers['retry-after'])) report.wrong.push(what)
          if (!SEES_CANARY.has(as) && text.includes(CANARY)) report.wrong.push(`${CANARY}: ${what}`)
          if (!SEES_UNTOLD.has(as) && text.includes(UNTOLD)) report.wrong.push(`${UNTOLD}: ${what}`)
          resolve()
        })
      },
    )
    outgoing.on('error', (error) => {
      // A body that is too large is answered before it is read, and the connection cut.
      report.statuses[0] = (report.statuses[0] ?? 0) + 1
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') report.wrong.push(`refused: ${method} ${path}`)
      resolve()
    })
    outgoing.end(body)
  })
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`
}
