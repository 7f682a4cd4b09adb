import type { BrowserContext, Page } from 'playwright'
import type { Console, Visit } from './console'
import { watchTrouble, type Trouble } from './trouble'

/** Profiles that a suite keeps for its next tests. */
const KEPT = 3

/** What a test does to a profile that cannot be undone, or that nobody would think of undoing. */
const LASTING = [
  'addCookies',
  'addInitScript',
  'addListener',
  'clearPermissions',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'once',
  'route',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const
const MOVED_CLOCK = ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime'] as const

/** A browser profile that a test uses. */
export type Used = {
  context: BrowserContext
  trouble: Trouble
  /** A page of the console's origin that shows nothing: storage is written there, and the process lives on with it. */
  parked: Page
}
type Kept = Used & { kind: string | null; touched: boolean }

/**
 * Browser profiles for the tests of a suite. A profile that a test has only browsed in is emptied and used again, with a
 * process that has compiled the console before: a new one costs as much as all the rest of a visit.
 */
export function browserProfiles(console: Console) {
  let used: Kept[] = []
  let free: Kept[] = []

  const make = async ({ locale = 'en-US', size = SIZE, more }: Visit): Promise<Kept> => {
    const context = await console.browser.newContext({
      baseURL: console.world.url,
      locale,
      timezoneId: 'America/Sao_Paulo',
      viewport: size,
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...more,
    })
    context.setDefaultTimeout(15_000)
    const trouble = await watchTrouble(context)
    const parked = await context.newPage()
    await parked.goto('/first-paint.js')
    const made: Kept = { context, trouble, parked, kind: more ? null : kindOf({ locale, size }), touched: false }
    const touch = () => (made.touched = true)
    context.once('close', touch)
    tellOfCalls(context, LASTING, touch)
    tellOfCalls(context.clock, MOVED_CLOCK, touch)
    return made
  }

  /** Leaves nothing of a test in a profile but what the browser has cached. */
  const empty = async ({ context, parked, trouble }: Kept): Promise<void> => {
    const pages = context.pages().filter((page) => page !== parked)
    await Promise.all(pages.map((page) => page.close()))
    await parked.evaluate(async () => {
      localStorage.clear()
      for (const { name } of await indexedDB.databases())
        await new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name!)
          request.onsuccess = () => resolve()
          request.onerror = () => reject(request.error!)
        })
      for (const name of await caches.keys()) await caches.delete(name)
    })
    trouble.forget()
  }

  return {
    /** The profiles of the test that runs. */
    used: (): readonly Used[] => used,
    async take(visit: Visit): Promise<Used> {
      const kind = visit.more ? null : kindOf(visit)
      const known = free.find((one) => one.kind === kind)
      free = free.filter((one) => one !== known)
      const taken = known ?? (await make(visit))
      used.push(taken)
      return taken
    },
    /** Ends the test's use of its profiles; with `keep` those that can serve again are kept. */
    async giveBack(keep: boolean): Promise<void> {
      const back = used
      used = []
      const kept = back.filter(({ kind, touched }) => keep && kind !== null && !touched).slice(0, KEPT - free.length)
      await Promise.all(back.map((one) => (kept.includes(one) ? empty(one) : one.context.close())))
      free.push(...kept)
    },
    async close(): Promise<void> {
      await Promise.all(free.map(({ context }) => context.close()))
    },
  }
}

const SIZE = { width: 1440, height: 900 }
const kindOf = ({ locale = 'en-US', size = SIZE }: Visit) => `${locale} ${size.width}x${size.height}`

/** Calls `tell` whenever one of the methods is called. */
function tellOfCalls<T extends object>(target: T, methods: readonly (keyof T)[], tell: () => void): void {
  for (const name of methods) {
    const method = target[name] as (...given: unknown[]) => unknown
    target[name] = ((...given: unknown[]) => {
      tell()
      return method.apply(target, given)
    }) as T[typeof name]
  }
}
