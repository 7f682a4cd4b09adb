import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../../server/db/open'
import { startWorld } from '../world'
import { onBoth } from './big'
import type { Measure } from './results'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = join(root, 'dist/cli/main.cjs')
const ROUNDS = 10

/** `find` of one record among a hundred thousand sites against the search of its list, in turn; the least of each counts. */
export default (): Promise<Measure[]> => {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli'], { stdio: 'ignore' })
  return onBoth(measure)
}

async function measure(kind: string, database: Database): Promise<Measure[]> {
  await database.transaction((tx) => sql`analyze`.execute(tx))
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-find-'))
  const world = await startWorld({ database, now: Date.now })
  await world.listen()
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TOCSIN_HOST: world.url,
    TOCSIN_TOKEN: await world.token('acme-admin'),
  }
  const took = async (args: readonly string[]): Promise<number> => {
    const began = performance.now()
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env })
    if (!stdout.includes('\n')) throw new Error(`nothing was found by ${args.join(' ')}`)
    return performance.now() - began
  }
  try {
    const query = 'zilda flores 271'
    const least = { find: Infinity, findSites: Infinity, list: Infinity }
    for (let round = 0; round < ROUNDS; round++) {
      least.list = Math.min(least.list, await took(['sites', 'list', '--q', query]))
      least.find = Math.min(least.find, await took(['find', query]))
      least.findSites = Math.min(least.findSites, await took(['find', query, '--noun=sites']))
    }
    return [
      { name: 'every resource', time: least.find },
      { name: '--noun=sites', time: least.findSites },
    ].map(({ name, time }) => ({
      name: `find of one record, ${name}, ${kind}`,
      figure: `${time.toFixed(0)} ms, sites list --q ${least.list.toFixed(0)} ms`,
      ratio: time / least.list,
      goal: '≤ 1.5 × sites list --q',
      met: time <= 1.5 * least.list,
    }))
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
