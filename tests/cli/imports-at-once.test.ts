import { readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noFaults } from '../../server/faults'
import type { TestWorld } from '../world'
import { runWithin } from './run-within'
import { openWorldAndFolder } from './world-and-folder'

let world: TestWorld
let folder: string
openWorldAndFolder('at-once', (opened, made) => {
  ;[world, folder] = [opened, made]
})

const ROWS = 400
const rows = (name: string, count = ROWS) =>
  ['siteName,siteAddress', ...Array.from({ length: count }, (_, n) => `${name} ${n},Rua ${n}`), ''].join('\n')

async function tocsin(locale: string, ...words: string[]) {
  const env = {
    TOCSIN_HOST: world.url,
    TOCSIN_LOCALE: locale,
    TOCSIN_TOKEN: await world.token('root'),
    TOCSIN_CONFIG_DIR: join(folder, 'config'),
  }
  return runWithin(words, { world, cwd: folder, env, stdin: Buffer.alloc(0) })
}
const importing = (locale = 'en-US') => tocsin(locale, 'sites', 'import', 'sites.csv', '--client=Vazia', '--yes')

/** Does something while the server holds the nth part of an upload. */
function meanwhile(nth: number, work: () => Promise<void>): void {
  let asked = 0
  world.faults.current = async (point, { method, route }) => {
    if (point === 'request' && method === 'POST' && route.endsWith('/upload') && ++asked === nth) await work()
  }
}

it.each([
  ['en-US', 'sites.csv is being imported by another process', 'imports list shows how far it is'],
  ['pt-BR', 'sites.csv está sendo importado por outro processo', 'imports list mostra até onde ele chegou'],
])('T143 tells a second terminal that the import runs, in %s, and leaves it alone', async (locale, running, hint) => {
  writeFileSync(join(folder, 'sites.csv'), rows(locale))
  const second: Awaited<ReturnType<typeof importing>>[] = []
  // The first part is planned, the second is the first that is written.
  meanwhile(2, async () => {
    second.push(await importing(locale), await tocsin(locale, 'imports', 'list', '--json'))
    second.push(await tocsin(locale, 'imports', 'discard'), await tocsin(locale, 'imports', 'resume'))
  })
  const first = await importing(locale)
  expect([first.exit, first.stderr]).toEqual([0, expect.not.stringContaining(running)])
  expect(first.stdout).toContain(`${ROWS}`)
  const [again, list, discarded, resumed] = second
  for (const refused of [again, discarded, resumed]) {
    expect(refused).toMatchObject({ exit: 9, stdout: '' })
    expect(refused?.stderr).toContain(`${running} (pid ${process.pid})`)
    expect(refused?.stderr).toContain(hint)
  }
  expect(JSON.parse(list?.stdout ?? '')).toMatchObject([{ file: 'sites.csv', total: ROWS, pid: process.pid }])
  expect((await tocsin(locale, 'imports', 'list')).stdout).toBe('')
})

it('T143 goes on with the import of a process that is gone, at once', async () => {
  writeFileSync(join(folder, 'sites.csv'), rows('Depois'))
  world.faults.current = (_, { method, route }) => (method === 'POST' && route.endsWith('/upload') ? lost() : undefined)
  let asked = 0
  const lost = () => {
    if (++asked > 2) throw new Error('the server errs')
  }
  expect((await importing()).exit).not.toBe(0)
  world.faults.current = noFaults
  const runs = join(folder, 'config', 'runs')
  const [journal] = readdirSync(runs)
  // The lock that a killed terminal leaves behind.
  writeFileSync(join(runs, `${journal}.lock`), `4194304 0.5 ${hostname()}\n`)
  expect(JSON.parse((await tocsin('en-US', 'imports', 'list', '--json')).stdout)).toMatchObject([{ pid: null }])
  const { exit, stderr } = await importing()
  expect([exit, stderr]).toEqual([0, expect.stringContaining('resuming an interrupted run of this file')])
  expect(readdirSync(runs)).toEqual([])
})

it('T146 tells how far a run is from its first answered part on', async () => {
  writeFileSync(join(folder, 'sites.csv'), rows('Longe', 3 * ROWS))
  let told = ''
  // Two parts are planned. Four of the six written ones are under way at once: the last is sent when others are in.
  meanwhile(8, async () => void (told = (await tocsin('en-US', 'imports', 'list', '--json')).stdout))
  expect((await importing()).exit).toBe(0)
  const [run] = JSON.parse(told) as { done: number; total: number }[]
  expect(run?.total).toBe(3 * ROWS)
  expect(run?.done).toBeGreaterThan(0)
})

it('T135 counts what it wrote itself, whatever an earlier run wrote and however many answers get lost', async () => {
  writeFileSync(join(folder, 'sites.csv'), rows('Conta'))
  let asked = 0
  const isUpload = ({ method, route }: { method: string; route: string }) =>
    method === 'POST' && route.endsWith('/upload')
  // One part is planned, the first of two is written.
  world.faults.current = (point, request) => {
    if (point === 'request' && isUpload(request) && ++asked > 2) throw new Error('the server errs')
  }
  expect((await importing()).exit).not.toBe(0)
  // The first answer to each part does not arrive: it is sent again.
  let answered = 0
  world.faults.current = (point, request) =>
    point === 'answer' && isUpload(request) && ++answered <= 2 ? 'drop' : undefined
  const { exit, stdout } = await tocsin('en-US', 'sites', 'import', 'sites.csv', '--client=Vazia', '--yes', '--json')
  expect([exit, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ read: ROWS, created: ROWS / 2, unchanged: ROWS / 2, unsent: 0 }),
  ])
  expect(answered).toBe(4)
})
