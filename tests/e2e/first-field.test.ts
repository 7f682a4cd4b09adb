import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { press, tabTo, type } from './keyboard'

const row = (page: Page) => page.locator('[role=row]:focus')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const field = (page: Page, name: string) => page.locator('main form').getByRole('textbox', { name, exact: true })
const caret = (page: Page) =>
  page.evaluate(() => {
    const { selectionStart, selectionEnd, value } = document.activeElement as HTMLInputElement
    return [selectionStart, selectionEnd, value.length]
  })

inBrowser('a form', (console) => {
  it.each([
    ['en-US', 'Name', /^Edit /],
    ['pt-BR', 'Nome', /^Editar /],
  ] as const)(
    'W05 has its first field at hand, its text not selected, and is called by the heading, in %s',
    async (locale, name, title) => {
      const page = await console.visit({ path: '/sites?q=lima+3&order=name+ASC', locale })
      await see(row(page)).toBeVisible()
      await press(page, 'e')
      await see(field(page, name)).toBeFocused()
      const before = await field(page, name).inputValue()
      expect(await caret(page)).toEqual([before.length, before.length, before.length])
      const called = await heading(page).innerText()
      expect(called).toMatch(title)
      await see(page.getByRole('form', { name: called })).toBeVisible()
      expect(await axe(page)).toEqual([])
      // Letters that are keys elsewhere are letters here.
      await type(page, ' nova escola')
      await see(field(page, name)).toHaveValue(`${before} nova escola`)
      // From anywhere in the page the key leads back to it, and replaces nothing.
      await tabTo(page, page.locator('main a').first(), 'Shift+Tab')
      await press(page, 'e')
      await see(field(page, name)).toBeFocused()
      await type(page, '!')
      await see(field(page, name)).toHaveValue(`${before} nova escola!`)
    },
  )

  it('W05 of a new record takes what is typed from its first letter', async () => {
    const page = await console.visit({ path: '/projects' })
    await see(row(page)).toBeVisible()
    await press(page, 'c')
    await see(field(page, 'Name')).toBeFocused()
    await page.keyboard.type('Escola nova azul')
    await see(field(page, 'Name')).toHaveValue('Escola nova azul')
    // Loaded as a page of its own, it is the same.
    await page.goto('/teams/create')
    await see(field(page, 'Name')).toBeFocused()
    // A page that is no form keeps the focus on its heading.
    await page.goto('/sites/3/show')
    await see(heading(page)).toBeFocused()
  })
})
