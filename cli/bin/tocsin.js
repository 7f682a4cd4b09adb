#!/usr/bin/env node
// Runs the terminal client of this checkout: builds it when a source is newer than the built file, then becomes it.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const built = join(root, 'dist/cli/main.cjs')
// The build touches its stamp even when it finds nothing to do, so a saved but unchanged file costs one check, not one a call.
const stamp = join(root, 'dist/cli/.stamp')

/** Whether any source under `folder` was written after `time` (folders count too: a removed file touches its folder). */
const newer = (folder, time) =>
  statSync(folder).mtimeMs > time ||
  readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (entry.name === 'node_modules' || entry.name.endsWith('.test.ts')) return false
    const path = join(folder, entry.name)
    return entry.isDirectory() ? newer(path, time) : statSync(path).mtimeMs > time
  })

const stale = () => {
  if (!existsSync(built) || !existsSync(stamp)) return true
  const time = statSync(stamp).mtimeMs
  return ['cli', 'core'].some((folder) => newer(join(root, folder), time))
}

if (stale()) {
  // stdout belongs to the command's data: whatever the build says goes to stderr.
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli'], { stdio: ['ignore', 2, 2] })
  if (status !== 0) process.exitCode = status ?? 1
}
if (!process.exitCode) createRequire(import.meta.url)(built)
