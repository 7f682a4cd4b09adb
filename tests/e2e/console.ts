import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { onServerClock, profileFrom, type Profile } from '@tocsin/core/api/session'
import { DEMO_PASSWORD, users } from '../../fixtures/users'
import { findBrowser } from '../../scripts/setup-browser.mjs'
import { noFaults } from '../../server/faults'
import { startWorld, type TestWorld } from '../world'
import { focused } from './keyboard'
import { launch } from './launch'
import { withoutPointer } from './pointer'
import { see } from './see'
import { browserProfiles, type Used } from './browser-profiles'
import type { Trouble } from './trouble'

export { see }

/** The folder of the console; TOCSIN_TEST_WEB names another build, to see the suite fail on one broken on purpose. */
const webFolder = process.env['TOCSIN_TEST_WEB'] ?? fileURLToPath(new URL('../../dist/web', import.meta.url))

const browser = findBrowser()
const absent = browser === undefined || !existsSync(join(webFolder, 'index.html'))
if (absent) {
  const message =
    browser === undefined
      ? 'No Chromium was found: install it or set TOCSIN_CHROMIUM. Nothing is proved in a browser.'
      : 'The console is not built: node scripts/build.mjs web.'
  // Continuous integration skips no test in silence.
  if (process.env['CI']) throw new Error(message)
  process.stderr.write(`${message}\n`)
}

/**
 * A test's page lives for seconds: optimising its code takes longer than it saves. A profile keeps no code on disk, and
 * the process has compiled most scripts before: to compile them on another thread while they load costs a quarter of a
 * visit.
 */
const UNOPTIMISED = [
  '--js-flags=--no-maglev --no-turbofan',
  // Chromium takes the last list of features alone, so that it also has those that Playwright turns off.
  '--disable-features=ScriptStreaming,PaintHolding,HttpsUpgrades,ThirdPartyStoragePartitioning,OptimizationHints,' +
    'AvoidUnnecessaryBeforeUnloadCheckSync,AvoidCorsURLLoaderRestartOnRedirect,DestroyProfileOnBrowserClose',
]
/** The pages of a profile share a process, so that only the first has to start one and to compile the console's code. */
const TABS_TOGETHER = '--process-per-site'

/** One browser for all files of a worker, by how its tabs run; it ends with the worker. */
const started = new Map<boolean, Promise<Browser>>()
async function sharedBrowser(tabsApart: boolean): Promise<Browser> {
  const known = await started.get(tabsApart)?.catch(() => undefined)
  if (known?.isConnected()) return known
  const starting = launch(tabsApart ? UNOPTIMISED : [...UNOPTIMISED, TABS_TOGETHER])
  started.set(tabsApart, starting)
  return starting
}

/**
 * The time for which the tests of a file share a session (ms): well below the life of an access token, since a token
 * that two of them refresh looks stolen to the server.
 */
const SESSION_KEPT = 120_000

/**
 * Writes the same into a browser as the console's own sign-in does (web/data/profiles.ts; its tests prove that it
 * does).
 */
const enter = (page: Page, profiles: readonly Profile[]): Promise<void> =>
  page.evaluate(
    (accounts) =>
      new Promise<void>((resolve, reject) => {
        localStorage.setItem('profiles', JSON.stringify(accounts))
        const request = indexedDB.open('tocsin', 1)
        request.onupgradeneeded = () => request.result.createObjectStore('profiles', { keyPath: 'id' })
        request.onerror = () => reject(new Error('IndexedDB'))
        request.onsuccess = () => {
          const transaction = request.result.transaction('profiles', 'readwrite')
          const rows = transaction.objectStore('profiles')
          for (const [at, account] of accounts.entries()) rows.put({ ...account, order: at - accounts.length })
          transaction.oncomplete = () => {
            request.result.close()
            resolve()
          }
        }
      }),
    profiles,
  )

