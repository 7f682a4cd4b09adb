import type { Links } from '@tocsin/core/base/links'
import type { ScopedDatabase } from '../db/open'
import type { Faults } from '../faults'
import type { Log } from '../log'
import type { Outbound } from '../outbound/outbound'
import type { Passwords } from '../secrets/passwords'
import type { SignInLine } from '../secrets/sign-in-line'
import type { Tokens } from '../secrets/tokens'

/** Everything that the server takes from outside, so that a test can move time, lose an answer or fill a queue. */
export type Parts = {
  /** Runs scoped transactions alone, so that no request has the rights of the database's owner. */
  database: ScopedDatabase
  /** Milliseconds since 1970. */
  now: () => number
  /** Returns that many random bytes. */
  random: (size: number) => Uint8Array
  newRequestId: () => string
  tokens: Tokens
  passwords: Passwords
  signInLine: SignInLine
  /** Resolves after that many milliseconds. */
  pause: (milliseconds: number) => Promise<unknown>
  faults: Faults
  log: Log
  /** `wake` is called when a message waits to be sent. The deliverer sets it, so that it sends the message at once. */
  delivery: { wake: () => void }
  /** The only way to send to addresses that a user has typed. */
  outbound: Outbound
  /** Times and limits of streams that differ from those of a server. A test makes them smaller. */
  streams?:
    | { beat?: number; believed?: number; poll?: number; queue?: number; perUser?: number; most?: number }
    | undefined
  /** The feature flags that are on or off; a missing one is off. */
  features: Readonly<Record<string, boolean>>
  /** The links on the sign-in screen besides those to the console's own pages. Absent if there are none. */
  links?: Links | undefined
  /**
   * The two fences that keep clients apart: the conditions of the code and the policies of the database. `lock` is the
   * code's check of a client's lock, which the database repeats by triggers. All are on in a server. A test switches
   * one off to prove another.
   */
  fences: { code: boolean; database: boolean; lock: boolean }
  /** The addresses of reverse proxies, separated by commas. Only they are trusted to name a request's origin. */
  trustedProxies?: string | undefined
  /** The address at which people reach the console, for links in answers. It is set once the server listens. */
  publicUrl?: string
  /** The address of a map, with `{latitude}` and `{longitude}`. Absent: that of OpenStreetMap. */
  mapsUrl?: string | undefined
  /** The origins whose pages may call the API. Absent: only the console's own. */
  allowedOrigins?: readonly string[] | undefined
  /**
   * The messages that the demo sends, for the page that shows them. Absent outside the demo, which also removes the
   * page.
   */
  developerMessages?: { all: () => readonly unknown[] } | undefined
  version: string
  /** The folder of the built console. Absent: the server has the API alone. */
  webFolder?: string | undefined
}
