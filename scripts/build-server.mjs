// The server as three ECMAScript modules, and its migrations: the program, the commands on its database, and the worker that
// holds the embedded one.
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { versionDefine } from './build-version.mjs'

// A package with WebAssembly, native code or data files of its own cannot be moved into a bundle.
const EXTERNAL = [/^@electric-sql\/pglite/, /^@node-rs\/argon2/, 'pg-native']

/** The worker's source: once built it is embedded-worker.js, the name by which its opener asks for it. */
const workerEntry = (root) =>
  ['server/db/embedded-worker.ts', 'server/db/embedded-worker.js', 'server/db/embedded-worker.mjs']
    .map((path) => join(root, path))
    .find(existsSync)

export const build = async (root, folder) => {
  const worker = workerEntry(root)
  const database = join(root, 'server/program/database.ts')
  for (const input of [
    { main: join(root, 'server/program/main.ts') },
    ...(existsSync(database) ? [{ database }] : []),
    ...(worker ? [{ 'embedded-worker': worker }] : []),
  ]) {
    const bundle = await rolldown({
      input,
      platform: 'node',
      external: EXTERNAL,
      transform: { define: versionDefine(root) },
      checks: { eval: false },
    })
    // Whole, not in chunks: a running server must not look for a part that the next build has replaced.
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].js', codeSplitting: false })
    await bundle.close()
  }
  const migrations = join(root, 'server/db/migrations')
  if (existsSync(migrations)) cpSync(migrations, join(folder, 'migrations'), { recursive: true })
}
