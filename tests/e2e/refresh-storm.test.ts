import { sql } from 'kysely'
import { ApiError } from '@tocsin/core/base/errors'
import type { BrowserContext, Page } from 'playwright'
import { expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { accountOf, ask, openBareTabs } from './bare-tabs'
import { inBrowser, NO_PAGE, see, signIn } from './console'
import { press, retype, tabTo } from './keyboard'

/** A little more than an access token lives, in milliseconds. */
const LIFE = 5 * 60_000 + 1_000
const HOURS = 2 * 3_600_000
const REFRESH = 'authentication/refresh-token'
/** Enough for several to ask at once, where the number is not the point. */
const FEW = { tabs: 3, requests: 8 }

/** Moves the clock of every page that is loaded from now on. */
const setClock = (context: BrowserContext, ahead: number) =>
  context.addInitScript((by) => {
    const Real = Date
    const now = () => Real.now() + by
    globalThis.Date = class extends Real {
      constructor(...given: [] | [number | string | Date]) {
        super(...((given.length === 0 ? [now()] : given) as [number]))
      }
      static override now = now
    } as DateConstructor
  }, ahead)

inBrowser(
  'an access token that has expired',
  (console) => {
    /** Counts the requests for new tokens from now on. */
    const countRefreshes = () => {
      const counted = { calls: 0 }
      console.world.faults.current = (_, { route }) => {
        if (route.endsWith(REFRESH)) counted.calls++
      }
      return counted
    }
    /**
     * Counts the new tokens given to the tabs from now on. An answer that is late on a busy machine is asked for again,
     * which the server hears twice; two tabs that do not know of each other are given tokens twice.
     */
    const countExchanges = (context: BrowserContext) => {
      const counted = { given: 0 }
      context.on('response', (response) => {
        if (response.url().endsWith(`/${REFRESH}`) && response.ok()) counted.given++
      })
      return counted
    }
    /** Opens a browser with a user signed in; the test opens the tabs that work in it. */
    const signedIn = (as = 'acme-admin') => console.visit({ ownSession: true, as, path: NO_PAGE })
    const revoked = async () => {
      const { rows } = await withServer(console.world.database, (tx) =>
        sql<{ revoked_at: string | null }>`select revoked_at from sessions where user_id = 6
        order by created_at desc limit 1`.execute(tx),
      )
      return rows[0]!.revoked_at
    }
    /** Sends so many requests from each of the tabs, and expects an answer to all of them. */
    const storm = async (tabs: readonly Page[], requests = FEW.requests) => {
      const outcomes = await Promise.all(tabs.map((tab) => ask(tab, requests)))
      expect(outcomes).toEqual(tabs.map(() => ({ answered: requests, failed: [] })))
    }

    it('T45 SESS-04 is exchanged once for five tabs that ask for forty things each, and nothing fails', async () => {
      const page = await signedIn()
      const context = page.context()
      console.trouble(page).expect(/status of 401/)
      const tabs = await openBareTabs(context, 5)
      // The next one as well, whichever tab exchanges it.
      for (const requests of [40, FEW.requests]) {
        const exchanges = countExchanges(context)
        console.later(LIFE)
        await storm(tabs, requests)
        expect(exchanges.given).toBe(1)
      }
      expect(await revoked()).toBe(null)
    })

    it('T45 SESS-02 is exchanged once where the tabs themselves know that it has', async () => {
      const page = await signedIn()
      const context = page.context()
      console.trouble(page).expect(/status of 401/)
      // Both clocks go on: nobody has to be told.
      const exchanges = countExchanges(context)
      await setClock(context, LIFE)
      console.later(LIFE)
      const tabs = await openBareTabs(context, FEW.tabs)
      await storm(tabs)
      expect(exchanges.given).toBe(1)
    })

    it('T45 SESS-06 survives two answers that are lost on the way', async () => {
      const page = await signedIn()
      const context = page.context()
      console.trouble(page).expect(/status of 401/, /ERR_CONNECTION_RESET/)
      const tabs = await openBareTabs(context, FEW.tabs)
      const refreshes = countRefreshes()
      let lost = 0
      await context.route(`**/api/${REFRESH}`, async (route) => {
        const answer = await route.fetch()
        if (++lost <= 2) await route.abort('connectionreset')
        else await route.fulfill({ response: answer })
      })
      console.later(LIFE)
      await storm(tabs)
      expect(refreshes.calls).toBe(3)
      expect(await revoked()).toBe(null)
    })

    it('T45 survives an answer that never comes, and the server that has given it', async () => {
      const page = await signedIn()
      const context = page.context()
      console.trouble(page).expect(/status of 401/)
      const [tab] = await openBareTabs(context, 1)
      const refreshes = countRefreshes()
      let first = true
      await context.route(`**/api/${REFRESH}`, async (route) => {
        const answer = await route.fetch()
        if (!first) await route.fulfill({ response: answer })
        first = false
      })
      console.later(LIFE)
      expect(await ask(tab!, 3)).toEqual({ answered: 3, failed: [] })
      expect(refreshes.calls).toBe(2)
      expect(await revoked()).toBe(null)
    })

    it('T45 is exchanged by the next tab when the one that was at it is closed', async () => {
      const page = await signedIn()
      const context = page.context()
      console.trouble(page).expect(/status of 401/)
      const [first, second] = (await openBareTabs(context, 2)) as [Page, Page]
      let isAsked = () => {}
      const asked = new Promise<void>((resolve) => void (isAsked = resolve))
      let held = false
      await context.route(`**/api/${REFRESH}`, async (route) => {
        if (held) return route.continue()
        held = true
        // The server has exchanged it; this tab will never know.
        await route.fetch()
        isAsked()
      })
      console.later(LIFE)
      const lost = ask(first, 5).catch(() => 'closed')
      await asked
      const next = ask(second, 5)
      await first.close()
      expect(await lost).toBe('closed')
      expect(await next).toEqual({ answered: 5, failed: [] })
      expect(await revoked()).toBe(null)
    })

    it('SESS-06 SESS-09 signs out once and kindly when it cannot be exchanged, and goes on at the same place', async () => {
      const page = await console.visit({ ownSession: true, path: '/sites/1' })
      console.trouble(page).expect(/status of (401|503)/)
      const name = page.locator('main').getByRole('textbox', { name: 'Name', exact: true }).first()
      await tabTo(page, name)
      await retype(page, 'Typed before')
      const tabs = await openBareTabs(page.context(), 2)
      let calls = 0
      console.world.faults.current = (_, { route }) => {
        if (!route.endsWith(REFRESH)) return
        calls++
        throw new ApiError({ status: 503, code: 'BUSY' })
      }
      console.later(LIFE)
      await press(page, 'Control+Enter')
      await see(page).toHaveURL(`${console.world.url}/login?redirect=%2Fsites%2F1`)
      // One tab tries five times, however many requests there are, and reports it once.
      expect(calls).toBe(5)
      await see(page.getByRole('alert')).toHaveCount(1)
      await see(page.getByRole('alert')).toContainText('Your session could not be renewed')
      await see(page.getByRole('alert')).toContainText(/req-\d+/)
      // The other tabs find out for themselves, and lose nothing either.
      expect((await ask(tabs[0]!, 10)).failed).toHaveLength(10)
      expect(calls).toBe(10)
      console.world.faults.current = () => {}
      await tabTo(page, page.getByRole('button', { name: /^Continue as Ana Acme/ }))
      await press(page, 'Enter')
      await see(page).toHaveURL(`${console.world.url}/sites/1`)
      await see(name).toHaveValue('Typed before')
      expect(await revoked()).toBe(null)
    })

    it('SESS-03 SESS-08 SESS-09 says in every tab that the session has expired, and one sign-in brings all of them back', async () => {
      const other = await console.visit({ ownSession: true, path: '/teams' })
      console.trouble(other).expect(/status of 401/)
      // The tab in front is the last one: what comes to the front asks for its rows again, which would end the session
      // before the keys are pressed.
      const page = await other.context().newPage()
      await page.goto('/sites?order=name+DESC')
      await see(page.locator('[role=row]:focus')).toBeVisible()
      // A request under way when the clock jumps would prove nothing.
      for (const tab of [page, other]) await tab.waitForLoadState('networkidle')
      // Past the life of a session.
      console.later(13 * 3_600_000)
      await press(page, 'g', 'u')
      for (const tab of [page, other]) {
        await see(tab.getByRole('alert')).toContainText('Session expired, sign in again.')
        await see(tab.getByRole('alert')).toHaveCount(1)
      }
      await see(other).toHaveURL(`${console.world.url}/login?redirect=%2Fteams`)
      await signIn(page, 'acme-admin')
      await see(page).toHaveURL(`${console.world.url}/users`)
      await see(other).toHaveURL(`${console.world.url}/teams`)
      await see(other.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
    })

    it.each([
      ['ahead', HOURS],
      ['behind', -HOURS],
    ])(
      'SESS-02 is noticed on a machine whose clock is two hours %s, and none that is good is exchanged',
      async (_, off) => {
        const page = await console.visit({ as: null, path: NO_PAGE })
        console.trouble(page).expect(/status of 401/)
        await setClock(page.context(), off)
        await page.goto('/')
        const exchanges = countExchanges(page.context())
        await signIn(page, 'acme-admin')
        for (const [key, title] of [
          ['s', 'Sites'],
          ['t', 'Teams'],
          ['u', 'Users'],
        ] as const) {
          await press(page, 'g', key)
          await see(page.locator('h1', { hasText: title })).toBeVisible()
          await see(page.locator('main [role=rowheader]').first()).toBeVisible()
        }
        expect(exchanges.given).toBe(0)
        const [tab] = await openBareTabs(page.context(), 1)
        console.later(LIFE)
        await storm([tab!])
        expect(exchanges.given).toBe(1)
      },
    )

    it.each([
      ['forward', HOURS],
      ['back', -HOURS],
    ])('SESS-02 costs one exchange at most when the clock is set %s by two hours in a session', async (_, off) => {
      const page = await signedIn('root')
      console.trouble(page).expect(/status of 401/)
      const context = page.context()
      const exchanges = countExchanges(context)
      await setClock(context, off)
      const tabs = await openBareTabs(context, 2)
      // A token that is made in the same second as the one before is the same token.
      console.later(2_000)
      await storm(tabs)
      expect(exchanges.given).toBe(off > 0 ? 1 : 0)
      expect(await accountOf(tabs[0]!)).toBe(1)
      // And when it is over it is noticed, as ever.
      console.later(LIFE)
      await storm(tabs)
      expect(exchanges.given).toBe(off > 0 ? 2 : 1)
    })
  },
  { tabsApart: true },
)
