// Leaves V8's compiled code beside the client's `cached-` files: `node scripts/cli-code-cache.mjs <folder of the build>`.
// The client runs as it does every day, since V8 keeps only the code that has run.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Script } from 'node:vm'

const folder = realpathSync(process.argv[2])
/** The compiled files, by their paths. */
const scripts = new Map()
const require = createRequire(join(folder, 'main.cjs'))
Object.defineProperty(require.extensions, '.cjs', {
  // cli/code-cache.ts sets its own, which compiles without keeping the script.
  set() {},
  get: () => (module, path) => {
    if (!path.startsWith(join(folder, 'cached-'))) return require.extensions['.js'](module, path)
    // Compiled as cli/code-cache.ts does it, or V8 would not recognise it.
    const script = new Script(readFileSync(path, 'utf8'), { filename: path })
    scripts.set(path, script)
    script.runInThisContext()(module.exports, (id) => module.require(id), module, path, dirname(path))
  },
})

const rows = Array.from({ length: 50 }, (_, index) => ({ id: index + 1, name: `Site ${index}`, active: true }))
const answer = JSON.stringify({ success: true, data: rows, meta: { id: '1', total: 60 } })
const server = createServer((_, response) => response.end(answer))
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
process.env.TOCSIN_HOST = `http://127.0.0.1:${server.address().port}`
process.env.TOCSIN_TOKEN = 'a.b.c'
delete process.env.TOCSIN_OUTPUT

const entry = join(folder, 'main.cjs')
for (const words of ['--help', 'sites --help', 'sites list --help', 'sites list', 'sites get 1 --json', 'nope']) {
  process.argv = [process.execPath, entry, ...words.split(' ')]
  delete require.cache[entry]
  require(entry)
  // The client gives no sign when it is done; this is ample.
  await pause(250)
}
server.close()
for (const [path, script] of scripts) writeFileSync(`${path}.cache`, script.createCachedData())
process.exitCode = 0
