import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { noFaults, readFaults } from '../../server/faults'
import { randomClient } from '../random-client'
import type { TestWorld } from '../world'
import { runWithin } from './run-within'
import { openWorldAndFolder } from './world-and-folder'

let world: TestWorld
let folder: string
openWorldAndFolder('configuration', (opened, made) => {
  ;[world, folder] = [opened, made]
})

const env = async (username: string) => ({
  TOCSIN_HOST: world.url,
  TOCSIN_LOCALE: 'en-US',
  TOCSIN_TOKEN: await world.token(username),
  TOCSIN_CONFIG_DIR: join(folder, 'config'),
})
const runAs = async (username: string, words: readonly string[], more: Record<string, string> = {}) =>
  runWithin(words, { world, cwd: folder, env: { ...(await env(username)), ...more }, stdin: Buffer.alloc(0) })
const run = (...words: string[]) => runAs('root', words)

/** Runs a line that must succeed without a word on stderr, and returns its output. */
async function done(...words: string[]): Promise<string> {
  const { exit, stdout, stderr } = await run(...words)
  expect({ exit, stderr, words, stdout: exit === 0 ? '' : stdout }).toEqual({ exit: 0, stderr: '', words, stdout: '' })
  return stdout
}

let clients = 0
/** Makes a client that has nothing, and returns its id. */
async function emptyClient(): Promise<number> {
  const name = `Cliente ${clients++}`
  const manager = { name: 'Ana', username: `manager-${clients}`, email: `ana-${clients}@example.org` }
  const reply = await world.call(await world.token('root'), 'POST', 'clients', { name, nickname: name, manager })
  expect(reply.text).toContain('"success":true')
  return (reply.body.data as { id: number }).id
}

/** Returns the files of a folder with their contents. */
const contents = (name: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, name, path)).isFile())
      .sort()
      .map((path) => [path, readFileSync(join(folder, name, path), 'utf8')]),
  )

const SEEDS = process.env['TOCSIN_CHAOS'] === undefined ? 6 : 200

it('B3 writes any client into files that make another one the same, and plans nothing afterwards', async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const [first, second] = [await emptyClient(), await emptyClient()]
    await randomClient(world, first, seed)
    await done('pull', `--client=${first}`, '--to=first')
    expect(await done('plan', 'first', `--client=${first}`, '--prune', '--exit-code'), `seed ${seed}`).toMatch(
      /^0 to create, 0 to update, 0 to delete/,
    )
    // The user of a provider has a name that nobody else has.
    await done('apply', 'first', `--client=${second}`, '--yes')
    expect(await done('plan', 'first', `--client=${second}`, '--prune', '--exit-code'), `seed ${seed}`).toMatch(
      /^0 to create, 0 to update, 0 to delete/,
    )
    await done('pull', `--client=${second}`, '--to=second')
    expect(contents('second'), `seed ${seed}`).toEqual(contents('first'))
    rmSync(join(folder, 'first'), { recursive: true })
    rmSync(join(folder, 'second'), { recursive: true })
  }
}, 600_000)

it.each(['tocsin', 'Acme', 'Borealis', 'Vazia'])('B3 plans nothing of what was just pulled from %s', async (client) => {
  await done('pull', `--client=${client}`, '--to=files')
  expect(await done('plan', 'files', `--client=${client}`, '--prune', '--exit-code')).toMatch(
    /^0 to create, 0 to update, 0 to delete, [1-9]/,
  )
})

/** Writes a file of the folder `files`. */
function write(path: string, lines: readonly string[]): void {
  const whole = join(folder, 'files', path)
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, ['format: 1', ...lines, ''].join('\n'))
}
const project = (name: string, description: string) =>
  write(`projects/${name}.yaml`, ['kind: project', `name: ${name}`, `description: ${description}`])
const provider = (lines: readonly string[]) =>
  write('providers/central.yaml', ['kind: monitoring-provider', 'name: Central', 'email: c@example.org', ...lines])
const app = (lines: readonly string[]) => write('apps/a.yaml', ['kind: app', 'name: A', 'project: default', ...lines])

