import { copyFileSync, mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { splitWords } from '@tocsin/core/command-line/shell-words'
import { noFaults, readFaults } from '../../server/faults'
import { codeIn, deliver } from '../deliver'
import { EPOCH, startWorld, type TestWorld } from '../world'

/**
 * A golden is a session: comments, directives, commands with their output and exit code, and the files it needs.
 *
 *     # REQ-01 what it proves
 *     reads only                 it writes nothing, so it may share a world with others that say so
 *     both databases             its output could depend on the database, so it runs on the embedded engine too
 *     spawned                    it runs as processes of the built program too
 *     as root                    an access token of this demo account from here on; `as nobody` takes it away
 *     as token.txt               the token in a file of the session from here on
 *     env TOCSIN_LOCALE=pt-BR    a variable from here on
 *     clock +6m                  the server's and the terminal's clock moves on
 *     copy fixtures/sites/x.csv  a file of the project into the folder of the session; `> name` calls it otherwise
 *     deliver > link.txt         what waits in the outbox leaves: its code is $CODE in commands, its link goes to the file
 *     fault answer:drop@3        the server fails so from here on (as in TOCSIN_FAULTS); `fault none` mends it
 *     feature reg-handler-v2     a feature flag of the server is on from here on; `feature none` turns all off
 *     $ tocsin sites list < in.txt > out.txt
 *     stdout as it is
 *     2> a line of stderr
 *     [exit 0]
 *     -- in.txt --
 *     a file, up to the next such line
 */
export type Step =
  | { kind: 'text'; line: string }
  | { kind: 'as'; line: string; username: string }
  | { kind: 'env'; line: string; name: string; value: string }
  | { kind: 'clock'; line: string; milliseconds: number }
  | { kind: 'fault'; line: string; text: string }
  | { kind: 'feature'; line: string; name: string }
  | { kind: 'copy'; line: string; from: string; to: string }
  | { kind: 'deliver'; line: string; to: string | undefined }
  | { kind: 'command'; line: string; words: string[]; stdin: string | null; stdout: string | null }

export type Golden = {
  path: string
  text: string
  readsOnly: boolean
  bothDatabases: boolean
  spawned: boolean
  steps: Step[]
  files: { name: string; content: string }[]
  tail: string
}

/** The outcome of a command. */
export type Ran = { exit: number; stdout: string; stderr: string }
/** Runs commands: within this process, or as processes of the built program. */
export type Runner = (
  words: readonly string[],
  around: { world: TestWorld; cwd: string; env: Record<string, string>; stdin: Uint8Array },
) => Promise<Ran>

export const root = fileURLToPath(new URL('../..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const here = join(root, 'tests/cli')

/** Every golden on disk, wherever it lies below tests: one that no test runs is one that proves nothing. */
export const goldenFiles = (): string[] =>
  readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.golden'))
    .map((name) => relative(here, join(root, 'tests', name)))
    .sort()

export function readGolden(name: string): Golden {
  const path = join(here, name)
  const text = readFileSync(path, 'utf8')
  const at = text.search(/^-- .+ --$/m)
  const script = at < 0 ? text : text.slice(0, at)
  const tail = at < 0 ? '' : text.slice(at)
  const files = tail
    .split(/^-- (.+) --\n/m)
    .slice(1)
    .reduce<{ name: string; content: string }[]>((all, part, index) => {
      if (index % 2 === 0) all.push({ name: part, content: '' })
      else all.at(-1)!.content = part
      return all
    }, [])
  const own = ownLines(script)
  return {
    path,
    text,
    readsOnly: own.includes('reads only'),
    bothDatabases: own.includes('both databases'),
    spawned: own.includes('spawned'),
    steps: own.flatMap(readStep),
    files,
    tail,
  }
}

/** Returns the lines of a session without its commands' output: between a command and its exit code nothing is ours. */
function ownLines(script: string): string[] {
  const lines = script.split('\n')
  const own: string[] = []
  for (let index = 0; index < lines.length; index++) {
    own.push(lines[index]!)
    if (!lines[index]!.startsWith('$ ')) continue
    const end = lines.findIndex((line, at) => at > index && /^\[exit \d+\]$/.test(line))
    const next = lines.findIndex((line, at) => at > index && line.startsWith('$ '))
    // A command that was just added has no output yet.
    if (end > 0 && (next < 0 || end < next)) index = end
  }
  return own
}

/** Lines that set how a session is run. */
const MARKS = new Set(['reads only', 'both databases', 'spawned'])

function readStep(line: string): Step[] {
  if (line.startsWith('#') || line === '' || MARKS.has(line)) return [{ kind: 'text', line }]
  const as = /^as (\S+)$/.exec(line)
  if (as) return [{ kind: 'as', line, username: as[1]! }]
  const env = /^env (\w+)=(.*)$/.exec(line)
  if (env) return [{ kind: 'env', line, name: env[1]!, value: env[2]! }]
  const clock = /^clock \+(\d+)([smh])$/.exec(line)
  if (clock) return [{ kind: 'clock', line, milliseconds: Number(clock[1]) * { s: 1e3, m: 6e4, h: 36e5 }[clock[2]!]! }]
  const copy = /^copy (\S+)(?: > (\S+))?$/.exec(line)
  if (copy) return [{ kind: 'copy', line, from: copy[1]!, to: copy[2] ?? basename(copy[1]!) }]
  const deliveries = /^deliver(?: > (\S+))?$/.exec(line)
  if (deliveries) return [{ kind: 'deliver', line, to: deliveries[1] }]
  const fault = /^fault (\S+)$/.exec(line)
  if (fault) return [{ kind: 'fault', line, text: fault[1] === 'none' ? '' : fault[1]! }]
  const feature = /^feature (\S+)$/.exec(line)
  if (feature) return [{ kind: 'feature', line, name: feature[1]! }]
  if (!line.startsWith('$ ')) return []
  const [, command = '', stdin = null, stdout = null] = /^\$ (.*?)(?: < (\S+))?(?: > (\S+))?$/.exec(line) ?? []
  return [{ kind: 'command', line, words: splitWords(command), stdin, stdout }]
}

/** The world of the goldens that write nothing; opening one takes longer than all their commands. */
let shared: Promise<TestWorld> | undefined

export async function closeShared(): Promise<void> {
  const closing = shared
  shared = undefined
  await (await closing)?.close()
}

/** Runs a session in a world and a folder of its own, and returns its text with the real outcomes. */
export async function replay(golden: Golden, run: Runner): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), 'tocsin-golden-'))
  const world = await (golden.readsOnly ? (shared ??= opened()) : opened())
  let requests = 0
  world.parts.newRequestId = () => `req-${++requests}`
  world.clock.now = EPOCH
  world.faults.current = noFaults
  world.parts.features = {}
  try {
    const { url } = world
    const env: Record<string, string> = {
      HOME: cwd,
      TZ: 'UTC',
      TOCSIN_HOST: url,
      TOCSIN_CONFIG_DIR: join(cwd, 'config'),
      TOCSIN_LOCALE: 'en-US',
    }
    for (const { name, content } of golden.files) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true })
      writeFileSync(join(cwd, name), content)
    }
    const masked = (text: string) =>
      text.replaceAll(url, 'http://HOST').replaceAll(cwd, '.').replaceAll(version, 'VERSION')
    const lines: string[] = []
    let code = ''
    for (const step of golden.steps) {
      lines.push(step.line)
      if (step.kind === 'as') {
        delete env['TOCSIN_TOKEN']
        const counted = requests
        if (step.username.endsWith('.txt')) env['TOCSIN_TOKEN'] = readFileSync(join(cwd, step.username), 'utf8').trim()
        else if (step.username !== 'nobody') env['TOCSIN_TOKEN'] = await world.token(step.username)
        // A world that is shared may have this token already.
        requests = counted
      } else if (step.kind === 'env') env[step.name] = step.value
      else if (step.kind === 'clock') world.clock.now += step.milliseconds
      else if (step.kind === 'deliver') {
        const sent = await deliver(world)
        code = sent.map(codeIn).findLast(Boolean) ?? ''
        const link = sent.map(({ text }) => /https:\S+/.exec(text)?.[0]).findLast(Boolean)
        if (step.to) writeFileSync(join(cwd, step.to), `${link ?? ''}\n`)
      } else if (step.kind === 'copy') {
        mkdirSync(dirname(join(cwd, step.to)), { recursive: true })
        copyFileSync(join(root, step.from), join(cwd, step.to))
      } else if (step.kind === 'fault') world.faults.current = readFaults(step.text, async () => undefined)
      else if (step.kind === 'feature') world.parts.features = step.name === 'none' ? {} : { [step.name]: true }
      else if (step.kind === 'command') {
        const stdin = step.stdin === null ? new Uint8Array() : readFileSync(join(cwd, step.stdin))
        const [program = '', ...words] = step.words.map((word) => word.replace('$CODE', code))
        const ran =
          program === 'cat'
            ? { exit: 0, stdout: readFileSync(join(cwd, words[0]!), 'utf8'), stderr: '' }
            : await run(words, { world, cwd, env, stdin })
        if (step.stdout !== null) writeFileSync(join(cwd, step.stdout), ran.stdout)
        else lines.push(...linesOf(masked(ran.stdout)))
        lines.push(...linesOf(masked(ran.stderr)).map((line) => `2> ${line}`.trimEnd()), `[exit ${ran.exit}]`)
      }
    }
    return lines.join('\n') + golden.tail
  } finally {
    if (!golden.readsOnly) await world.close()
    rmSync(cwd, { recursive: true, force: true })
  }
}

async function opened(): Promise<TestWorld> {
  const world = await startWorld()
  await world.listen()
  return world
}

/** Output line by line; a last line without its end says so, and a carriage return is seen. */
function linesOf(text: string): string[] {
  if (text === '') return []
  const lines = text.replaceAll('\r', '\\r').replaceAll('\u001b', '\\e').replaceAll('\ufeff', '\\ufeff').split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : [...lines, '\\ no line end']
}
