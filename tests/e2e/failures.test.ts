import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { noFaults } from '../../server/faults'
import { firstScripts } from '../first-scripts'
import { axe } from './axe'
import { dismissWelcome, goWithin, inBrowser, see, signIn } from './console'
import { press, tabTo, type } from './keyboard'

const row = (page: Page) => page.locator('[role=row]:focus')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const main = (page: Page) => page.locator('main')

inBrowser('what fails', (console) => {
  /** Holds every request to a route that contains the text, until the returned function is called. */
  const hold = (text: string): (() => void) => {
    const waiting: (() => void)[] = []
    console.world.faults.current = (point, { route }) =>
      point === 'request' && route.includes(text)
        ? new Promise<void>((resolve) => void waiting.push(resolve))
        : undefined
    return () => {
      console.world.faults.current = noFaults
      for (const answer of waiting) answer()
    }
  }

  it('a record that does not load says why, with its request, and tries again by r, in both languages', async () => {
    for (const [locale, title, again] of [
      ['en-US', 'Could not load data.', 'Try again'],
      ['pt-BR', 'Não foi possível carregar os dados.', 'Tentar de novo'],
    ] as const) {
      const page = await console.visit({ locale })
      console.trouble(page).expect(/status of 50/)
      console.world.faults.current = (_, { route }) => {
        if (route.includes('sites/:id')) throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
      }
      await goWithin(page, '/sites/1/show')
      await see(page.getByRole('button', { name: again })).toBeVisible()
      await see(main(page)).toContainText(title)
      await see(main(page)).toContainText(/req-\d+/)
      expect(await axe(page)).toEqual([])
      console.world.faults.current = noFaults
      await press(page, 'r')
      await see(heading(page, 'Escola Municipal Aurora Lima 1')).toBeVisible()
    }
  })

  it('tells a server that is away from one that errs and one that is busy', async () => {
    const told = new Set<string>()
    const kinds: ((page: Page) => void | Promise<void>)[] = [
      () =>
        void (console.world.faults.current = (_, { route }) => {
          if (route.includes('sites')) throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
        }),
      () =>
        void (console.world.faults.current = (_, { route }) => {
          if (route.includes('sites')) throw new ApiError({ status: 503, code: 'BUSY', retryAfter: 0 })
        }),
      async (page) => page.context().setOffline(true),
    ]
    const page = await console.visit()
    console.trouble(page).expect(/status of 50/, /ERR_INTERNET_DISCONNECTED/)
    for (const fail of kinds) {
      // Anew, with nothing fetched.
      await page.goto('/')
      await see(heading(page, /^Hello/)).toBeVisible()
      await fail(page)
      await press(page, 'g', 's')
      await see(page.getByText('The list did not load')).toBeVisible()
      const detail = (await main(page).innerText()).replace(/req-\d+/g, '')
      told.add(detail)
      console.world.faults.current = noFaults
      await page.context().setOffline(false)
      await press(page, 'r')
      await see(row(page)).toBeVisible()
    }
    expect(told.size).toBe(3)
  })

  it('shows nothing of a wait that is short, and moves nothing when what was awaited comes', async () => {
    const page = await console.visit()
    const answer = hold('sites')
    await press(page, 'g', 's')
    await see(heading(page, 'Sites')).toBeVisible()
    const before = await heading(page, 'Sites').boundingBox()
    const filter = await page.getByRole('searchbox').boundingBox()
    await see(page.getByText('Loading sites…')).toBeVisible()
    answer()
    await see(row(page)).toBeVisible()
    expect(await heading(page, 'Sites').boundingBox()).toEqual(before)
    expect(await page.getByRole('searchbox').boundingBox()).toEqual(filter)
  })

  it('has a page of its own for a part of the console that cannot be fetched, and loads it when it can', async () => {
    const page = await console.visit()
    console.trouble(page).expect(/ERR_FAILED/, /Failed to fetch/, /dynamically imported/)
    // The scripts of the first list arrive, and none of those that follow it.
    const first = new Set(firstScripts('en-US', 'sites').map((path) => `/${path}`))
    await page.context().route('**/assets/*.js', (route) => {
      const { pathname } = new URL(route.request().url())
      return first.has(pathname) ? route.continue() : route.abort()
    })
    await page.goto('/sites')
    await see(row(page)).toBeVisible()
    await press(page, 'Enter')
    const broken = page.getByRole('heading', { level: 1, name: 'The console did not load' })
    await see(broken).toBeVisible()
    await see(page.getByRole('heading', { level: 1, name: 'This page broke' })).toHaveCount(0)
    expect(await axe(page)).toEqual([])
    await page.context().unroute('**/assets/*.js')
    await tabTo(page, page.getByRole('button', { name: 'Try again' }))
    await press(page, 'Enter')
    await see(heading(page, 'Escola Municipal Aurora Lima 1')).toBeVisible()
  })

  it('is the screen with its defaults at an address with nonsense in it, or says that there is none', async () => {
    const page = await console.visit({ as: 'root' })
    console.trouble(page).expect(/status of 404/)
    for (const [path, title] of [
      ['/sites?order=nonsense+SIDEWAYS&offset=-7&limit=abc&showInactive=perhaps&tag[]=x', 'Sites'],
      ['/sites?q=%00%F0%9F%9A%92&order=name', 'Sites'],
      ['/clients/2/show?tab=%3Cscript%3E', 'Acme Educação'],
      ['/clients/2/show/99', 'Acme Educação'],
      ['/users?ClientId=none&order=password+ASC', 'Users'],
      ['/sites/create?ClientId=abc&redirect=http://elsewhere.test&siteType=castle', 'Create site'],
      ['/sites/1?redirect=javascript:alert(1)', 'Edit Escola Municipal Aurora Lima 1'],
      ['/sites/0/show', 'Page not found'],
      ['/sites/1e3/show', 'Page not found'],
      ['/sites/99999999999999999999/show', 'Page not found'],
      ['/sites/2147483648/show', 'Site 2147483648'],
      ['/sites/424242/show', 'Site 424242'],
      ['/sites/__proto__', 'Page not found'],
      ['/sites/%E0%A4%A/show', 'Page not found'],
      ['/%ff?q=%ff', 'Page not found'],
      ['/constructor', 'Page not found'],
      ['/__proto__/1/show', 'Page not found'],
      ['/clients/2/show/3/4', 'Page not found'],
    ] as const) {
      await page.goto(path)
      await see(heading(page, title), path).toBeVisible()
      await see(page.getByText('The list did not load'), path).toHaveCount(0)
    }
  })

  it('W61 names the record that is missing, and leads to the list of the others', async () => {
    const page = await console.visit({ locale: 'pt-BR' })
    console.trouble(page).expect(/status of 404/)
    await goWithin(page, '/sites/424242')
    await see(heading(page, 'Site 424242')).toBeFocused()
    await see(page.locator('main')).toContainText('Site 424242 não existe ou você não tem acesso.')
    await tabTo(page, page.locator('main').getByRole('link', { name: 'Sites' }))
    await press(page, 'Enter')
    await see(page.locator('[role=row]:focus')).toBeVisible()
  })

  it('says at the sign-in too that the server errs, and keeps what was typed', async () => {
    const page = await console.visit({ as: null })
    console.trouble(page).expect(/status of 50/)
    console.world.faults.current = (_, { route }) => {
      if (route.endsWith('/login')) throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
    }
    await see(page.locator('input[name=username]')).toBeFocused()
    await type(page, 'acme-admin')
    await press(page, 'Tab')
    await type(page, DEMO_PASSWORD)
    await press(page, 'Enter')
    await see(page.getByRole('alert')).toContainText(/req-\d+/)
    console.world.faults.current = noFaults
    await press(page, 'Enter')
    await dismissWelcome(page)
    await see(heading(page, 'Hello, Ana Acme')).toBeVisible()
  })

  it('T13 shows an answer to nobody but who asked, however late it comes', async () => {
    const ana = await console.visit({ as: 'acme-admin', path: '/registration-codes', ownSession: true })
    const answer = hold('sites')
    await press(ana, 'g', 's')
    await see(heading(ana, 'Sites')).toBeVisible()
    // Ana leaves while her list is under way, and Bia signs in at the same tab.
    await tabTo(ana, ana.getByRole('button', { name: 'Account: Ana Acme' }))
    await press(ana, 'Enter')
    await see(ana.getByRole('menuitem', { name: 'Sign out…' })).toBeVisible()
    await type(ana, 'Sign')
    await press(ana, 'Enter')
    await tabTo(ana, ana.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }))
    await press(ana, 'Enter')
    await signIn(ana, 'borealis-admin')
    answer()
    await goWithin(ana, '/sites')
    await see(row(ana)).toBeVisible()
    await see(ana.getByRole('grid')).not.toContainText('ACME-')
    await see(ana.getByRole('grid')).toContainText('BOR-')
    await see(ana.locator('body')).not.toContainText('Ana Acme')
  })

  it.each([
    ['en-US', 'Sign in'],
    ['pt-BR', 'Entrar'],
  ] as const)('says in %s what is wrong with a sign-in, and when the server is away', async (locale, title) => {
    const page = await console.visit({ as: null, locale })
    console.trouble(page).expect(/status of (401|500|503)/, /ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_INTERNET/)
    await see(heading(page, title)).toBeVisible()
    const alert = page.getByRole('alert')
    const told: string[] = []
    const attempt = async () => {
      await tabTo(page, page.locator('input[name=password]'))
      await press(page, 'Control+A')
      await type(page, 'wrong')
      await press(page, 'Enter')
      const before = told.at(-1)
      await see(alert).toBeVisible()
      const said = async () => (await alert.innerText()).replace(/req-\d+/, '')
      await see.poll(said).not.toBe(before)
      const text = await said()
      told.push(text)
      expect(text).not.toMatch(/[A-Z]+_[A-Z]+|undefined|httpError/)
    }
    await see(page.locator('input[name=username]')).toBeFocused()
    await type(page, 'acme-admin')
    await attempt()
    await page.context().setOffline(true)
    await attempt()
    await page.context().setOffline(false)
    expect(new Set(told).size).toBe(2)
    await tabTo(page, page.locator('input[name=password]'))
    await press(page, 'Control+A')
    await type(page, 'Demo1234')
    await press(page, 'Enter')
    await see(page.locator('[data-account]')).toBeVisible()
  })
})
