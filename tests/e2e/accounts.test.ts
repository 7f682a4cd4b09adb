import { ApiError } from '@tocsin/core/base/errors'
import { LOGOUT_REDIRECT_SECONDS } from '@tocsin/core/base/constants'
import { sql } from 'kysely'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { axe, overflow } from './axe'
import { chooseElsewhere, inBrowser, see, signIn } from './console'
import { expectFocus, press, retype, tabTo, type } from './keyboard'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const menuButton = (page: Page) => page.locator('button[aria-haspopup=menu]')
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })

async function openMenu(page: Page): Promise<void> {
  await tabTo(page, menuButton(page))
  await press(page, 'Enter')
  await see(page.getByRole('menu')).toBeVisible()
}

/** Chooses an entry of the account menu by the arrows. */
async function choose(page: Page, name: string): Promise<void> {
  await openMenu(page)
  const wanted = item(page, name)
  await see(wanted).toBeVisible()
  for (let pressed = 0; pressed < 40; pressed++) {
    await press(page, 'ArrowDown')
    if ((await wanted.getAttribute('data-highlighted')) !== null) break
  }
  await press(page, 'Enter')
}

/** Answers the open question with its second button. */
async function agree(page: Page, button: string): Promise<void> {
  const question = page.getByRole('alertdialog')
  await see(question.getByRole('button').first()).toBeFocused()
  await tabTo(page, question.getByRole('button', { name: button }))
  await press(page, 'Enter')
}

