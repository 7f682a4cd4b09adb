import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { rolldown } from 'rolldown'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/db/open'
import type { Database } from '../../server/db/open'
import { databaseKind, embeddedSeed } from '../database'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The number of times a writer is killed. */
const KILLS = process.env['TOCSIN_CHAOS'] ? 30 : 3

let base: string
/** The folder of the built program: below the checkout, to find the engine as the product does. */
let built: string
const started: ChildProcess[] = []

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'tocsin-folder-'))
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  built = mkdtempSync(join(root, 'node_modules/.cache/tocsin-folder-'))
  if (databaseKind === 'embedded') await build()
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => {
  for (const folder of [base, built]) rmSync(folder, { recursive: true, force: true })
})

/** Bundles the program once, as the server is: each start from its sources would transpile them anew. */
async function build(): Promise<void> {
  const bundle = await rolldown({
    input: { program: join(root, 'tests/server/database-program.ts') },
    platform: 'node',
    external: [/^@electric-sql\/pglite/, 'pg-native'],
    checks: { eval: false },
  })
  await bundle.write({ dir: built, format: 'esm', entryFileNames: '[name].mjs', codeSplitting: false })
  await bundle.close()
  cpSync(join(root, 'server/db/embedded-worker.js'), join(built, 'embedded-worker.js'))
}

