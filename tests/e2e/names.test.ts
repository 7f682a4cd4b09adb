import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { overflow } from './axe'
import { inBrowser, see } from './console'
import { press, retype, tabTo } from './keyboard'

/** What people are called, and what programs have taken for something else. */
const NAMES = {
  html: '<img src=x onerror=alert(1)>',
  script: '</title><script>alert(1)</script>',
  arabic: 'مدرسة الأمل الابتدائية',
  japanese: '東京都立第一小学校',
  emoji: 'Creche 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  override: 'Escola \u202etxt.exe',
  formula: '=1+1',
  template: '{{name}} ${name} %s',
  long: 'Núcleo '.repeat(40).slice(0, 254) + '.',
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Nothing of a name came to be an element of its own, or a dialog of the browser. */
const harmless = async (page: Page) => {
  expect(await page.locator('img[src=x], script:not([src])').count()).toBe(0)
  expect(await overflow(page)).toEqual([])
}

inBrowser('a name', (console) => {
  const make = async (name: string) => {
    const { status, body } = await console.world.call(await console.world.token('acme-admin'), 'POST', 'sites', {
      name,
      ClientId: 2,
      location: { formatted: name },
      lat: -10,
      lng: -50,
    })
    expect(status, name).toBeLessThan(300)
    return (body.data as { id: number }).id
  }

  it.each(Object.entries(NAMES))('that is %s is text wherever it stands', async (_, name) => {
    const id = await make(name)
    const page = await console.visit({ path: `/sites/${id}/show` })
    page.on('dialog', () => void console.trouble(page).found.push('a dialog of the browser'))
    // What is at the end of a line of text is nobody's to see.
    await see(heading(page)).toHaveText(name)
    await see(page).toHaveTitle(`${name.replace(/\s+/g, ' ')} · tocsin`)
    await see(page.getByText('1 place on the map')).toBeVisible()
    await see(page.getByRole('definition').filter({ hasText: name }).first()).toBeVisible()
    await harmless(page)

    // The question before a deletion, and its answer.
    await press(page, 'Delete')
    const dialog = page.getByRole('alertdialog')
    await see(dialog).toContainText(name)
    await harmless(page)
    await press(page, 'Escape')
    await see(dialog).toHaveCount(0)

    // The form, and the way up to the record.
    await press(page, 'e')
    const field = page.getByRole('textbox', { name: 'Name', exact: true }).first()
    await see(field).toHaveValue(name)
    await see(page.getByRole('navigation', { name: 'Path' }).getByRole('link').last()).toHaveText(name)
    await tabTo(page, page.getByRole('textbox', { name: 'Reference point' }))
    await retype(page, name)
    await press(page, 'Control+Enter')
    await see(
      page
        .locator('[data-overlay]')
        .filter({ hasText: name })
        .or(page.getByText(`Updated: ${name}`))
        .first(),
    ).toBeVisible()
    await harmless(page)

    // The list, and what is asked of it.
    await page.goto(`/sites?q=${encodeURIComponent(name.slice(0, 100))}`)
    await see(page.getByRole('row').nth(1)).toContainText(name)
    await harmless(page)

    // The palette.
    await press(page, 'Control+K')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await page.keyboard.insertText(name.slice(0, 60))
    await see(page.getByRole('option').filter({ hasText: name }).first()).toBeVisible()
    await harmless(page)
  })

  it('of a client is text in the list, the switcher and the message that it was locked', async () => {
    const page = await console.visit({ as: 'root', path: '/clients' })
    for (const name of [NAMES.html, NAMES.arabic]) {
      const { id } = (
        await console.world.call(await console.world.token('root'), 'POST', 'clients', {
          name,
          nickname: name,
          manager: { username: `m${name.length}`, email: 'm@example.org', name },
        })
      ).body.data as { id: number }
      await page.goto(`/clients/${id}/show`)
      await see(heading(page)).toHaveText(name)
      await tabTo(page, page.getByRole('button', { name: 'Lock', exact: true }))
      await press(page, 'Enter')
      const dialog = page.getByRole('alertdialog')
      await see(dialog).toContainText(name)
      await tabTo(page, dialog.getByRole('button', { name: /Lock/ }))
      await press(page, 'Enter')
      await see(page.getByText(`The client ${name} is locked.`, { exact: false }).first()).toBeVisible()
      await page.goto('/clients')
      await see(page.getByRole('link', { name, exact: true })).toBeVisible()
      await harmless(page)
    }
  })
})
