#!/usr/bin/env node
// Makes a checkout ready with nothing but Node and npm: `node scripts/setup.mjs [--postgres] [--browser]`.
// Runs before `npm start` and `npm test`, so it knows no dependency and costs little when all is well.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dependencyFingerprint } from './fingerprint.mjs'
import { withLock } from './lock.mjs'
import { findBrowser, installBrowser, preferLightBrowser } from './setup-browser.mjs'
import { findPostgres, installPostgres } from './setup-postgres.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const say = (text) => process.stderr.write(`tocsin: ${text}\n`)

/** Ends the set-up with one line that says what to do. */
class Refusal extends Error {}

const checkNode = () => {
  const numbers = (version) =>
    version
      .replace(/^[^\d]*/, '')
      .split('.')
      .map(Number)
  // From 20.19 on Node loads an ECMAScript module by require(), which one of the server's dependencies needs.
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [major = 0, minor = 0] = numbers(process.versions.node)
  const [leastMajor = 0, leastMinor = 0] = numbers(engines.node)
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    throw new Refusal(
      `Node.js ${leastMajor}.${leastMinor} or newer is needed, this is ${process.version}. Install a newer one and run again.`,
    )
}

/** Returns the environment for npm, without settings that would leave out packages for builds and tests. */
const npmEnvironment = () => {
  const environment = { ...process.env }
  for (const key of Object.keys(environment))
    if (/^npm_config_(omit|only|production|include|dry_run|global)$/i.test(key)) delete environment[key]
  if (environment.NODE_ENV === 'production') delete environment.NODE_ENV
  return environment
}

const install = async () => {
  const stamp = join(root, 'node_modules/.tocsin-stamp')
  const fresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === dependencyFingerprint(root)
  if (fresh()) return
  // The lock stands outside node_modules: npm ci deletes that folder.
  await withLock(
    join(root, 'dist/.setup'),
    () => {
      if (fresh()) return
      say('installing dependencies (npm ci) …')
      const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'], {
        cwd: root,
        env: npmEnvironment(),
        stdio: ['ignore', 2, 2],
        shell: process.platform === 'win32',
      })
      if (npm.error || npm.status !== 0)
        throw new Refusal(
          'npm ci failed; its message is above. Mend that (often the network) and run the same command again.',
        )
      mkdirSync(join(root, 'node_modules'), { recursive: true })
      writeFileSync(stamp, dependencyFingerprint(root))
    },
    () => say('another set-up is running in this checkout, waiting for it …'),
  )
}

const ensure = (name, find, add, advice) => {
  if (find()) return
  say(`${name} is missing, trying to install it …`)
  if (add() && find()) return
  const message = `${name} was not found and could not be installed. ${advice}`
  // In CI a missing peer would silently skip the tests that need it, so there it ends the run.
  if (process.env.CI) throw new Refusal(message)
  say(message)
}

const main = async (flags) => {
  checkNode()
  await install()
  if (flags.includes('--postgres'))
    ensure(
      'PostgreSQL',
      findPostgres,
      installPostgres,
      'Install version 15 or newer (Debian: apt-get install postgresql) or set TOCSIN_POSTGRES_BIN to the folder of initdb; its tests are skipped until then.',
    )
  if (flags.includes('--browser')) {
    preferLightBrowser()
    ensure(
      'Chromium',
      findBrowser,
      installBrowser,
      'Install it (Debian: apt-get install chromium-headless-shell) or set TOCSIN_CHROMIUM to its executable; browser tests are skipped until then.',
    )
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  main(process.argv.slice(2)).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    say(error.message)
    process.exitCode = 1
  })