/** A second process; `line` resolves to its next line, undefined at its end. */
function start(verb: 'open' | 'write', folder: string) {
  const child = spawn(process.execPath, [join(built, 'program.mjs'), verb, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async (): Promise<string | undefined> => {
    const next = await lines.next()
    return next.done ? undefined : next.value
  }
  const kill = async () => {
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await exited
  }
  return { pid: child.pid, line, kill }
}

/** The first is laid out from the seed, and each later one copied from it. */
let first: Promise<string> | undefined

async function newFolder(name: string): Promise<string> {
  const folder = join(base, name)
  cpSync(await (first ??= layOut(join(base, 'first'))), folder, { recursive: true })
  return folder
}

async function layOut(folder: string): Promise<string> {
  await (await openDatabase({ folder, seed: await embeddedSeed() })).close()
  return folder
}

describe.runIf(databaseKind === 'embedded')('a data folder', () => {
  it('T80 is refused to a second process at once, with the pid of the first, and free after SIGKILL', async () => {
    const folder = await newFolder('locked')
    const first = start('open', folder)
    expect(await first.line()).toBe('open')
    await expect(openDatabase({ folder })).rejects.toMatchObject({ code: 'IN_USE', holder: first.pid })
    // By another name it is the same folder.
    symlinkSync(folder, join(base, 'alias'))
    await expect(openDatabase({ folder: join(base, 'alias') })).rejects.toMatchObject({ code: 'IN_USE' })
    const second = start('open', folder)
    expect(await second.line()).toBe(`IN_USE ${first.pid}`)
    await first.kill()
    const database = await openDatabase({ folder })
    await database.ping()
    await database.close()
  })

  it('T80 is refused twice within one process, and free once closed', async () => {
    const folder = await newFolder('twice')
    const database = await openDatabase({ folder })
    await expect(openDatabase({ folder })).rejects.toMatchObject({ code: 'IN_USE', holder: process.pid })
    await database.close()
    await (await openDatabase({ folder })).close()
  })

  it(
    'loses nothing acknowledged to SIGKILL, time after time, in the middle of writes',
    async () => {
      const folder = await newFolder('killed')
      let acknowledged = 0
      for (let turn = 0; turn < KILLS; turn += 1) {
        const writer = start('write', folder)
        expect(await writer.line()).toBe('open')
        for (let line = 0; line < 20 + turn * 7; line += 1) acknowledged = Number(await writer.line())
        await writer.kill()
        for (let line = await writer.line(); line !== undefined; line = await writer.line()) acknowledged = Number(line)
      }
      const database = await openDatabase({ folder })
      const { rows } = await sql<{ count: number; last: number; halves: number }>`
      select count(*) as count, max(id) as last, count(*) filter (where half) as halves from written
    `.execute(database.kysely)
      await database.close()
      expect(acknowledged).toBeGreaterThan(20 * KILLS)
      expect(rows[0]?.halves).toBe(0)
      expect(rows[0]?.count).toBe(rows[0]?.last)
      // One write may have been done and not yet said.
      expect([acknowledged, acknowledged + 1]).toContain(rows[0]?.last)
    },
    40_000 * KILLS,
  )

  it('is whole or absent when a first start is killed while it is laid out', async () => {
    const folder = join(base, 'half')
    mkdirSync(join(folder, 'pgdata.new/base'), { recursive: true })
    const database = await openDatabase({ folder, seed: await embeddedSeed() })
    await database.ping()
    await database.close()
    expect(existsSync(join(folder, 'pgdata.new'))).toBe(false)
  })

  it('is made where its parents are missing, and keeps what it holds when opened with another seed', async () => {
    const folder = await layOut(join(base, 'deep/er/still'))
    const write = await openDatabase({ folder })
    await sql`create table kept as select 1 as one`.execute(write.kysely)
    await write.close()
    const again = await openDatabase({ folder, seed: await embeddedSeed() })
    expect((await sql`select one from kept`.execute(again.kysely)).rows).toEqual([{ one: 1 }])
    await again.close()
  })

  it('is dumped, and the dump opens as the same database', async () => {
    const folder = await newFolder('dumped')
    const source = await openDatabase({ folder })
    await sql`create table kept as select 'ção' as text`.execute(source.kysely)
    const seed = await source.dump?.()
    await source.close()
    for (const options of [{ seed }, { seed, folder: join(base, 'restored') }]) {
      const copy = await openDatabase(options)
      expect((await sql`select text from kept`.execute(copy.kysely)).rows).toEqual([{ text: 'ção' }])
      await copy.close()
    }
  })
})

/** A file system of its own that can be filled; only root may mount one. */
function smallDisk(
  megabytes: number,
): { path: string; grow: (megabytes: number) => void; remove: () => void } | undefined {
  const path = join(base, 'disk')
  mkdirSync(path)
  const mount = (...words: string[]) => execFileSync('mount', words, { stdio: 'ignore' })
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path)
  } catch {
    return undefined
  }
  return {
    path,
    grow: (size) => mount('-o', `remount,size=${size}m`, path),
    remove: () => execFileSync('umount', [path]),
  }
}

describe.runIf(databaseKind === 'embedded')('a full disk', () => {
  it('is named on every query, never hangs, and loses nothing acknowledged', async ({ skip }) => {
    const disk = smallDisk(100)
    if (!disk) return skip('filling a disk needs the right to mount a small one')
    let database: Database | undefined
    try {
      database = await openDatabase({ folder: join(disk.path, 'data'), seed: await embeddedSeed() })
      await sql`create table filled (text text)`.execute(database.kysely)
      const fill = (on: Database) =>
        on.transaction((tx) =>
          sql`insert into filled select repeat(md5(i::text), 30) from generate_series(1, 500) as i`.execute(tx),
        )
      let acknowledged = 0
      let failure: unknown
      while (failure === undefined) {
        try {
          await fill(database)
          acknowledged += 500
        } catch (error) {
          failure = error
        }
      }
      expect(failure).toMatchObject({ code: 'DISK_FULL' })
      await expect(fill(database)).rejects.toMatchObject({ code: 'DISK_FULL' })
      disk.grow(300)
      const { rows } = await sql<{ count: number }>`select count(*) as count from filled`.execute(database.kysely)
      expect(rows[0]?.count).toBe(acknowledged)
      await fill(database)
    } finally {
      await database?.close()
      disk.remove()
    }
  })
})
