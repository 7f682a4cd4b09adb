import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { csvHeader, csvLine } from '@tocsin/core/csv/write'
import { parseSheet, type ParsedSheet } from '@tocsin/core/import/parse'
import { siteImport } from '@tocsin/core/resources/sites/csv'
import { SITE_COLUMNS } from '@tocsin/core/resources/sites/csv-columns'
import { siteToRow, type SiteDraft } from '@tocsin/core/resources/sites/csv-row'
import { sql } from 'kysely'
import { schools } from '../../fixtures/places'
import { openDatabase } from '../../server/db/open'
import { worldAsServed } from '../database'
import { startWorld } from '../world'
import type { Measure } from './results'

/** Health facilities of Africa, where they are at hand; as many made-up schools where they are not. */
const REAL = new URL('../../../shared/data/sites/sites-large.csv.gz', import.meta.url)
const ROWS = 96_395
/** Rows that the bare insert writes at once. */
const CHUNK = 500
const CLIENT = 4

type Sheet = ParsedSheet<SiteDraft>['rows']

/**
 * 96,395 sites from a file into the database by the terminal, plan included, against the chunked SQL insert of the same rows
 * alone: CPU of everything that takes part (terminal, server, embedded database), of one round each, since a round is long.
 */
export default async function measureImport(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-import-'))
  try {
    const file = join(folder, 'sites.csv')
    writeFileSync(file, existsSync(REAL) ? gunzipSync(readFileSync(REAL)) : madeUp())
    const { rows } = await parseSheet(readFileSync(file), siteImport, { maxRows: ROWS })
    if (rows.length !== ROWS) throw new Error(`${rows.length} rows`)
    const seed = await worldAsServed()

    const bare = await bareInsert(seed, rows)
    const { terminal, served } = await endToEnd(seed, folder, file)
    const ratio = (terminal + served) / bare
    const seconds = (microseconds: number) => `${(microseconds / 1e6).toFixed(1)} s`
    return [
      {
        name: '96,395 sites end to end, plan included',
        figure: `${seconds(terminal + served)} CPU (terminal ${seconds(terminal)}), bare chunked insert ${seconds(bare)}`,
        ratio,
        goal: '≤ 2 × bare chunked SQL',
        met: ratio <= 2,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function madeUp(): string {
  const lines = [csvHeader(SITE_COLUMNS)]
  for (const site of schools(CLIENT, 1, ROWS, 'BENCH'))
    lines.push(csvLine(siteToRow({ ...site, App: null, registrationCodes: [] })))
  return lines.join('')
}

/** Microseconds of CPU of this process, its worker included. */
const cpu = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

async function bareInsert(seed: Uint8Array<ArrayBuffer>, sheet: Sheet): Promise<number> {
  const database = await openDatabase({ seed })
  const rows = sheet.map(({ draft: site }) => ({
    name: site.name,
    tag: site.tag,
    location: site.location,
    lat: site.lat,
    lng: site.lng,
    radius: site.radius,
    reference_point: site.referencePoint,
    managers: site.MobileProfiles,
  }))
  const before = cpu()
  for (let start = 0; start < ROWS; start += CHUNK) {
    const data = JSON.stringify(rows.slice(start, start + CHUNK))
    await database.transaction((tx) =>
      sql`with input as materialized (
          select nextval(pg_get_serial_sequence('sites', 'id'))::int as id, x.* from jsonb_to_recordset(${data}::jsonb) as x(
            name text, tag text, location jsonb, lat double precision, lng double precision, radius double precision,
            reference_point text, managers jsonb)
        ), written as (
          insert into sites (id, client_id, site_type, project_id, name, tag, location, lat, lng, radius, reference_point)
          select id, ${CLIENT}, 'site', ${CLIENT}, name, tag, location, lat, lng, radius, reference_point from input
        )
        insert into maps (client_id, site_id, name, status, role, profile_props)
        select ${CLIENT}, i.id, m ->> 'name', 'active', 'manager', m - 'name'
        from input i cross join lateral jsonb_array_elements(i.managers) m`.execute(tx),
    )
  }
  const used = cpu() - before
  await database.close()
  return used
}

async function endToEnd(seed: Uint8Array<ArrayBuffer>, folder: string, file: string) {
  const world = await startWorld({ database: await openDatabase({ seed }) })
  const origin = await world.listen()
  // The terminal's clock is the real one, and so must be the token's.
  world.clock.now = Date.now()
  const told = join(folder, 'cpu.json')
  const env = {
    PATH: process.env['PATH'] ?? '',
    TOCSIN_HOST: origin,
    TOCSIN_CONFIG_DIR: join(folder, 'config'),
    TOCSIN_TOKEN: await world.token('root'),
    TOCSIN_CPU_FILE: told,
  }
  const before = cpu()
  const program = join(import.meta.dirname, '../../dist/cli/main.cjs')
  const preload = join(import.meta.dirname, 'report-cpu.cjs')
  const child = spawn(
    process.execPath,
    ['--require', preload, program, 'sites', 'import', file, '--client', String(CLIENT), '--json'],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const served = cpu() - before
  const { created } = JSON.parse(output) as { created: number }
  if (code !== 0 || created !== ROWS) throw new Error(`the import ended with ${code}, ${created} created`)
  const terminal = JSON.parse(readFileSync(told, 'utf8')) as { user: number; system: number }
  await world.close()
  return { terminal: terminal.user + terminal.system, served }
}
