import { isIP } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isPostgresUrl } from '@tocsin/core/base/postgres-url'
import { FEATURES } from '@tocsin/core/base/constants'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import { readMapsUrl } from '@tocsin/core/base/maps-url'
import { readLinks, type Links } from '@tocsin/core/base/links'
import { users } from '../../fixtures/users'
import { bigPlaces, fixturesOf, world } from '../../fixtures/world'
import { createPasswords } from '../secrets/passwords'
import { cachedSeed } from '../db/seed-cache'
import { readOrigins } from '../http/cross-origin'
import { createDeveloperMessages, type DeveloperMessages } from '../outbox/developer-messages'
import { explain } from './explain'
import { helpPage } from './help'
import { clientCommand, dataFolder, root } from './places'
import { readFaults, type Faults } from '../faults'
import { readAllowed, type Allowed } from '../outbound/internal-addresses'
import { isLogLevel } from '../log'
import { say } from './messages'
import type { Send } from '../outbox/outbox'
import { seedMore, seedWorld } from './seed'
import { serve } from './serve'
import { smsGateway } from '../outbox/sms-gateway'
import { isMailServer, smtp } from '../outbox/smtp'
import type { ScopedDatabase } from '../db/open'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

const { env, argv } = process
const locale = chooseLocale(env['TOCSIN_LOCALE'], env['LC_ALL'], env['LANG'])
const tell = (line: string) => void process.stdout.write(`${line}\n`)

function fail(line: string, exitCode = 1): void {
  process.stderr.write(`error: ${line}\n`)
  process.exitCode = exitCode
}

