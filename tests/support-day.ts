import { existsSync, readFileSync } from 'node:fs'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import type { Client } from '@tocsin/core/resources/clients/types'
import type { RegistrationCode } from '@tocsin/core/resources/registration-codes/types'
import { siteToRow, type SiteDraft } from '@tocsin/core/resources/sites/csv-row'
import type { Site } from '@tocsin/core/resources/sites/types'
import type { Term } from '@tocsin/core/resources/terms/types'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { withServer } from '../server/context/actor'
import { EXCEL_BR } from '../fixtures/sites/excel-br'
import { outcomeOf } from './core/sheet-outcomes'
import type { TestWorld } from './world'

/** Municipalities of Brazil as Excel in Brazil saved them; where they are not at hand, the fixtures' sheet of the same kind. */
const REAL = new URL('../../shared/data/sites/sites-br-municipalities-excel-br.csv', import.meta.url)
const SHEET = existsSync(REAL) ? REAL : EXCEL_BR
/** Of thousands of rows one in so many, so that the day is short; and every row that brings codes and a manager. */
const ONE_IN = SHEET === REAL ? 30 : 1

/** The new client of the day. */
export const NEWCOMER = {
  name: 'Municípios Unidos',
  nickname: 'Unidos',
  username: 'unidos-gestora',
  email: 'gestora@unidos.example.org',
}

/** Byte by byte: the bytes written back are those read, whatever the encoding. */
const lines = readFileSync(SHEET, 'latin1').split('\r\n').filter(Boolean)
const [header = ''] = lines
const right = lines.slice(1).filter((line, index) => index % ONE_IN === 0 || line.includes('"'))
const columns = header.split(';')
/** Rows whose cells are told apart by semicolons alone. */
const plain = right.flatMap((line, row) => (line.includes('"') ? [] : [row]))
const cell = (row: number, column: string) => right[row]!.split(';')[columns.indexOf(column)]!

/** The mistakes in the sheet as it comes: the row, counted from 0, and the wrong value. */
const SLIPS = [
  { row: plain[3]!, column: 'siteName', wrong: '', code: 'missing_data' },
  // A decimal comma that got lost.
  { row: plain[21]!, column: 'siteLatitude', wrong: '-167573', code: 'out_of_range' },
  { row: plain[42]!, column: 'siteRadius', wrong: '0,1 km', code: 'invalid' },
  { row: plain[63]!, column: 'siteTag', wrong: cell(plain[7]!, 'siteTag'), code: 'duplicate' },
  // A code of another client, which the server alone knows of.
  { row: plain[84]!, column: 'siteAppCode', wrong: 'AB7K2Q', code: 'code_taken' },
]

const slipped = SLIPS.map(({ row, column, wrong }) => ({
  row,
  wrong: right[row]!.split(';').with(columns.indexOf(column), wrong).join(';'),
  right: right[row]!,
}))

const fileOf = (rows: readonly string[]) => Buffer.from([header, ...rows, ''].join('\r\n'), 'latin1')

/** The sheet as the client sent it, and how many rows it has. */
export const sheet = {
  name: 'municipios.csv',
  bytes: fileOf(right.map((line, row) => slipped.find((slip) => slip.row === row)?.wrong ?? line)),
  rows: right.length,
  /** The line of each bad row, as people count lines, and the code of its refusal. */
  rejects: SLIPS.map(({ row, code }) => ({ line: row + 2, code })),
  /** The number of rows that bring codes of their own. */
  withCodes: (await draftsOf(fileOf(right))).filter(({ registrationCodes }) => registrationCodes.length > 0).length,
}

/** The corrections of the rejected rows, as `sed` commands: the last row is overlooked the first time. */
export const mends: readonly string[] = [slipped.slice(0, -1), slipped.slice(-1)].map((slips) =>
  slips
    .map((slip) => `s/^${slip.wrong.replace(/[.*[\]^$/\\]/g, '\\$&')};/${slip.right.replace(/[&/\\]/g, '\\$&')};/\n`)
    .join(''),
)

/** Returns the rejected rows with every cell mended and their messages left as they are. */
export function mended(rejects: Buffer): Buffer {
  let text = rejects.toString('latin1')
  for (const slip of slipped) {
    expect(text).toContain(`\n${slip.wrong};`)
    text = text.replace(`\n${slip.wrong};`, () => `\n${slip.right};`)
  }
  return Buffer.from(text, 'latin1')
}

async function draftsOf(bytes: Uint8Array): Promise<SiteDraft[]> {
  const outcome = await outcomeOf(bytes)
  if ('refusal' in outcome) throw outcome.refusal
  for (const row of outcome.rows) expect(row.problems).toEqual([])
  return outcome.rows.map(({ draft }) => draft!)
}

