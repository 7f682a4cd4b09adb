import type { Page } from 'playwright'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { dismissWelcome, inBrowser, see } from './console'
import { press } from './keyboard'

const FLAG = 'new-client-tocsin-mgmt-routes'

inBrowser('feature flags', (console) => {
  afterEach(() => {
    console.world.parts.features = {}
  })
  const turn = (on: boolean) => (console.world.parts.features = { [FLAG]: on })
  const kept = (page: Page) => page.evaluate(() => localStorage.getItem('useRoutesV2'))

  /** Records every path of the API that a page asks for from here on. */
  const watch = (page: Page): string[] => {
    const paths: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) paths.push(pathname)
    })
    return paths
  }
  /** Returns whether a path is asked without an account: it is no management call, and has no type of user to name. */
  const isOpen = (path: string) => /^\/api\/(authentication\/|features$|links$)/.test(path)
  const showSites = async (page: Page) => {
    // On the home the focus moves on from the heading to the first row that waits.
    await see(page.locator('h1:focus, main :focus')).toHaveCount(1)
    await press(page, 'g', 's')
    await see(page.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible()
    await see(page.locator('[role=row][data-index]').first()).toBeVisible()
  }

  it('FLAG-04 FLAG-05 FLAG-06 API-06 puts /v2/{userType} before every management call once the flag is on', async () => {
    turn(true)
    for (const [as, userType] of [
      ['acme-admin', 'client'],
      ['root', 'tocsin'],
    ] as const) {
      const page = await console.visit({ as, ownSession: true })
      await expect.poll(() => kept(page)).toBe('true')
      const paths = watch(page)
      await page.reload()
      await showSites(page)
      const managed = paths.filter((path) => !isOpen(path))
      expect(managed).toContain(`/api/v2/${userType}/sites`)
      expect(managed.filter((path) => !path.startsWith(`/api/v2/${userType}/`))).toEqual([])
      // Asked for at the start, with no account's name.
      expect(paths.filter((path) => path === '/api/features').length).toBeGreaterThan(0)
    }
  })

  it('FLAG-04 asks again at sign-in, and turns the prefix off when the flag is', async () => {
    turn(true)
    const page = await console.visit({ as: null, path: '/login' })
    await expect.poll(() => kept(page)).toBe('true')
    turn(false)
    const paths = watch(page)
    await see(page.locator('input[name=username]')).toBeFocused()
    await page.keyboard.type('acme-admin')
    await press(page, 'Tab')
    await page.keyboard.type('Demo1234')
    await press(page, 'Enter')
    await see(page.locator('[data-account]')).toBeVisible()
    await dismissWelcome(page)
    await expect.poll(() => kept(page)).toBe('false')
    paths.length = 0
    await showSites(page)
    expect(paths.filter((path) => path.startsWith('/api/v2/'))).toEqual([])
    expect(paths).toContain('/api/sites')
  })

  it('FLAG-07 ERR-24 goes on with what was said last when the service fails, and only logs it', async () => {
    turn(true)
    const page = await console.visit({ ownSession: true })
    await expect.poll(() => kept(page)).toBe('true')
    turn(false)
    let asked = 0
    console.world.faults.current = (_, { route }) => {
      if (!route.endsWith('/features')) return
      asked++
      throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
    }
    console.trouble(page).expect(/status of 500/)
    const logged: string[] = []
    page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()))
    const paths = watch(page)
    await page.reload()
    await showSites(page)
    await expect.poll(() => asked).toBeGreaterThan(0)
    await expect.poll(() => logged.some((text) => text.startsWith('features'))).toBe(true)
    expect(await kept(page)).toBe('true')
    expect(paths).toContain('/api/v2/client/sites')
    await see(page.getByRole('alert')).toHaveCount(0)
    await see(page.getByText('INTERNAL_ERROR')).toHaveCount(0)
  })
})
