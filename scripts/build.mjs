#!/usr/bin/env node
// Builds stale targets: `node scripts/build.mjs [styled-system] [server] [cli] [web]` (all when none is named). A
// target is fresh while the sha256 of its sources equals the one kept in its folder.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourceFingerprint } from './fingerprint.mjs'
import { withLock } from './lock.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (text) => process.stderr.write(`tocsin: ${text}\n`)

/**
 * The targets: `entry` (a target whose entry is absent is skipped), the folder it writes, the sources that decide
 * whether it is stale, and a lazily loaded function that builds into a folder of its own.
 */
const targets = {
  'styled-system': {
    entry: 'panda.config.ts',
    folder: 'web/styled-system',
    // Panda writes where its configuration says, and a running vite watches that folder.
    inPlace: true,
    sources: ['panda.config.ts', 'web/tokens', 'package-lock.json', 'scripts/build-styled-system.mjs'],
    build: () => import('./build-styled-system.mjs'),
  },
  server: {
    entry: 'server/program/main.ts',
    folder: 'dist/server',
    sources: ['server', 'core', 'fixtures', 'package.json', 'package-lock.json', 'scripts/build-server.mjs'],
    build: () => import('./build-server.mjs'),
  },
  cli: {
    entry: 'cli/main.ts',
    folder: 'dist/cli',
    sources: ['cli', 'core', 'package.json', 'package-lock.json', 'scripts/build-cli.mjs'],
    build: () => import('./build-cli.mjs'),
  },
  web: {
    entry: 'web/index.html',
    folder: 'dist/web',
    sources: [
      'web',
      'core',
      'panda.config.ts',
      'panda.outside.config.ts',
      'package.json',
      'package-lock.json',
      'scripts/build-web.mjs',
    ],
    build: () => import('./build-web.mjs'),
  },
}

const run = async (name) => {
  const target = targets[name]
  const folder = join(root, target.folder)
  const stamp = join(folder, '.stamp')
  // A source saved while the build runs is newer than this, so the launcher of the client finds it.
  const looked = new Date()
  const fingerprint = sourceFingerprint(root, target.sources)
  const fresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint
  if (!existsSync(join(root, target.entry))) return
  if (!fresh())
    await withLock(join(root, `dist/.building-${name}`), async () => {
      if (fresh()) return
      const began = performance.now()
      // Built aside and put in place by renames, so that nobody ever loads half a build.
      const aside = target.inPlace ? folder : `${folder}.new`
      const before = `${folder}.old`
      for (const path of [aside, before]) rmSync(path, { recursive: true, force: true })
      mkdirSync(aside, { recursive: true })
      const { build } = await target.build()
      await build(root, aside)
      writeFileSync(join(aside, '.stamp'), fingerprint)
      if (!target.inPlace) {
        if (existsSync(folder)) renameSync(folder, before)
        renameSync(aside, folder)
      }
      rmSync(before, { recursive: true, force: true })
      say(`built ${target.folder} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
    })
  utimesSync(stamp, looked, looked)
}

const named = process.argv.slice(2)
const unknown = named.find((name) => !(name in targets))
if (unknown) {
  say(`there is no target ${unknown}; there are ${Object.keys(targets).join(', ')}`)
  process.exitCode = 2
} else
  for (const name of named.length ? named : Object.keys(targets))
    try {
      await run(name)
    } catch (error) {
      // A bundler's message names the file and the line; the stack below it would only be ours.
      say(`${name} could not be built\n${error.message}`)
      process.exitCode = 1
    }
