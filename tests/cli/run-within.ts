import { main } from '../../cli/program'
import { lives, type Io, type Output } from '../../cli/io'
import type { Runner } from './golden'

/** Runs a command line within this process, in a world of its own making. */
export const runWithin: Runner = async (words, { world, cwd, env, stdin }) => {
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
    lives,
    argv: ['node', 'tocsin', ...words],
    signal: new AbortController().signal,
    now: () => world.clock.now,
    random: Math.random,
    pause: () => Promise.resolve(),
    promptStreams: () => ({ input: process.stdin, output: process.stderr }),
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
