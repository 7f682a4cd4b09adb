import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { withServer } from '../../server/context/actor'
import { startWorld } from '../world'
import type { Measure } from './results'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = join(root, 'dist/cli/main.cjs')

/** The results of the two surveys: the export of the larger one must take no more memory than that of the smaller one. */
const FEW = 1_000
const MANY = 10_000
const ROUNDS = 3

const exporting = (survey: number, file: string) => ['survey-results', 'export', `--survey=${survey}`, '-o', file]

/** Peak heap of the terminal while it exports all results of a survey, against an export of few. */
export default async function surveys(): Promise<Measure[]> {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli'], { stdio: 'ignore' })
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-surveys-'))
  const world = await startWorld()
  // The terminal's clock is the real one, and so must be the token's.
  world.clock.now = Date.now()
  try {
    await world.listen()
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      TOCSIN_HOST: world.url,
      TOCSIN_TOKEN: await world.token('root'),
    }
    const text = 'O corredor do segundo andar travou com as mochilas. '.repeat(8)
    const fill = (survey: number, count: number) =>
      withServer(world.database, (tx) =>
        sql`insert into survey_results (client_id, survey_id, data, created_at)
          select 2, ${survey}, jsonb_build_object('em_ordem', 'sim', 'clima', 'boa', 'minutos', n % 30, 'comentario',
            ${text}::text || n), now() - n * interval '1 minute' from generate_series(1, ${count}::int) n`.execute(tx),
      )
    await fill(1, MANY)
    await fill(2, FEW)
    const file = join(folder, 'results.csv')
    const told = join(folder, 'told.json')
    /** Returns the most that the terminal held of its heap while it exported a survey, in MB. */
    const held = async (survey: number): Promise<number> => {
      const child = spawn(
        process.execPath,
        ['--expose-gc', '-r', join(import.meta.dirname, 'report-cpu.cjs'), program, ...exporting(survey, file)],
        { env: { ...env, TOCSIN_CPU_FILE: told }, stdio: ['ignore', 'ignore', 'inherit'] },
      )
      await new Promise((resolve) => child.on('close', resolve))
      return (JSON.parse(readFileSync(told, 'utf8')) as { held: number }).held / 2 ** 20
    }
    const [many, few] = [[] as number[], [] as number[]]
    let lines = 0
    for (let round = 0; round < ROUNDS; round++) {
      few.push(await held(2))
      many.push(await held(1))
      lines = readFileSync(file, 'utf8').split('\r\n').length - 2
    }
    const [large, small] = [Math.min(...many), Math.min(...few)]
    const ratio = large / small
    return [
      {
        name: `${lines.toLocaleString('en-US')} results exported, heap of the terminal`,
        figure: `${large.toFixed(1)} MB, ${FEW.toLocaleString('en-US')} results ${small.toFixed(1)} MB`,
        ratio,
        goal: '≤ 1.3 × a tenth of them',
        met: ratio <= 1.3 && lines >= MANY,
      },
    ]
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
