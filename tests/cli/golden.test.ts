import { execFileSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKind } from '../database'
import { closeShared, goldenFiles, readGolden, replay, root } from './golden'
import { runSpawned } from './run-spawned'
import { runWithin } from './run-within'

const ran = new Set<string>()
const update = Boolean(process.env['UPDATE'])
const titleOf = (text: string) => text.split('\n', 1)[0]!.replace(/^# */, '')

afterAll(closeShared)

describe('goldens within this process', () => {
  for (const name of goldenFiles()) {
    const golden = readGolden(name)
    it(`${name}: ${titleOf(golden.text)}`, async () => {
      ran.add(name)
      const text = await replay(golden, runWithin)
      if (update) writeFileSync(golden.path, text)
      else expect(text).toBe(golden.text)
    })
  }

  it('ran every golden there is', () => {
    const folders = ['cli', 'core', 'fixtures', 'server', 'tests', 'web']
    const onDisk = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.golden') && !name.includes('node_modules'))
        .map((name) => name.split('/').at(-1)!),
    )
    expect([...ran].sort()).toEqual(onDisk.sort())
  })
})

// The program is the same whatever database stands behind the server.
if (databaseKind === 'embedded' && !update)
  describe('goldens as processes of the built program', () => {
    beforeAll(() => void execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli'], { stdio: 'ignore' }))

    for (const name of goldenFiles()) {
      const golden = readGolden(name)
      it(`${name}, spawned: ${titleOf(golden.text)}`, async () => {
        expect(await replay(golden, runSpawned)).toBe(golden.text)
      })
    }
  })
