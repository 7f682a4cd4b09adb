import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { CSV_LIMITS } from '@tocsin/core/csv/limits'
import type { Io } from '../io'
import { openSource, type FileSource } from './source'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-source-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const io = { cwd: folder, signal: new AbortController().signal } as unknown as Io
const content = 'siteName,siteAddress\nNorte,Rua A\n'.repeat(5_000)

async function textOf(source: FileSource): Promise<string> {
  let text = ''
  for await (const bytes of source.open()) text += Buffer.from(bytes).toString('utf8')
  return text
}

it('a pipe with a name is read once and kept, so that it can be read as often as a file', async () => {
  const maker = 'mkfifo'
  execFileSync(maker, [join(folder, 'pipe')])
  const [source] = await Promise.all([openSource(io, 'pipe'), writeFile(join(folder, 'pipe'), content)])
  expect(source.size).toBe(content.length)
  expect(await textOf(source)).toBe(content)
  expect(await textOf(source)).toBe(content)
  writeFileSync(join(folder, 'file.csv'), content)
  expect(source.digest).toBe((await openSource(io, 'file.csv')).digest)
  expect(source.beside.startsWith(folder)).toBe(true)
  await source.close()
})

it('a pipe without end is refused at the limit', async () => {
  let asked = 0
  const whole = new Uint8Array(CSV_LIMITS.bytes + 1)
  async function* endless() {
    for (;;) {
      asked++
      yield asked === 1 ? Buffer.from(content) : whole
    }
  }
  const piped = { ...io, stdin: { isTerminal: false, bytes: endless } } as unknown as Io
  await expect(openSource(piped, '-')).rejects.toMatchObject({ name: 'CsvRefusal', code: 'file_too_large' })
  expect(asked).toBe(2)
})

it('a file that is too large is refused before it is read', async () => {
  writeFileSync(join(folder, 'large.csv'), '')
  truncateSync(join(folder, 'large.csv'), CSV_LIMITS.bytes + 1)
  await expect(openSource(io, 'large.csv')).rejects.toMatchObject({ name: 'CsvRefusal', code: 'file_too_large' })
})
