import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOSTILE_BODIES, type HostileBody } from '../hostile-bodies'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

type Made = ReturnType<NonNullable<HostileBody['body']>>

async function send(
  { method, path, headers }: HostileBody,
  made: Made | undefined,
  username: string | null,
): Promise<Reply> {
  const answer = await world.app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...headers, ...(username === null ? {} : { authorization: `Bearer ${await world.token(username)}` }) },
    ...(made === undefined ? {} : { payload: typeof made === 'string' ? made : Buffer.from(made) }),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json() }
}

it.each(HOSTILE_BODIES.map((one) => [one.name, one] as const))(
  'T54 F16 answers %s in its envelope',
  async (_, hostile) => {
    const made = hostile.body?.()
    const reply = await send(hostile, made, hostile.as)
    expect(reply.status, reply.text.slice(0, 500)).toBeLessThan(500)
    expect(reply.body.success).toBe(reply.status < 300)
    if (hostile.outcome === 'taken') expect(reply.status, reply.text.slice(0, 500)).toBeLessThan(300)
    if (hostile.outcome === 'refused') {
      expect(reply.status, reply.text.slice(0, 500)).toBeGreaterThanOrEqual(400)
      // Refused for its contents, and not for its address or its sender.
      expect(hostile.as === null ? [400, 401] : [400, 413]).toContain(reply.status)
      expect(reply.body.error?.message).toBeTruthy()
    }
    // A refusal has fewer words than the mistake.
    expect(reply.text.length).toBeLessThan(2_000_000)
    if (hostile.as === null) return
    // An asker who may do none of this is told so, whatever the body is like.
    expect([403, 404], 'guest').toContain((await send(hostile, made, 'guest')).status)
    expect((await send(hostile, made, null)).status, 'nobody').toBe(401)
  },
)
