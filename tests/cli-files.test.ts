import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../dist/cli', import.meta.url))
const program = join(folder, 'main.cjs')

const isBuilt = existsSync(program)
// Continuous integration skips no test in silence.
if (!isBuilt && process.env['CI']) throw new Error('The client is not built: node scripts/build.mjs cli.')

/** Runs the client of the first argument, and tells on stderr the files that it has read, without their hashes, and the modules of Node. */
const CLIENT = `
const read = new Set()
const Module = require('node:module')
const load = Module._load
Module._load = function (id) {
  if (/^(node:|\\.\\/)/.test(id)) read.add(id.replace(/^\\.\\/(.*)-[\\w-]{8}\\.cjs$/, '$1'))
  return load.apply(this, arguments)
}
process.on('exit', () => process._rawDebug(JSON.stringify([...read].sort())))
require(process.argv[1])
`

/** Returns what the built client loads for a line. */
function loadedBy(...line: string[]): string[] {
  const env = { PATH: process.env['PATH'], HOME: folder, TOCSIN_LOCALE: 'en-US' }
  const { stderr, status } = spawnSync(process.execPath, ['-e', CLIENT, program, ...line], { encoding: 'utf8', env })
  expect(status).toBe(0)
  return JSON.parse(stderr.trim().split('\n').at(-1)!) as string[]
}

/** The modules that Node has loaded anyway when it starts, or loads for next to nothing. */
const BASE = ['node:fs', 'node:path', 'node:vm', 'rolldown-runtime', 'cached-start']

describe.skipIf(!isBuilt)('the built client loads', () => {
  it('a single file of its own for --help, and no further module of Node', () => {
    expect(loadedBy('--help')).toEqual([...BASE].sort())
  })

  it('what Commander needs, and the examples, for the help of a command', () => {
    const loaded = loadedBy('sites', 'list', '--help')
    const sites = loaded.filter((name) => name.startsWith('sites'))
    expect(sites).toHaveLength(1)
    expect(loaded).toEqual([...BASE, 'cached-command', 'cached-help', 'node:events', 'node:process', ...sites].sort())
  })

  it('no compiled code that V8 refuses', () => {
    const files = readdirSync(folder).filter((name) => /^cached-.*\.cjs$/.test(name))
    expect(new Set(files.map((name) => name.split('-')[1]))).toEqual(
      new Set(['command', 'help', 'network', 'sheets', 'start']),
    )
    const script = `
      const { readFileSync } = require('node:fs')
      const { Script } = require('node:vm')
      const refused = process.argv.slice(1).filter((path) =>
        new Script(readFileSync(path, 'utf8'), { filename: path, cachedData: readFileSync(path + '.cache') }).cachedDataRejected)
      process.stdout.write(JSON.stringify(refused))`
    const paths = files.map((name) => join(folder, name))
    const { stdout } = spawnSync(process.execPath, ['-e', script, ...paths], { encoding: 'utf8', env: {} })
    expect(JSON.parse(stdout)).toEqual([])
  })
})
