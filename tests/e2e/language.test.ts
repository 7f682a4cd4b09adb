import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { inBrowser, NO_PAGE, see } from './console'
import { press, tabTo, type } from './keyboard'
import { withoutPointer } from './pointer'

/** Chooses in the top bar, by its first letter. */
async function chooseLanguage(page: Page, label: 'Language' | 'Idioma', letter: 'E' | 'P'): Promise<void> {
  await page.bringToFront()
  await tabTo(page, page.getByRole('banner').getByLabel(label))
  await type(page, letter)
  await press(page, 'Enter')
}

const html = (page: Page) => page.locator('html')

inBrowser('the language', (console) => {
  /** Records the languages that a page's calls name, from here on. */
  const watch = (page: Page): (string | undefined)[] => {
    const named: (string | undefined)[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) named.push(request.headers()['locale'])
    })
    return named
  }

  it('LANG-06 LANG-07 API-03 reaches every tab when it is switched, and takes nothing that was typed there', async () => {
    const page = await console.visit({ path: '/sites/create' })
    const form = page
    const name = form.locator('main').getByRole('textbox').first()
    await tabTo(form, name)
    await type(form, 'Escola das Águas')
    await press(form, 'Tab')
    const second = await form.evaluate(() => document.activeElement?.id)

    const other = withoutPointer(await page.context().newPage())
    await other.goto('/?locale=en-US')
    await see(other.getByRole('navigation', { name: 'Lists' })).toBeVisible()
    // A third one whose address names a language: a choice made since wins there too.
    const named = withoutPointer(await page.context().newPage())
    await named.goto('/sites?locale=en-US&q=aurora')
    await see(named.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible()

    await chooseLanguage(other, 'Language', 'P')
    for (const tab of [other, form, named]) {
      await see(html(tab)).toHaveAttribute('lang', 'pt-BR')
      await see(tab.getByRole('navigation', { name: 'Listas' })).toBeVisible()
    }
    await see(named).toHaveURL(`${console.world.url}/sites?q=aurora`)
    // The typed text and the focus are kept, and nothing was asked.
    await see(form.getByRole('heading', { level: 1, name: /^Criar/ })).toBeVisible()
    await see(name).toHaveValue('Escola das Águas')
    expect(await form.evaluate(() => document.activeElement?.id)).toBe(second)
    await see(form.getByRole('dialog')).toHaveCount(0)

    // Every call names it from now on, in a tab that was told too.
    const calls = watch(named)
    await named.bringToFront()
    await press(named, 'g', 't')
    await see(named.getByRole('heading', { level: 1, name: 'Equipes' })).toBeVisible()
    await expect.poll(() => calls.length).toBeGreaterThan(0)
    expect(new Set(calls)).toEqual(new Set(['pt-BR']))
    // And it lasts.
    const later = withoutPointer(await page.context().newPage())
    await later.goto('/')
    await see(html(later)).toHaveAttribute('lang', 'pt-BR')
  })

  it('LANG-06 loads the words of one language, and shows another one as soon as its words are here', async () => {
    const page = await console.visit({ as: null, path: NO_PAGE })
    const files: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/words-(en-US|pt-BR)-.*\.js$/, async (route) => {
      const [, locale = ''] = /words-(en-US|pt-BR)/.exec(route.request().url()) ?? []
      files.push(locale)
      if (locale === 'pt-BR') await held
      await route.continue()
    })
    await page.goto('/login')
    await see(page.locator('input[name=username]')).toBeFocused()
    expect(files).toEqual(['en-US'])

    await tabTo(page, page.getByLabel('Language'), 'Shift+Tab')
    await type(page, 'P')
    await expect.poll(() => files).toEqual(['en-US', 'pt-BR'])
    await see(html(page)).toHaveAttribute('lang', 'en-US')
    await see(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    release()
    await see(html(page)).toHaveAttribute('lang', 'pt-BR')
    await see(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  })

  it('LANG-06 keeps what is typed at the sign-in when another tab switches', async () => {
    const page = await console.visit({ as: null, path: '/login' })
    await see(page.locator('input[name=username]')).toBeFocused()
    await type(page, 'acme-admin')
    await press(page, 'Tab')
    await type(page, 'Demo1')
    const other = withoutPointer(await page.context().newPage())
    await other.goto('/login')
    await see(other.locator('input[name=username]')).toBeFocused()
    await tabTo(other, other.getByLabel('Language'), 'Shift+Tab')
    await type(other, 'P')
    await see(html(page)).toHaveAttribute('lang', 'pt-BR')
    await page.bringToFront()
    await type(page, '234')
    await press(page, 'Enter')
    // Behind the welcome, which comes when it is loaded.
    await see(page.locator('h1')).toHaveText('Olá, Ana Acme')
  })

  it('LANG-02 LANG-07 reaches the other tabs also where nothing can be stored', async () => {
    const page = await console.visit({ as: null, path: '/login' })
    await page.context().addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await page.reload()
    const other = withoutPointer(await page.context().newPage())
    await other.goto('/login')
    await see(other.locator('input[name=username]')).toBeFocused()
    await tabTo(other, other.getByLabel('Language'), 'Shift+Tab')
    await type(other, 'P')
    for (const tab of [other, page]) await see(tab.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible()
  })
})
