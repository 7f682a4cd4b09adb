import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { startWorld, type TestWorld } from '../world'
import { root } from './golden'
import { builtProgram } from './run-spawned'
import { runInWorld } from './run-within'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-completion-'))
const at = (name: string) => join(folder, name)
let world: TestWorld
let env: Record<string, string>

/** Programs of the machine: `script` of bsdutils gives a terminal. */
const recorder = 'script'
const fish = 'fish'
const zsh = 'zsh'

const has = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli'], { stdio: 'ignore' })
  world = await startWorld()
  await world.listen()
  // `tocsin` on the path is the built program, which notes each of its starts.
  mkdirSync(at('bin'))
  writeFileSync(
    at('bin/tocsin'),
    `#!/bin/sh\necho "$@" >> "${at('starts')}"\nexec "${process.execPath}" "${builtProgram}" "$@"\n`,
  )
  chmodSync(at('bin/tocsin'), 0o755)
  mkdirSync(at('here'))
  writeFileSync(at('here/sites.csv'), '')
  mkdirSync(at('here/folder'))
  env = {
    PATH: `${at('bin')}:${process.env['PATH']}`,
    HOME: folder,
    TOCSIN_HOST: world.url,
    TOCSIN_CONFIG_DIR: at('config'),
    TOCSIN_LOCALE: 'en-US',
  }
  for (const username of ['root', 'acme-admin'])
    await tocsin(['auth', 'login', `--username=${username}`], { TOCSIN_PASSWORD: DEMO_PASSWORD })
  for (const shell of ['bash', 'zsh', 'fish']) writeFileSync(at(`tocsin.${shell}`), await tocsin(['completion', shell]))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

async function tocsin(words: string[], more: Record<string, string> = {}): Promise<string> {
  const { exit, stdout, stderr } = await runInWorld(words, {
    world,
    cwd: folder,
    env: { ...env, ...more },
    stdin: new Uint8Array(),
  })
  expect(exit, stderr).toBe(0)
  return stdout
}

/** The number of processes that the program has been started as. */
const starts = () => (existsSync(at('starts')) ? readFileSync(at('starts'), 'utf8').split('\n').length - 1 : 0)

/** Each shell reads its lines at the start. Ctrl+X s then shows the typed line as it is, and empties it. */
const START = {
  bash: `source "${at('tocsin.bash')}"
_show() { printf '%s\\0' "$READLINE_LINE" >> "${at('lines')}"; READLINE_LINE= READLINE_POINT=0; }
bind -x '"\\C-xs": _show'
bind 'set bell-style none'
`,
  zsh: `autoload -Uz compinit && compinit -u -D
source "${at('tocsin.zsh')}"
_show() { printf '%s\\0' "$BUFFER" >> "${at('lines')}"; BUFFER=; }
zle -N _show
bindkey '^Xs' _show
`,
}
const SHELLS = {
  bash: ['bashrc', `bash --noprofile --rcfile ${at('bashrc')} -i`],
  zsh: ['.zshrc', 'zsh -d -i'],
} as const

/**
 * Types lines into an interactive shell, each with a key behind it, and returns each line as it is then. Tab completes it;
 * in bash Alt-* writes all that Tab would show.
 */
