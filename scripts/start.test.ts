import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'tocsin-start-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** The stand-in for the built server: prints its arguments, and ends when it is asked to. */
const SERVER = `
process.on('SIGTERM', () => { console.log('ended'); process.exit(0) })
setTimeout(() => {}, 30_000)
console.log('up ' + process.argv.slice(2).join(' '))
`

it('T80 npm start passes the end on to the server, so that none is left holding the data folder', async () => {
  cpSync(join(root, 'package.json'), join(copy, 'package.json'))
  mkdirSync(join(copy, 'dist/server'), { recursive: true })
  writeFileSync(join(copy, 'dist/server/main.js'), SERVER)
  // The set-up before a start is proved elsewhere; here npm only runs the start itself.
  const npm = spawn('npm', ['start', '--silent', '--ignore-scripts'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said = await new Promise<string>((resolve) => {
    let text = ''
    npm.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('up')) npm.kill('SIGTERM')
    })
    // Its output closes only once every process that holds it has gone, an orphan included.
    npm.stdout.on('close', () => resolve(text))
  })
  expect(said).toBe('up --demo=embedded\nended\n')
})