const stored = async (path: string): Promise<Record<string, unknown>[]> =>
  (await world.call(await world.token('root'), 'GET', path)).body.data
const plan = (...words: string[]) => run('plan', 'files', ...words)

it('B3 ends in a conflict when a record is changed meanwhile, and loses nothing', async () => {
  const client = await emptyClient()
  project('Um', 'a')
  app(['channels:', '  - name: C'])
  await done('apply', 'files', `--client=${client}`, '--yes')
  const [before] = (await stored(`projects?ClientId=${client}&q=Um`)) as [{ id: number }]
  project('Um', 'b')
  let isChanged = false
  world.faults.current = async (point, { method, route }) => {
    if (isChanged || point !== 'request' || method !== 'PUT' || !route.includes('projects')) return
    isChanged = true
    await world.call(await world.token('root'), 'PUT', `projects/${before.id}`, { description: 'theirs' })
  }
  const { exit, stderr } = await run('apply', 'files', `--client=${client}`, '--yes')
  expect([exit, stderr]).toEqual([
    7,
    expect.stringMatching(
      /^error: projects\/Um.yaml was not written: .*; 0 of 1 changes are written \(STALE_VERSION\)/,
    ),
  ])
  expect(await stored(`projects?ClientId=${client}&q=Um`)).toMatchObject([{ description: 'theirs' }])
  // The same with a channel, which is told by its name.
  const [channel] = (await stored(`channels?clientId=${client}`)) as [{ id: number }]
  project('Um', 'theirs')
  app(['channels:', '  - name: C', '    primary: true'])
  world.faults.current = async (point, { method, route }) => {
    if (point !== 'request' || method !== 'PUT' || !route.includes('channels')) return
    world.faults.current = noFaults
    await world.call(await world.token('root'), 'PUT', `channels/${channel.id}`, { label: 'theirs' })
  }
  const second = await run('apply', 'files', `--client=${client}`, '--yes')
  expect([second.exit, second.stderr]).toEqual([7, expect.stringContaining('apps/a.yaml: channel C was not written')])
  expect(await stored(`channels?clientId=${client}`)).toMatchObject([{ label: 'theirs', primary: false }])
})

it('B3 stops at a refusal with exit 8 and tells how far it is, and the same line goes on', async () => {
  const client = await emptyClient()
  project('Um', 'a')
  const handler = (host: string) =>
    write('handlers/h.yaml', ['kind: registration-handler', 'name: H', `url: https://${host}/x`, 'mode: site'])
  // The server alone knows that the address is internal.
  handler('127.0.0.1')
  app([])
  const failed = await run('apply', 'files', `--client=${client}`, '--yes', '--json')
  expect(failed.exit).toBe(8)
  expect(JSON.parse(failed.stderr)).toMatchObject({
    error: {
      exitCode: 8,
      message: expect.stringContaining('1 of 3 changes are written'),
      hint: 'correct the file and run the same command: it compares anew and writes the rest',
      fields: [
        {
          field: 'url',
          flag: null,
          code: 'internalAddress',
          values: {},
          message: expect.stringMatching(/^leads to an internal network/),
          file: 'handlers/h.yaml',
          line: 4,
          column: 1,
        },
      ],
      status: 400,
      requestId: expect.any(String),
    },
  })
  expect(JSON.parse(failed.stdout)).toMatchObject({ create: 3, applied: [{ action: 'create', kind: 'project' }] })
  handler('h.example.org')
  expect(await done('apply', 'files', `--client=${client}`, '--yes')).toContain('2 created, 0 updated, 0 deleted')
  expect(await done('plan', 'files', `--client=${client}`, '--exit-code')).toMatch(/^0 to create, 0 to update/)
})

it('B3 tells a deletion that is refused as one, and that something stands in its way', async () => {
  const client = await emptyClient()
  project('Um', 'a')
  await done('apply', 'files', `--client=${client}`, '--yes')
  const [{ id }] = (await stored(`projects?ClientId=${client}&q=Um`)) as [{ id: number }]
  const site = { name: 'S', ClientId: client, ProjectId: id, location: { formatted: 'Rua A, 1' } }
  const made = await world.call(await world.token('root'), 'POST', 'sites', site)
  expect(made.text).toContain('"success":true')
  rmSync(join(folder, 'files/projects/Um.yaml'))
  const failed = await run('apply', 'files', `--client=${client}`, '--yes', '--prune')
  expect([failed.exit, failed.stderr]).toEqual([
    7,
    expect.stringMatching(
      /^error: project Um was not deleted: .*; 0 of 1 changes are written .*\n(  .*\n)*hint: remove the obstacle and run the same command/,
    ),
  ])
})

