import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { encoderOf } from '@tocsin/core/csv/encode'
import type { Encoding } from '@tocsin/core/csv/encoding'
import { SITE_COLUMNS } from '@tocsin/core/resources/sites/csv-columns'
import { siteToRow } from '@tocsin/core/resources/sites/csv-row'
import { madeUpSites } from '../../fixtures/sites/made-up'
import type { Measure } from './results'

const ROWS = 1_000_000
const ROUNDS = 5

type Run = { read: number; rejected: number; cpu: number; rss: number }

/**
 * A million rows of nineteen columns, checked with every rule, against only reading and decoding the file; and the
 * same file with one quote opened on line 8 and never closed. Each run is a process of its own of a bundle without
 * TypeScript's start-up, measured by its CPU time, the least of interleaved rounds.
 */
export default async function measureValidation(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-csv-'))
  try {
    const child = await bundled(folder)
    const measures: Measure[] = []
    for (const shape of SHAPES) {
      const clean = sheet(folder, shape, ROWS)
      const small = sheet(folder, shape, ROWS / 5)
      const stray = withStrayQuote(folder, clean)
      const best = { floor: none(), clean: none(), stray: none(), small: none() }
      for (let round = 0; round < ROUNDS; round++) {
        keep(best, 'floor', run(child, 'floor', clean, shape.encoding))
        keep(best, 'clean', run(child, 'validate', clean))
        keep(best, 'stray', run(child, 'validate', stray))
        keep(best, 'small', run(child, 'validate', small))
      }
      measures.push(...figures(shape.name, best))
      for (const file of [clean, small, stray]) rmSync(file)
    }
    return measures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Best = Record<'floor' | 'clean' | 'stray' | 'small', Run>

function figures(name: string, { floor, clean, stray, small }: Best): Measure[] {
  const seconds = (run: Run) => `${run.cpu.toFixed(2)} s CPU`
  const against = clean.cpu / floor.cpu
  const growth = clean.rss / small.rss
  const broken = stray.cpu / clean.cpu
  return [
    {
      name: `1M rows validated, ${name}`,
      figure: `${seconds(clean)}, reading and decoding ${seconds(floor)}`,
      ratio: against,
      goal: '≤ 4.5 × reading and decoding',
      met: against <= 4.5 && clean.read === ROWS && clean.rejected === 0,
    },
    {
      name: `memory of it, ${name}`,
      figure: `${clean.rss.toFixed(0)} MB, 200k rows ${small.rss.toFixed(0)} MB`,
      ratio: growth,
      goal: '≤ 150 MB, ≤ 1.3 × 200k rows',
      met: clean.rss <= 150 && growth <= 1.3,
    },
    {
      name: `a stray quote on line 8, ${name}`,
      figure: `${stray.rejected} rejected of ${stray.read}, ${seconds(stray)}`,
      ratio: broken,
      goal: '1 rejected, ≤ 1.2 × the clean file',
      met: stray.rejected === 1 && stray.read === ROWS && broken <= 1.2,
    },
  ]
}

const none = (): Run => ({ read: 0, rejected: 0, cpu: Infinity, rss: Infinity })

function keep(best: Best, which: keyof Best, run: Run): void {
  if (run.cpu < best[which].cpu) best[which] = { ...run, rss: Math.min(run.rss, best[which].rss) }
}

function run(child: string, ...args: string[]): Run {
  const { NODE_OPTIONS: _, ...env } = process.env
  return JSON.parse(execFileSync(process.execPath, [child, ...args], { encoding: 'utf8', env })) as Run
}

async function bundled(folder: string): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL('csv-child/validate.ts', import.meta.url)),
    platform: 'node',
  })
  const file = join(folder, 'child.mjs')
  await build.write({ file, format: 'esm' })
  return file
}

type Shape = { name: string; delimiter: string; encoding: Encoding; mark: string; decimal: string }
const SHAPES: readonly Shape[] = [
  { name: 'as Excel in Brazil saves it', delimiter: ';', encoding: 'windows-1252', mark: '', decimal: ',' },
  { name: 'UTF-8 with commas', delimiter: ',', encoding: 'utf-8', mark: '\ufeff', decimal: '.' },
]

/** A thousand made-up sites over and over, each time with names, tags and codes that no other row has. */
function sheet(folder: string, { name, delimiter, encoding, mark, decimal }: Shape, rows: number): string {
  const cell = (value: string | number | null) => {
    const text = typeof value === 'number' ? String(value).replace('.', decimal) : (value ?? '')
    return text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
  }
  const bases = madeUpSites(1_000).map((site) => siteToRow({ ...site, registrationCodes: [] }))
  const file = join(folder, `${name.replaceAll(' ', '-')}-${rows}.csv`)
  const encode = encoderOf(encoding)
  const out = openSync(file, 'w')
  writeSync(out, encode(`${mark}${SITE_COLUMNS.join(delimiter)}\r\n`))
  for (let from = 0; from < rows; from += bases.length) {
    const lines = bases.map((base, index) => {
      const cells = [...base]
      const number = from + index
      cells[0] = `${String(base[0])}/${number}`
      cells[5] = `T${number}`
      if (number % 8 === 0) cells[9] = (number + 36 ** 5).toString(36).toUpperCase()
      return `${cells.map(cell).join(delimiter)}\r\n`
    })
    writeSync(out, encode(lines.join('')))
  }
  closeSync(out)
  return file
}

/** Returns a copy of the file with a quote before its eighth line. */
function withStrayQuote(folder: string, clean: string): string {
  const bytes = readFileSync(clean)
  let at = 0
  for (let line = 1; line < 8; line++) at = bytes.indexOf(10, at) + 1
  const file = join(folder, `stray-${statSync(clean).size}.csv`)
  writeFileSync(file, bytes.subarray(0, at))
  writeFileSync(file, '"', { flag: 'a' })
  writeFileSync(file, bytes.subarray(at), { flag: 'a' })
  return file
}
