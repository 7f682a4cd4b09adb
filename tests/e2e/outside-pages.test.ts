import type { Page, Request } from 'playwright'
import { expect, it } from 'vitest'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { expectFocus, focusIsLost, press, tabTo } from './keyboard'

const PAGES = [
  ['/privacy.html', 'Política de Privacidade'],
  ['/terms.html', 'Termos de Uso'],
  ['/update.html', 'Requer atualização de aplicativo'],
] as const
const PHONE = { width: 360, height: 740 }

/** Records every call of the API that a page makes. */
function calls(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api') || !request.url().startsWith('http')) made.push(pathname)
  })
  return made
}

inBrowser('pages outside of the console', (console) => {
  it('PUB-01 PUB-02 PUB-03 shows the three pages without scripts, on a phone, light and dark', async () => {
    for (const [javaScriptEnabled, colorScheme] of [
      [false, 'light'],
      [true, 'dark'],
      [true, 'light'],
    ] as const) {
      const page = await console.visit({
        as: null,
        path: '/terms.html',
        size: PHONE,
        more: { javaScriptEnabled, colorScheme },
      })
      // axe reads style sheets with a request of its own, which comes from no origin.
      console.trouble(page).expect(/static\/page\.css|net::ERR_FAILED/)
      for (const [path, title] of PAGES) {
        await page.goto(path)
        await see(page).toHaveTitle(title)
        await see(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        // Its own style sheet came through its own sandbox.
        const width = await page.locator('main').evaluate((main) => getComputedStyle(main).borderTopWidth)
        expect(width).toBe('1px')
        if (!javaScriptEnabled) continue
        expect(await axe(page), path).toEqual([])
        expect(await overflow(page), path).toEqual([])
      }
      await tabTo(page, page.getByRole('link', { name: /Entrar no console/ }))
      await press(page, 'Enter')
      await see(page).toHaveURL(/\/login$/)
    }
  })

  it('gives a script in a public page no origin, no store and no database of the console’s', async () => {
    const page = await console.visit({ path: '/' })
    expect(await page.evaluate(() => [origin, localStorage.length > 0])).toEqual([console.world.url, true])
    for (const path of ['/terms.html', '/static/page.css', '/static/nothing']) {
      // The browser looks for an icon beside an address that is no page.
      console.trouble(page).expect(/status of 404|favicon\.ico/)
      await page.goto(path)
      const found = await page.evaluate(() => {
        const attempt = (read: () => unknown) => {
          try {
            return String(read())
          } catch (error) {
            return (error as Error).name
          }
        }
        return {
          origin,
          local: attempt(() => localStorage.getItem('profiles')),
          session: attempt(() => sessionStorage.length),
          database: attempt(() => indexedDB.open('tocsin')),
          cookie: attempt(() => document.cookie),
        }
      })
      expect(found, path).toEqual({
        origin: 'null',
        local: 'SecurityError',
        session: 'SecurityError',
        database: 'SecurityError',
        cookie: 'SecurityError',
      })
      expect(
        await page.evaluate(() =>
          (globalThis.navigator.locks?.request('refresh:1', () => 'held') ?? Promise.resolve('none')).catch(
            ({ name }) => String(name),
          ),
        ),
        path,
      ).toBe('SecurityError')
    }
  })

  it('PUB-04 leads into the app with the id and the query, calls nothing and signs nobody in', async () => {
    const page = await console.visit({ as: null, path: '/terms.html', size: PHONE })
    const made = calls(page)
    await page.goto('/go/users/auth/42?token=abc%2Fdef&x=1')
    await see(page.getByRole('heading', { level: 1, name: 'Go on in the app' })).toBeFocused()
    await see(page.getByRole('link', { name: 'Open in the app' })).toHaveAttribute(
      'href',
      'tocsin://users/auth/42?token=abc%2Fdef&x=1',
    )
    // As tall as a finger needs.
    expect((await page.getByRole('link', { name: 'Open in the app' }).boundingBox())?.height).toBe(44)
    // No address of a store is set in this world: it says so, where one can read it.
    for (const store of ['App for Android', 'App for iPhone'])
      await see(page.getByRole('button', { name: store })).toHaveAttribute('aria-disabled', 'true')
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    await tabTo(page, page.getByRole('combobox', { name: 'Language' }), 'Shift+Tab')
    await page.keyboard.type('P')
    await see(page.getByRole('heading', { level: 1, name: 'Continue no aplicativo' })).toBeVisible()
    expect(made).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('profiles'))).toBeNull()
    await tabTo(page, page.getByRole('link', { name: 'Ir para o console' }))
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/login$/)
  })

  it('PUB-04 shows the same to somebody signed in, and leaves them signed in', async () => {
    const page = await console.visit()
    await page.waitForLoadState('networkidle')
    const before = await page.evaluate(() => localStorage.getItem('profiles'))
    const made = calls(page)
    await page.goto('/go/users/auth/7')
    await expectFocus(page, 'heading', 'Go on in the app')
    await see(page.locator('[data-account]')).toHaveCount(0)
    expect(made).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('profiles'))).toBe(before)
    await tabTo(page, page.getByRole('link', { name: 'To the console' }))
    await press(page, 'Enter')
    await see(page.locator('[data-account]')).toBeVisible()
  })

  it('PUB-04 makes nothing of a hostile id but an address of the app', async () => {
    const page = await console.visit({ as: null, path: '/terms.html' })
    for (const id of [
      'javascript:alert(1)',
      '%3Cimg%20src=x%20onerror=alert(1)%3E',
      '"><script>alert(1)<%2Fscript>',
      '%22%3E%3Cscript%3E',
      '%',
      '%zz',
      '%0d%0aSet-Cookie:x=1',
      'x'.repeat(8000),
    ]) {
      await page.goto(`/go/users/auth/${id}`)
      await see(page.getByRole('heading', { level: 1, name: 'Go on in the app' }), id.slice(0, 40)).toBeVisible()
      const href = await page.getByRole('link', { name: 'Open in the app' }).getAttribute('href')
      expect(href, id.slice(0, 40)).toMatch(/^tocsin:\/\/users\/auth\/[A-Za-z0-9\-_.!~*'()%]+$/)
      expect(await page.locator('main img, main script').count()).toBe(0)
      expect(await focusIsLost(page)).toBe(false)
    }
  })

  it('GEN-16 sends away the service worker of an earlier version when it starts', async () => {
    const page = await console.visit({ as: null, path: '/login' })
    await page.context().route('**/earlier/worker.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'cross-origin-embedder-policy': 'credentialless' },
        body: "addEventListener('fetch', () => {})",
      }),
    )
    // No script of ours runs there, which has the policy's one name to itself.
    await page.goto('/healthz')
    const scopes = () =>
      page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
      )
    await page.evaluate(async () => {
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => { createScriptURL: (url: string) => string } }
      }
      const policy = trustedTypes.createPolicy('tocsin-worker', { createScriptURL: (url: string) => url })
      await navigator.serviceWorker.register(policy.createScriptURL('/earlier/worker.js'))
    })
    expect(await scopes()).toEqual(['/earlier/'])
    await page.goto('/login')
    await see(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(scopes).toEqual([])
  })
})