it('B3 tells the way out that the server knows, and the request that failed', async () => {
  const client = await emptyClient()
  project('Um', 'a')
  world.faults.current = async (point, { method }) => {
    if (point !== 'request' || method === 'GET') return
    world.faults.current = noFaults
    await world.call(await world.token('root'), 'POST', `clients/${client}/lock`)
  }
  const failed = await run('apply', 'files', `--client=${client}`, '--yes')
  expect([failed.exit, failed.stderr.split('\n').slice(1)]).toEqual([
    5,
    [
      `hint: remove the obstacle and run the same command: it compares anew and writes the rest: tocsin clients unlock ${client}`,
      expect.stringMatching(/^request: ./),
      '',
    ],
  ])
})

it('B3 shows no plan that the server could not answer for', async () => {
  const client = await emptyClient()
  write('t.yaml', ['kind: term', 'title: T', 'content: <p>a</p>'])
  await done('apply', 'files', `--client=${client}`, '--yes')
  write('t.yaml', ['kind: term', 'title: T', 'content: <p>a</p><script>b</script>'])
  world.faults.current = (point, { method }) => (point === 'request' && method === 'PUT' ? 'drop' : undefined)
  const { exit, stdout, stderr } = await run('plan', 'files', `--client=${client}`, '--exit-code', '--retry=0')
  expect([exit, stdout, stderr]).toEqual([9, '', expect.stringContaining('NETWORK_ERROR')])
})

it('B3 makes nothing twice on a server that drops every third answer', async () => {
  const client = await emptyClient()
  for (let number = 0; number < 6; number++) project(`P${number}`, 'a')
  app(['channels:', ...Array.from({ length: 9 }, (_, at) => `  - name: C${at}`)])
  world.faults.current = readFaults('answer:drop@3', () => Promise.resolve())
  await done('apply', 'files', `--client=${client}`, '--yes')
  world.faults.current = noFaults
  expect(await stored(`projects?ClientId=${client}`)).toHaveLength(7)
  expect(await stored(`channels?clientId=${client}`)).toHaveLength(9)
})

it('B3 refers to nothing of another client, and needs the permissions of each kind', async () => {
  app([
    'channels:',
    '  - name: C',
    '    monitoringProviders: [Guarda municipal]',
    '    offeredMonitoringProviders: [Portaria da Acme]',
  ])
  const foreign = await plan('--client=Acme')
  expect([foreign.exit, foreign.stdout]).toEqual([3, ''])
  expect(foreign.stderr.split('\n').slice(1, 3)).toEqual([
    expect.stringMatching(
      /^ {2}apps\/a.yaml:7:27 channels.0.monitoringProviders.0 names Guarda municipal, which is not among: monitoring providers/,
    ),
    expect.stringMatching(/^ {2}apps\/a.yaml:8:34 channels.0.offeredMonitoringProviders.0 names Portaria da Acme/),
  ])
  app([])
  const outside = await runAs('acme-admin', ['apply', 'files', '--client=3', '--yes'])
  expect([outside.exit, outside.stdout]).toEqual([6, ''])
  const unseen = await runAs('acme-approver', ['apply', 'files', '--client=2', '--yes'])
  expect([unseen.exit, unseen.stdout]).toEqual([5, ''])
  expect(await stored('apps?clientId=2&q=A&limit=50')).not.toContainEqual(expect.objectContaining({ name: 'A' }))
  // A locked client is refused by the server.
  const locked = await run('apply', 'files', '--client=Borealis', '--yes')
  expect([locked.exit, locked.stderr]).toEqual([5, expect.stringContaining('CLIENT_LOCKED')])
})