async function main(): Promise<void> {
  // Other users get no access to the files of this process, since the data folder has keys and password hashes.
  process.umask(0o077)
  // `tocsin serve` runs this program with `serve` as its first argument, which is no option.
  const args = argv.slice(argv[2] === 'serve' ? 3 : 2)
  if (args.includes('--help') || args.includes('-h')) return tell(helpPage(locale))
  if (args.includes('--version')) return tell(version())
  const unknown = args.find((arg) => !['--demo', '--demo=embedded', '--big'].includes(arg))
  const host = env['HOST'] ?? '127.0.0.1'
  const port = Number(env['PORT'] ?? 4000)
  const url = env['DATABASE_URL'] || undefined
  const folder = dataFolder(env)
  if (unknown !== undefined) return fail(say(locale, 'unknownFlag', { flag: unknown }), 2)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    return fail(say(locale, 'badOption', { option: `PORT=${env['PORT']}` }))
  // `npm start` shows the demo on the embedded database. Another database gets it only with `--demo`.
  const demo = args.includes('--demo') || (args.includes('--demo=embedded') && url === undefined)
  const big = args.includes('--big')
  if (demo && !LOOPBACK.has(host)) return fail(say(locale, 'demoNotLocal'))

  const fill = async (database: ScopedDatabase) => {
    tell(say(locale, 'filling'))
    await seedWorld(database, world, await createPasswords())
    if (big) await seedMore(database, fixturesOf(bigPlaces()))
  }
  const logLevel = env['LOG_LEVEL'] ?? (demo ? 'error' : 'info')
  if (!isLogLevel(logLevel)) return fail(say(locale, 'badOption', { option: `LOG_LEVEL=${logLevel}` }))
  if (url !== undefined && !isPostgresUrl(url)) return fail(say(locale, 'databaseUrl'))
  // Without its value, which may hold a password.
  const ownerUrl = env['TOCSIN_DATABASE_OWNER_URL'] || undefined
  if (ownerUrl !== undefined && url === undefined) return fail(say(locale, 'ownerAlone'))
  if (ownerUrl !== undefined && !isPostgresUrl(ownerUrl)) return fail(say(locale, 'databaseUrl'))
  const trustedProxies = env['TOCSIN_TRUSTED_PROXIES'] || undefined
  if (trustedProxies?.split(',').some((one) => isIP(one.trim().split('/')[0] ?? '') === 0))
    return fail(say(locale, 'badOption', { option: `TOCSIN_TRUSTED_PROXIES=${trustedProxies}` }))
  const features = (env['TOCSIN_FEATURES'] ?? '').split(',').map((name) => name.trim())
  const unheard = features.find((name) => name !== '' && !FEATURES.some((one) => one === name))
  if (unheard !== undefined) return fail(say(locale, 'badOption', { option: `TOCSIN_FEATURES=${unheard}` }))
  let links: Links
  let mapsUrl: string | undefined
  let allowedOrigins: readonly string[]
  let allowedInside: Allowed | undefined
  let faults: Faults
  let reading = 'TOCSIN_LINKS'
  try {
    links = readLinks(env[reading] ?? '')
    reading = 'TOCSIN_MAPS_URL'
    mapsUrl = readMapsUrl(env[reading] ?? '')
    reading = 'TOCSIN_ALLOWED_ORIGINS'
    allowedOrigins = readOrigins(env[reading] ?? '')
    reading = 'TOCSIN_OUTBOUND_ALLOW'
    allowedInside = readAllowed(env[reading] ?? '')
    reading = 'TOCSIN_FAULTS'
    faults = readFaults(env[reading] ?? '', (milliseconds) => setTimeout(milliseconds))
  } catch (error) {
    return fail(say(locale, 'badOption', { option: `${reading}=${(error as Error).message}` }))
  }
  // Without its value, which may hold a password.
  if (env['SMTP_URL'] && !isMailServer(env['SMTP_URL'])) return fail(say(locale, 'badOption', { option: 'SMTP_URL' }))
  const developerMessages = demo ? createDeveloperMessages(() => Date.now()) : undefined
  const settings = { host, port, folder }
  try {
    const serving = await serve({
      ...settings,
      url,
      ownerUrl,
      ...(demo ? { fill } : {}),
      ...(demo && url === undefined
        ? { seed: () => cachedSeed({ folder: join(folder, 'cache'), seed: fill, key: `${version()} ${big}` }) }
        : {}),
      features: Object.fromEntries(FEATURES.map((name) => [name, features.includes(name)])),
      links,
      mapsUrl,
      allowedOrigins,
      allowedInside,
      faults,
      logLevel,
      trustedProxies,
      version: version(),
      webFolder: join(root, 'dist/web'),
      locale,
      tell,
      publicUrl: env['TOCSIN_PUBLIC_URL'],
      send: sender(developerMessages),
      developerMessages,
      writeLog: (line) => void process.stderr.write(line),
    })
    // People open the address that they are sent to by mail: that of a proxy, or of the console under development.
    tell(say(locale, 'serving', { version: version(), url: env['TOCSIN_PUBLIC_URL'] || serving.url }))
    tell(say(locale, 'data', { place: url === undefined ? folder : 'PostgreSQL' }))
    tell(say(locale, 'api', { url: serving.url }))
    if (demo) {
      tell(say(locale, 'demo', { password: world.password }))
      for (let index = 0; index < users.rows.length; index += 5)
        tell(
          `           ${users.rows
            .slice(index, index + 5)
            .map((user) => user.username)
            .join('  ')}`,
        )
      tell(say(locale, 'signIn', { tocsin: clientCommand }))
      tell(say(locale, 'messages', { url: serving.url }))
    } else if (serving.firstRootCode !== undefined) tell(say(locale, 'noUsers', { code: serving.firstRootCode }))
    if (serving.kind === 'embedded') tell(say(locale, 'powerLoss'))
    tell(say(locale, 'stop'))
    stopOnSignal(serving.stop)
  } catch (error) {
    fail(explain(locale, error, settings))
  }
}

/**
 * Returns the sender of mail to SMTP_URL and of SMS to SMS_URL. The demo shows the others in the terminal and on its
 * page.
 */
function sender(developerMessages: DeveloperMessages | undefined): Send | undefined {
  const { SMTP_URL: mailServer, SMS_URL: gateway } = env
  const shown: Send | undefined = developerMessages
    ? async (message) => {
        const { channel, to, subject, text } = message
        tell(say(locale, channel, { recipient: to, subject, text }))
        developerMessages.add(message)
      }
    : undefined
  const mail = mailServer ? smtp(mailServer, env['MAIL_FROM'] ?? 'tocsin@localhost') : shown
  const sms = gateway ? smsGateway(gateway) : shown
  if (!mail && !sms) return undefined
  return async (message) => {
    const send = message.channel === 'sms' ? sms : mail
    // A message that fails stays in the outbox, and is tried again like any other.
    if (!send) throw new Error(`no way out for ${message.channel}`)
    await send(message)
  }
}

function version(): string {
  return typeof __TOCSIN_VERSION__ === 'string' ? __TOCSIN_VERSION__ : 'dev'
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
}

await main()