/** The further options of a suite's world. */
type WorldOptions = Parameters<typeof startWorld>[0] & {
  /** Gives each tab a process of its own, as people have them, for a suite whose tabs race. */
  tabsApart?: boolean
}

export type Visit = {
  /** A demo account, or several, of whom the first one works now; null: nobody is signed in. */
  as?: string | readonly string[] | null
  /** The user who signed in as `as`; their own account is in the browser too. */
  from?: string
  locale?: 'pt-BR' | 'en-US'
  path?: string
  size?: { width: number; height: number }
  more?: BrowserContextOptions
  /**
   * Gives the page a clock that the test can stop, before anything on it begins to wait: a timer that is older than its clock
   * runs on the machine's time, and the page cannot clear it any more.
   */
  ownClock?: boolean
  /** Signs in anew instead of going on with the session that other tests of the file use too. */
  ownSession?: boolean
}

/** The path of a visit whose test opens the first page by itself, or none. */
export const NO_PAGE = 'about:blank'

/** A console with its own server, database and browser. */
export type Console = {
  world: TestWorld
  browser: Browser
  /** A new browser profile, with somebody signed in, at a path. The page throws on every use of a pointer. */
  visit: (visit?: Visit) => Promise<Page>
  /** Lets the server's clock move on by so many milliseconds, for the test that runs. */
  later: (milliseconds: number) => void
  /** The trouble of all pages of the test that runs. */
  trouble: (page: Page) => Trouble
}

/** Goes to another screen as a link of the console does: only that screen's own code is loaded. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/**
 * Chooses a language or a theme as another tab does, which the page hears of: it loads nothing again, and shows
 * everything anew.
 */
export async function chooseElsewhere(
  page: Page,
  change: { locale?: 'en-US' | 'pt-BR'; theme?: 'grey' | 'blue' },
): Promise<void> {
  await page.evaluate((told) => {
    const channel = new BroadcastChannel('tocsin-preferences')
    channel.postMessage(told)
    channel.close()
  }, change)
  if (change.locale) await see(page.locator('html')).toHaveAttribute('lang', change.locale)
  if (change.theme) await see(page.locator('html')).toHaveAttribute('data-theme', new RegExp(`^${change.theme}-`))
}

