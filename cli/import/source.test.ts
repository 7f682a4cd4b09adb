import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
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
