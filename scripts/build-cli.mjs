// The terminal client as CommonJS, one chunk per dynamic import: code that a command does not use is never read.
import { spawnSync } from 'node:child_process'
import { basename, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
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

/**
 * The modules that nearly every command needs are one file: opening one costs more than reading past unused code. The
 * connection stays apart, since merely naming node:http loads the network.
 */
const start =
  /\/(cli\/(?!main|code-cache|transport|counting-prompt|prompts|query-texts|debug|input|whole-file|write-once|journal)[^/]+|cli\/(commands\/read|messages\/(general|words))|core\/[^/]+|core\/resources\/(index|site-or-team))\.ts$|\/node_modules\/(commander|rosetta)\//

/** The examples and sentences of a help are one file as well, which nothing else opens. */
const help = /\/cli\/(help\/[^/]+|messages\/field-help)\.ts$/

export const build = async (root, folder) => {
  const bundle = await rolldown({
    input: { main: join(root, 'cli/main.ts') },
    platform: 'node',
    plugins: [builtServer(root), noChildProcess],
    transform: { define: versionDefine(root) },
    // Evaluated when a command first needs it, though the `start` chunk carries it anyway.
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await bundle.write({
    dir: folder,
    format: 'cjs',
    minify: true,
    codeSplitting: {
      groups: [
        { name: 'start', test: start },
        { name: 'help', test: help },
      ],
    },
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  })
  await bundle.close()
  const large = output.find(({ name }) => name === 'start')
  // A client of one small file has no large chunk to cache.
  if (!large) return
  // Code from V8's cache cannot import Node's own modules by import(): they belong into files of their own.
  if (/\bimport\(/.test(large.code))
    throw new Error('the file that nearly every command needs must not import() modules of Node')
  // Made by the Node that builds, which is the one that will run it; another passes it over.
  const recorder = join(root, 'scripts/cli-code-cache.mjs')
  const { status, stderr } = spawnSync(process.execPath, [recorder, folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`the code cache was not made: ${stderr}`)
}
