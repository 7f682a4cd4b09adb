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
  /** Scoped transactions alone: no request has a way to what the owner of the database may do. */
  database: ScopedDatabase
  /** Milliseconds since 1970. */
  now: () => number
  /** That many random bytes. */
  random: (size: number) => Uint8Array
  newRequestId: () => string
  tokens: Tokens
  passwords: Passwords
  signInLine: SignInLine
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number) => Promise<unknown>
  faults: Faults
  log: Log
  /** Called once a message waits to be sent; whoever delivers puts itself here, and need not look again and again. */
  delivery: { wake: () => void }
  /** The one way to addresses that somebody has typed. */
  outbound: Outbound
  /** Feature flags that differ from off. */
  features: Readonly<Record<string, boolean>>
  /** Where the sign-in leads besides the console's own pages; absent: nowhere. */
  links?: Links | undefined
  /**
   * The two fences around a tenant's rows: the code's conditions and the database's policies. Both stand always; a test
   * takes one away to see the other hold alone.
   */
  fences: { code: boolean; database: boolean }
  /** Addresses of proxies in front, by comma: only from there is it believed for whom a request comes. */
  trustedProxies?: string | undefined
  /** What people reach the console by, for links in answers; known once the server listens. */
  publicUrl?: string
  /** Origins whose pages may call the API; absent: the console's own alone. */
  allowedOrigins?: readonly string[] | undefined
  /** What the demo sends, to be read; absent: this is no demo, and there is no such page. */
  developerMessages?: { all: () => readonly unknown[] } | undefined
  version: string
  /** The built console; absent: the API alone. */
  webFolder?: string | undefined
}
