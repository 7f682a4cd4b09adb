import { randomUUID } from 'node:crypto'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { launch } from '../e2e/launch'
import { onBothKinds } from './big'
import { phonesOf, send, signIn, type Phone } from './phones'
import { percentile, timed, type Measure } from './results'
import { serveDemo } from './served'

/** The alerts of a busy night: their pace (ms) and their number. */
const EVERY = 50
const ALERTS = 600
/** A phone raises ten alerts a minute at most. */
const PHONES = 100
/** The streams that are open beside the board. */
const STREAMS = { root: 15, 'acme-admin': 20, 'borealis-admin': 14 }

/** Alerts as they arrive on a board beside 49 other streams, while the server dies, and as it stops. */
export default (): Promise<Measure[]> => onBothKinds(night)

/** Raises alerts at 20 a second in front of a board, kills the server in the middle of a second night, and stops it. */
async function night(kind: string, url?: string): Promise<Measure[]> {
  let server = await serveDemo(url)
  const browser = await launch()
  try {
    const { origin } = server
    const phones = await phonesOf(origin, PHONES)
    const page = await board(await browser.newPage({ viewport: { width: 1440, height: 1080 } }), origin)
    let streams = await openStreams(origin)
    const first = await raise(origin, phones, () => page.keyboard.press('Home'))
    await pause(3_000)
    const seen = await page.evaluate(() => (globalThis as unknown as Watching).seen)
    const times = first.map(({ stamp, sentAt }) => (seen[stamp] ?? Infinity) - sentAt)
    const missed = times.filter((time) => time === Infinity).length

    // The phones begin anew: the minute of their limit is over.
    await pause(60_000)
    const killing = (async () => {
      await pause((ALERTS * EVERY) / 2)
      server = await server.killAndStartAgain()
    })()
    const second = await raise(origin, phones, async () => {})
    await killing
    await pause(15_000)
    const shown = await rowsOf(page)
    const raised = new Set([...first, ...second].map(({ stamp }) => stamp))
    const onBoard = shown.filter((stamp) => raised.has(stamp))
    const missing = raised.size - new Set(onBoard).size
    const doubled = onBoard.length - new Set(onBoard).size

    for (const stream of streams) stream.destroy()
    streams = await openStreams(origin)
    const { time: stopped } = await timed(() => server.stop())
    const p95 = percentile(times, 95)
    return [
      {
        name: `an alert, from its POST to its painted row, ${kind}`,
        figure: `p50 ${spoken(percentile(times, 50))}, p95 ${spoken(p95)}; ${times.length} at 20 a second beside 49 streams, ${missed} not painted`,
        ratio: p95 === Infinity ? null : p95 / 1000,
        goal: 'p95 ≤ 1,000 ms',
        met: p95 <= 1000,
      },
      {
        name: `rows of a board after kill -9 and a start in the middle, ${kind}`,
        figure: `${missing} of ${raised.size} missing, ${doubled} doubled`,
        ratio: null,
        goal: '0 missing, 0 doubled',
        met: missing === 0 && doubled === 0,
      },
      {
        name: `the stop of a server with 50 streams, ${kind}`,
        figure: `${stopped.toFixed(0)} ms`,
        ratio: stopped / 2000,
        goal: '≤ 2,000 ms',
        met: stopped <= 2000,
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** An alert that was raised: the time of its clock, which no other one has, and when it was sent. */
type Raised = { stamp: string; sentAt: number }
type Watching = { seen: Record<string, number> }

/** Returns a time until a row was painted; a row that was never seen has none. */
const spoken = (time: number) => (time === Infinity ? 'never' : `${time.toFixed(0)} ms`)

const two = (value: number) => String(value).padStart(2, '0')
const stampOf = (time: Date) =>
  `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`

/** The clock of the phones goes back by a second with each alert, so that no two have the same time. */
let clock = Date.now()

/** Raises the alerts at their pace, whether or not earlier ones are answered. `now` runs twice a second. */
async function raise(origin: string, phones: Phone[], now: () => Promise<void>): Promise<Raised[]> {
  const start = Date.now()
  const raised: Promise<Raised>[] = []
  for (let index = 0; index < ALERTS; index++) {
    await pause(Math.max(0, start + index * EVERY - Date.now()))
    if (index % 10 === 0) await now()
    const { token, channel } = phones[index % phones.length]!
    const generatedAt = new Date((clock -= 1000))
    const sentAt = Date.now()
    const body = { uuid: randomUUID(), ChannelId: channel, generatedAt: generatedAt.toISOString(), text: 'Fumaça' }
    raised.push(send(`${origin}/mobile/alerts`, token, body).then(() => ({ stamp: stampOf(generatedAt), sentAt })))
  }
  return Promise.all(raised)
}

/** Notes in a page when each row was painted first. What a frame draws is painted when the next task runs. */
const WATCH = `
  const seen = (globalThis.seen = {})
  const frame = () => {
    const stamps = [...document.querySelectorAll('[role=row][data-index]')].flatMap(
      (row) => /\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d/.exec(row.textContent)?.[0] ?? [])
    setTimeout(() => { for (const stamp of stamps) seen[stamp] ??= Date.now() })
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)`

/** Opens a board, and notes the time at which each row was painted first. */
async function board(page: Page, origin: string): Promise<Page> {
  await page.goto(`${origin}/login?redirect=/alerts`)
  await page.getByLabel(/username|usuário/i).fill('root')
  await page.getByLabel(/^(password|senha)$/i).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /^(Welcome|Boas-vindas)/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[role=row][data-index="0"]').focus()
  await page.evaluate(WATCH)
  return page
}

/** Returns the stamp of every row of a board, with those that wait to be taken in, read from its end to its beginning. */
async function rowsOf(page: Page): Promise<string[]> {
  await page.keyboard.press('u')
  await pause(3_000)
  await page.keyboard.press('End')
  const all = new Map<number, string>()
  for (;;) {
    await pause(300)
    const rows = await page.locator('[role=row][data-index]').evaluateAll((found) =>
      found.map((row) => ({
        index: Number((row as HTMLElement).dataset['index']),
        stamp: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(row.textContent)?.[0] ?? '',
      })),
    )
    for (const { index, stamp } of rows) all.set(index, stamp)
    if (rows.some(({ index }) => index === 0)) return [...all.values()]
    await page.keyboard.press('PageUp')
  }
}

async function openStreams(origin: string): Promise<IncomingMessage[]> {
  const streams: IncomingMessage[] = []
  for (const [username, count] of Object.entries(STREAMS)) {
    const token = await signIn(origin, username)
    for (let one = 0; one < count; one++)
      streams.push(
        await new Promise<IncomingMessage>((resolve, reject) => {
          request(`${origin}/api/alerts/stream`, { agent: false, headers: { authorization: `Bearer ${token}` } })
            .on('response', (message) => resolve(message.on('error', () => {}).resume()))
            .on('error', reject)
            .end()
        }),
      )
  }
  return streams
}
