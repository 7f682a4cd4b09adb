import { fstatSync, writeSync } from 'node:fs'
import { withPath } from './file-error'

/** The output of a command. `write` resolves when the text is on its way, so that nothing is cut off at the end. */
export type Output = {
  isTerminal: boolean
  /** Columns of the terminal. */
  width: number
  write: (text: string | Uint8Array) => Promise<void>
}

/** The world around a command: the process gives it in a terminal, a test gives its own. */
export type Io = {
  stdin: { isTerminal: boolean; bytes: () => AsyncIterable<Uint8Array> }
  stdout: Output
  stderr: Output
  env: Readonly<Record<string, string | undefined>>
  /** The folder that relative paths start from. */
  cwd: string
  home: string
  pid: number
  /** The id of the user that this process runs as; null on systems without one, whose files have no modes either. */
  user: number | null
  /** Returns whether a process of this machine lives. */
  lives: (pid: number) => boolean
  /** The arguments of this process, which a program loaded later may read for its own. */
  argv: string[]
  /** Aborted by Ctrl-C and SIGTERM; its reason is the signal's name. */
  signal: AbortSignal
  /** Milliseconds since 1970. */
  now: () => number
  /** 0 to 1, as Math.random. */
  random: () => number
  /** Waits, or until the signal is aborted. */
  pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** The streams that a prompt reads from and draws on. */
  promptStreams: () => { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }
}

/** Thrown when the reader of the pipe has gone away: there is nobody left to tell anything. */
export class BrokenPipe extends Error {}

/** Returns the error of a descriptor that takes no more: it has no reader, or its target fails, as a full disk does. */
const failureAt = (descriptor: 1 | 2, error: Error): Error =>
  (error as { code?: string }).code === 'EPIPE'
    ? new BrokenPipe()
    : withPath(error, descriptor === 1 ? 'stdout' : 'stderr')

/** Asked only when it matters, and only of character devices: the streams load the network modules. */
function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false
    return descriptor === 0 ? process.stdin.isTTY : stream(descriptor).isTTY
  } catch {
    // The parent process has closed the descriptor.
    return false
  }
}

/** The bytes that a pipe takes without a reader (64 KiB on Linux), with a margin. */
const AT_ONCE = 60_000

/**
 * Writes to a descriptor. A text that fits into a pipe is written directly: touching process.stdout costs 15 % of
 * Node's own start. The rest goes through the stream, which leaves the process free to hear signals while it waits.
 */
function output(descriptor: 1 | 2): Output {
  let written = 0
  return {
    get isTerminal() {
      return isTerminal(descriptor)
    },
    get width() {
      return isTerminal(descriptor) ? stream(descriptor).columns || 80 : 80
    },
    async write(text) {
      let bytes = typeof text === 'string' ? Buffer.from(text) : text
      while (bytes.length > 0 && written + bytes.length <= AT_ONCE) {
        try {
          const count = writeSync(descriptor, bytes)
          written += count
          bytes = bytes.subarray(count)
        } catch (error) {
          if ((error as { code?: string }).code === 'EAGAIN') break
          throw failureAt(descriptor, error as Error)
        }
      }
      if (bytes.length === 0) return
      const rest = bytes
      await new Promise<void>((resolve, reject) =>
        stream(descriptor).write(rest, (error) => {
          if (error) reject(failureAt(descriptor, error))
          else resolve()
        }),
      )
    },
  }
}

const listened = new Set<number>()
function stream(descriptor: 1 | 2): NodeJS.WriteStream {
  const found = descriptor === 1 ? process.stdout : process.stderr
  // The callback of write reports a failure; without a listener the same failure would also end the process.
  if (!listened.has(descriptor)) found.on('error', () => undefined)
  listened.add(descriptor)
  return found
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done)
  })
}

/** Returns the world of this process. */
export function processIo(interruption: () => AbortSignal): Io {
  return {
    stdin: {
      get isTerminal() {
        return isTerminal(0)
      },
      bytes: () => process.stdin as AsyncIterable<Uint8Array>,
    },
    stdout: output(1),
    stderr: output(2),
    env: process.env,
    cwd: process.cwd(),
    home: process.env['HOME'] ?? process.env['USERPROFILE'] ?? '',
    pid: process.pid,
    user: process.getuid?.() ?? null,
    lives,
    argv: process.argv,
    get signal() {
      return interruption()
    },
    now: () => Date.now(),
    random: () => Math.random(),
    pause,
    promptStreams: () => ({ input: process.stdin, output: process.stderr }),
  }
}

/** Returns whether a process lives, as does one that we may not ask. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH'
  }
}
