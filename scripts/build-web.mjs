// Builds the console, and the pages for people without an account, by vite; and beside each text a compressed copy for clients that take one.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build as viteBuild, minifySync } from 'vite'

const run = promisify(execFile)

const TEXT = /\.(js|css|html|svg|json)$/
/** Below this a compressed copy saves no packet. */
const WORTH = 1_400

const compress = (folder) => {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name)) continue
    const path = join(folder, name)
    const bytes = readFileSync(path)
    if (bytes.length < WORTH) continue
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  }
}

export const build = async (root, folder) => {
  // The configuration is TypeScript in several files, which Node 20 cannot read itself; vite bundles it first.
  process.env.VITE_CONFIG_NATIVE_IGNORE_WARNING ??= 'true'
  await viteBuild({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  })
  // Panda keeps the styles of the first build for as long as the process lives.
  await run(process.execPath, [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--config',
    join(root, 'web/vite.outside.ts'),
    '--logLevel',
    'warn',
    // Files of web/public are there already.
    '--outDir',
    join(folder, 'static'),
    '--emptyOutDir',
    'false',
  ])
  // Files of web/public are copied as they are, with their comments.
  const first = join(folder, 'first-paint.js')
  writeFileSync(first, minifySync(first, readFileSync(first, 'utf8')).code)
  compress(folder)
}
