import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { expectDayDone, mends, NEWCOMER, sheet } from '../support-day'
import { startWorld, type TestWorld } from '../world'
import { root } from './golden'
import { builtProgram } from './run-spawned'

let world: TestWorld
let folder: string
beforeAll(() => void execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli'], { stdio: 'ignore' }))
beforeEach(async () => {
  world = await startWorld()
  await world.listen()
  folder = mkdtempSync(join(tmpdir(), 'tocsin-day-'))
  writeFileSync(join(folder, sheet.name), sheet.bytes)
  program(
    'tocsin',
    `exec '${process.execPath}' --require '${join(root, 'tests/cli/clock.cjs')}' '${builtProgram}' "$@"`,
  )
  return async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

function program(name: string, line: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${line}\n`)
  chmodSync(path, 0o755)
  return path
}
const saved = (name: string) => readFileSync(join(folder, name))

/** Runs the script as a reader would, in a shell that knows nothing of bash. */
async function run(
  env: Record<string, string> = {},
  { name, nickname, username, email } = NEWCOMER,
  file = sheet.name,
) {
  const script = join(root, 'cli/scripts/support-day.sh')
  const child = spawn('/bin/sh', [script, file, name, nickname, username, email], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      HOME: folder,
      TOCSIN_HOST: world.url,
      TOCSIN_TOKEN: await world.token('root'),
      TOCSIN_LOCALE: 'en-US',
      TOCSIN_TEST_NOW: String(world.clock.now),
      ...env,
    },
  })
  let [out, told] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text))
  return { exit: await new Promise((resolve) => child.once('close', resolve)), out, told }
}

it('CARD-07 CARD-08 a support day is one shell script: bad rows are mended in the editor until all of them stand', async () => {
  for (const [index, text] of mends.entries()) writeFileSync(join(folder, `mend-${index + 1}.sed`), text, 'latin1')
  const EDITOR = program('editor', `LC_ALL=C sed -i -f "mend-$(ls rejects-*.csv | wc -l | tr -d ' ').sed" "$1"`)
  const { exit, told } = await run({ EDITOR })
  expect(exit, told).toBe(0)
  for (const { line, code } of sheet.rejects)
    expect(told).toMatch(new RegExp(`^${sheet.name}:${line}:\\d+ .*\\[${code}\\]$`, 'm'))
  expect(told).toContain('rows kept out: rejects-1.csv')
  // The overlooked row is asked for again, by its line in the mended file.
  expect(told).toMatch(/^rejects-1\.csv:6:\d+ .*\[code_taken\]$/m)
  expect(told).toContain('CLIENT_LOCKED')
  // Hundreds of places are named by their ids, and read by the page.
  const reads = world.logs.filter((line) => line.includes('"GET"') && line.includes('sites/:id"'))
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.length).toBeLessThan(10)
  await expectDayDone(world, { sites: saved('export/sites.csv'), codes: saved('export/registration-codes.csv') })
  expect(readdirSync(join(folder, 'export'))).toHaveLength(16)
  expect(saved('export/terms.csv').toString()).toContain('Termos de uso')
  expect(saved('export/users.csv').toString()).toContain(NEWCOMER.username)
})

it('a support day goes on without the rows that were taken out of the rejected ones', async () => {
  const { exit, told } = await run({ EDITOR: program('editor', 'sed -i 1q "$1"') })
  expect(exit, told).toBe(0)
  expect(told).not.toContain('NO_ROWS')
  expect(told).toContain(`${sheet.rows - sheet.rejects.length} rows written to export/sites.csv`)
})

it('C02 a support day of one site is that of many: its lists have a row and not a field a line', async () => {
  const [header = '', ...lines] = sheet.bytes.toString('latin1').split('\r\n')
  const codeless = lines.find((line) => line.split(';')[header.split(';').indexOf('siteAppCode')] === '')
  writeFileSync(join(folder, 'one.csv'), `${header}\r\n${codeless}\r\n`, 'latin1')
  const { exit, out, told } = await run({}, NEWCOMER, 'one.csv')
  expect(exit, told).toBe(0)
  expect(saved('codes.tsv').toString()).toMatch(/^\d+\t[^\t\n]+\t[A-Z0-9]{6}\n$/)
  expect(out).toMatch(/^\d+\t[^\t\n]+\tfalse\n\d+\t[^\t\n]+\ttrue$/m)
})

it('a support day makes nothing where its sheet cannot be read', async () => {
  const { exit, told } = await run({}, NEWCOMER, 'absent.csv')
  expect(exit).not.toBe(0)
  expect(told).toContain('absent.csv')
  const { body } = await world.call(await world.token('root'), 'GET', 'clients?q=unidos')
  expect(body.meta.total).toBe(0)
})

it('a support day stops at what fails, and leaves the rejected rows to be seen', async () => {
  const { exit, told } = await run()
  expect(exit, told).toBe(8)
  expect(saved('rejects-1.csv').toString('latin1').split('\r\n')).toHaveLength(sheet.rejects.length + 2)
  // The username is taken now: there is no second client.
  const twice = await run()
  expect(twice.exit, twice.told).toBe(3)
  expect(twice.told).toContain('--manager.username')
  // A person who closes the editor with nothing changed means to go no further.
  const closed = await run({ EDITOR: 'true' }, { ...NEWCOMER, username: 'outra-gestora' })
  expect(closed.exit, closed.told).toBe(8)
  expect(existsSync(join(folder, 'sites.tsv'))).toBe(false)
  const { body } = await world.call(await world.token('root'), 'GET', 'clients?q=unidos')
  expect(body.meta.total).toBe(2)
})
