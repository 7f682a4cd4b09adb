import { spawn } from 'node:child_process'
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import type { Database } from '../../server/db/open'
import { startWorld, type TestWorld } from '../world'
import { BIG, createKeepAliveClient, onBoth, TENTH } from './big'
import { percentile, timed, type Measure } from './results'

/** Measures actions on very many sites at once: all of them exported, and ten thousand given a code each. */
export default (): Promise<Measure[]> => onBoth(measure)

async function measure(kind: string, database: Database): Promise<Measure[]> {
  const world = await startWorld({ database })
  await world.listen()
  // The terminal's clock is the real one, and so must be the token's.
  world.clock.now = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-bulk-'))
  try {
    return [...(await exports(kind, world, folder)), ...(await codes(kind, world))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await world.close()
  }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/**
 * Measures an export by the terminal: its rows, the terminal's greatest memory, and the most that it and the server
 * held of their heaps after a collection, in MB. Before one, memory tells when the collector had time.
 */
async function exported(world: TestWorld, folder: string, client: number) {
  const file = join(folder, `${client}.csv`)
  const told = join(folder, `${client}.json`)
  const env = {
    PATH: process.env['PATH'] ?? '',
    TOCSIN_HOST: world.url,
    TOCSIN_CONFIG_DIR: join(folder, 'config'),
    TOCSIN_TOKEN: await world.token('root'),
    TOCSIN_CPU_FILE: told,
  }
  let server = 0
  const watch = setInterval(() => {
    collect()
    server = Math.max(server, process.memoryUsage().heapUsed)
  }, 500)
  const program = join(import.meta.dirname, '../../dist/cli/main.cjs')
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      '--require',
      join(import.meta.dirname, 'report-cpu.cjs'),
      program,
      'sites',
      'export',
      `--client=${client}`,
      '-o',
      file,
    ],
    { env, stdio: ['ignore', 'inherit', 'ignore'] },
  )
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(`the export ended with ${code}`)
  let lines = 0
  for await (const piece of createReadStream(file, 'utf8')) lines += (piece as string).split('\n').length - 1
  const { peak, held } = JSON.parse(readFileSync(told, 'utf8')) as { peak: number; held: number }
  // No cell of the fixtures' sites has a line end in it.
  return { rows: lines - 1, peak: peak / 1024, terminal: held / 2 ** 20, server: server / 2 ** 20 }
}

async function exports(kind: string, world: TestWorld, folder: string): Promise<Measure[]> {
  const tenth = await exported(world, folder, TENTH)
  const { time, result: whole } = await timed(() => exported(world, folder, BIG))
  const { body } = await world.call(await world.token('root'), 'GET', `sites?ClientId=${BIG}&showInactive=true&limit=1`)
  const total = body.meta.total ?? 0
  const memory = (name: 'terminal' | 'server'): Measure => ({
    name: `export of ${total} sites, heap that the ${name} holds, ${kind}`,
    figure: `${whole[name].toFixed(1)} MB, of ${tenth.rows} sites ${tenth[name].toFixed(1)} MB`,
    ratio: whole[name] / tenth[name],
    goal: '≤ 1.3 × a tenth of them',
    met: whole[name] <= 1.3 * tenth[name],
  })
  return [
    {
      name: `export of ${total} sites, rows in the file, ${kind}`,
      figure: `${whole.rows} in ${(time / 1000).toFixed(1)} s; the terminal takes ${whole.peak.toFixed(0)} MB`,
      ratio: whole.rows / total,
      goal: 'as many as there are',
      met: whole.rows === total,
    },
    memory('terminal'),
    memory('server'),
  ]
}

/** Requests that the console has under way at once. */
const AT_ONCE = 4
const BARE = 500

/** Measures ten thousand codes as the console makes them for a selection, against their bare inserts, one by one. */
async function codes(kind: string, world: TestWorld): Promise<Measure[]> {
  const { ask, end } = createKeepAliveClient(world.url, await world.token('root'))
  const bare: number[] = []
  const served: number[] = []
  const began = performance.now()
  let made = 0
  for (let page = 0; ; page++) {
    const path = `sites?ClientId=${TENTH}&showInactive=true&limit=500&offset=${page * 500}&order=id%20ASC`
    const { data } = JSON.parse(await ask('GET', path)) as { data: { id: number }[] }
    const waiting = [...data]
    const worker = async () => {
      for (let site = waiting.shift(); site; site = waiting.shift()) {
        const { id } = site
        served.push(
          (
            await timed(() =>
              ask('POST', `sites/${id}/add-code`, {
                'content-type': 'application/json',
                'idempotency-key': crypto.randomUUID(),
              }),
            )
          ).time,
        )
        made++
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    if (data.length < 500) break
  }
  const seconds = (performance.now() - began) / 1000
  end()
  for (let round = 0; round < BARE; round++)
    bare.push(
      (
        await timed(() =>
          world.database.transaction(async (tx) => {
            await sql`select set_config('app.scope', 'all', true)`.execute(tx)
            await sql`insert into registration_codes (client_id, code, mode, site_id) values
              (${BIG}, ${`Z${String(round).padStart(5, '0')}`}, 'site', ${100_001 + round})`.execute(tx)
          }),
        )
      ).time,
    )
  const each = (seconds * 1000) / made
  return [
    {
      name: `a code for each of ${made} sites, ${kind}`,
      figure: `${seconds.toFixed(1)} s, ${each.toFixed(2)} ms each (p95 of ${AT_ONCE} at once ${percentile(served, 95).toFixed(1)} ms); bare insert ${percentile(bare, 50).toFixed(2)} ms`,
      ratio: each / percentile(bare, 50),
      goal: '–',
      met: made === 10_000,
    },
  ]
}