inBrowser('several accounts', (console) => {
  /** Signs in as several users, the first of whom works now. */
  const signedInAs = (...as: readonly string[]) => console.visit({ as, ownSession: true })
  const sessionsOf = async (userId: number) => {
    const { rows } = await withServer(console.world.database, (tx) =>
      sql<{ live: boolean }>`select revoked_at is null as live from sessions where user_id = ${userId}
        order by created_at desc`.execute(tx),
    )
    return rows.map(({ live }) => live)
  }
  const stored = (page: Page) =>
    page.evaluate(() =>
      (JSON.parse(localStorage.getItem('profiles') ?? '[]') as { username: string }[]).map(({ username }) => username),
    )

  it('ACCOUNT-01 ACCOUNT-02 ACCOUNT-06 ACCOUNT-07 ACCOUNT-08 come by the account menu and stand in it', async () => {
    const page = await signedInAs('acme-admin')
    await choose(page, 'Add account…')
    await agree(page, 'Go to the sign-in')
    await see(page).toHaveURL(/\/login$/)
    await signIn(page, 'root')
    // The focus of somebody who puts away the welcome.
    await see(page.getByRole('heading', { name: 'Hello, Rute Raiz' })).toBeVisible()
    await expectFocus(page, 'link', /Pending alerts/)
    expect(await stored(page)).toEqual(['root', 'acme-admin'])
    await openMenu(page)
    const menu = page.getByRole('menu')
    await see(menu).toContainText(/Rute Raiz\s*root\s*Provider staff · Super user/)
    // No part of the page lies above it.
    const covered = await menu.evaluate((element) =>
      [...element.querySelectorAll('[role^=menuitem]')]
        .filter((one) => {
          const { x, y, width, height } = one.getBoundingClientRect()
          return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        })
        .map((one) => one.textContent),
    )
    expect(covered).toEqual([])
    await see(item(page, 'Switch to Ana Acme')).toContainText('Ana Acme')
    await see(item(page, 'Switch to Ana Acme')).toContainText('Client staff · Client manager')
    for (const name of ['Profile', 'Sign out…', 'Sign Ana Acme out of this browser', 'Add account…'])
      await see(item(page, name)).toBeVisible()
    await see(item(page, 'Sign Rute Raiz out of this browser')).toHaveCount(0)
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(menu).toHaveCount(0)
    await see(menuButton(page)).toBeFocused()
  })

  it('W10 ACCOUNT-03 ACCOUNT-04 are switched between, by the menu and the palette, and the page begins at the first place', async () => {
    const as = ['borealis-admin', 'acme-admin']
    const page = await console.visit({ as, ownSession: true, path: '/sites?order=name+DESC' })
    await see(page.getByRole('grid')).toContainText('BOR-')
    await page.evaluate(() => Object.assign(globalThis, { before: true }))
    await choose(page, 'Switch to Ana Acme')
    await see(heading(page, 'Hello, Ana Acme')).toBeVisible()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/')
    // Loaded anew: no trace of the former user is left.
    expect(await page.evaluate(() => 'before' in globalThis)).toBe(false)
    expect(await stored(page)).toEqual(['acme-admin', 'borealis-admin'])
    await press(page, 'g', 's')
    await see(page.getByRole('grid')).toContainText('ACME-')
    await see(page.locator('body')).not.toContainText('Borealis')

    await press(page, 'Control+k')
    await see(page.locator('[role=combobox]:focus')).toBeVisible()
    // W10: an entry that ends a session is never first where something else is found as well.
    await type(page, 'bia')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText('Switch to Bia Borealis')
    await retype(page, 'switch borealis')
    const option = page.getByRole('option', { name: /Switch to Bia Borealis/ })
    await see(option).toBeVisible()
    await see(page.getByRole('dialog')).toContainText('tocsin auth switch borealis-admin')
    await press(page, 'Enter')
    await see(heading(page, 'Hello, Bia Borealis')).toBeVisible()
  })

  it('T13 ACCOUNT-03 shows nothing of the account before, however late its answers come', async () => {
    const page = await signedInAs('acme-admin', 'borealis-admin')
    const waiting: (() => void)[] = []
    console.world.faults.current = (_, { route }) => {
      if (route.includes('sites') || route.includes('search-index'))
        return new Promise<void>((resolve) => void waiting.push(resolve))
      return undefined
    }
    await press(page, 'g', 's')
    await see(page.getByText('Loading sites…')).toBeVisible()
    await choose(page, 'Switch to Bia Borealis')
    await see(heading(page, 'Hello, Bia Borealis')).toBeVisible()
    console.world.faults.current = () => {}
    for (const answer of waiting) answer()
    await press(page, 'g', 's')
    await see(page.getByRole('grid')).toContainText('BOR-')
    await see(page.locator('body')).not.toContainText(/ACME-|Acme/)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Acme')
  })

  it('ACCOUNT-05 gets a token that is good on the way, and stays where it is when none can be had', async () => {
    const page = await signedInAs('acme-admin', 'borealis-admin')
    console.trouble(page).expect(/status of (401|503)/)
    let refreshes = 0
    let fails = true
    console.world.faults.current = (_, { route }) => {
      if (!route.endsWith('refresh-token')) return
      refreshes++
      if (fails) throw new ApiError({ status: 503, code: 'BUSY' })
    }
    // Bia's token alone is over, and the browser knows.
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('tocsin')
          request.onsuccess = () => {
            const transaction = request.result.transaction('profiles', 'readwrite')
            const rows = transaction.objectStore('profiles')
            const read = rows.get(9) as IDBRequest<{ expiredAt: number }>
            read.onsuccess = () => rows.put({ ...read.result, expiredAt: 1 })
            transaction.oncomplete = () => resolve()
            transaction.onabort = () => reject(new Error('not written'))
          }
        }),
    )
    await choose(page, 'Switch to Bia Borealis')
    const notice = page.getByRole('log').getByRole('listitem')
    await see(notice).toContainText('You cannot work as Bia Borealis now.')
    await see(notice).toContainText(/req-\d+/)
    await see(notice.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await see(heading(page, 'Hello, Ana Acme')).toBeVisible()
    expect(await stored(page)).toEqual(['acme-admin', 'borealis-admin'])
    expect(refreshes).toBe(5)
    fails = false
    await choose(page, 'Switch to Bia Borealis')
    await see(heading(page, 'Hello, Bia Borealis')).toBeVisible()
    expect(refreshes).toBe(6)
  })

  it('ACCOUNT-05 A-008 loses an account only where the server refuses it', async () => {
    const page = await signedInAs('acme-admin', 'borealis-admin')
    console.trouble(page).expect(/status of 401/)
    await withServer(console.world.database, (tx) =>
      sql`update sessions set revoked_at = created_at where user_id = 9`.execute(tx),
    )
    // The token is good by its age: the console finds out when it asks.
    await choose(page, 'Switch to Bia Borealis')
    await see(page).toHaveURL(/\/login/)
    await see(page.getByRole('alert')).toContainText('You are not signed in.')
    expect(await stored(page)).toEqual(['acme-admin'])
    await tabTo(page, page.getByRole('button', { name: /^Continue as Ana Acme/ }))
    await press(page, 'Enter')
    await see(heading(page, 'Hello, Ana Acme')).toBeVisible()
  })

  it('SESS-10 SESS-11 CONST-05 signs out after a question, in every tab and at the server, and waits two seconds', async () => {
    const page = await console.visit({ as: 'borealis-admin', ownSession: true, path: '/login' })
    await signIn(page, 'acme-admin')
    const other = await page.context().newPage()
    await other.goto('/sites/1')
    await see(other.locator('main').getByRole('textbox').first()).toBeVisible()
    await page.bringToFront()
    await choose(page, 'Sign out…')
    // The way back is at hand.
    await see(page.getByRole('alertdialog').getByRole('button').first()).toBeFocused()
    await press(page, 'Enter')
    await see(page.getByRole('alertdialog')).toHaveCount(0)
    await see(page.locator('[data-account]')).toBeVisible()
    await choose(page, 'Sign out…')
    await agree(page, 'Sign out')
    for (const tab of [page, other]) {
      await see(tab.getByRole('heading', { level: 1, name: 'Signed out' })).toBeVisible()
      await see(tab.getByRole('button')).toBeFocused()
    }
    expect(LOGOUT_REDIRECT_SECONDS).toBe(2)
    expect(await axe(page)).toEqual([])
    for (const tab of [page, other]) {
      await see(tab).toHaveURL(`${console.world.url}/login`)
      await see(tab.getByRole('button', { name: 'Continue as Bia Borealis' })).toBeVisible()
    }
    expect((await sessionsOf(6))[0]).toBe(false)
    expect((await sessionsOf(9))[0]).toBe(true)
    expect(await stored(page)).toEqual(['borealis-admin'])
    // The next person at this browser finds nothing of hers.
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(kept).not.toMatch(/Ana Acme|acme-admin|draft:6:/)
  })

  it('SESS-10 asks and says that one is signed out in Portuguese', async () => {
    const page = await console.visit({ as: 'acme-admin', ownSession: true, locale: 'pt-BR' })
    await choose(page, 'Sair…')
    await agree(page, 'Sair')
    await see(heading(page, 'Você saiu')).toBeVisible()
    await see(page).toHaveURL(`${console.world.url}/login`)
  })

  it('S27 ACCOUNT-03 keeps the account of each tab, whatever another one switches to, also when it is loaded again', async () => {
    const page = await signedInAs('acme-admin', 'borealis-admin')
    const other = await page.context().newPage()
    await other.goto('/')
    await see(heading(other, 'Hello, Ana Acme')).toBeVisible()
    await page.bringToFront()
    await choose(page, 'Switch to Bia Borealis')
    await see(heading(page, 'Hello, Bia Borealis')).toBeVisible()
    await other.bringToFront()
    await see(heading(other, 'Hello, Ana Acme')).toBeVisible()
    await other.reload()
    await see(heading(other, 'Hello, Ana Acme')).toBeVisible()
    // A new tab begins with the user chosen last.
    const third = await page.context().newPage()
    await third.goto('/')
    await see(heading(third, 'Hello, Bia Borealis')).toBeVisible()
  })

  it('SESS-12 ACCOUNT-07 signs another account out, and this one stays', async () => {
    const page = await signedInAs('acme-admin', 'borealis-admin')
    const other = await page.context().newPage()
    await other.goto('/')
    await see(heading(other, 'Hello, Ana Acme')).toBeVisible()
    await page.bringToFront()
    await choose(page, 'Sign Bia Borealis out of this browser')
    await agree(page, 'Sign out')
    await see(page.getByRole('log')).toContainText('Bia Borealis was signed out of this browser.')
    await see(page.getByRole('log')).toContainText('tocsin --account borealis-admin auth logout')
    await see(heading(page, 'Hello, Ana Acme')).toBeVisible()
    expect((await sessionsOf(9))[0]).toBe(false)
    expect(await stored(page)).toEqual(['acme-admin'])
    await openMenu(other)
    await see(item(other, 'Switch to Bia Borealis')).toHaveCount(0)
    // With nobody left the sign-in is all there is.
    await press(other, 'Escape')
    await choose(page, 'Sign out…')
    await agree(page, 'Sign out')
    await see(page).toHaveURL(`${console.world.url}/login`)
    await page.goto('/sites')
    await see(page).toHaveURL(`${console.world.url}/login?redirect=%2Fsites`)
    expect(await stored(page)).toEqual([])
  })

  it('SESS-10 says so when the server cannot be told, and is signed out here all the same', async () => {
    const page = await signedInAs('acme-admin')
    console.trouble(page).expect(/ERR_INTERNET_DISCONNECTED/)
    // The question's code is fetched when it is first needed.
    await choose(page, 'Sign out…')
    await see(page.getByRole('alertdialog').getByRole('button').first()).toBeFocused()
    await press(page, 'Escape')
    await see(page.getByRole('alertdialog')).toHaveCount(0)
    await page.context().setOffline(true)
    await choose(page, 'Sign out…')
    await agree(page, 'Sign out')
    await see(heading(page, 'Signed out')).toBeVisible()
    await see(page).toHaveURL(`${console.world.url}/login`)
    await see(page.getByRole('alert')).toContainText('The server could not be told.')
    expect(await stored(page)).toEqual([])
    await page.context().setOffline(false)
  })

  it('PROFILE-09 A-030 welcomes who signs in with a password alone, once, and leads to the profile', async () => {
    for (const [locale, title, open, profile] of [
      ['en-US', 'Welcome, Ana Acme', 'Set it up in my Profile', 'Profile'],
      ['pt-BR', 'Boas-vindas, Ana Acme', 'Configurar no meu Perfil', 'Perfil'],
    ] as const) {
      const page = await console.visit({ as: null, locale })
      await see(page.locator('input[name=username]')).toBeFocused()
      await type(page, 'acme-admin')
      await press(page, 'Tab')
      await type(page, 'Demo1234')
      await press(page, 'Enter')
      const welcome = page.getByRole('dialog', { name: title })
      await see(welcome).toBeVisible()
      expect(await axe(page)).toEqual([])
      await tabTo(page, welcome.getByRole('button', { name: open }))
      await press(page, 'Enter')
      await see(heading(page, profile)).toBeFocused()
      await page.goto('/')
      await see(page.getByRole('heading', { level: 1 })).toBeVisible()
      await see(page.getByRole('dialog')).toHaveCount(0)
    }
  })

  it('is as wide as a narrow screen, with its menu and its questions', async () => {
    const page = await console.visit({ size: { width: 360, height: 800 } })
    for (const locale of ['en-US', 'pt-BR'] as const) {
      await chooseElsewhere(page, { locale })
      await openMenu(page)
      expect(await overflow(page)).toEqual([])
      expect(await axe(page)).toEqual([])
      await press(page, 'Escape')
      await choose(page, locale === 'en-US' ? 'Add account…' : 'Adicionar conta…')
      await see(page.getByRole('alertdialog')).toBeVisible()
      expect(await overflow(page)).toEqual([])
      expect(await axe(page)).toEqual([])
      await press(page, 'Escape')
      await see(page.getByRole('alertdialog')).toHaveCount(0)
    }
  })
})
