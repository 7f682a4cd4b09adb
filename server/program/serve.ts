import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Locale } from '@tocsin/core/base/constants'
import type { Links } from '@tocsin/core/base/links'
import { createApp } from './app'
import { createFirstRoot } from '../auth/first-root'
import { createPasswords } from '../secrets/passwords'
import { createSignInLine } from '../secrets/sign-in-line'
import { startSweeping } from '../auth/sweep'
import { createTokens } from '../secrets/tokens'
import type { ScopedDatabase } from '../db/open'
import { claimFolder } from '../db/private-folder'
import type { DeveloperMessages } from '../outbox/developer-messages'
import type { Faults } from '../faults'
import type { Allowed } from '../outbound/internal-addresses'
import { createLog, type LogLevel } from '../log'
import { say } from './messages'
import { createOutbound } from '../outbound/outbound'
import { handlerOf } from '../mobile/handlers'
import { startAlertDelivery } from '../delivery/deliver'
import { startDelivery, type Send } from '../outbox/outbox'
import { serveResources } from '../resources/index'
import type { Parts } from '../context/parts'
import { databaseIn, hasDatabase, IN_DATA_FOLDER } from './places'
import { hasUsers, prepareDatabase } from './prepare'

export type ServeOptions = {
  host: string
  port: number
  /** DATABASE_URL; absent: the embedded database in `folder`. */
  url?: string | undefined
  /** TOCSIN_DATABASE_OWNER_URL: the owner of the tables, if DATABASE_URL is the login of requests alone. */
  ownerUrl?: string | undefined
  folder: string
  /** Returns the dump with which a new embedded database begins. */
  seed?: (() => Promise<Uint8Array<ArrayBuffer>>) | undefined
  /** Fills an empty database. */
  fill?: ((database: ScopedDatabase) => Promise<void>) | undefined
  features: Readonly<Record<string, boolean>>
  /** TOCSIN_LINKS. */
  links?: Links | undefined
  /** The address of a map (`Parts.mapsUrl`). */
  mapsUrl?: string | undefined
  /** TOCSIN_FAULTS. */
  faults: Faults
  logLevel: LogLevel
  /** TOCSIN_OUTBOUND_ALLOW: the internal addresses that the server may send to. */
  allowedInside?: Allowed | undefined
  /** TOCSIN_TRUSTED_PROXIES. */
  trustedProxies?: string | undefined
  version: string
  webFolder?: string | undefined
  locale: Locale
  /** The sender of messages. Absent: messages wait in the outbox, except those to webhooks. */
  send?: Send | undefined
  /** TOCSIN_ALLOWED_ORIGINS. */
  allowedOrigins?: readonly string[] | undefined
  /** The messages that the demo sends, for the page that shows them. */
  developerMessages?: DeveloperMessages | undefined
  /** The address at which people reach the console, for links in mails. Absent: the address that it listens on. */
  publicUrl?: string | undefined
  /** Prints a line for the person who started the server. */
  tell: (line: string) => void
  writeLog: (line: string) => void
}

export type Serving = {
  url: string
  kind: ScopedDatabase['kind']
  firstRootCode: string | undefined
  stop: () => Promise<void>
}

const pause = (milliseconds: number): Promise<void> => setTimeout(milliseconds)

/** The time that requests under way have after the order to stop, in ms. */
const STOP_PATIENCE = 8_000

/** Opens the database, brings its schema up to date and listens. Throws errors that `explain` puts into words. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { url, ownerUrl, folder, seed, fill, locale } = options
  if (url === undefined) {
    await claimFolder(folder, IN_DATA_FOLDER)
    // A seed says by itself that it is made.
    if (!seed && !hasDatabase(folder)) options.tell(say(locale, 'making', { folder }))
  }
  const { database, key } = await prepareDatabase({
    ...(url === undefined
      ? { folder: databaseIn(folder), ...(seed ? { seed: await seed() } : {}) }
      : ownerUrl === undefined
        ? { url }
        : { url: ownerUrl, loginUrl: url }),
    fill,
    tell: (key, values) => options.tell(say(locale, key, values)),
  })
  try {
    const now = () => Date.now()
    const random = (size: number) => new Uint8Array(randomBytes(size))
    const parts: Parts = {
      database,
      now,
      random,
      newRequestId: () => randomUUID(),
      tokens: await createTokens(key, now),
      passwords: await createPasswords(),
      signInLine: createSignInLine(),
      pause,
      faults: options.faults,
      log: createLog(options.writeLog, now, options.logLevel),
      delivery: { wake: () => {} },
      outbound: createOutbound({ allowed: options.allowedInside }),
      features: options.features,
      links: options.links,
      mapsUrl: options.mapsUrl,
      fences: { code: true, database: true, lock: true },
      trustedProxies: options.trustedProxies,
      allowedOrigins: options.allowedOrigins,
      developerMessages: options.developerMessages,
      version: options.version,
      webFolder: options.webFolder,
    }
    const firstRoot = createFirstRoot(parts)
    const app = await createApp(parts, firstRoot)
    const address = await app.listen({ host: options.host, port: options.port })
    parts.publicUrl = options.publicUrl ?? address
    const sweeping = startSweeping(parts)
    const delivery = startDelivery(parts, options.send, parts.publicUrl, { receiverOf: handlerOf })
    const alerts = (await serveResources()).get('alerts')!
    const ofAlerts = startAlertDelivery(parts, { alerts, send: options.send, publicUrl: parts.publicUrl })
    return {
      url: address,
      kind: database.kind,
      firstRootCode: (await hasUsers(database)) ? undefined : firstRoot.offer(),
      stop: async () => {
        options.tell(say(locale, 'stopping'))
        // Requests under way are finished. One that never ends does not keep the process running.
        await Promise.race([
          Promise.all([app.close(), delivery.stop(), ofAlerts.stop(), sweeping.stop()]),
          pause(STOP_PATIENCE),
        ])
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
