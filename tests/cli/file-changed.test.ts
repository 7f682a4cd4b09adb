import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { noFaults } from '../../server/faults'
import { startWorld, type TestWorld } from '../world'
import { runWithin } from './run-within'

let world: TestWorld
let folder: string
beforeAll(async () => {
  world = await startWorld({ now: Date.now })
  await world.listen()
  folder = mkdtempSync(join(tmpdir(), 'tocsin-changed-'))
})
afterEach(() => (world.faults.current = noFaults))
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const rows = (name: string, count: number) =>
  [
    'siteName,siteAddress,siteTag',
    ...Array.from({ length: count }, (_, n) => `${name} ${n},Rua ${n},${name}-${n}`),
    '',
  ].join('\n')

async function importing(...more: string[]) {
  const env = { TOCSIN_HOST: world.url, TOCSIN_LOCALE: 'en-US', TOCSIN_TOKEN: await world.token('root') }
  const words = ['sites', 'import', 'sites.csv', '--client=Vazia', ...more]
  return runWithin(words, { world, cwd: folder, env, stdin: Buffer.alloc(0) })
}
const stored = async (name: string) =>
  (await world.call(await world.token('root'), 'GET', `sites?ClientId=4&limit=1&q=${name}`)).body.total

/** Writes the file anew when the server gets the nth request to take a part of it. */
function changeAt(nth: number, text: string): void {
  let asked = 0
  world.faults.current = (point, { method, route }) => {
    if (point === 'request' && method === 'POST' && route.endsWith('/upload') && ++asked === nth)
      writeFileSync(join(folder, 'sites.csv'), text)
    return undefined
  }
}

it('T132 writes nothing of a file that is another one than was planned', async () => {
  writeFileSync(join(folder, 'sites.csv'), rows('Antes', 3))
  changeAt(1, rows('Depois', 2_001))
  const { exit, stdout, stderr } = await importing('--yes')
  expect([exit, stdout]).toEqual([7, ''])
  expect(stderr).toContain(
    'sites.csv was changed after it was planned; nothing was written. Import it again (FILE_CHANGED)',
  )
  expect([await stored('Antes'), await stored('Depois')]).toEqual([0, 0])
})

it('T132 writes nothing of a file that begins as it was planned and ends otherwise', async () => {
  // Longer than one read, so that its beginning alone would be written. Three parts are planned.
  const ending = (last: string) =>
    rows('Longo', 2_400)
      .replaceAll('Rua', `Rua ${'x'.repeat(200)}`)
      .replace(/.*\n$/, last)
  writeFileSync(join(folder, 'sites.csv'), ending('Fim,Rua 1,F-1\n'))
  changeAt(3, ending('Outro fim,Rua 1,F-1\n'))
  const { exit, stdout, stderr } = await importing('--yes')
  expect([exit, stdout]).toEqual([7, ''])
  expect(stderr).toContain('nothing was written. Import it again (FILE_CHANGED)')
  expect(await stored('Longo')).toBe(0)
})

it('T132 says how many rows were written of a file that changes while it is, and not that nothing was', async () => {
  writeFileSync(join(folder, 'sites.csv'), rows('Meio', 900))
  // One part is planned, five are written.
  changeAt(3, rows('Outro', 900))
  const { exit, stderr } = await importing('--yes')
  expect(exit).toBe(8)
  expect(stderr).toMatch(/sites\.csv was changed while it was imported: [\d,]+ rows had been written by then\./)
  expect(stderr).toContain('FILE_CHANGED')
  expect(await stored('Meio')).toBeGreaterThan(0)
})

it('keeps the rejected rows of what was written of a file that changes while it is, and says where they are', async () => {
  const withBad = (name: string) =>
    `${rows(name, 900)},Rua sem nome,${name}-bad\n`.replace(/^(.*\n)/, `$1,Rua sem nome,${name}-first\n`)
  writeFileSync(join(folder, 'sites.csv'), withBad('Ruim'))
  changeAt(4, withBad('Pior'))
  const { exit, stderr } = await importing('--yes', '--on-error=skip')
  expect(exit).toBe(8)
  expect(stderr).toContain('FILE_CHANGED')
  expect(stderr).toContain('rows kept out: sites.rejects.csv')
  expect(readFileSync(join(folder, 'sites.rejects.csv'), 'utf8')).toContain('Ruim-first')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

it('T132 writes no row that was not planned, even where a file changes while it is written', async () => {
  // Wide rows, so that most of the file is still to be read when it changes. Three parts are planned.
  const wide = (name: string) => rows(name, 2_400).replaceAll('Rua', `Rua ${'x'.repeat(200)}`)
  writeFileSync(join(folder, 'sites.csv'), wide('Largo'))
  changeAt(5, wide('Falso'))
  const { exit, stderr } = await importing('--yes')
  expect(exit).toBe(8)
  expect(stderr).toContain('FILE_CHANGED')
  expect(await stored('Largo')).toBeGreaterThan(0)
  expect(await stored('Falso')).toBe(0)
})