it('B3 deletes only with --prune, children and users before what they need, and asks for the name of the client', async () => {
  const client = await emptyClient()
  const name = `Cliente ${clients - 1}`
  project('Um', 'a')
  write('apps/a.yaml', [
    'kind: app',
    'name: A',
    'project: Um',
    'channels:',
    '  - {name: G, channelType: group, channels: [{name: C}]}',
    '  - name: D',
  ])
  await done('apply', 'files', `--client=${client}`, '--yes')
  write('apps/a.yaml', ['kind: app', 'name: A', 'project: Um', 'channels:', '  - name: D'])
  expect((await plan(`--client=${client}`, '--exit-code')).stdout).toBe(
    '0 to create, 0 to update, 0 to delete, 2 unchanged\n',
  )
  const pruned = await plan(`--client=${client}`, '--exit-code', '--prune')
  expect(pruned).toEqual({
    exit: 10,
    stdout: [
      '~ app A  (apps/a.yaml)',
      '    - channel C',
      '    - channel G',
      '0 to create, 1 to update, 0 to delete, 1 unchanged',
      '',
    ].join('\n'),
    stderr: '',
  })
  await done('apply', 'files', `--client=${client}`, '--yes', '--prune')
  expect(await stored(`channels?clientId=${client}`)).toMatchObject([{ name: 'D' }])
  rmSync(join(folder, 'files/projects'), { recursive: true })
  const needed = await plan(`--client=${client}`, '--prune')
  expect([needed.exit, needed.stderr]).toEqual([
    3,
    expect.stringContaining('apps/a.yaml:4:1 project names Um, which has no file and would be deleted'),
  ])
  rmSync(join(folder, 'files/apps'), { recursive: true })
  const unnamed = await run('apply', 'files', `--client=${client}`, '--yes', '--prune')
  expect([unnamed.exit, unnamed.stderr]).toEqual([2, expect.stringContaining(`--confirm=${name}`)])
  expect(await done('apply', 'files', `--client=${client}`, `--confirm=${name}`, '--prune')).toContain(
    '0 created, 0 updated, 2 deleted',
  )
  expect(await stored(`projects?ClientId=${client}`)).toMatchObject([{ isDefault: true }])
})

it('B3 takes a value from the environment, and tells it nowhere', async () => {
  const client = await emptyClient()
  const secret = 'https://hook.example.org/s3cr3t-t0ken'
  provider(['callbackUrl: { fromEnv: HOOK }'])
  const missing = await plan(`--client=${client}`)
  expect([missing.exit, missing.stderr]).toEqual([
    3,
    expect.stringContaining(
      'providers/central.yaml:5:1 callbackUrl needs the environment variable HOOK, which is not set',
    ),
  ])
  const outputs: string[] = []
  const withSecret = async (hook: string, ...words: string[]) => {
    const { exit, stdout, stderr } = await runAs('root', words, { HOOK: hook })
    outputs.push(stdout, stderr)
    return exit
  }
  expect(await withSecret(secret, 'apply', 'files', `--client=${client}`, '--yes')).toBe(0)
  expect(await stored(`monitoring-providers?ClientId=${client}`)).toMatchObject([{ callbackUrl: secret }])
  expect(await withSecret(secret, 'plan', 'files', `--client=${client}`, '--exit-code')).toBe(0)
  // Neither value of a change is told, and pull leaves the variable in the file.
  expect(await withSecret(`${secret}-2`, 'plan', 'files', `--client=${client}`, '--exit-code')).toBe(10)
  expect(outputs.at(-2)).toContain('callbackUrl: the value of HOOK')
  expect(await withSecret(`${secret}-2`, 'plan', 'files', `--client=${client}`, '--json')).toBe(0)
  expect(await withSecret('no address s3cr3t-t0ken', 'plan', 'files', `--client=${client}`)).toBe(3)
  expect(await withSecret(secret, 'pull', `--client=${client}`, '--to=files')).toBe(0)
  expect(contents('files')['providers/central.yaml']).toContain('callbackUrl: { fromEnv: HOOK }')
  expect(`${outputs.join('')}${Object.values(contents('files')).join('')}`).not.toContain('s3cr3t')
  // A name is how an object is found again.
  write('providers/central.yaml', ['kind: monitoring-provider', 'name: { fromEnv: HOOK }'])
  expect(await withSecret('x', 'plan', 'files', `--client=${client}`)).toBe(3)
})

it('B3 moves, orders and renames channels without making them anew', async () => {
  const client = await emptyClient()
  app([
    'channels:',
    '  - {name: G, channelType: group, channels: [{name: A}, {name: B}]}',
    '  - {name: C, tag: c}',
    '  - {name: C}',
  ])
  await done('apply', 'files', `--client=${client}`, '--yes')
  const before = (await stored(`channels?clientId=${client}`)) as { id: number; name: string }[]
  app([
    'channels:',
    '  - {name: C}',
    '  - {name: New name, tag: c, label: C}',
    '  - {name: B}',
    '  - {name: H, channelType: group, channels: [{name: G, channelType: group, channels: [{name: A}]}]}',
  ])
  expect(await done('plan', 'files', `--client=${client}`)).toBe(
    [
      '~ app A  (apps/a.yaml)',
      '    ~ channel New name',
      '        name: "C" → "New name"',
      '        label: nothing → "C"',
      '    ~ channel B',
      '        goes to another group',
      '    + channel H',
      '    ~ channel G',
      '        goes to another group',
      '    order of the channels',
      '0 to create, 1 to update, 0 to delete, 0 unchanged',
      '',
    ].join('\n'),
  )
  await done('apply', 'files', `--client=${client}`, '--yes')
  expect(await done('plan', 'files', `--client=${client}`, '--exit-code')).toBe(
    '0 to create, 0 to update, 0 to delete, 1 unchanged\n',
  )
  const after = (await stored(`channels?clientId=${client}`)) as {
    id: number
    name: string
    config: { parentId?: number }
  }[]
  expect(after.map(({ name }) => name)).toEqual(['C', 'New name', 'B', 'H', 'G', 'A'])
  const idOf = (name: string) => before.find((one) => one.name === name)?.id
  expect(after.filter(({ name }) => ['A', 'B', 'G'].includes(name)).map(({ name, id }) => id === idOf(name))).toEqual([
    true,
    true,
    true,
  ])
})

it('B3 leaves files alone that have the values of their objects, and says which have lost theirs', async () => {
  const client = await emptyClient()
  project('Um', 'a')
  write('mine.yml', ['kind: project # with a comment', 'description: b', 'name: "Dois"'])
  await done('apply', 'files', `--client=${client}`, '--yes')
  const before = contents('files')
  expect(await done('pull', `--client=${client}`, '--to=files')).toBe('0 new, 0 changed, 0 removed, 2 unchanged\n')
  expect(contents('files')).toEqual(before)
  const token = await world.token('root')
  const [one] = (await stored(`projects?ClientId=${client}&q=Um`)) as [{ id: number }]
  const [two] = (await stored(`projects?ClientId=${client}&q=Dois`)) as [{ id: number }]
  await world.call(token, 'DELETE', `projects/${one.id}`)
  await world.call(token, 'PUT', `projects/${two.id}`, { description: 'c' })
  const pulled = await run('pull', `--client=${client}`, '--to=files')
  expect(pulled).toMatchObject({ exit: 0, stdout: '~ mine.yml\n0 new, 1 changed, 0 removed, 0 unchanged\n' })
  expect(pulled.stderr).toBe('the object of one file no longer exists; --prune removes it: projects/Um.yaml\n')
  await done('pull', `--client=${client}`, '--to=files', '--prune')
  expect(contents('files')).toEqual({ 'mine.yml': 'format: 1\nkind: project\nname: Dois\ndescription: c\n' })
})

