// Runs each script of package.json called check:…, all at once: one of them keeps one core busy for half of the time.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** Resolves to the exit code of a check; prints its output in one piece, once it has ended. */
const run = (check) =>
  new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', check], { cwd: root, shell: process.platform === 'win32' })
    const said = []
    child.stdout.on('data', (part) => said.push(part))
    child.stderr.on('data', (part) => said.push(part))
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(`${check}\n${Buffer.concat(said).toString()}\n`)
      resolve(code ?? 1)
    })
  })

const codes = await Promise.all(
  Object.keys(scripts)
    .filter((name) => name.startsWith('check:'))
    .map(run),
)
process.exitCode = codes.every((code) => code === 0) ? 0 : 1
