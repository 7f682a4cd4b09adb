import { createPrivateKey } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Links } from '@tocsin/core/base/links'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../server/program/app'
import { createPasswords, type Passwords } from '../server/secrets/passwords'
import { createSignInLine } from '../server/secrets/sign-in-line'
import { createTokens } from '../server/secrets/tokens'
import type { Database } from '../server/db/open'
import { noFaults, type Faults } from '../server/faults'
import { createLog } from '../server/log'
import { createOutbound } from '../server/outbound/outbound'
import type { Parts } from '../server/context/parts'
import { DEMO_PASSWORD } from '../fixtures/users'
import { testDatabase } from './database'

/** The moment at which every test world begins. */
export const EPOCH = Date.parse('2026-03-04T12:00:00Z')

export type TestWorld = {
  app: FastifyInstance
  /** The owner's way in; requests are served from `parts.database`, which has none. */
  database: Database
  parts: Parts
  /** Origin of the listening server; `listen()` first. */
  url: string
  listen: () => Promise<string>
  /** Every line the server logged. */
  logs: string[]
  clock: { now: number }
  /** Replaced by a test that wants the server to fail. */
  faults: { current: Faults }
  /** The access token of a demo account. */
  token: (username: string) => Promise<string>
  call: (
    token: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Reply>
  close: () => Promise<void>
}

export type Reply = {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  body: {
    success: boolean
    data: never
    total?: number
    meta: { id: string; total?: number }
    error?: {
      message: string
      errors?: { message: string; code?: string; field?: string }[]
      details?: Record<string, unknown>
    }
  }
}

const nowhere = async () => []

/** Shared by the worlds of a worker: each set of its own would begin with a hash. */
let passwords: Promise<Passwords> | undefined

/** The same key in every run, and so the same digests: an Ed25519 key of 32 times 42, in PKCS #8. */
function signingKey() {
  const key = Buffer.from(`302e020100300506032b657004220420${'2a'.repeat(32)}`, 'hex')
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' })
}

/** A seeded server in this process: fixed clock, seeded randomness, counted request ids, its own database. */
export async function startWorld(
  options: {
    database?: Database
    features?: Record<string, boolean>
    links?: Links
    mapsUrl?: string
    /** The built console; absent: the API alone. */
    webFolder?: string
    developerMessages?: Parts['developerMessages']
    /** Absent: no name resolves. */
    outbound?: Parts['outbound']
    allowedOrigins?: readonly string[]
    /** A running clock, for programs outside of this process; absent: `world.clock`, which stands still. */
    now?: () => number
    streams?: Parts['streams']
  } = {},
): Promise<TestWorld> {
  // Lines wide enough for every test; a test of lines opens its own.
  const database = options.database ?? (await testDatabase({ queueLimit: 5_000 }))
  const served = await database.forRequests('of a test')
  const clock = { now: EPOCH }
  const now = options.now ?? (() => clock.now)
  const faults = { current: noFaults }
  const logs: string[] = []
  let requests = 0
  let state = 42
  const parts: Parts = {
    database: served,
    now,
    // A linear congruential generator: the same bytes in every run.
    random: (size) =>
      Uint8Array.from({ length: size }, () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
        return state >>> 24
      }),
    newRequestId: () => `req-${++requests}`,
    tokens: await createTokens(signingKey(), now),
    passwords: { ...(await (passwords ??= createPasswords())) },
    // As patient as the slowest machine needs; refusals of a line are proved with lines of their own.
    signInLine: createSignInLine({ maxQueued: 1_000, maxWaitMs: 120_000 }),
    pause: async () => {},
    faults: (point, request) => faults.current(point, request),
    log: createLog((line) => void logs.push(line), now, 'info'),
    delivery: { wake: () => {} },
    outbound: options.outbound ?? createOutbound({ resolve: nowhere }),
    features: options.features ?? {},
    links: options.links,
    mapsUrl: options.mapsUrl,
    streams: options.streams,
    fences: { code: true, database: true, lock: true },
    publicUrl: 'https://console.example.org',
    allowedOrigins: options.allowedOrigins,
    developerMessages: options.developerMessages,
    version: '0.0.0-test',
    webFolder: options.webFolder,
  }
  const app = await createApp(parts)
  const tokens = new Map<string, { token: string; at: number }>()

  const call: TestWorld['call'] = async (token, method, path, body, headers = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: path.startsWith('/') ? path : `/api/${path}`,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    // No answer to any test ever sets a cookie (T70).
    if (answer.headers['set-cookie'] !== undefined) throw new Error(`a cookie from ${method} ${path}`)
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      body: (answer.headers['content-type']?.toString().startsWith('application/json')
        ? JSON.parse(answer.body || 'null')
        : null) as Reply['body'],
    }
  }

  const world: TestWorld = {
    app,
    database,
    parts,
    url: '',
    logs,
    clock,
    faults,
    call,
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 })
      world.url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
      return world.url
    },
    async token(username) {
      const known = tokens.get(username)
      // Under a running clock a token ends after five minutes, and a long test outlives it.
      if (known && (options.now === undefined || now() - known.at < 120_000)) return known.token
      const { body } = await call(null, 'POST', 'authentication/login', { username, password: DEMO_PASSWORD })
      const { token } = body.data as { token: string }
      tokens.set(username, { token, at: now() })
      return token
    },
    async close() {
      await app.close()
      if (database.kind === 'postgres') await served.close()
      await database.close()
    },
  }
  return world
}
