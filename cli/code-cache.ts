import { readFileSync } from 'node:fs'
// Imported by name: a default import would load everything that bundlers need to make one.
import { Module } from 'node:module'
import { dirname } from 'node:path'
import { Script } from 'node:vm'

type Compilable = { prototype: { _compile: (this: NodeJS.Module, source: string, path: string) => unknown } }

/**
 * Lets Node take the built program's large file from V8's own cache, which the build leaves beside it. Compiling it is
 * half the cost of `--help`, and Node has no cache of its own before version 22. V8 refuses a cache of another version,
 * which does no harm; a missing cache costs only time.
 */
export function compileFromCache(): void {
  const { prototype } = Module as unknown as Compilable
  const compile = prototype._compile
  prototype._compile = function (source, path) {
    const cachedData = path.includes('/cached-') ? readCache(`${path}.cache`) : undefined
    if (!cachedData) return compile.call(this, source, path)
    const script = new Script(Module.wrap(source), { filename: path, cachedData })
    const run = script.runInThisContext() as (...parts: unknown[]) => unknown
    return run.call(this.exports, this.exports, (id: string) => this.require(id) as unknown, this, path, dirname(path))
  }
}

function readCache(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
