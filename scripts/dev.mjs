// Development: the server restarted by tsx at each change, and vite with hot reload in front of it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name) => join(root, 'node_modules/.bin', name)

const children = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', 'server/program/main.ts', '--demo=embedded'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(bin('vite'), ['--config', 'web/vite.config.ts'], { cwd: root, stdio: 'inherit' }),
]

const stop = () => children.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    stop()
  })