it('B3 writes no file in a dry run, and the file behind a link', async () => {
  const client = await emptyClient()
  project('Um', 'a')
  await done('apply', 'files', `--client=${client}`, '--yes')
  project('Um', 'b')
  renameSync(join(folder, 'files/projects/Um.yaml'), join(folder, 'shared.yaml'))
  symlinkSync('../../shared.yaml', join(folder, 'files/projects/Um.yaml'))
  const before = contents('files')
  const tried = await run('pull', `--client=${client}`, '--to=files', '--dry-run')
  expect(tried).toEqual({
    exit: 0,
    stdout: '~ projects/Um.yaml\n0 new, 1 changed, 0 removed, 0 unchanged\n',
    stderr: 'dry run: nothing is written\n',
  })
  expect(contents('files')).toEqual(before)
  await done('pull', `--client=${client}`, '--to=files')
  expect(lstatSync(join(folder, 'files/projects/Um.yaml')).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(folder, 'shared.yaml'), 'utf8')).toContain('description: a')
})

it('B3 says which values the server stores otherwise, so that the file can be brought up to date', async () => {
  const client = await emptyClient()
  write('t.yaml', ['kind: term', 'title: T', 'content: <b>a</b><script>b</script>'])
  const applied = await run('apply', 'files', `--client=${client}`, '--yes')
  expect([applied.exit, applied.stderr]).toEqual([
    0,
    't.yaml: stored differently from the file, so that pull changes the file: content\n',
  ])
  // The plan counts as no change what the server takes away, so that a nightly job comes to an end.
  expect(await done('plan', 'files', `--client=${client}`, '--exit-code')).toMatch(/1 unchanged\n$/)
  write('t.yaml', ['kind: term', 'title: T', 'content: <b>a</b><i>c</i><script>b</script>'])
  expect((await run('plan', 'files', `--client=${client}`, '--exit-code')).exit).toBe(10)
  await done('pull', `--client=${client}`, '--to=files')
  expect(contents('files')['t.yaml']).toContain('content: <strong>a</strong>')
  expect(await done('apply', 'files', `--client=${client}`, '--yes')).toMatch(/1 unchanged\n$/)
})

it('B3 names a link that leads nowhere, and the first byte that is not UTF-8', async () => {
  const client = await emptyClient()
  project('Um', 'a')
  symlinkSync('nowhere', join(folder, 'files/projects/Dois.yaml'))
  const nowhere = expect.stringContaining('there is no file or folder files/projects/Dois.yaml')
  for (const words of [
    ['plan', 'files'],
    ['pull', '--to=files'],
  ]) {
    const { exit, stderr } = await run(...words, `--client=${client}`)
    expect([exit, stderr], words[0]).toEqual([2, nowhere])
  }
  rmSync(join(folder, 'files/projects/Dois.yaml'))
  writeFileSync(join(folder, 'files/projects/Um.yaml'), Buffer.from('format: 1\nkind: project\nname: São\n', 'latin1'))
  const latin = await plan(`--client=${client}`)
  expect([latin.exit, latin.stderr]).toEqual([
    3,
    expect.stringContaining('projects/Um.yaml:3:8 is not UTF-8: save the file as UTF-8'),
  ])
})

it('B3 refuses to tell two objects of one name apart', async () => {
  const client = await emptyClient()
  const token = await world.token('root')
  for (const description of ['a', 'b'])
    await world.call(token, 'POST', 'projects', { name: 'Um', description, ClientId: client })
  const pulled = await run('pull', `--client=${client}`, '--to=files')
  expect([pulled.exit, pulled.stderr]).toEqual([
    7,
    expect.stringMatching(/two projects are called Um \(\d+, \d+\).*AMBIGUOUS/),
  ])
})

it('B3 leaves out what the account may not look at, and says so', async () => {
  write('terms/Um.yaml', ['kind: term', 'title: Um'])
  const made = await runAs('acme-admin', ['tokens', 'create', '--name=t', '--can=projects:view', '--expires=90d'])
  const pull = ['pull', '--client=2', '--to=files', '--prune']
  const pulled = await runAs('acme-admin', pull, { TOCSIN_TOKEN: made.stdout.trim() })
  expect([pulled.exit, pulled.stderr]).toEqual([
    0,
    expect.stringContaining('not read, since the account may not see them: terms, '),
  ])
  expect(Object.keys(contents('files'))).toContain('terms/Um.yaml')
  const blind = await runAs('acme-approver', pull)
  expect([blind.exit, blind.stderr]).toEqual([5, expect.stringContaining('  projects: projects:view\n')])
})
