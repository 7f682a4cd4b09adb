import type { Links } from '@tocsin/core/base/links'
import type { ScopedDatabase } from '../db/open'
import type { Faults } from '../faults'
import type { Log } from '../log'
import type { Outbound } from '../outbound/outbound'
import type { Passwords } from '../secrets/passwords'
import type { SignInLine } from '../secrets/sign-in-line'
import type { Tokens } from '../secrets/tokens'

/** Everything the server takes from outside, so that a test can move time, lose an answer or fill a queue. */
export type Parts = {
  /** Scoped transactions alone: no request reaches the rights of the database's owner. */
  database: ScopedDatabase
  /** Milliseconds since 1970. */
  now: () => number
  /** Returns that many random bytes. */
  random: (size: number) => Uint8Array
  newRequestId: () => string
  tokens: Tokens
  passwords: Passwords
  signInLine: SignInLine
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<unknown>
  faults: Faults
  log: Log
  /** Called once a message waits to be sent; the deliverer puts itself here, and need not look again and again. */
  delivery: { wake: () => void }
  /** The one way to addresses that somebody has typed. */
  outbound: Outbound
  /** Feature flags that differ from off. */
  features: Readonly<Record<string, boolean>>
  /** The links of the sign-in besides the console's own pages; absent: none. */
  links?: Links | undefined
  /**
   * The two fences around a tenant's rows: the code's conditions and the database's policies; and the code's question of a
   * client's lock, behind which the database has triggers. All stand always; a test takes one away to see another hold.
   */
  fences: { code: boolean; database: boolean; lock: boolean }
  /** Addresses of proxies in front, by comma: only they are believed about a request's origin. */
  trustedProxies?: string | undefined
  /** The console's address as people reach it, for links in answers; known once the server listens. */
  publicUrl?: string
  /** Origins whose pages may call the API; absent: the console's own alone. */
  allowedOrigins?: readonly string[] | undefined
  /** The messages the demo sends, to be read; absent: this is no demo, and there is no such page. */
  developerMessages?: { all: () => readonly unknown[] } | undefined
  version: string
  /** The built console; absent: the API alone. */
  webFolder?: string | undefined
}
