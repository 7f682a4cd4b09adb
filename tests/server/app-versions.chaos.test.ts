import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'
import { applied, permutations, read, send, type Modelled, type Step } from './app-model'

const SEQUENCES = process.env['TOCSIN_CHAOS'] ? 1000 : 40
const AT_ONCE = 4

let world: TestWorld
let admin: string
let appId: number
const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  world.call(admin, method, path, body, headers)
beforeAll(async () => {
  world = await startWorld()
  admin = await world.token('acme-admin')
  const { body } = await call('POST', 'apps', { name: 'Modelo', projectId: 5, clientId: 2 })
  appId = (body.data as { id: number }).id
})
afterAll(() => world.close())

/** A linear congruential generator: the same sequences in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function shuffled<T>(items: readonly T[], random: (below: number) => number): T[] {
  const result = [...items]
  for (let at = result.length - 1; at > 0; at--) {
    const other = random(at + 1)
    ;[result[at], result[other]] = [result[other]!, result[at]!]
  }
  return result
}

function anyStep(app: Omit<Modelled, 'replaced'>, name: string, random: (below: number) => number): Step {
  const ids = app.buttons.map(({ id }) => id as number)
  const versionId = app.versions[random(app.versions.length)]!.id as number
  // Only the version that the draft continues can be taken back, and there are more and more of them.
  const continued = app.versions.find((one) => one.continued && random(2) === 0)
  const id = ids[random(ids.length)]
  switch (random(9)) {
    case 0:
      return { do: 'publish' }
    case 1:
      return { do: 'unpublish' }
    case 2:
      return { do: 'reactivate', versionId }
    case 3:
      return { do: 'continue', versionId }
    case 4:
      return { do: 'takeBack', versionId: (continued?.id as number | undefined) ?? versionId }
    case 5:
      if (ids.length > 0)
        return { do: 'reorder', ids: shuffled(ids, random), version: random(2) === 0 ? app.version : null }
      return { do: 'create', label: name }
    case 6:
      // An app of a few buttons: more of them collide less.
      return id === undefined || ids.length < 4 ? { do: 'create', label: name } : { do: 'delete', id }
    case 7:
      return { do: 'create', label: name }
    default:
      return id === undefined ? { do: 'create', label: name } : { do: 'rename', id, label: name }
  }
}

/** Returns an app for comparison: what was made on the way has the names that the model gives it. */
const comparable = ({ version, buttons, versions }: Omit<Modelled, 'replaced'>, made: ReadonlyMap<unknown, number>) => {
  const named = (list: Modelled['buttons']) => list.map(({ id, label }) => ({ id: made.get(id) ?? id, label }))
  return JSON.stringify({
    version,
    buttons: named(buttons),
    versions: versions.map(({ number, status, channels, continued }) => ({
      number,
      status,
      channels: named(channels),
      continued,
    })),
  })
}

describe('T75 T76 A-127 A-138', () => {
  it(`ends ${SEQUENCES} times in one truth, which one order of ${AT_ONCE} steps at once explains`, async () => {
    const random = randomFrom(7)
    let before: Modelled = { ...(await read(call, appId)), replaced: null }
    const met = new Map<string, number>()
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      const steps = Array.from({ length: AT_ONCE }, (_, at) => anyStep(before, `${sequence}.${at}`, random))
      const answers = await Promise.all(steps.map((step) => send(call, appId, step)))
      const after = await read(call, appId)
      const made = new Map<unknown, number>(
        steps.flatMap((step, at) => (step.do === 'create' ? [[`new ${step.label}`, answers[at]!.id!] as const] : [])),
      )
      const truth = comparable(after, made)
      const explained = [...permutations(steps.map((_, at) => at))].flatMap((order) => {
        let app = before
        for (const at of order) {
          const done = applied(app, steps[at]!)
          if (done.outcome !== answers[at]!.outcome) return []
          app = done.app
        }
        return comparable(app, made) === truth ? [app] : []
      })
      const story = { before, steps, outcomes: answers.map(({ outcome }) => outcome), after }
      expect(explained.length, JSON.stringify(story)).toBeGreaterThan(0)
      for (const [at, { do: what }] of steps.entries()) {
        const key = `${what} ${answers[at]!.outcome}`
        met.set(key, (met.get(key) ?? 0) + 1)
      }
      const replaced = explained[0]!.replaced
      before = {
        ...after,
        replaced: replaced && {
          ...replaced,
          buttons: replaced.buttons.map(({ id, label }) => ({ id: made.get(id) ?? id, label })),
        },
      }
    }
    // Every step was met with each of its answers.
    if (SEQUENCES >= 1000)
      for (const key of [
        'publish blocked',
        'reorder stale',
        'reorder done',
        'rename missing',
        'delete missing',
        'reactivate done',
        'reactivate blocked',
        'continue done',
        'takeBack done',
        'takeBack blocked',
      ])
        expect([key, (met.get(key) ?? 0) > 0]).toEqual([key, true])
  }, 1_800_000)
})
