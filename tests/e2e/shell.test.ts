import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import { noFaults } from '../../server/faults'
import { axe, overflow } from './axe'
import { chooseElsewhere, dismissWelcome, goWithin, inBrowser, see, signIn } from './console'
import { expectFocus, press, tabTo, type } from './keyboard'

inBrowser('the shell', (console) => {
  it('SHELL-16 shows the sign-in alone, and one who errs what to do', async () => {
    const page = await console.visit({ as: null })
    console.trouble(page).expect(/status of 401/)
    await see(page.getByRole('textbox', { name: 'Username' })).toBeFocused()
    await see(page.getByRole('navigation')).toHaveCount(0)
    await press(page, 'Enter')
    await see(page.getByRole('textbox', { name: 'Username' })).toHaveAccessibleDescription('Type your username.')
    await expectFocus(page, 'textbox', 'Username')
    await type(page, 'acme-admin')
    await press(page, 'Tab')
    await type(page, 'wrong')
    await press(page, 'Enter')
    await see(page.getByRole('alert')).toContainText('req-')
    await see(page.locator('input[name=password]')).toBeFocused()
    expect(await axe(page)).toEqual([])
    // The selected text is typed over.
    await type(page, 'Demo1234')
    await press(page, 'Enter')
    await dismissWelcome(page)
    await see(page.getByRole('heading', { name: 'Hello, Ana Acme' })).toBeVisible()
    await expectFocus(page, 'link', /Pending alerts/)
  })

  it('SHELL-11 brings who was sent to sign in to the address that was asked for', async () => {
    const page = await console.visit({ as: null, path: '/sites?order=name+DESC' })
    await see(page).toHaveURL(/\/login\?redirect=/)
    await signIn(page, 'acme-admin')
    await see(page).toHaveURL(/\/sites\?order=name\+DESC$/)
    await see(page.getByRole('heading', { name: 'Sites' })).toBeVisible()
  })

  it('T65 sends nobody to another origin after the sign-in', async () => {
    const page = await console.visit({ as: null, path: '/login?redirect=//elsewhere.test/x' })
    await signIn(page, 'acme-admin')
    await see(page).toHaveURL(`${console.world.url}/`)
  })

  it('LANG-01 LANG-04 LANG-05 speaks the language of the browser, and the first it knows when it knows none', async () => {
    const portuguese = await console.visit({ as: null, locale: 'pt-BR' })
    await see(portuguese.getByRole('heading', { name: 'Entrar' })).toBeVisible()
    await see(portuguese.locator('html')).toHaveAttribute('lang', 'pt-BR')
    const korean = await console.visit({ as: null, more: { locale: 'ko-KR' } })
    await see(korean.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  })

  it('S39 SHELL-02 LANG-02 LANG-03 LANG-06 prefers the address, then what was chosen in the top bar', async () => {
    const page = await console.visit({ path: '/?locale=pt-BR' })
    await see(page.getByRole('navigation', { name: 'Listas' })).toBeVisible()
    const language = page.getByRole('banner').getByLabel('Idioma')
    await tabTo(page, language)
    await type(page, 'E')
    await press(page, 'Enter')
    await see(page.getByRole('heading', { name: 'Hello, Ana Acme' })).toBeVisible()
    await see(page).toHaveURL(`${console.world.url}/`)
    await page.reload()
    await see(page.getByRole('heading', { name: 'Hello, Ana Acme' })).toBeVisible()
    // The address wins for this visit and changes nothing for the next.
    await page.goto('/?locale=pt-BR')
    await see(page.getByRole('heading', { name: 'Olá, Ana Acme' })).toBeVisible()
    // S39 The visit goes on where the address no longer has it, also in a page that is loaded anew.
    await press(page, 'g', 's')
    await see(page).toHaveURL(`${console.world.url}/sites`)
    await see(page.getByRole('navigation', { name: 'Listas' })).toBeVisible()
    await page.reload()
    await see(page).toHaveURL(`${console.world.url}/sites`)
    await see(page.getByRole('navigation', { name: 'Listas' })).toBeVisible()
    await page.goto('/?locale=xx')
    await see(page.getByRole('heading', { name: 'Hello, Ana Acme' })).toBeVisible()
  })

  it('SHELL-03 SHELL-14 SHELL-15 keeps the theme that is chosen in the account menu', async () => {
    const page = await console.visit()
    await see(page.locator('html')).toHaveAttribute('data-theme', 'grey-light')
    await tabTo(page, page.getByRole('button', { name: 'Account: Ana Acme' }))
    await press(page, 'Enter')
    const blue = page.getByRole('menuitemradio', { name: 'Blue' })
    await see(blue).toBeVisible()
    await type(page, 'Bl')
    await press(page, 'Enter')
    await see(page.locator('html')).toHaveAttribute('data-theme', 'blue-light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await see(page.locator('html')).toHaveAttribute('data-theme', 'blue-dark')
    await page.reload()
    await see(page.locator('html')).toHaveAttribute('data-theme', 'blue-dark')
  })

  it('SHELL-01 turns while a request takes long', async () => {
    const page = await console.visit()
    const waiting: (() => void)[] = []
    console.world.faults.current = () => new Promise<void>((resolve) => void waiting.push(resolve))
    await press(page, 'g', 's')
    const busy = page.getByRole('banner').getByRole('status').filter({ hasText: 'Loading' })
    await see(busy).toBeVisible()
    console.world.faults.current = noFaults
    for (const answer of waiting) answer()
    await see(busy).toHaveCount(0)
  })

  it('says so of an address that is none, and of one that is not allowed, each with a way on', async () => {
    const page = await console.visit({ as: 'acme-approver', path: '/nonsense/7' })
    await see(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeFocused()
    expect(await axe(page)).toEqual([])
    await goWithin(page, '/users')
    await see(page.getByRole('heading', { level: 1, name: 'No access' })).toBeFocused()
    await see(page.getByText('users:view')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await tabTo(page, page.getByRole('link', { name: 'Go home' }))
    await press(page, 'Enter')
    await expectFocus(page, 'link', /Mobile profiles to approve/)
  })

  it('has a way to the content, a menu and no sideways scroll on a narrow screen', async () => {
    const page = await console.visit({ size: { width: 360, height: 800 } })
    for (const locale of ['en-US', 'pt-BR'] as const) {
      await chooseElsewhere(page, { locale })
      expect(await overflow(page)).toEqual([])
      await tabTo(page, page.getByRole('button', { name: 'Menu' }))
      await press(page, 'Enter')
      const dialog = page.getByRole('dialog')
      await see(dialog.getByRole('link', { name: 'Sites' })).toBeVisible()
      expect(await overflow(page)).toEqual([])
      expect(await axe(page)).toEqual([])
      await press(page, 'Escape')
      await see(dialog).toHaveCount(0)
      await expectFocus(page, 'button', 'Menu')
    }
  })

  it('goes by two letters, and shows what may follow the first to who hesitates', async () => {
    const page = await console.visit({ as: 'root' })
    await press(page, 'g', 'c')
    await see(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
    await press(page, 'g')
    await see(page.getByText('Go to', { exact: false }).first()).toBeVisible()
    await press(page, 'Escape', 'g', 'u')
    await see(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await press(page, '?')
    const help = page.getByRole('dialog', { name: 'Shortcuts' })
    await see(help).toBeVisible()
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(help).toHaveCount(0)
  })

  it('keeps two tabs of two accounts apart, whatever either does', async () => {
    const ana = await console.visit({ as: 'acme-admin', path: '/registration-codes', ownSession: true })
    // Bia's session, put where a second sign-in of this browser would put it: in front of Ana's.
    const bia = await console.visit({ as: 'borealis-admin', path: '/registration-codes', ownSession: true })
    const [profile] = (await bia.evaluate(() => JSON.parse(localStorage.getItem('profiles')!))) as [object]
    await ana.evaluate(
      (second) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('tocsin')
          request.onsuccess = () => {
            const writing = request.result.transaction('profiles', 'readwrite')
            writing.objectStore('profiles').put({ ...second, order: -10 })
            writing.oncomplete = () => resolve(request.result.close())
            writing.addEventListener('error', () => reject(writing.error!))
          }
        }),
      profile,
    )
    const other = await ana.context().newPage()
    await other.goto('/registration-codes')
    const theirs = other.getByRole('treegrid').or(other.getByRole('grid'))
    await see(theirs).toContainText('BORE')
    await ana.reload()
    await see(ana.getByRole('treegrid').or(ana.getByRole('grid'))).toContainText('ACME01')
    await see(ana.locator('body')).not.toContainText('Bia Borealis')
    await other.reload()
    await see(theirs).not.toContainText('ACME')
    await see(ana.getByRole('banner')).toContainText('Acme')
    await see(other.getByRole('banner')).toContainText('Borealis')
  })

  const boxOf = async (target: Locator) => {
    await see(target).toBeVisible()
    return (await target.boundingBox())!
  }

  it('W37 SHELL-12 SHELL-13 CONST-18 has an app bar of 3.5rem, a sidebar of 250, whatever is in it, and a verification dialog of 472 pixels', async () => {
    const page = await console.visit({ as: 'client-manager', path: '/profile' })
    const rem = await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))
    expect(3.5 * rem).toBe(56)
    expect((await boxOf(page.getByRole('banner'))).height).toBe(56)
    expect((await boxOf(page.getByRole('navigation', { name: 'Lists' }))).width).toBe(250)
    await tabTo(page, page.getByRole('button', { name: 'Set up by e-mail…' }))
    await press(page, 'Enter')
    expect((await boxOf(page.getByRole('dialog'))).width).toBe(472)
    // The longest name of all takes no more room than the others.
    const own = await console.visit({ as: 'acme-admin', locale: 'pt-BR', path: '/users' })
    const side = await boxOf(own.getByRole('navigation').first())
    const links = own.getByRole('navigation').first().getByRole('link')
    await see(links.filter({ hasText: 'Esquemas de dados de cadastro' })).toBeVisible()
    for (const link of await links.all()) {
      const { x, width } = await boxOf(link)
      expect(Math.round(side.x + side.width - x - width), await link.innerText()).toBeGreaterThanOrEqual(12)
    }
  })

  it('W20 folds the sidebar from the palette, takes it back with z, and unfolds it', async () => {
    const page = await console.visit({ path: '/sites', locale: 'pt-BR' })
    const fold = page.getByRole('button', { name: /^(Recolher|Expandir)$/ })
    await see(page.getByRole('row').nth(1)).toBeVisible()
    await see(fold).toHaveAttribute('aria-expanded', 'true')
    const run = async (words: string) => {
      await press(page, 'Control+k')
      await type(page, words)
      await see(page.locator('[role=option][aria-selected=true]')).toContainText('menu lateral')
      await press(page, 'Enter')
    }
    await run('recolher')
    await see(fold).toHaveAttribute('aria-expanded', 'false')
    await press(page, 'z')
    await see(fold).toHaveAttribute('aria-expanded', 'true')
    await press(page, 'Control+Shift+Z')
    await see(fold).toHaveAttribute('aria-expanded', 'false')
    await run('expandir')
    await see(fold).toHaveAttribute('aria-expanded', 'true')
  })

  it('CONST-20 has lists to choose from in three widths: 90, 180 and 350 pixels', async () => {
    const page = await console.visit({ path: '/sites' })
    expect((await boxOf(page.getByRole('combobox', { name: 'Rows per page' }))).width).toBe(90)
    // The order of a list is chosen where there are no headings, and a form's choice is seen whole in one column.
    await page.setViewportSize({ width: 560, height: 800 })
    await tabTo(page, page.getByRole('button', { name: 'Filters' }))
    await press(page, 'Enter')
    expect((await boxOf(page.getByRole('combobox', { name: 'Sort by' }))).width).toBe(180)
    await page.setViewportSize({ width: 500, height: 800 })
    await goWithin(page, '/registration-handlers/create')
    expect((await boxOf(page.getByRole('combobox', { name: 'Mode' }))).width).toBe(350)
  })
})
