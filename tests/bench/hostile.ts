import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { HOSTILE_BODIES, type HostileBody } from '../hostile-bodies'
import { onBothKinds } from './big'
import { timed, type Measure } from './results'
import { serveDemo } from './served'

/** Times that a body is sent; the shortest counts, ms, since other work of the machine is not its doing. */
const ROUNDS = 3
/** The pause between two questions about the server's health, ms. */
const THOUGHT = 2

/**
 * Measures the time that each of the hostile bodies takes the server, and that its health takes meanwhile: the worst of
 * the list, by name. The server is the built one, in a process of its own.
 */
export default (): Promise<Measure[]> => onBothKinds(measure)

async function measure(kind: string, url?: string): Promise<Measure[]> {
  const server = await serveDemo(url)
  const agent = new Agent({ keepAlive: true })
  try {
    const send = sender(server.origin, agent)
    const tokens = new Map<string, string>()
    for (const name of new Set(HOSTILE_BODIES.flatMap(({ as }) => as ?? [])))
      tokens.set(name, await signIn(server.origin, name))
    const worst = { answer: { name: '', time: 0 }, health: { name: '', time: 0 } }
    const failed: string[] = []
    for (const hostile of HOSTILE_BODIES) {
      const payload = hostile.body?.()
      const bearer = hostile.as === null ? {} : { authorization: `Bearer ${tokens.get(hostile.as)}` }
      const best = { answer: Infinity, health: Infinity }
      for (let round = 0; round < ROUNDS; round++) {
        const health = askingForHealth(send)
        const { time, result } = await timed(() => send(hostile, { ...hostile.headers, ...bearer }, payload))
        best.answer = Math.min(best.answer, time)
        best.health = Math.min(best.health, await health.end())
        if (result >= 500) failed.push(`${hostile.name}: ${result}`)
      }
      if (best.answer > worst.answer.time) worst.answer = { name: hostile.name, time: best.answer }
      if (best.health > worst.health.time) worst.health = { name: hostile.name, time: best.health }
    }
    const milliseconds = ({ name, time }: { name: string; time: number }) => `${time.toFixed(0)} ms, ${name}`
    return [
      {
        name: `the slowest of ${HOSTILE_BODIES.length} hostile bodies, ${kind}`,
        figure: [milliseconds(worst.answer), ...new Set(failed)].join('; '),
        ratio: null,
        goal: '≤ 1 s, no 5xx',
        met: worst.answer.time <= 1000 && failed.length === 0,
      },
      {
        name: `/healthz at the worst of them, ${kind}`,
        figure: milliseconds(worst.health),
        ratio: null,
        goal: '≤ 100 ms',
        met: worst.health.time <= 100,
      },
    ]
  } finally {
    agent.destroy()
    await server.stop()
  }
}

type Send = (
  to: Pick<HostileBody, 'method' | 'path'>,
  headers?: Record<string, string>,
  body?: string | Uint8Array,
) => Promise<number>

/** Sends a request below /api and resolves to the answer's status, once all of it is there. */
const sender =
  (origin: string, agent: Agent): Send =>
  ({ method, path }, headers = {}, body) =>
    new Promise((resolve, reject) => {
      const outgoing = request(`${origin}/api/${path}`, { agent, method, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })

/** Asks for the server's health again and again; `end` resolves to the longest it took, ms. */
function askingForHealth(send: Send) {
  let isOver = false
  const asking = (async () => {
    let longest = 0
    while (!isOver) {
      const { time } = await timed(() => send({ method: 'GET', path: '../healthz' }))
      longest = Math.max(longest, time)
      await pause(THOUGHT)
    }
    return longest
  })()
  return {
    end: () => {
      isOver = true
      return asking
    },
  }
}

async function signIn(origin: string, username: string): Promise<string> {
  const answer = await fetch(`${origin}/api/authentication/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: DEMO_PASSWORD }),
  })
  const { data } = (await answer.json()) as { data?: { token?: string } }
  if (!data?.token) throw new Error(`${username} cannot sign in: ${answer.status}`)
  return data.token
}
