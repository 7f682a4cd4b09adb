import { writeSync } from 'node:fs'
import { compileFromCache } from './code-cache'

/** Ends the process as somebody expects who pressed Ctrl-C twice: at once, whatever still goes on. */
function listen(controller: AbortController): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      controller.abort(signal)
      // The handler is gone now, so a second signal of this kind ends the process by itself.
      process.stdin.unref?.()
    })
}

async function start(argv: readonly string[]): Promise<void> {
  const controller = new AbortController()
  listen(controller)
  compileFromCache()
  const [{ main }, { processIo }] = await Promise.all([import('./program'), import('./io')])
  const exit = await main(argv, processIo(controller.signal))
  // A server that was started in here and could not go on has said so already.
  process.exitCode ||= exit
}

const argv = process.argv.slice(2)
if (argv.length === 1 && argv[0] === '--version') {
  // Asked by scripts and by support all the time: answered before anything is loaded.
  try {
    writeSync(1, `${__TOCSIN_VERSION__}\n`)
  } catch {
    // The reader has gone away.
  }
} else void start(argv)
