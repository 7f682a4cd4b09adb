import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A port that nobody listens on. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

export type Served = {
  origin: string
  stop: () => Promise<void>
  /** Ends the server by SIGKILL, and starts it again at the same address on the same data. */
  killAndStartAgain: () => Promise<Served>
}

/** The built server with the demo's world, in a process and a folder of its own; on the empty PostgreSQL at `url`, if given. */
export async function serveDemo(url?: string): Promise<Served> {
  return serve(mkdtempSync(join(tmpdir(), 'tocsin-bench-')), await freePort(), url)
}

async function serve(data: string, port: number, url?: string): Promise<Served> {
  const server = spawn(process.execPath, ['dist/server/main.js', url ? '--demo' : '--demo=embedded'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      TOCSIN_DATA: data,
      LOG_LEVEL: 'error',
      ...(url ? { DATABASE_URL: url } : {}),
    },
    stdio: 'ignore',
  })
  const origin = `http://127.0.0.1:${port}`
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await ended
  }
  const stop = async () => {
    await end('SIGTERM')
    rmSync(data, { recursive: true, force: true })
  }
  const killAndStartAgain = async () => {
    await end('SIGKILL')
    return serve(data, port, url)
  }
  for (let tries = 0; ; tries++) {
    const ready = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return { origin, stop, killAndStartAgain }
    if (tries > 600 || server.exitCode !== null) {
      await stop()
      throw new Error('the server did not start')
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN
