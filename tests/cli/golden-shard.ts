import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { provesAll } from '../database'
import { closeShared, goldenFiles, readGolden, replay, root } from './golden'
import { runSpawned } from './run-spawned'
import { runWithin } from './run-within'

/** Test files that the goldens are dealt out to, so that they run beside each other: `golden-1.test.ts` and so on. */
export const SHARDS = 4

const update = Boolean(process.env['UPDATE'])
const titleOf = (text: string) => text.split('\n', 1)[0]!.replace(/^# */, '')

/** Replays every fourth golden, from the one at `index`; unless all is proved, only those a database can change. */
export function goldenShard(index: number): void {
  const all = goldenFiles().map((name) => ({ name, ...readGolden(name) }))
  // Dealt out one kind after the other: each file has some of both.
  const goldens = [true, false].flatMap((both) =>
    all.filter(({ bothDatabases }) => bothDatabases === both).filter((_, at) => at % SHARDS === index),
  )

  afterAll(closeShared)

  describe('goldens within this process', () => {
    for (const golden of goldens.filter(({ bothDatabases }) => provesAll || bothDatabases))
      it(`${golden.name}: ${titleOf(golden.text)}`, async () => {
        const text = await replay(golden, runWithin)
        if (update) writeFileSync(golden.path, text)
        else
          expect(
            text,
            `tests/cli/${golden.name} says otherwise: if this is meant, UPDATE=1 writes it, and every line of it is read`,
          ).toBe(golden.text)
      })
  })

  // The program is the same whatever the server's database.
  const processes = goldens.filter(({ spawned }) => spawned)
  if (provesAll && !update && processes.length > 0)
    describe('goldens as processes of the built program', () => {
      beforeAll(
        () => void execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli'], { stdio: 'ignore' }),
      )
      for (const golden of processes)
        it(`${golden.name}, spawned: ${titleOf(golden.text)}`, async () => {
          expect(await replay(golden, runSpawned)).toBe(golden.text)
        })
    })
}

/** Every golden of the project, wherever it lies: one that no test runs is one that proves nothing. */
export const goldensOnDisk = (): string[] =>
  ['cli', 'core', 'fixtures', 'server', 'tests', 'web']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
    .filter((name) => name.endsWith('.golden') && !name.includes('node_modules'))
    .map((name) => name.split('/').at(-1)!)
    .sort()
