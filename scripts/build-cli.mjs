// The terminal client as CommonJS, one chunk per dynamic import: what a command does not use is never read.
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { versionDefine } from './build-version.mjs'

/** `serve` runs the server that was built beside it; the server is never part of the client. */
const builtServer = (root) => ({
  name: 'built-server',
  async resolveId(source, importer, options) {
    if (!importer || !source.startsWith('.')) return null
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!resolved || relative(root, resolved.id).split(/[\\/]/)[0] !== 'server') return null
    return { id: '../server/main.js', external: true }
  },
})

/** Commander could run other programs as its commands; ours never does, and merely loading what that takes costs 6 ms. */
const noChildProcess = {
  name: 'no-child-process',
  transform(code, id) {
    if (!id.endsWith('/commander/lib/command.js')) return null
    return code.replace("require('node:child_process')", '{}')
  },
}

export const build = async (root, folder) => {
  const bundle = await rolldown({
    input: { main: join(root, 'cli/main.ts') },
    platform: 'node',
    plugins: [builtServer(root), noChildProcess],
    transform: { define: versionDefine(root) },
  })
  await bundle.write({
    dir: folder,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  })
  await bundle.close()
}
