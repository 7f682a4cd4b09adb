import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { checkArchive, writeArchive } from './archive'
import type { Source } from './source'

const empty: Source = {
  kind: 'embedded',
  migrations: [],
  sequences: async () => [] as never,
  figuresOf: async () => undefined,
  async *tables() {},
}

const inFolder = async (work: (folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-archive-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('a backup that has no folder to be in names that folder, and not the file that is to come', () =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'file'), '')
    for (const [parent, code] of [
      ['nodir', 'ENOENT'],
      ['file', 'ENOTDIR'],
    ] as const)
      await expect(
        writeArchive(join(folder, parent, 'x.tocsin'), empty, { version: '1', createdAt: '' }),
      ).rejects.toMatchObject({ code, path: join(folder, parent) })
    expect(readdirSync(folder)).toEqual(['file'])
  }))

it('a folder in place of a backup is named', () =>
  inFolder(async (folder) => {
    await expect(checkArchive(folder, () => {})).rejects.toMatchObject({ code: 'EISDIR', path: folder })
  }))

it('a backup that is cut off within its head is damaged, and another file is none', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'a.tocsin')
    const head = gzipSync(
      `{"tocsin":"backup","format":1,"migrations":${JSON.stringify(['0001-first', '0002-second'])}}\n`,
    )
    for (const [bytes, code] of [
      [head.subarray(0, head.length / 2), 'CORRUPT'],
      [Buffer.alloc(0), 'CORRUPT'],
      [gzipSync('name,city\n'), 'NOT_A_BACKUP'],
      [Buffer.from('name,city\n'), 'NOT_A_BACKUP'],
    ] as const) {
      writeFileSync(path, bytes)
      await expect(checkArchive(path, () => {})).rejects.toMatchObject({ code })
    }
  }))