/** Puts away the welcome of everybody who signs in with a password alone. */
export async function dismissWelcome(page: Page): Promise<void> {
  const welcome = page.getByRole('dialog', { name: /^(Welcome|Boas-vindas)/ })
  await see(welcome.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await see(welcome).toHaveCount(0)
}

/** Fills in the open sign-in, as people do: two fields and Enter. */
export async function giveCredentials(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await see(page.locator('input[name=username]')).toBeFocused()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await see(page.locator('[data-account]')).toBeVisible()
}

/** Signs in at the open screen, and puts the welcome away. */
export async function signIn(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await giveCredentials(page, username, password)
  await dismissWelcome(page)
}

/** The elements that tell somebody something on a page, be it seen or only heard. */
const TOLD = '[role=alert], [role=status], [role=log]'

/**
 * Saves a picture of each page whose test failed, in a folder that is not kept. It returns their addresses, messages,
 * focus and trouble, for the message of the failure: a test that passes when it is tried again says nothing of that.
 */
async function picture(name: string, visits: readonly Used[]): Promise<string> {
  const folder = fileURLToPath(new URL('../../shots/failures/', import.meta.url))
  const pages = visits.flatMap(({ context, parked, trouble }) =>
    context
      .pages()
      .filter((page) => page !== parked)
      .map((page) => ({ page, trouble })),
  )
  const seen: string[] = []
  for (const [at, { page, trouble }] of pages.entries()) {
    const path = join(folder, `${name.replace(/[^\w ]/g, '').slice(-80)} ${at}.png`)
    try {
      await page.screenshot({ path })
      const told = (await page.locator(TOLD).allInnerTexts()).filter((text) => text.trim() !== '')
      const facts = { focus: await focused(page), told, trouble: trouble.found }
      seen.push(`${page.url()} ${JSON.stringify(facts)}`)
    } catch {
      // A page that is gone or hangs has nothing to report.
    }
  }
  return seen.join('\n')
}

/**
 * Runs a suite in a browser. Its world is real: the built console, the server, the database; the clock is the
 * machine's, which the browser has too. A test fails by any trouble on its pages, looked for or not.
 */
export function inBrowser(name: string, suite: (console: Console) => void, options: WorldOptions = {}): void {
  describe.skipIf(absent)(name, () => {
    const console = {} as Console
    const { tabsApart = false, ...worldOptions } = options
    const profiles = browserProfiles(console)
    const sessions = new Map<string, { profile: Profile; since: number }>()

    let ahead = 0
    console.later = (milliseconds) => (ahead += milliseconds)
    beforeAll(async () => {
      const now = () => Date.now() + ahead
      const [world, started] = await Promise.all([
        startWorld({ ...worldOptions, webFolder, now }),
        sharedBrowser(tabsApart),
      ])
      Object.assign(console, { world, browser: started })
      await world.listen()
    })
    afterAll(async () => {
      await profiles.close()
      await console.world?.close()
    })
    afterEach(async ({ task }) => {
      console.world.faults.current = noFaults
      ahead = 0
      const failed = task.result?.state === 'fail'
      // A try after a failure has a picture of its own.
      const { retryCount = 0 } = task.result ?? {}
      const error = failed ? task.result?.errors?.at(-1) : undefined
      if (error)
        error.message += `\nOn the page: ${await picture(retryCount ? `${task.name} again` : task.name, profiles.used())}`
      const found = profiles.used().flatMap(({ trouble }) => trouble.found)
      await profiles.giveBack(!failed)
      expect(found).toEqual([])
    })

    /** Returns a session of `as`: the one that the tests of the file share, or a new one. */
    const signedIn = async (as: string, locale: string, ownSession: boolean): Promise<Profile> => {
      const kept = ownSession ? undefined : sessions.get(as)
      if (kept && Date.now() - kept.since < SESSION_KEPT) return kept.profile
      const { world } = console
      const credentials = { username: as, password: DEMO_PASSWORD }
      const { body, text } = await world.call(null, 'POST', 'authentication/login', credentials, { locale })
      if (!body.success) throw new Error(`${as} could not sign in: ${text}`)
      const profile = onServerClock(profileFrom(body.data), Date.now())
      if (!ownSession) sessions.set(as, { profile, since: Date.now() })
      return profile
    }

    /** Returns the profile that an account gets when it signs in as another user. */
    const turnedInto = async (as: string, own: Profile): Promise<Profile> => {
      const { id } = users.rows.find(({ username }) => username === as)!
      const { body, text } = await console.world.call(own.token, 'POST', `users/${id}/impersonate`, {})
      if (!body.success) throw new Error(`${own.username} could not sign in as ${as}: ${text}`)
      return onServerClock(profileFrom(body.data), Date.now())
    }

    console.trouble = (page) => profiles.used().find(({ context }) => page.context() === context)!.trouble
    console.visit = async (visit = {}) => {
      const { as = 'acme-admin', from, path = '/', locale = 'en-US', ownSession = false } = visit
      const whom = [as ?? []].flat()
      const [{ context, parked }, ...accounts] = await Promise.all([
        profiles.take(visit),
        ...(from ? [from] : whom).map((one) => signedIn(one, locale, ownSession)),
      ])
      if (from) accounts.unshift(await turnedInto(whom[0]!, accounts[0]!))
      if (accounts.length > 0) await enter(parked, accounts)
      const page = withoutPointer(await context.newPage())
      if (visit.ownClock) await page.clock.install()
      await page.goto(path)
      if (accounts.length > 0 && path !== NO_PAGE) await see(page.locator('h1').first()).toBeVisible()
      return page
    }
    suite(console)
  })
}
