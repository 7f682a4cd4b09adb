import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandsOf, type CommandSpec } from '@tocsin/core/command-line/commands'
import { allResources } from '@tocsin/core/resources/index'
import { pathOf, type Resource } from '@tocsin/core/vocabulary/resource'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXIT } from '../../cli/exit-codes'
import { FORMATS, type Format } from '../../cli/formats'
import { ofAcme, validDraft } from '../drafts'
import { startWorld, type TestWorld } from '../world'
import type { Ran } from './golden'
import { runWithin } from './run-within'

const resources = await allResources()
let world: TestWorld
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  world = await startWorld()
  await world.listen()
  folder = mkdtempSync(join(tmpdir(), 'tocsin-shapes-'))
  env = {
    TOCSIN_HOST: world.url,
    TOCSIN_LOCALE: 'en-US',
    TOCSIN_CONFIG_DIR: join(folder, 'config'),
    TOCSIN_TOKEN: await world.token('root'),
  }
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...words: string[]): Promise<Ran> => runWithin(words, { world, cwd: folder, env, stdin: new Uint8Array() })

const linesOf = (text: string) => text.split('\n').slice(0, -1)

/** Returns the number of rows of an output that has the one shape of its format, and of a list or a record. */
function rowsOf(text: string, format: Format, shape: 'list' | 'record'): number {
  switch (format) {
    case 'json': {
      const value = JSON.parse(text) as unknown
      expect(Array.isArray(value)).toBe(shape === 'list')
      return Array.isArray(value) ? value.length : 1
    }
    case 'ndjson':
      for (const line of linesOf(text)) expect(Array.isArray(JSON.parse(line))).toBe(false)
      return linesOf(text).length
    case 'tsv': {
      const cells = new Set(linesOf(text).map((line) => line.split('\t').length))
      expect(cells.size).toBeLessThanOrEqual(1)
      return linesOf(text).length
    }
    case 'csv':
      return csvRecords(text) - 1
    case 'ids':
      for (const line of linesOf(text)) expect(line).toMatch(/^\d*$/)
      return linesOf(text).length
    case 'table':
      return shape === 'record' ? 1 : Math.max(0, linesOf(text).length - 1)
  }
}

/** Returns the number of records of a CSV, its header among them: line ends within quotes end none. */
const csvRecords = (text: string) => text.replaceAll(/"(?:[^"]|"")*"/g, 'x').split('\r\n').length - 1

/**
 * Runs a command in each format, expects its shape, and returns the header of its CSV and the number of its rows. Returns
 * null for a command that is refused, which prints no data in any format.
 */
async function inEveryFormat(
  words: readonly string[],
  shape: 'list' | 'record',
): Promise<{ columns: string; rows: number } | null> {
  let columns = ''
  const counts = new Set<number>()
  for (const format of FORMATS) {
    const { exit, stdout, stderr } = await run(...words, '-o', format)
    if (exit !== EXIT.success && exit !== EXIT.partial) {
      expect(stdout, `${words.join(' ')}: ${stderr}`).toBe('')
      return null
    }
    if (format === 'csv') columns = stdout.split('\r\n', 1)[0]!
    if (!isToldOf(words, format)) counts.add(rowsOf(stdout, format, shape))
  }
  // Each of these has a line for each record, and nothing else.
  for (const flags of [['--template={id}'], ['-o', 'csv', '--no-header', '--fields=id']]) {
    const { stdout } = await run(...words, ...flags)
    counts.add(linesOf(stdout).length)
  }
  expect([...counts], words.join(' ')).toHaveLength(1)
  return { columns, rows: [...counts][0]! }
}

/** A deletion is told of in words where no program reads the output. */
const isToldOf = ([, verb]: readonly string[], format: Format) =>
  verb === 'delete' && (format === 'table' || format === 'tsv')

const idsOf = async (resource: Resource): Promise<number[]> => {
  const { body } = await world.call(env['TOCSIN_TOKEN']!, 'GET', `${pathOf(resource)}?limit=2`)
  return ((body.data ?? []) as { id: number }[]).map(({ id }) => id)
}

/** The command lines that are run, by the number of records they are for. */
function linesFor(resource: Resource, { kind, verb, takes }: CommandSpec, ids: readonly number[]): string[][] {
  const of = [resource.name, verb]
  const dry = ['--yes', '--dry-run']
  if (kind === 'list') return ['--ids=999999999', '--limit=1', '--limit=2'].map((flag) => [...of, flag])
  if (kind === 'get') return ids.map((id) => [...of, String(id)])
  if (resource.actions[verb]?.secret) return []
  const [draft] = fc.sample(validDraft(resource, ofAcme, { complete: true }), { numRuns: 1, seed: 7 })
  const data = `--data=${JSON.stringify(draft)}`
  if (kind === 'create') return [[...of, data, ...dry]]
  if (takes === 'many')
    return [0, 1, 2].map((count) => {
      const file = `${count}.txt`
      writeFileSync(
        join(folder, file),
        ids
          .slice(0, count)
          .map((id) => `${id}\n`)
          .join(''),
      )
      return [...of, `--ids-from=${file}`, ...dry]
    })
  return ids.map((id) => [...of, String(id), ...(kind === 'update' ? [data] : []), ...dry])
}

const shown = new Set<string>()
for (const resource of resources)
  it(`C02 C53 the output of ${resource.name} has the shape of its command, for no, one and two records`, async () => {
    const ids = await idsOf(resource)
    for (const spec of commandsOf(resource)) {
      const shape = spec.kind === 'list' || spec.kind === 'delete' || spec.takes === 'many' ? 'list' : 'record'
      const lines = linesFor(resource, spec, ids)
      const answers = []
      for (const line of lines) answers.push(await inEveryFormat(line, shape))
      const done = answers.flatMap((answer) => answer ?? [])
      if (done.length > 0) shown.add(spec.kind)
      expect(new Set(done.map(({ columns }) => columns)).size, spec.verb).toBeLessThanOrEqual(1)
      if (spec.kind === 'list')
        expect(done.map(({ rows }) => rows)).toEqual([0, Math.min(1, ids.length), ids.length].slice(0, done.length))
    }
  })

it('C02 commands of every kind were among them', () => {
  expect([...shown].sort()).toEqual(['action', 'create', 'delete', 'get', 'list', 'update'])
})
