import type { BrowserContext, Page, ViewportSize } from 'playwright'
import type { Console, Visit } from './console'
import { watchTrouble, type Trouble } from './trouble'

/** Profiles that a suite keeps for its next tests. */
const KEPT = 3

/** Changes of a profile that a test cannot undo, or that nobody would think of undoing. */
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
] as const
const MOVED_CLOCK = ['fastForward', 'install', 'pauseAt', 'runFor', 'setFixedTime', 'setSystemTime'] as const

/** A browser profile in use by a test. */
export type Used = {
  context: BrowserContext
  trouble: Trouble
  /** An empty page of the console's origin: tests write storage in it, and the process lives on with it. */
  parked: Page
}
type Kept = Used & { kind: string | null; size: ViewportSize; touched: boolean; offline: boolean }

/**
 * Browser profiles for the tests of a suite. A profile that a test has only browsed in is emptied and used again, with a
 * process that has compiled the console before: a new one costs as much as all the rest of a visit.
 */
export function browserProfiles(console: Console) {
  let used: Kept[] = []
  let free: Kept[] = []

  const make = async ({ locale = LOCALE, size = SIZE, more }: Visit): Promise<Kept> => {
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
    const kind = more ? null : locale
    const made: Kept = { context, trouble, parked, kind, size, touched: false, offline: false }
    const open = context.newPage.bind(context)
    context.newPage = async () => {
      const page = await open()
      if (!isSame(made.size, size)) await page.setViewportSize(made.size)
      return page
    }
    const touch = () => (made.touched = true)
    context.once('close', touch)
    tellOfCalls(context, LASTING, touch)
    tellOfCalls(context, ['setOffline'], () => (made.offline = true))
    tellOfCalls(context.clock, MOVED_CLOCK, touch)
    return made
  }

  /** Removes all traces of a test from a profile but the browser's cache. */
  const empty = async (used: Kept): Promise<void> => {
    const { context, parked, trouble } = used
    if (used.offline) await context.setOffline(false)
    used.offline = false
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
    /** The profiles of the running test. */
    used: (): readonly Used[] => used,
    async take(visit: Visit): Promise<Used> {
      const { locale = LOCALE, size = SIZE, more } = visit
      const known = more ? undefined : free.find(({ kind }) => kind === locale)
      free = free.filter((one) => one !== known)
      const taken = known ?? (await make(visit))
      taken.size = size
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

const LOCALE = 'en-US'
const SIZE = { width: 1440, height: 900 }
const isSame = (one: ViewportSize, other: ViewportSize) => one.width === other.width && one.height === other.height

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
