import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startWorld } from '../world'
import type { Measure } from './results'

const root = fileURLToPath(new URL('../..', import.meta.url))
const program = join(root, 'dist/cli/main.cjs')

/** Rounds in which every command runs once; the least CPU time of each counts, since other work only adds to it. */
const ROUNDS = 15

/** The commands that must start fast, and the multiple of Node's own start that each may take (cli.md §1). */
const GOALS: Record<string, { args: string[]; goal: number }> = {
  '--version': { args: ['--version'], goal: 1.15 },
  '--help': { args: ['--help'], goal: 1.6 },
  'sites --help': { args: ['sites', '--help'], goal: 1.6 },
  'sites list --help': { args: ['sites', 'list', '--help'], goal: 1.6 },
  'sites list, 50 rows': { args: ['sites', 'list'], goal: 2.0 },
}

/** The shell measures milliseconds; several runs in a row give fractions. */
const RUNS = 4

/** The peer of every command: a client as a native program, which loads nothing. */
const PEER = ['gh', '--version']

/** CPU seconds (user and system) of a process, its output in a file. */
async function cpuOf(line: readonly string[], env: Record<string, string>): Promise<number> {
  // The shell's `times` counts children that have ended; Node tells no child's use.
  const script = `for run in {1..${RUNS}}; do "$@" >"$HOME/out" 2>/dev/null || exit; done; times`
  const child = spawn('bash', ['-c', script, 'bash', ...line], { env })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`exit ${code} of ${line.join(' ')}`)
  const children = text.trim().split('\n').at(-1) ?? ''
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  )
  return seconds.reduce((sum, one) => sum + one, 0) / RUNS
}

/** The most that a Tab may take where no server is asked, in ms. */
const TAB = 60
const TABS: readonly (readonly string[])[] = [
  ['tocsin', 'sites', 'l'],
  ['tocsin', 'sites', 'list', '--'],
  ['tocsin', 'tokens', 'create', '--can', 'sites:'],
]

/** Milliseconds of a Tab in bash: the first of a shell, which reads the script, and the least of further ones. */
function tabOf(script: string, words: readonly string[]): { first: number; further: number } {
  const program = `tab() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=(); _tocsin; }
    script=$1; shift; echo $EPOCHREALTIME; source "$script"; tab "$@"; echo $EPOCHREALTIME
    for run in {1..${ROUNDS}}; do tab "$@"; echo $EPOCHREALTIME; done
    ((\${#COMPREPLY[@]} > 0))`
  const { stdout, status } = spawnSync('bash', ['-c', program, 'bash', script, ...words], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`nothing is offered for ${words.join(' ')}`)
  const times = stdout
    .trim()
    .split('\n')
    .map((text) => Number(text.replace(',', '.')) * 1000)
  const [first = NaN, ...further] = times.slice(1).map((time, at) => time - times[at]!)
  return { first, further: Math.min(...further) }
}

/** CPU of the client's commands against `node -e 0` and `gh --version`, in turn. */
export default async function cliStart(): Promise<Measure[]> {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli'], { stdio: 'ignore' })
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-start-'))
  const world = await startWorld({ now: Date.now })
  try {
    await world.listen()
    // Without a bundle of certificates, whose parsing at each start would flatter every ratio.
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      TOCSIN_HOST: world.url,
      TOCSIN_TOKEN: await world.token('root'),
    }
    const hasPeer = spawnSync('gh', ['--version'], { env }).status === 0
    const least: Record<string, number> = {}
    for (let round = 0; round < ROUNDS; round++) {
      const note = async (name: string, line: readonly string[]) =>
        (least[name] = Math.min(least[name] ?? Infinity, await cpuOf(line, env)))
      await note('node -e 0', [process.execPath, '-e', '0'])
      for (const [name, { args }] of Object.entries(GOALS)) await note(name, [process.execPath, program, ...args])
      if (hasPeer) await note(PEER.join(' '), PEER)
    }
    const beside = (name: string, other: string, goal: number): Measure => {
      const [own = NaN, peer = NaN] = [least[name], least[other]]
      return {
        name: `tocsin ${name}`,
        figure: `${(own * 1000).toFixed(0)} ms CPU beside ${(peer * 1000).toFixed(0)} ms`,
        ratio: own / peer,
        goal: `≤ ${goal} × ${other}`,
        met: own / peer <= goal,
      }
    }
    const script = join(folder, 'tocsin.bash')
    writeFileSync(script, execFileSync(process.execPath, [program, 'completion', 'bash'], { env }))
    const tabs = TABS.map((words): Measure => {
      const { first, further } = tabOf(script, words)
      return {
        name: `Tab in bash behind ${words.join(' ')}`,
        figure: `${further.toFixed(1)} ms, the first of a shell ${first.toFixed(1)} ms`,
        ratio: first / TAB,
        goal: `≤ ${TAB} ms`,
        met: first <= TAB,
      }
    })
    const lines = Object.entries(GOALS)
    const absent = { name: PEER.join(' '), figure: 'gh is not installed here', ratio: null, goal: 'a peer', met: false }
    return [
      ...lines.map(([name, { goal }]) => beside(name, 'node -e 0', goal)),
      ...(hasPeer ? lines.map(([name]) => beside(name, PEER.join(' '), 1)) : [absent]),
      ...tabs,
    ]
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
