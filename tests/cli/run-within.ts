import { main } from '../../cli/program'
import { lives, type Io, type Output } from '../../cli/io'
import type { Ran, Runner } from './golden'

/** Runs a command line within this process, in a world of its own making. */
export const runWithin: Runner = (words, around) => runInWorld(words, around)

/** Runs a command line like `runWithin`, with parts of its world replaced. */
export async function runInWorld(
  words: Parameters<Runner>[0],
  { world, cwd, env, stdin }: Parameters<Runner>[1],
  parts: Partial<Io> = {},
): Promise<Ran> {
  const [stdout, stderr] = [gathering(), gathering()]
  const io: Io = {
    stdin: {
      isTerminal: false,
      async *bytes() {
        yield stdin
      },
    },
    stdout: stdout.output,
    stderr: stderr.output,
    env,
    cwd,
    home: cwd,
    pid: process.pid,
    user: null,
    lives,
    argv: ['node', 'tocsin', ...words],
    signal: new AbortController().signal,
    now: () => world.clock.now,
    random: Math.random,
    pause: () => Promise.resolve(),
    promptStreams: () => ({ input: process.stdin, output: process.stderr }),
    ...parts,
  }
  const exit = await main(words, io)
  return { exit, stdout: stdout.text(), stderr: stderr.text() }
}

function gathering(): { output: Output; text: () => string } {
  const pieces: Buffer[] = []
  return {
    output: {
      isTerminal: false,
      width: 80,
      write: async (text) => void pieces.push(typeof text === 'string' ? Buffer.from(text) : Buffer.from(text)),
    },
    text: () => Buffer.concat(pieces).toString('utf8'),
  }
}
