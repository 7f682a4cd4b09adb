import type { BrowserContext, Page } from 'playwright'
import { expect, it } from 'vitest'
import { ask, openBareTabs } from './bare-tabs'
import { axe } from './axe'
import { inBrowser, NO_PAGE, see, signIn } from './console'
import { press } from './keyboard'

const LIFE = 5 * 60_000 + 1_000
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Writes rows into the browser's own database of accounts, as a fault would. */
const putRows = (page: Page, rows: readonly object[]) =>
  page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('tocsin', 1)
        request.onupgradeneeded = () => request.result.createObjectStore('profiles', { keyPath: 'id' })
        request.onerror = () => reject(new Error('not opened'))
        request.onsuccess = () => {
          const transaction = request.result.transaction('profiles', 'readwrite')
          for (const row of all) transaction.objectStore('profiles').put(row)
          transaction.oncomplete = () => {
            request.result.close()
            resolve()
          }
        }
      }),
    rows,
  )
const readRows = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const request = indexedDB.open('tocsin', 1)
        request.onsuccess = () => {
          const all = request.result.transaction('profiles').objectStore('profiles').getAll()
          all.onsuccess = () => {
            request.result.close()
            resolve(all.result)
          }
        }
      }),
  )

/** Failures of a browser's stores, from the next page on. */
const BROKEN: Record<string, () => void> = {
  'refuses every store': () => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { get: refuse, configurable: true })
  },
  'does not open its database': () => {
    IDBFactory.prototype.open = () => {
      const request = new EventTarget() as IDBOpenDBRequest
      setTimeout(() => request.onerror?.(new Event('error')))
      return request
    }
  },
  'never answers when its database is opened': () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  },
  'is full': () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.put = full
    Storage.prototype.setItem = full
  },
}

inBrowser('what a browser keeps, or does not', (console) => {
  const breakStores = (context: BrowserContext, how: string) => context.addInitScript(BROKEN[how]!)

  it('SESS-14 is what the specification names, and the accounts as it names their fields', async () => {
    const page = await console.visit({ as: 'root', ownSession: true })
    await press(page, 'Control+k')
    await see(page.locator('[role=combobox]:focus')).toBeVisible()
    await page.keyboard.type('theme blue')
    await see(page.getByRole('option', { name: /Theme: Blue/ })).toBeVisible()
    await press(page, 'Enter')
    await see(page.getByRole('dialog')).toHaveCount(0)
    await press(page, 'Control+k')
    await see(page.locator('[role=combobox]:focus')).toBeVisible()
    await page.keyboard.type('português')
    await see(page.getByRole('dialog').getByRole('option').first()).toContainText('Português')
    await press(page, 'Enter')
    await see(page.locator('html')).toHaveAttribute('lang', 'pt-BR')
    const kept = await page.evaluate((): Record<string, string> => Object.fromEntries(Object.entries(localStorage)))
    expect(kept).toMatchObject({ locale: 'pt-BR', theme: 'blue', useRoutesV2: 'false' })
    const [profile, ...others] = JSON.parse(kept['profiles']!) as Record<string, unknown>[]
    expect(others).toEqual([])
    for (const field of [
      'id',
      'token',
      'refreshToken',
      'expiredAt',
      'permissions',
      'name',
      'userType',
      'role',
      'email',
      'updateMFAToken',
    ])
      expect(profile, field).toHaveProperty(field)
    expect(await page.context().cookies()).toEqual([])
  })

  it('T45 is not the mirror: rubbish in its place changes nothing, and is written over', async () => {
    const page = await console.visit({ ownSession: true })
    // No JSON, nobody, and somebody else.
    for (const rubbish of ['{{{', 'null', '[null,{"id":1,"token":"x","refreshToken":"y"}]']) {
      await page.evaluate((text) => localStorage.setItem('profiles', text), rubbish)
      await page.reload()
      await see(heading(page, 'Hello, Ana Acme'), rubbish).toBeVisible()
      await see(page.getByRole('log').getByRole('listitem')).toHaveCount(0)
    }
    await page.goto('/login')
    await signIn(page, 'acme-admin')
    const mirror = await page.evaluate(() => JSON.parse(localStorage.getItem('profiles')!) as { id: number }[])
    expect(mirror.map(({ id }) => id)).toEqual([6])
  })

  it('says so of accounts that are damaged, keeps those that are not, and is clean the next time', async () => {
    const page = await console.visit({ ownSession: true })
    const own = (await readRows(page)) as object[]
    const damaged = [
      { id: 9, token: 42, refreshToken: null, order: 'x' },
      { id: 'nobody', name: '<img src=x onerror=alert(1)>' },
      { id: 10 },
      { id: -1, token: 'x', refreshToken: 'x', order: -9 },
    ]
    await putRows(page, damaged)
    await page.reload()
    await see(heading(page, 'Hello, Ana Acme')).toBeVisible()
    await see(page.getByRole('log')).toContainText('cannot be read')
    expect(await readRows(page)).toEqual(own)
    await page.reload()
    await see(heading(page, 'Hello, Ana Acme')).toBeVisible()
    await see(page.getByRole('log').getByRole('listitem')).toHaveCount(0)
    // With no other account left the sign-in says it, and works.
    const [row] = own as { token: string }[]
    // The console writes its account anew when it has read it from the server: no page of it is open meanwhile.
    await page.goto('/healthz')
    await putRows(page, [{ ...row, token: '' }])
    await page.goto('/')
    await see(page.getByRole('alert')).toContainText('cannot be read')
    expect(await axe(page)).toEqual([])
    await signIn(page, 'acme-admin')
    await page.reload()
    await see(heading(page, 'Hello, Ana Acme')).toBeVisible()
  })

  const TOLD = { 'en-US': /cannot be read|keeps nothing/, 'pt-BR': /não pode ser lido|não guarda nada/ }

  it.each(Object.keys(BROKEN).map((how, at) => [how, at % 2 === 0 ? 'en-US' : 'pt-BR'] as const))(
    'works as long as the page is open in a browser that %s, and says so in %s',
    async (how, locale) => {
      const page = await console.visit({ as: null, locale })
      await breakStores(page.context(), how)
      await page.goto('/sites')
      await see(page.locator('input[name=username]')).toBeFocused()
      expect(await axe(page)).toEqual([])
      await signIn(page, 'acme-admin')
      await see(page).toHaveURL(`${console.world.url}/sites`)
      await see(page.getByRole('grid')).toContainText('ACME-')
      await see(page.getByRole('log')).toContainText(TOLD[locale])
      await press(page, 'g', 't')
      await see(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
      // And its token can be exchanged.
      console.trouble(page).expect(/status of 401/)
      console.later(LIFE)
      await press(page, 'g', 'u')
      await see(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
    },
  )

  it('T45 hands the token on to the other tabs where the store is full', async () => {
    const page = await console.visit({ ownSession: true, path: NO_PAGE })
    console.trouble(page).expect(/status of 401/)
    const context = page.context()
    await breakStores(context, 'is full')
    const tabs = await openBareTabs(context, 2)
    for (let round = 0; round < 2; round++) {
      console.later(LIFE)
      for (const tab of tabs) expect(await ask(tab, 5)).toEqual({ answered: 5, failed: [] })
      // Longer than the server takes the same refresh token twice.
      console.later(11_000)
      for (const tab of tabs) expect(await ask(tab, 5)).toEqual({ answered: 5, failed: [] })
    }
  })
})
