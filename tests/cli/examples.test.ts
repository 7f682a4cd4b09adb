import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { splitWords } from '@tocsin/core/command-line/shell-words'
import { RESOURCE_NAMES } from '@tocsin/core/resources/index'
import { LOCALES } from '@tocsin/core/base/constants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContext } from '../../cli/context'
import { EXIT } from '../../cli/exit-codes'
import { commandTree, withBelow, type CommandModel } from '../../cli/model/tree'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { startWorld, type TestWorld } from '../world'
import { type Ran } from './golden'
import { runInWorld } from './run-within'

const context = (locale: string) =>
  createContext({ env: {}, stdout: { isTerminal: false, width: 80 }, signal: new AbortController().signal } as never, {
    locale,
  })
const trees = await Promise.all(LOCALES.map((locale) => commandTree(context(locale))))
const models = new Map(trees[0]!.map((model) => [model.path, model]))

/** Examples whose exit code is another than 0. */
const EXITS: Readonly<Record<string, number>> = {
  // It goes on until Ctrl-C, which the test sends.
  'tocsin alerts watch': EXIT.interrupted,
}

/** Resources whose examples replace the channels of an app, which others name: each has a demo of its own. */
const ALONE: readonly string[] = ['app-versions', 'apps']

/** Commands that come before an example, for its state. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'tocsin alerts take 1': ['tocsin alerts reopen 1', 'tocsin alerts release 1'],
  'tocsin alerts reopen 1': ['tocsin alerts resolve 1'],
}

/** The files that examples read. */
const FILES: Readonly<Record<string, string>> = {
  'demo.txt': DEMO_PASSWORD,
  'password.txt': 'Segredo2026\n',
  'sites.csv': 'siteName,siteAddress\nCreche Ipê 2,"Rua das Flores, 12"\n',
  'registration-data.csv': 'key,nome\nV-1,Ana Lima\n',
  'users.csv': 'name,username,email,role\nLia Prado,lia.prado,lia@example.org,approver\n',
  'registration-codes.csv': 'code,site\nLIAPRA,ACME-000203\n',
  'order.txt': '',
  'form.json': JSON.stringify({ name: 'Visita', schema: { title: 'Visita', fields: [] } }),
  'cidades.csv': 'estado,cidade\nSP,São Paulo\nSP,Campinas\n',
  'cores.csv': 'text,value\nAzul,blue\n',
}

let world: TestWorld
let cwd: string
async function open(): Promise<void> {
  world = await startWorld()
  await world.listen()
  await prepare()
}
async function close(): Promise<void> {
  await world.close()
  rmSync(cwd, { recursive: true, force: true })
}
beforeAll(open)
afterAll(close)

/** Runs a line as a shell does that knows pipes and redirections; each program of a pipe must succeed. */
async function runLine(line: string): Promise<Ran> {
  let stdin = new Uint8Array()
  let ran: Ran = { exit: 0, stdout: '', stderr: '' }
  for (const part of line.split(' | ')) {
    const [, command = '', from, to] = /^(.*?)(?: < (\S+))?(?: > (\S+))?$/.exec(part)!
    const [program, ...words] = splitWords(command)
    expect(program, line).toBe('tocsin')
    if (from !== undefined) stdin = readFileSync(join(cwd, from))
    const interrupt = new AbortController()
    if (line in EXITS) setTimeout(() => interrupt.abort('SIGINT'), 50)
    ran = await runInWorld(
      words,
      {
        world,
        cwd,
        env: { HOME: cwd, TZ: 'UTC', TOCSIN_HOST: world.url, TOCSIN_CONFIG_DIR: join(cwd, 'config') },
        stdin,
      },
      { signal: interrupt.signal },
    )
    if (to !== undefined) writeFileSync(join(cwd, to), ran.stdout)
    stdin = Buffer.from(ran.stdout)
    if (ran.exit !== 0) break
  }
  return ran
}

/** Writes the files that examples read: those of FILES, and exports of the demo. */
async function prepare(): Promise<void> {
  cwd = mkdtempSync(join(tmpdir(), 'tocsin-examples-'))
  mkdirSync(join(cwd, 'config'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(cwd, name), text)
  for (const line of [
    'tocsin auth login --username=root --password-stdin < demo.txt',
    'tocsin channels list --app=1 --all -o ids > order.txt',
    'tocsin channels copy 4 > channel.json',
    'tocsin apps export 1 > app.yaml',
    'tocsin teams export --client=Acme > teams.csv',
  ])
    expect((await runLine(line)).stderr).not.toContain('error')
}

describe('C40 CARD-07 every example', () => {
  it.each([...RESOURCE_NAMES.filter((name) => !ALONE.includes(name)), ...ALONE])(
    '%s runs against the demo, one after the other',
    async (name) => {
      if (ALONE.includes(name)) {
        await close()
        await open()
      }
      await runLine('tocsin auth switch root')
      for (const { examples, path } of withBelow(models.get(name)!)) {
        expect(examples.length, path).toBeGreaterThan(0)
        for (const line of examples) {
          for (const before of BEFORE[line] ?? []) await runLine(before)
          const { exit, stderr } = await runLine(line)
          const expected = EXITS[line] ?? EXIT.success
          expect({ line, exit, stderr: exit === expected ? '' : stderr }).toEqual({ line, exit: expected, stderr: '' })
        }
      }
    },
  )

  it('names something of the demo, and no Example', () => {
    const lines = trees
      .flat()
      .flatMap(withBelow)
      .flatMap(({ examples }) => examples)
    expect(
      lines.filter((line) => /\bExample\b/.test(line)),
      'write them with data of the demo in cli/help/demo.ts',
    ).toEqual([])
    expect(lines.length).toBeGreaterThan(500)
  })

  it('of a group is there, and some pipe, read ids from a pipe and write JSON', () => {
    const groups = trees[0]!.flatMap(withBelow).filter(({ commands }: CommandModel) => commands.length > 0)
    for (const { path, examples } of groups) expect(examples.length, path).toBeGreaterThan(0)
    const lines = groups.flatMap(({ examples }) => examples)
    for (const part of [' | tocsin ', ' --ids-from -', ' -o json', ' > '])
      expect(lines.filter((line) => line.includes(part)).length, part).toBeGreaterThan(2)
  })
})
