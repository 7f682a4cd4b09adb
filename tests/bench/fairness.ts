import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { csvHeader, csvLine } from '@tocsin/core/csv/write'
import { SITE_COLUMNS } from '@tocsin/core/resources/sites/csv-columns'
import { siteToRow } from '@tocsin/core/resources/sites/csv-row'
import { schools } from '../../fixtures/places'
import { BIG, createKeepAliveClient, onBothKinds } from './big'
import { percentile, timed, type Measure } from './results'

const ROWS = 96_395
const EXPORTS = 10
const SAMPLES = 400
const BURST_SIZE = 250
const ROUNDS = 3
/** The pause between two list requests of the measured tenant, in milliseconds. */
const THINK_TIME_MS = 10

type Server = { origin: string; tokens: Record<string, string>; process: ChildProcess }

/**
 * Measures how long a tenant's list takes while another tenant imports, staff export and strangers send requests (F20),
 * and during a burst of sign-ins (F21). The baseline is the same list on the idle server in the same run. The server
 * has its own process. The processes that load it run at low priority, as if they were on other machines.
 */
export default (): Promise<Measure[]> => onBothKinds(measure)

async function measure(kind: string, url?: string): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-fairness-'))
  const server = await serve(url)
  try {
    const list = lists(server)
    await list.of(50)
    const rest = percentile((await list.of(SAMPLES)).times, 99)
    const storm = await duringStorm(server, list)
    const work = await duringWork(server, list, folder)
    list.end()
    const figure = ({ times, errors }: Sampled) =>
      `p99 ${percentile(times, 99).toFixed(1)} ms of ${times.length}, at rest ${rest.toFixed(1)} ms; ${errors} errors`
    const against = (name: string, sampled: Sampled, goal: number, notes: string): Measure => {
      const ratio = percentile(sampled.times, 99) / rest
      return {
        name: `${name}, ${kind}`,
        figure: `${figure(sampled)}; ${notes}`,
        ratio,
        goal: `≤ ${goal} × at rest, 0 errors`,
        met: ratio <= goal && sampled.errors === 0,
      }
    }
    return [
      against(`another’s list while ${BURST_SIZE} unknown names sign in at once`, storm, 5, storm.notes),
      against(`another’s list beside an import, ${EXPORTS} exports and 300 strangers`, work, 8, work.notes),
    ]
  } finally {
    server.process.disconnect()
    await once(server.process, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function serve(url?: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'fairness-child/server.ts'), url ? [url] : [])
  const [told] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the server did not start'))),
  ])) as [Pick<Server, 'origin' | 'tokens'>]
  return { ...told, process: child }
}

type Sampled = { times: number[]; errors: number }

function lists({ origin, tokens }: Server) {
  const { ask, end } = createKeepAliveClient(origin, tokens['borealis-admin'] ?? '')
  const sample = async (all: Sampled) => {
    const { time, result } = await timed(() =>
      ask('GET', 'sites?limit=10').then(
        () => true,
        () => false,
      ),
    )
    all.times.push(time)
    if (!result) all.errors++
    await pause(THINK_TIME_MS)
  }
  return {
    end,
    async of(count: number): Promise<Sampled> {
      const all: Sampled = { times: [], errors: 0 }
      while (all.times.length < count) await sample(all)
      return all
    },
    async until(over: () => boolean): Promise<Sampled> {
      const all: Sampled = { times: [], errors: 0 }
      while (!over()) await sample(all)
      return all
    },
  }
}

type Lists = ReturnType<typeof lists>

/** Measures during bursts of sign-ins from five networks. The server forgets the failures after each burst. */
async function duringStorm(server: Server, list: Lists): Promise<Sampled & { notes: string }> {
  const all: Sampled = { times: [], errors: 0 }
  const statuses: Record<number, number> = {}
  for (let round = 0; round < ROUNDS; round++) {
    let open = BURST_SIZE
    for (let n = 0; n < BURST_SIZE; n++)
      void signIn(server.origin, `nobody-${round}-${n}`, `127.0.3.${1 + (n % 5)}`).then((status) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        open--
      })
    const { times, errors } = await list.until(() => open === 0)
    all.times.push(...times)
    all.errors += errors
    server.process.send('forget')
    await once(server.process, 'message')
  }
  return { ...all, notes: counted(statuses) }
}

const signIn = (origin: string, username: string, localAddress: string): Promise<number> =>
  new Promise((resolve) => {
    const options = { method: 'POST', localAddress, headers: { 'content-type': 'application/json' } }
    const outgoing = request(`${origin}/api/authentication/login`, options, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    outgoing.on('error', () => resolve(0))
    outgoing.end(JSON.stringify({ username, password: 'Errado123' }))
  })

const counted = (statuses: Record<number, number>) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')

/** Measures while the terminal imports a file and exports repeatedly, and strangers send requests. */
async function duringWork(server: Server, list: Lists, folder: string): Promise<Sampled & { notes: string }> {
  const file = join(folder, 'sites.csv')
  const lines = [csvHeader(SITE_COLUMNS)]
  for (const site of schools(BIG, 1, ROWS, 'FAIR'))
    lines.push(csvLine(siteToRow({ ...site, App: null, registrationCodes: [] })))
  writeFileSync(file, lines.join(''))

  const strangers = fork(join(import.meta.dirname, 'fairness-child/strangers.ts'), [server.origin])
  giveWay(strangers)
  let over = false
  let exported = 0
  const exports = Array.from({ length: EXPORTS }, async () => {
    while (!over) {
      const code = await terminal(server, folder, 'root', ['sites', 'export', `--client=${BIG}`, '-o', '-'])
      // A busy server refuses some exports, which the loop repeats. Only finished exports count.
      if (code === 0) exported++
    }
  })
  const importing = timed(() =>
    terminal(server, folder, 'acme-admin', ['sites', 'import', file, `--client=${BIG}`, '--yes', '--json']),
  ).finally(() => (over = true))
  const sampled = await list.until(() => over)
  const { time, result } = await importing
  if (result !== 0) throw new Error(`the import ended with ${result}`)
  strangers.send('stop')
  const [statuses] = (await once(strangers, 'message')) as [Record<number, number>]
  strangers.disconnect()
  await Promise.all(exports)
  const notes = `${ROWS} rows in ${(time / 1000).toFixed(0)} s, ${exported} exports, strangers ${counted(statuses)}`
  return { ...sampled, notes }
}

/** Runs the terminal's program to its end and returns its exit code. */
async function terminal(server: Server, folder: string, username: string, args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../dist/cli/main.cjs'), ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      TOCSIN_HOST: server.origin,
      TOCSIN_CONFIG_DIR: join(folder, `config-${username}`),
      TOCSIN_TOKEN: server.tokens[username],
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  giveWay(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

function giveWay({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
}
