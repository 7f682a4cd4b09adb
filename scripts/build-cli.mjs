// The terminal client as CommonJS, one chunk per dynamic import: code that a command does not use is never read.
import { spawnSync } from 'node:child_process'
import { basename, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { parseAst } from 'rolldown/parseAst'
import { versionDefine } from './build-version.mjs'

/** `serve` and `db` run the programs of the server that were built beside the client; they are never part of it. */
const builtServer = (root) => ({
  name: 'built-server',
  async resolveId(source, importer, options) {
    if (!importer || !source.startsWith('.')) return null
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!resolved || relative(root, resolved.id).split(/[\\/]/)[0] !== 'server') return null
    return { id: `../server/${basename(resolved.id, '.ts')}.js`, external: true }
  },
})

/** Drops Commander's way to run other programs as its commands: ours never does, and merely loading it costs 6 ms. */
const noChildProcess = {
  name: 'no-child-process',
  transform(code, id) {
    if (!id.endsWith('/commander/lib/command.js')) return null
    return code.replace("require('node:child_process')", '{}')
  },
}

/** The functions that make words from those of both languages, in this order. */
const BOTH = new Set(['words', 'inBothLanguages'])
const LANGUAGES = ['en-US', 'pt-BR']

const whenRead = (language, words) => `get '${language}'() { return ${words} }`

/** Lets a command make the words of its own language alone: those of the other are then not even compiled. */
const oneLanguage = {
  name: 'one-language',
  transform: {
    filter: { id: /\/messages(\/[^/]+)?\.ts$/ },
    handler(code) {
      const text = ({ start, end }) => code.slice(start, end)
      const changes = parseAst(code, { lang: 'ts' })
        .body.flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
        // A claim of a type (`as`, `satisfies`) wraps the words.
        .map(({ init }) => init?.expression ?? init)
        .flatMap((made) => {
          if (made?.type === 'ObjectExpression')
            return made.properties
              .filter(({ key }) => LANGUAGES.includes(key?.value))
              .map((property) => [property, whenRead(property.key.value, text(property.value))])
          if (made?.type !== 'CallExpression' || !BOTH.has(made.callee.name)) return []
          return [
            [made, `{ ${made.arguments.map((words, index) => whenRead(LANGUAGES[index], text(words))).join(', ')} }`],
          ]
        })
      return changes.reduceRight(
        (changed, [{ start, end }, instead]) => changed.slice(0, start) + instead + changed.slice(end),
        code,
      )
    },
  },
}

/**
 * The files that V8's cache serves, by the modules they begin with; what those import comes with them. They are few, since
 * opening a file costs more than reading past unused code. Every line of words needs `start`, which alone answers `--help`;
 * every command needs `command`, its help `help`, what asks the server `network`, and the resources of sheets `sheets`.
 */
const CACHED = {
  start: /\/cli\/(program|io|resource-groups|messages\/resources)\.ts$/,
  command:
    /\/cli\/(localized-command|resource-commands|account|credentials|default-client|routes-v2|commands\/read)\.ts$|\/core\/resources\/site-or-team\.ts$/,
  network: /\/cli\/network\/open\.ts$/,
  help: /\/cli\/(help\/examples|messages\/field-help)\.ts$/,
  sheets: /\/cli\/commands\/(places|import)\.ts$/,
}

/** The modules of Node that are loaded when it starts, which a file for every command may name. */
const FREE = ['events', 'fs', 'path', 'process']

/** Writes every other letter as an escape: Node reads a file of plain ASCII several times faster, and V8 in half the memory. */
const asAscii = (code) =>
  code.replace(/\\[^]|[^\0-\x7f]/g, (found) => {
    const letter = found.at(-1)
    return letter > '\x7f' ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : found
  })

const isCached = ({ name }) => name.startsWith('cached-')

/** Loads Node's own modules by require(): import() starts Node's second loader, and cannot run from V8's cache. */
const requiringNode = (code) =>
  code.replace(/\bimport\((["'`]node:[\w/]+["'`])\)/g, 'Promise.resolve().then(()=>require($1))')

/** Makes a module one function, as Node does when it loads one: cli/code-cache.ts need not copy the text to do so. */
const asFunction = (code) => `(function(exports,require,module,__filename,__dirname){${code}\n})`

const readFast = {
  name: 'read-fast',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      file.code = requiringNode(file.code)
      if (isCached(file)) file.code = asFunction(asAscii(file.code))
    }
  },
}

export const build = async (root, folder) => {
  const bundle = await rolldown({
    input: { main: join(root, 'cli/main.ts') },
    platform: 'node',
    plugins: [builtServer(root), noChildProcess, oneLanguage, readFast],
    transform: { define: versionDefine(root) },
    // Evaluated when a command first needs it, though the `start` chunk carries it anyway.
    checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
  })
  const { output } = await bundle.write({
    dir: folder,
    format: 'cjs',
    minify: true,
    codeSplitting: { groups: Object.entries(CACHED).map(([name, test]) => ({ name: `cached-${name}`, test })) },
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  })
  await bundle.close()
  const cached = output.filter(isCached)
  // A client of one small file has nothing to cache.
  if (cached.length === 0) return
  for (const { name, code } of cached) {
    if (/\bimport\(/.test(code)) throw new Error(`${name} is cached, and V8 cannot import() from its cache`)
    const costly = [...code.matchAll(/require\(["'`]node:([^"'`]+)/g)]
      .map(([, id]) => id)
      .filter((id) => !FREE.includes(id))
    if (name !== 'cached-network' && costly.length > 0)
      throw new Error(`${name} is read by commands that do not need node:${costly.join(', node:')}`)
  }
  // Made by the Node that builds, which is the one that will run it; another passes it over.
  const recorder = join(root, 'scripts/cli-code-cache.mjs')
  const { status, stderr } = spawnSync(process.execPath, [recorder, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`the code cache was not made: ${stderr}`)
}
