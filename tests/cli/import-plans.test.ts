import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '@tocsin/core/base/errors'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noFaults } from '../../server/faults'
import { startWorld, type TestWorld } from '../world'
import { runWithin } from './run-within'

const ROWS = 3000

let world: TestWorld
let folder: string
let token: string
beforeAll(async () => {
  world = await startWorld()
  await world.listen()
  token = await world.token('root')
  folder = mkdtempSync(join(tmpdir(), 'tocsin-plans-'))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const tocsin = (...words: string[]) =>
  runWithin(words, {
    world,
    cwd: folder,
    env: { TOCSIN_HOST: world.url, TOCSIN_TOKEN: token, TOCSIN_LOCALE: 'en-US', TOCSIN_CONFIG_DIR: folder },
    stdin: Buffer.from(''),
  })

/** Imports with the answers cut off after some writes; returns the steps, as a change of step is one. */
async function run(file: string, writes = Infinity) {
  let sent = 0
  world.faults.current = (point, { method }) => {
    if (point !== 'request' || method === 'GET') return
    // Three requests of a thousand rows plan.
    if (++sent > 3 + writes) throw new ApiError({ status: 503, code: 'BUSY' })
  }
  const ran = await tocsin('sites', 'import', file, '--client=Vazia', '--progress=json', '--retry=0', '-o', 'json')
  world.faults.current = noFaults
  const steps = [...ran.stderr.matchAll(/"step":"(\w+)"/g)].map(([, step]) => step)
  return {
    exit: ran.exit,
    result: JSON.parse(ran.stdout || 'null') as Record<string, number>,
    steps: steps.filter((step, index) => step !== steps[index - 1]),
    said: ran.stderr,
  }
}

const sheet = (name: string) => {
  const rows = Array.from({ length: ROWS }, (_, index) => `${name} ${index},Rua ${index},${name}${index},-23.5,-46.6`)
  writeFileSync(
    join(folder, `${name}.csv`),
    `siteName,siteAddress,siteTag,siteLatitude,siteLongitude\n${rows.join('\n')}\n`,
  )
  return `${name}.csv`
}

it('C74 a resumed import plans once, since the plan before it has told what is left', async () => {
  const file = sheet('Volta')
  const cut = await run(file, 2)
  expect(cut).toMatchObject({ exit: 9, steps: ['plan', 'write'] })
  const resumed = await run(file)
  expect(resumed.said).toContain('resuming an interrupted run of this file')
  expect(resumed).toMatchObject({ exit: 0, steps: ['plan', 'write'] })
  expect(resumed.result['created']! + cut.result['created']!).toBe(ROWS)
  expect(resumed.result['unchanged']).toBe(cut.result['created'])
  expect((await run(file)).result).toMatchObject({ created: 0, unchanged: ROWS })
})

it('C74 it plans once more where rows that it wrote before are gone', async () => {
  const file = sheet('Falta')
  const cut = await run(file, 2)
  expect(cut.exit).toBe(9)
  const { stdout } = await tocsin('sites', 'list', '--client=Vazia', '--q=Falta', '--all', '-o', 'ids')
  const [gone] = stdout.split('\n')
  expect((await tocsin('sites', 'delete', gone!, '--yes')).exit).toBe(0)
  const resumed = await run(file)
  expect(resumed).toMatchObject({ exit: 0, steps: ['plan', 'write', 'plan', 'write'] })
  expect((await run(file)).result).toMatchObject({ created: 0, unchanged: ROWS })
})