async function typed(
  key: '\t' | '\u001B*',
  lines: readonly string[],
  shell: keyof typeof SHELLS = 'bash',
): Promise<string[]> {
  rmSync(at('lines'), { force: true })
  const [file, command] = SHELLS[shell]
  writeFileSync(at(file), `${START[shell]}cd "${at('here')}"\n`)
  const child = spawn(recorder, ['-qec', command, '/dev/null'], {
    env: { ...env, TERM: 'dumb', LC_ALL: 'C.UTF-8', SHELL: '/bin/bash', INPUTRC: '/dev/null', ZDOTDIR: folder },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const read = () => (existsSync(at('lines')) ? readFileSync(at('lines'), 'utf8').split('\0').slice(0, -1) : [])
  for (const [index, line] of lines.entries()) {
    child.stdin.write(`${line}${key}\u0018s`)
    while (read().length <= index) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  child.stdin.end('exit\n')
  await new Promise((resolve) => child.once('close', resolve))
  return read()
}

/** Completions of each line: the line behind Tab. */
const LINES: [string, string][] = [
  ['tocsin proj', 'tocsin projects '],
  ['tocsin sites l', 'tocsin sites list '],
  ['tocsin site l', 'tocsin site list '],
  ['tocsin profile mfa send', 'tocsin profile mfa send-code '],
  ['TOCSIN_LOCALE=pt tocsin sites l', 'TOCSIN_LOCALE=pt tocsin sites list '],
  ['tocsin sites list -o ids | tocsin sites dea', 'tocsin sites list -o ids | tocsin sites deactivate '],
]
const AFTER_GLOBAL_FLAGS: [string, string][] = [
  ['tocsin -o json sites l', 'tocsin -o json sites list '],
  ['tocsin -ojson --quiet sites l', 'tocsin -ojson --quiet sites list '],
  ['tocsin --locale=pt sites l', 'tocsin --locale=pt sites list '],
  ['tocsin --account root --no-input profile up', 'tocsin --account root --no-input profile update '],
  ['tocsin --json sites l', 'tocsin --json sites list '],
  ['tocsin -q -y sites l', 'tocsin -q -y sites list '],
  ['tocsin --no-header --template x sites l', 'tocsin --no-header --template x sites list '],
]
const VALUES: [string, string][] = [
  ['tocsin sites list --site-type=t', 'tocsin sites list --site-type=team '],
  ['tocsin sites list --site-type t', 'tocsin sites list --site-type team '],
  ['tocsin sites list --client=Acme --site-type=t', 'tocsin sites list --client=Acme --site-type=team '],
  ['tocsin sites list --client= --site-t', 'tocsin sites list --client= --site-type='],
  ['tocsin sites list --fields=id,na', 'tocsin sites list --fields=id,name'],
  ['tocsin sites list --fields id,tag,na', 'tocsin sites list --fields id,tag,name'],
  ['tocsin sites list --order=na', 'tocsin sites list --order=name '],
  ['tocsin sites list --order -na', 'tocsin sites list --order -name '],
  ['tocsin --locale=pt-', 'tocsin --locale=pt-BR '],
  ['tocsin sites list -o nd', 'tocsin sites list -o ndjson '],
  ['tocsin sites list -ond', 'tocsin sites list -ondjson '],
  ['tocsin find a --noun=users,proj', 'tocsin find a --noun=users,projects'],
  ['tocsin tokens create --can apps:vi', 'tocsin tokens create --can apps:view'],
  ['tocsin tokens create --can=apps:view,sites:vi', 'tocsin tokens create --can=apps:view,sites:view'],
  ['tocsin tokens create --can apps:view,audit-e', 'tocsin tokens create --can apps:view,audit-events:view'],
  ['tocsin completion z', 'tocsin completion zsh '],
  ['tocsin config set ti', 'tocsin config set timeout '],
  ['tocsin help env', 'tocsin help environment '],
  ['tocsin help sites exp', 'tocsin help sites export '],
  ['tocsin profile mfa add ph', 'tocsin profile mfa add phone '],
  ['tocsin sites list --hel', 'tocsin sites list --help '],
  ['tocsin sites list --clie', 'tocsin sites list --client='],
  ['tocsin sites list -w', 'tocsin sites list -w '],
  ['tocsin sites list -w name~a --site-t', 'tocsin sites list -w name~a --site-type='],
  ['tocsin sites list --templ', 'tocsin sites list --template='],
  [
    'tocsin sites list --where "name~a b" --since 7d --site-t',
    'tocsin sites list --where "name~a b" --since 7d --site-type=',
  ],
]
const FILES: [string, string][] = [
  ['tocsin sites import s', 'tocsin sites import sites.csv '],
  ['tocsin sites update 1 --data s', 'tocsin sites update 1 --data sites.csv '],
  ['tocsin sites update 1 --data=s', 'tocsin sites update 1 --data=sites.csv '],
  ['tocsin sites deactivate --ids-from s', 'tocsin sites deactivate --ids-from sites.csv '],
  ['tocsin sites list > s', 'tocsin sites list > sites.csv '],
  ['tocsin pull --to f', 'tocsin pull --to folder/'],
  ['tocsin plan f', 'tocsin plan folder/'],
]
/** Lines in whose place a folder's files must not be offered. */
const NO_FILES = [
  'tocsin s',
  'tocsin sites get s',
  'tocsin sites list s',
  'tocsin sites list --q s',
  'tocsin sites import x s',
]

describe.each([
  ['C35 completes after the flags of every command as without them', AFTER_GLOBAL_FLAGS],
  ['C36 completes nouns and verbs', LINES],
  ['C36 completes values: joined, apart, several, and --help', VALUES],
  ['C36 offers files where a file is wanted', FILES],
] as const)('%s', (_, cases) => {
  it('in bash, and C38 starts no process', async () => {
    const before = starts()
    expect(
      await typed(
        '\t',
        cases.map(([line]) => line),
      ),
    ).toEqual(cases.map(([, line]) => line))
    expect(starts()).toBe(before)
  })
})

it('C37 offers no files in other places, in bash', async () => {
  for (const line of await typed('\u001B*', NO_FILES)) expect(line).not.toContain('sites.csv')
})

/** Lines with the beginning of a name: in any case, without accents, within quotes, of the account and client that they name. */
const NAMES: [string, string][] = [
  ['tocsin projects get escolas', 'tocsin projects get Escolas\\ do\\ interior '],
  ['tocsin projects get Escolas\\ d', 'tocsin projects get Escolas\\ do\\ interior '],
  ['tocsin projects get "Escolas d', 'tocsin projects get "Escolas do interior"'],
  ["tocsin projects get 'Esc", "tocsin projects get 'Escolas do interior'"],
  ['tocsin apps get botao', 'tocsin apps get Botão\\ do\\ Pânico '],
  ['tocsin sites list --client=ac', 'tocsin sites list --client=Acme\\ Educação '],
  ['tocsin --account=root projects get pronto', 'tocsin --account=root projects get Pronto-socorros '],
  [
    'tocsin --account root sites list --client "Borealis Saúde" --project pro',
    'tocsin --account root sites list --client "Borealis Saúde" --project Pronto-socorros ',
  ],
  // No project of Acme has the name; several clients have a project named default.
  ['tocsin sites list --client=Acme --project=pro', 'tocsin sites list --client=Acme --project=pro'],
  ['tocsin --account=root projects get def', 'tocsin --account=root projects get def'],
]

it('C36 completes the names of records, in bash', async () => {
  expect(
    await typed(
      '\t',
      NAMES.map(([line]) => line),
    ),
  ).toEqual(NAMES.map(([, line]) => line))
})

it('C36 offers the id of a record whose name does not stand for it alone', async () => {
  const candidates = await tocsin(['completion', 'candidates', 'projects', 'def', '--account=root'])
  expect(candidates.split('\n').slice(0, -1).sort()).toEqual(['1\tdefault', '2\tdefault', '3\tdefault', '4\tdefault'])
  expect(await tocsin(['completion', 'candidates', 'project', 'def', '--account=root', '--client=Acme'])).toBe(
    'default\t#2\n',
  )
})

it('C36 writes any name as the shell reads it, and offers the id of one that it would read otherwise', async () => {
  const root = await world.token('root')
  const create = async (name: string) =>
    ((await world.call(root, 'POST', 'projects', { name, description: name, ClientId: 2 })).body.data as { id: number })
      .id
  const name = `Zona & $(norte) "d'água" \\ ; #1 * ? [a]{b} ~ !x <y> |z\``
  await create(name)
  for (const begun of ['zona', '"zona', "'zona"]) {
    const [line = ''] = await typed('\t', [`tocsin projects get ${begun}`])
    const word = line.replace('tocsin projects get ', '').trim()
    expect(execFileSync('bash', ['-c', `printf %s ${word}`]).toString(), line).toBe(name)
  }
  for (const one of ['-zeta', '77']) {
    const id = await create(one)
    const candidates = await tocsin(['completion', 'candidates', 'projects', '--', one])
    expect(candidates).toBe(`${id}\t${one}\n`)
  }
})

it('C36 C38 offers the accounts that are signed in, and starts the program once for each', async () => {
  const before = starts()
  expect(await typed('\t', ['tocsin auth switch ac', 'tocsin --account=ro'])).toEqual([
    'tocsin auth switch acme-admin ',
    'tocsin --account=root ',
  ])
  expect(starts() - before).toBe(2)
})

it('C36 offers every flag of a command and of every command', async () => {
  const [line = ''] = await typed('\u001B*', ['tocsin sites deactivate --'])
  const offered = line.trim().split(/\s+/)
  for (const flag of ['--ids-from=', '--dry-run', '--output=', '--yes', '--help']) expect(offered).toContain(flag)
  expect(offered).not.toContain('--client=')
})

/** Where the script of a shell has flags: bash alone, the others each with its description. */
const FLAGS = {
  bash: /(?<=\b(?:f|globals)='[^']*)--?[^\s']+/g,
  zsh: /(?<=')--?[^:']+(?=:)/g,
  fish: /(?<=')--?[^\t']+(?=\t)/g,
}
const knownTo = (shell: keyof typeof FLAGS) =>
  [...new Set(readFileSync(at(`tocsin.${shell}`), 'utf8').match(FLAGS[shell]))].sort()

it('C37 C53 knows the same flags and letters in each shell, and describes them in zsh and fish in the language of the reader', async () => {
  expect(knownTo('zsh')).toEqual(knownTo('bash'))
  expect(knownTo('fish')).toEqual(knownTo('bash'))
  expect(knownTo('bash').length).toBeGreaterThan(150)
  expect(knownTo('bash').filter((flag) => !flag.startsWith('--'))).toEqual(['-h', '-o', '-q', '-w', '-y'])
  const zsh = await tocsin(['completion', 'zsh', '--locale=pt'])
  expect(zsh).toContain(`'sites:Lugares de onde vêm alertas, com endereço e posição.'`)
  expect(readFileSync(at('tocsin.fish'), 'utf8')).toContain(`'sites\tPlaces that alerts come from`)
})

it('C38 keeps the scripts small', () => {
  expect(readFileSync(at('tocsin.bash')).length).toBeLessThan(80_000)
  for (const shell of ['zsh', 'fish']) expect(readFileSync(at(`tocsin.${shell}`)).length).toBeLessThan(200_000)
})

it('C39 says in its help how to install each script', async () => {
  const help = await tocsin(['completion', '--help'])
  for (const shell of ['bash', 'zsh', 'fish'])
    expect(help).toMatch(new RegExp(`^ +${shell} +tocsin completion ${shell} > ~/`, 'm'))
})

const hasFish = has(fish)
it.skipIf(!hasFish)(
  `C35 C36 C37 completes in fish${hasFish ? '' : ' (SKIPPED: fish is not installed here)'}`,
  async () => {
    const complete = async (line: string) => {
      const asked = `source ${at('tocsin.fish')}; complete -C '${line}'`
      const { stdout } = await promisify(execFile)(fish, ['-c', asked], { cwd: at('here'), env })
      return stdout.split('\n').filter(Boolean)
    }
    // fish answers with the word alone, and shows the description behind a tab.
    for (const [line, whole] of [
      ...LINES.slice(0, 4),
      ...AFTER_GLOBAL_FLAGS,
      ...VALUES.slice(0, -1),
      ...FILES.slice(0, 4),
    ]) {
      const words = (await complete(line)).map((answer) => answer.split('\t')[0])
      expect(words, line).toContain(whole.trim().split(' ').at(-1))
    }
    for (const line of NO_FILES) expect(await complete(line), line).not.toContain('sites.csv')
    expect(await complete('tocsin auth switch ac')).toEqual(['acme-admin'])
    expect(await complete('tocsin projects get esc')).toEqual(['Escolas do interior\t#5'])
    expect(await complete('tocsin projects get "Esc')).toEqual(['Escolas do interior\t#5'])
    expect(await complete('tocsin --account=root sites list --client Borealis --project=pro')).toEqual([
      '--project=Pronto-socorros\t#7',
    ])
    expect(await complete('tocsin sites l')).toEqual(['list\tList sites'])
  },
)

const hasZsh = has(zsh)
it.skipIf(!hasZsh)(`C36 C37 completes in zsh${hasZsh ? '' : ' (SKIPPED: zsh is not installed here)'}`, async () => {
  expect(execFileSync(zsh, ['-n', at('tocsin.zsh')]).toString()).toBe('')
  // zsh keeps accents apart, and types a blank behind closed quotes.
  const cases = [
    ...LINES.slice(0, 4),
    ...NAMES.filter(([, whole]) => !whole.endsWith('pro') && !whole.includes('Botão')),
  ]
  const found = await typed(
    '\t',
    cases.map(([line]) => line),
    'zsh',
  )
  expect(found.map((line) => line.trim())).toEqual(cases.map(([, line]) => line.trim()))
})
