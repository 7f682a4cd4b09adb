import { mkdtemp, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_FILE } from '@tocsin/core/vocabulary/files'
import { expect, it } from 'vitest'
import { readUpload } from './input'

it('A-149 reads a file of at most eight megabytes, and none that is larger', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'tocsin-'))
  await writeFile(join(cwd, 'small.pdf'), '%PDF-')
  await writeFile(join(cwd, 'large.pdf'), '')
  await truncate(join(cwd, 'large.pdf'), MAX_FILE + 1)
  expect(Buffer.from((await readUpload({ cwd }, 'small.pdf')) as Uint8Array).toString()).toBe('%PDF-')
  expect(await readUpload({ cwd }, 'large.pdf')).toBe('too large')
  await truncate(join(cwd, 'large.pdf'), MAX_FILE)
  expect(await readUpload({ cwd }, 'large.pdf')).toHaveLength(MAX_FILE)
  await expect(readUpload({ cwd }, 'none.pdf')).rejects.toMatchObject({ code: 'ENOENT', path: 'none.pdf' })
})
