import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeArchive } from './archive'
import type { Source } from './source'

const empty: Source = {
  kind: 'embedded',
  migrations: [],
  sequences: async () => [] as never,
  figuresOf: async () => undefined,
  async *tables() {},
}

it('a backup that cannot be written names the file that was asked for', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-archive-'))
  const path = join(folder, 'nodir/x.tocsin')
  try {
    await expect(writeArchive(path, empty, { version: '1', createdAt: '' })).rejects.toMatchObject({
      code: 'ENOENT',
      path,
    })
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
