// Development: the server restarted by tsx at each change, and vite with hot reload in front of it, at the one address that
// the banner of the server names.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name) => join(root, 'node_modules/.bin', name)
const PORT = '5173'

const children = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', 'server/program/main.ts', '--demo=embedded'], {
    cwd: root,
    env: { TOCSIN_PUBLIC_URL: `http://localhost:${PORT}`, ...process.env },
    stdio: 'inherit',
  }),
  spawn(bin('vite'), ['--config', 'web/vite.config.ts', '--port', PORT, '--strictPort', '--logLevel', 'warn'], {
    cwd: root,
    // The configuration is written for the loader that vite has now.
    env: { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true', ...process.env },
    stdio: 'inherit',
  }),
]

const stop = () => children.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    stop()
  })
