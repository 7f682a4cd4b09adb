import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { LOCALES } from '@tocsin/core/base/constants'
import { FIRST_LISTS, firstScripts } from '../first-scripts'
import { inBrowser, NO_PAGE, see } from './console'
import { hold } from './hold'
import { press } from './keyboard'

/** Records every request for rows from here on, and for the features. */
function watch(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.has('offset') || pathname === '/api/features') asked.push(pathname)
  })
  return asked
}

/** Matches the key of a message, which is shown where the words are missing. */
const KEY =
  /\b(acts|fields|keys|record|agents|deletion|events|resources|roles|screens|shell|table|verbs|web)\.[a-z][\w.]+/g

inBrowser('the first list', (console) => {
  it('is asked for as soon as the account is known, beside the features and before the shell is drawn', async () => {
    const page = await console.visit({ as: 'acme-admin' })
    const asked = watch(page)
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[data-account]')) return
        observer.disconnect()
        performance.mark('shell')
      }).observe(document, { childList: true, subtree: true })
    })
    const answer = hold(console.world, 'features')
    await page.goto('/sites')
    await see(page.locator('[role=row][data-index]').first()).toBeVisible()
    answer()
    expect(asked.slice(0, 2)).toEqual(['/api/features', '/api/sites'])
    const [shell, list] = await page.evaluate(() => [
      performance.getEntriesByName('shell')[0]!.startTime,
      performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/sites?'))!.startTime,
    ])
    expect(list).toBeLessThan(shell)
  })

  it.each(['/sites?q=a&order=name%20DESC', '/users', '/monitoring-providers', '/teams'])(
    'asks for the rows of %s once and before any others, and the list finds them',
    async (path) => {
      const page = await console.visit({ as: 'acme-admin' })
      const asked = watch(page)
      await page.goto(path)
      await see(page.locator('[role=row][data-index]').first()).toBeVisible()
      const own = `/api${path.split('?')[0]}`
      // The names in the rows, such as those of clients, are asked for once the rows are here.
      const [first, ...later] = asked.filter((one) => one !== '/api/features')
      expect(first).toBe(own)
      expect(later).not.toContain(own)
    },
  )

  it.each(FIRST_LISTS)('of %s needs no other scripts than those whose size is held', async (list) => {
    const page = await console.visit({ as: 'root', path: NO_PAGE })
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname.slice(1))
    })
    const answer = hold(console.world, list)
    await page.goto(`/${list}`)
    await see(page.getByRole('status').getByText(`Loading ${list}`)).toBeVisible()
    expect(new Set(scripts)).toEqual(new Set(firstScripts('en-US', list)))
    answer()
    await see(page.locator('[role=row][data-index]').first()).toBeVisible()
  })

  it('needs at most thirty scripts for the page of a record, with the palette', async () => {
    const page = await console.visit({ path: NO_PAGE })
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
    })
    await page.goto('/apps/1/show?tab=versions')
    await see(page.getByRole('tabpanel')).toBeVisible()
    await press(page, 'Control+K')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    expect(scripts.size).toBeLessThanOrEqual(30)
  })

  it.each([
    '/sites?showInactive=true&',
    '/clients?showInactive=true&',
    '/users?showInactive=true&',
    '/projects?showDeleted=true&',
    '/maps?showInactive=true&',
    '/audit-events?',
  ])('has all of its words at %s before the rest is loaded, in both languages', async (path) => {
    const page = await console.visit({ as: 'root', path: NO_PAGE })
    await page.route(/\/later-words-.*\.js$/, () => new Promise(() => {}))
    for (const locale of LOCALES) {
      await page.goto(`${path}locale=${locale}`)
      await see(page.locator('[role=row][data-index]').first()).toBeVisible()
      const said = await page.evaluate(() => [
        document.body.innerText,
        ...[...document.querySelectorAll('[aria-label],[title],[placeholder]')].flatMap((one) =>
          ['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? ''),
        ),
      ])
      expect(said.join('\n').match(KEY) ?? []).toEqual([])
    }
  })

  it('keeps the keys that are pressed before what they do is here, for the row that they were pressed on', async () => {
    const page = await console.visit({ as: 'acme-admin', path: NO_PAGE })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/list-actions-.*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/sites')
    const row = (number: number) => page.locator(`[role=row][aria-rowindex="${number + 1}"]`)
    await see(row(1)).toBeFocused()
    // A key of the list itself needs nothing, and takes what is typed after it.
    await press(page, '/')
    await page.keyboard.type('a')
    await see(page.locator('main input').first()).toHaveValue('a')
    await press(page, 'Escape', 'Escape')
    await see(row(1)).toBeFocused()
    await press(page, 't', 'j', 'z')
    await see(row(2)).toBeFocused()
    await see(row(1).getByRole('switch')).toBeChecked()
    release()
    // The switch was flipped and back, and the other row's was left alone.
    const log = page.getByRole('log')
    await see(log.getByText(/^Undone/)).toBeVisible()
    await see(log).toContainText(/Deactivate/)
    for (const one of [1, 2]) await see(row(one).getByRole('switch')).toBeChecked()
  })
})
