import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder } from './make-folder'

it('makes a folder and those above it, and none inside a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-folder-'))
  try {
    for (let time = 0; time < 2; time++) makeFolder(join(folder, 'a/b/c'))
    expect(statSync(join(folder, 'a/b/c')).isDirectory()).toBe(true)
    writeFileSync(join(folder, 'file'), '')
    expect(() => makeFolder(join(folder, 'file/a'))).toThrow(/EEXIST|ENOTDIR/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it.runIf(existsSync('/proc/self'))('ends with the folder that cannot be made where a system takes none', () => {
  expect(() => makeFolder('/proc/nope/sites')).toThrow(expect.objectContaining({ code: 'ENOENT', path: '/proc/nope' }))
})
