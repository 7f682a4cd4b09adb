import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Script } from 'node:vm'

type Load = (module: NodeJS.Module, path: string) => void

/**
 * Lets Node take the built program's large files from V8's own cache, which the build leaves beside each. Compiling them is
 * half the cost of `--help`, and Node has no cache of its own before version 22. V8 refuses a cache of another version,
 * which does no harm; a missing cache costs only time.
 */
export function compileFromCache(): void {
  // Reached this way, since loading node:module costs as much as reading one of the files.
  const extensions = require.extensions as Record<string, Load>
  const plain = extensions['.js']!
  extensions['.cjs'] = (module, path) => {
    if (!/[\\/]cached-[^\\/]+$/.test(path)) return plain(module, path)
    // The build has made the file one function, as Node would.
    const script = new Script(readFileSync(path, 'utf8'), { filename: path, ...cacheOf(path) })
    const run = script.runInThisContext() as (...parts: unknown[]) => void
    run(module.exports, (id: string) => module.require(id) as unknown, module, path, dirname(path))
  }
}

function cacheOf(path: string): { cachedData?: Buffer } {
  try {
    return { cachedData: readFileSync(`${path}.cache`) }
  } catch {
    return {}
  }
}
