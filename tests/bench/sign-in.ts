import { DEMO_PASSWORD } from '../../fixtures/users'
import { openDatabase } from '../../server/db/open'
import { worldAsServed } from '../database'
import { startWorld, type TestWorld } from '../world'
import { percentile, timed, type Measure } from './results'

const SAMPLES = 2000
const HOUR = 3_600_000
/** Sign-ins a second: five times what two cores can compare. */
const STORM = 250
/** A name that a user has, and one that nobody has, which look alike; both are mailed a link. */
const KNOWN = 'vazia-admin'
const UNKNOWN = 'vazia-chief'

/** Measures whether answers' times tell existing names (T34, T35), and others' times in a storm of sign-ins (T41). */
export default async function signIn(): Promise<Measure[]> {
  const world = await startWorld({ database: await openDatabase({ seed: await worldAsServed() }) })
  try {
    return [
      await apart(world, 'a wrong password', (username) => ({
        path: 'login',
        body: { username, password: 'Errado123' },
        status: 401,
      })),
      await apart(world, 'a forgotten password', (username) => ({
        path: 'restore-password/request',
        body: { username },
        status: 200,
      })),
      await duringStorm(world),
    ]
  } finally {
    await world.close()
  }
}

type Ask = (username: string) => { path: string; body: object; status: number }

/** Measures how often the line that best divides one half of two kinds of answers divides the other half right. */
async function apart(world: TestWorld, name: string, ask: Ask): Promise<Measure> {
  const samples: Sample[] = []
  for (let round = -20; round < SAMPLES; round++) {
    // Later than any limit; and in an order that nothing periodic can follow.
    world.clock.now += HOUR
    const known = Math.random() < 0.5
    const { path, body, status } = ask(known ? KNOWN : UNKNOWN)
    const { time, result } = await timed(() => world.call(null, 'POST', `authentication/${path}`, body))
    if (result.status !== status) throw new Error(`${path}: ${result.text}`)
    if (round >= 0) samples.push({ known, time })
  }
  const right = accuracy(samples)
  const median = (known: boolean) =>
    percentile(
      samples.filter((one) => one.known === known).map(({ time }) => time),
      50,
    )
  return {
    name: `${name}: known or unknown name, told by the time`,
    figure: `${(100 * right).toFixed(1)}% of ${SAMPLES} right; medians ${median(true).toFixed(2)} and ${median(false).toFixed(2)} ms`,
    ratio: median(true) / median(false),
    goal: '≤ 55% right',
    met: right <= 0.55,
  }
}

type Sample = { known: boolean; time: number }

function accuracy(samples: readonly Sample[]): number {
  const learnt = samples.filter((_, index) => index % 2 === 0)
  const tried = samples.filter((_, index) => index % 2 === 1)
  const share = (among: readonly Sample[], line: number) =>
    among.filter(({ known, time }) => known === time > line).length / among.length
  let line = 0
  let best = 0
  for (const { time } of learnt) {
    const here = share(learnt, time)
    if (Math.max(here, 1 - here) > best) [line, best] = [time, Math.max(here, 1 - here)]
  }
  const found = share(tried, line)
  // Whichever side the line has learnt to be the known one.
  return share(learnt, line) >= 0.5 ? found : 1 - found
}

/** The 99th percentile of a list while sign-ins arrive faster than they can be compared, against the same at rest. */
async function duringStorm(world: TestWorld): Promise<Measure> {
  const token = await world.token('root')
  const list = async () => {
    const { time, result } = await timed(() => world.call(token, 'GET', 'sites?ClientId=2&limit=50'))
    if (result.status !== 200) throw new Error(result.text)
    return time
  }
  const times = async (count: number) => {
    const all: number[] = []
    for (let round = 0; round < count; round++) all.push(await list())
    return all
  }
  await times(50)
  const idle = percentile(await times(400), 99)
  let busy = 0
  let asked = 0
  const arrive = async () => {
    asked++
    const body = { username: KNOWN, password: DEMO_PASSWORD }
    const { status } = await world.call(null, 'POST', 'authentication/login', body)
    if (status === 503) busy++
  }
  const arrivals: Promise<void>[] = []
  const storm = setInterval(() => {
    for (let one = 0; one < STORM / 50; one++) arrivals.push(arrive())
  }, 20)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const stormy = percentile(await times(400), 99)
  clearInterval(storm)
  await Promise.all(arrivals)
  const ratio = stormy / idle
  return {
    name: `a list while ${STORM} sign in every second, p99`,
    figure: `${stormy.toFixed(1)} ms, at rest ${idle.toFixed(1)} ms; ${busy} of ${asked} sign-ins sent away`,
    ratio,
    goal: '≤ 5 × at rest',
    met: ratio <= 5,
  }
}
