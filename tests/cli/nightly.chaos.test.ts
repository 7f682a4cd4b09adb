import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noFaults, readFaults } from '../../server/faults'
import { startWorld, type TestWorld } from '../world'
import { runWithin } from './run-within'

/** The requests that the count of the faults is ahead by when a job begins, so that each failure hits other ones. */
const PHASES = process.env['TOCSIN_CHAOS'] ? [0, 1, 2, 3, 4, 5, 6] : [1]

let world: TestWorld
let folder: string
beforeAll(async () => {
  world = await startWorld()
  await world.listen()
  folder = mkdtempSync(join(tmpdir(), 'tocsin-nightly-'))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const tocsin = (words: string[], stdin = '') =>
  runWithin(words, {
    world,
    cwd: folder,
    env: { TOCSIN_HOST: world.url, TOCSIN_LOCALE: 'en-US', TOCSIN_CONFIG_DIR: folder, CI: 'true' },
    stdin: Buffer.from(stdin),
  })

it.each(
  [
    'request:busy@3',
    'request:error@3',
    'request:drop@3',
    'answer:drop@3',
    'answer:error@3',
    'request:busy@3,answer:drop@5',
    'request:drop@5,answer:error@3',
  ].flatMap((faults) => PHASES.map((phase) => ({ faults, phase }))),
)(
  'C09 C10 a nightly job ends right although the server fails: $faults, from request $phase',
  async ({ faults, phase }) => {
    const name = `Nightly-${faults.replaceAll(/\W+/g, '-')}-${phase}`
    const run = async (...words: string[]) => {
      const { exit, stdout, stderr } = await tocsin(words)
      expect([words.join(' '), exit, stderr]).toEqual([words.join(' '), 0, expect.not.stringContaining('error')])
      return stdout
    }
    expect((await tocsin(['auth', 'login', '--username=acme-admin', '--password-stdin'], 'Demo1234\n')).exit).toBe(0)
    const calm = await run('sites', 'list', '--all', '-o', 'ids')
    // The token has expired when the job begins.
    world.clock.now += 6 * 60_000
    world.faults.current = readFaults(faults, async () => undefined)
    for (let ahead = 0; ahead < phase; ahead++)
      await Promise.resolve(world.faults.current('request', { method: 'GET', route: '' })).catch(() => undefined)
    try {
      expect(await run('sites', 'list', '--all', '-o', 'ids')).toBe(calm)
      await run('dashboard', 'show')
      const create = ['projects', 'create', '--client=Acme', `--name=${name}`, '--description=x', '-o', 'ids']
      const made = await run(...create, `--idempotency-key=${name}`)
      // A script that does not know whether it ran repeats it.
      expect(await run(...create, `--idempotency-key=${name}`)).toBe(made)
      await run('projects', 'update', made.trim(), '--description=changed')
      for (const verb of ['deactivate', 'activate']) await run('sites', verb, '2', '3', '4', '--yes', '-o', 'ids')
      await run('sites', 'export', '--client=Acme', '--file=sites.csv')
      expect(readFileSync(join(folder, 'sites.csv'), 'utf8').split('\n').length).toBeGreaterThan(
        calm.split('\n').length,
      )
    } finally {
      world.faults.current = noFaults
    }
    const rows = JSON.parse(await run('projects', 'list', '--all', '-o', 'json')) as {
      name: string
      description: string
    }[]
    expect(rows.filter((row) => row.name === name)).toMatchObject([{ description: 'changed' }])
    const sites = JSON.parse(await run('sites', 'list', '--ids=2,3,4', '-o', 'json')) as { active: boolean }[]
    expect(sites.map(({ active }) => active)).toEqual([true, true, true])
  },
)
