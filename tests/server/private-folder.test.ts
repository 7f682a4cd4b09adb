import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/db/open'
import { claimFolder, makePrivate } from '../../server/db/private-folder'
import { databaseKind } from '../database'

const root = fileURLToPath(new URL('../..', import.meta.url))
let base: string
let child: ChildProcess | undefined

beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'tocsin-private-'))
  if (databaseKind === 'embedded')
    execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'server'], { stdio: 'ignore' })
})
afterEach(() => {
  child?.kill('SIGKILL')
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A server that is started as most are, by somebody whose umask lets everybody read; resolves once it serves. */
async function start(folder: string): Promise<() => Promise<void>> {
  const program = join(root, 'dist/server/main.js')
  const started = spawn('sh', ['-c', 'umask 022; exec "$0" "$@"', process.execPath, program], {
    env: { PATH: process.env['PATH'], PORT: '0', TOCSIN_DATA: folder, LOG_LEVEL: 'silent', TOCSIN_LOCALE: 'en-US' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = started
  const exited = once(started, 'exit')
  for await (const line of createInterface({ input: started.stdout }))
    if (line.includes('is serving'))
      return async () => {
        started.kill('SIGTERM')
        await exited
      }
  throw new Error('the server did not start')
}

/** Returns the folder itself and all its contents. */
const everything = (folder: string) => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
]
const open = (folder: string) => everything(folder).filter((path) => (lstatSync(path).mode & 0o077) !== 0)
const widen = (path: string) => chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666)

describe.runIf(databaseKind === 'embedded')('the data folder', () => {
  it('T101 is its owner’s alone with every file in it, made without a seed and found open to everybody', async () => {
    const folder = join(base, 'new/data')
    const stop = await start(folder)
    expect(open(folder)).toEqual([])
    expect(everything(folder).length).toBeGreaterThan(500)
    await stop()
    expect(open(folder)).toEqual([])

    for (const path of everything(folder)) widen(path)
    expect(open(folder).length).toBeGreaterThan(500)
    await claimFolder(folder, /^database$/)
    const database = await openDatabase({ folder: join(folder, 'database') })
    expect(open(folder)).toEqual([])
    await sql`create table made_later as select 1`.execute(database.kysely)
    expect(open(folder)).toEqual([])
    await database.close()
  }, 120_000)

  it('T101 is refused where others may put something else in its place, and where it is among other things left as it is', async () => {
    const folder = join(base, 'shared')
    mkdirSync(join(folder, 'of-others'), { recursive: true })
    const mode = () => lstatSync(folder).mode & 0o7777
    chmodSync(folder, 0o777)
    await expect(claimFolder(folder, /^database$/)).rejects.toMatchObject({ name: 'FolderError', path: folder })
    for (const allowed of [0o755, 0o1777]) {
      chmodSync(folder, allowed)
      await claimFolder(folder, /^database$/)
      expect(mode()).toBe(allowed)
    }
    rmSync(join(folder, 'of-others'), { recursive: true })
    await claimFolder(folder, /^database$/)
    expect(mode()).toBe(0o700)
  })

  // Root alone gives files away, and could change the modes of another's.
  it.runIf(process.geteuid?.() === 0)('T101 is refused where it, or a file in it, is somebody else’s', async () => {
    const NOBODY = 65_534
    const folder = join(base, 'of-somebody')
    const inner = join(folder, 'database')
    mkdirSync(inner, { recursive: true, mode: 0o700 })
    const refusal = (path: string) => ({ name: 'FolderError', path })
    const claim = () => claimFolder(folder, /^database$/)

    chownSync(folder, NOBODY, NOBODY)
    await expect(claim()).rejects.toMatchObject(refusal(folder))
    mkdirSync(join(folder, 'among-others'))
    for (const mode of [0o700, 0o1777]) {
      chmodSync(folder, mode)
      await expect(claim()).rejects.toMatchObject(refusal(folder))
    }
    chownSync(folder, 0, 0)
    await claim()

    chownSync(inner, NOBODY, NOBODY)
    await expect(makePrivate(inner)).rejects.toMatchObject(refusal(inner))
    chownSync(inner, 0, 0)
    const file = join(inner, 'file')
    writeFileSync(file, '', { mode: 0o600 })
    chownSync(file, NOBODY, NOBODY)
    await expect(makePrivate(inner)).rejects.toMatchObject(refusal(file))
    chownSync(file, 0, 0)
    expect(await makePrivate(inner)).toBe(inner)
  })
})
