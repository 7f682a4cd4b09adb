#!/usr/bin/env node
import { writeSync } from 'node:fs'
import { compileFromCache } from './code-cache'

/** The interruption of the command. It is made when it is first asked for: loading its module takes longer than many commands. */
let controller: AbortController | undefined
const interruption = (): AbortController => (controller ??= new AbortController())

/** Interrupts the command on the first Ctrl-C or SIGTERM. A second one ends the process at once. */
function listen(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      interruption().abort(signal)
      // The handler is gone now, so a second signal of this kind ends the process by itself.
      process.stdin.unref?.()
    })
}

async function start(argv: readonly string[]): Promise<void> {
  listen()
  compileFromCache()
  const [{ main }, { processIo }] = await Promise.all([import('./program'), import('./io')])
  const exit = await main(
    argv,
    processIo(() => interruption().signal),
  )
  // A server started here that could not go on has said so already.
  process.exitCode ||= exit
}

const argv = process.argv.slice(2)
if (argv.length === 1 && argv[0] === '--version') {
  // Scripts and support ask for it all the time: it is answered before anything is loaded.
  try {
    writeSync(1, `${__TOCSIN_VERSION__}\n`)
  } catch {
    // The reader has gone away.
  }
} else void start(argv)