/** Sorts places by tag, or by name where there is none. */
const byTag = <T extends { tag: string | null; name: string }>(places: readonly T[]) => {
  const keyOf = ({ tag, name }: T) => `${tag ?? ''} ${name}`
  return [...places].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** Codes that are made have no look-alikes in them. */
const MADE = /^[2-9A-HJ-NP-Z]{6}$/

/** Expects the end of the day, however it was played: asked of the server, and of the files that were saved. */
export async function expectDayDone(world: TestWorld, files: { sites: Buffer; codes: Buffer }): Promise<void> {
  const root = await world.token('root')
  const list = async <T>(path: string) => (await world.call(root, 'GET', path)).body.data as unknown as T[]

  const clients = (await list<Client>('clients?limit=1000')).filter(({ name }) => name === NEWCOMER.name)
  expect(clients).toMatchObject([{ nickname: NEWCOMER.nickname, active: true, locked: false }])
  const { id } = clients[0]!
  expect(await list(`projects?ClientId=${id}`)).toMatchObject([{ isDefault: true }])
  expect(await list(`users?ClientId=${id}&userType=client`)).toMatchObject([
    { username: NEWCOMER.username, email: NEWCOMER.email, role: 'admin' },
  ])
  const invited = await withServer(world.database, (tx) =>
    sql<{ recipient: string }>`select recipient from outbox where client_id = ${id} and template = 'welcome'`.execute(
      tx,
    ),
  )
  expect(invited.rows).toEqual([{ recipient: NEWCOMER.email }])

  // Every row of the sheet stands as it was meant, active, in the default project.
  const wanted = byTag(await draftsOf(fileOf(right)))
  const sites = byTag(await list<Site>(`sites?ClientId=${id}&exportMode=true&showInactive=true&limit=1000`))
  const without = (place: SiteDraft) => siteToRow({ ...place, registrationCodes: [] })
  expect(sites.map(without)).toEqual(wanted.map(without))
  expect(sites.filter(({ active, ProjectId }) => !active || ProjectId === null)).toEqual([])

  // The codes it brought, and one of its own for each that brought none.
  const codes = await list<RegistrationCode>(`registration-codes?ClientId=${id}&limit=1000`)
  expect(sites.map((site) => site.registrationCodes.length)).toEqual(
    wanted.map((place) => Math.max(1, place.registrationCodes.length)),
  )
  for (const [index, { registrationCodes }] of sites.entries()) {
    const brought = wanted[index]!.registrationCodes.map(({ code }) => code)
    if (brought.length > 0) expect(registrationCodes.map(({ code }) => code)).toEqual(brought)
    else expect(registrationCodes[0]!.code).toMatch(MADE)
  }
  expect(codes.map(({ code }) => code).sort()).toEqual(
    sites.flatMap(({ registrationCodes }) => registrationCodes.map(({ code }) => code)).sort(),
  )
  expect(codes.filter(({ mode }) => mode !== 'site')).toEqual([])

  // A change that was undone is in the history, and nothing else of its kind is.
  const switched = async (resource: string, field: string) =>
    (await list<AuditEvent>(`audit-events?ClientId=${id}&noun=${resource}&limit=1000&order=id%20DESC`))
      .flatMap(({ recordId, changes }) =>
        typeof changes?.[field]?.before === 'boolean' ? [{ recordId, ...changes[field] }] : [],
      )
      .reverse()
  const switches = await switched('sites', 'active')
  expect(switches).toMatchObject([
    { before: true, after: false },
    { before: false, after: true },
  ])
  expect(new Set(switches.map(({ recordId }) => recordId)).size).toBe(1)
  expect(await switched('clients', 'locked')).toMatchObject([
    { before: false, after: true },
    { before: true, after: false },
  ])
  const terms = await list<Term>(`terms?ClientId=${id}&showInactive=true`)
  expect(terms).toMatchObject([{ title: 'Termos de uso', active: true, publishedAt: expect.any(String) }])
  // A list leaves it out.
  const whole = await world.call(root, 'GET', `terms/${terms[0]!.id}`)
  expect((whole.body.data as unknown as Term).content).toContain('193')

  // The files match the records.
  expect(byTag(await draftsOf(files.sites)).map(siteToRow)).toEqual(sites.map(siteToRow))
  const saved = files.codes.toString('utf8').match(/(?<![^",\r\n;])[A-Z0-9]{6}(?![^",\r\n;])/g)
  expect([...new Set(saved)].sort()).toEqual(codes.map(({ code }) => code).sort())
}
