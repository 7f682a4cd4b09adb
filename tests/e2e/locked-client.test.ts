import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { inBrowser, see } from './console'
import { hold } from './hold'
import { press, tabTo, type } from './keyboard'

const WHY = 'The client Borealis Saúde is locked. It can be read, not changed.'
const heads = (page: Page) => page.getByRole('columnheader')
const row = (page: Page) => page.locator('[role=row]:focus')
const told = (page: Page) => page.getByRole('log').getByText(WHY)
const palette = (page: Page) => page.getByRole('dialog')

/** Records the writes that are sent from now on. */
function writes(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/') && request.method() !== 'GET')
      sent.push(`${request.method()} ${request.url()}`)
  })
  return sent
}

/** Waits for the list, and for its button to tell that the client is locked, a moment after the rows. */
async function isLocked(page: Page, create: string): Promise<void> {
  await see(row(page)).toBeVisible()
  const button = page.getByRole('button', { name: create })
  await see(button).toBeDisabled()
  await see(button).toHaveAccessibleDescription(WHY)
}

/** Waits for the notice of the last press, and reloads the page without it. */
async function read(page: Page, create: string): Promise<void> {
  await see(told(page)).toBeVisible()
  await page.reload()
  await isLocked(page, create)
  await see(told(page)).toHaveCount(0)
}

inBrowser('a locked client', (console) => {
  it('CLIENT-16 refuses every way to write into it at the outset, and says why once', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/3/show' })
    const sent = writes(page)
    const banner = page.getByRole('status').filter({ hasText: WHY })
    await see(banner).toHaveCount(1)
    await see(page.getByRole('heading', { level: 1, name: 'Borealis Saúde' })).toBeVisible()
    await see(banner).toHaveCount(1)
    await page.goto('/clients/3')
    await see(page.locator('main').getByText('Locked', { exact: true })).toBeVisible()

    // The lists of its records: the button, its key, a record's, the palette.
    for (const [path, create] of [
      ['/terms', 'Create terms'],
      ['/projects', 'Create project'],
      ['/registration-codes', 'Create registration code'],
    ] as const) {
      await page.goto(path)
      await isLocked(page, create)
      await press(page, 'c')
      await read(page, create)
      await press(page, 'e')
      await read(page, create)
      await see(page).toHaveURL(new RegExp(`${path}$`))
    }
    await press(page, 'Control+k')
    await type(page, 'create project')
    const option = palette(page).getByRole('option', { name: /^Create project/ })
    await see(option).toHaveAttribute('aria-disabled', 'true')
    await see(option).toContainText(WHY)
    await press(page, 'Escape', 'Escape')
    await see(palette(page)).toHaveCount(0)
    await press(page, 'n', 's')
    await see(told(page)).toBeVisible()
    await see(page).toHaveURL(/\/registration-codes$/)

    // The forms by their address.
    for (const path of [
      '/sites/create',
      '/terms/create',
      '/monitoring-providers/create',
      '/registration-forms/create',
    ]) {
      await page.goto(path)
      const save = page.getByRole('button', { name: /^Create / }).last()
      await see(save).toBeDisabled()
      await see(save).toHaveAccessibleDescription(WHY)
      await press(page, 'Control+Enter')
      await see(page.getByRole('textbox', { name: 'Client', exact: true })).not.toBeEditable()
    }
    expect(sent).toEqual([])
  })

  /** Opens a form of the list of terms by its key, before it is known that the client is locked. */
  async function early(key: string, address: RegExp, submit: string) {
    const page = await console.visit({ as: 'root', path: '/clients/3/show' })
    const sent = writes(page)
    await see(page.getByRole('status').filter({ hasText: WHY })).toHaveCount(1)
    const answer = hold(console.world, '/clients')
    await page.goto('/terms')
    await see(row(page)).toBeVisible()
    await press(page, key)
    await see(page).toHaveURL(address)
    const save = page.getByRole('button', { name: submit })
    await see(save).toBeVisible()
    return { page, sent, answer, save }
  }

  it('CLIENT-16 leads who presses c before the lock is known to a form that refuses as soon as it is', async () => {
    const { page, sent, answer, save } = await early('c', /\/terms\/create\?/, 'Create terms')
    answer()
    await see(save).toBeDisabled()
    await see(save).toHaveAccessibleDescription(WHY)
    await see(page.getByRole('textbox', { name: 'Title' })).not.toBeEditable()
    await press(page, 'Control+Enter')
    await page.reload()
    await see(page).toHaveURL(/\/terms\/create\?/)
    expect(sent).toEqual([])
  })

  it.each([false, true])(
    'CLIENT-16 S13 A-126 leads who presses e before the lock is known to a form that gives way to the reason, unless something was typed: %s',
    async (typed) => {
      const address = /\/terms\/\d+\?/
      const { page, sent, answer, save } = await early('e', address, 'Save')
      const title = page.getByRole('textbox', { name: 'Title' })
      if (typed) {
        await tabTo(page, title)
        await type(page, 'x')
      }
      answer()
      if (typed) {
        await see(save).toBeDisabled()
        await see(save).toHaveAccessibleDescription(WHY)
        await see(title).not.toBeEditable()
        await press(page, 'Control+Enter')
      } else {
        await see(page.getByRole('heading', { level: 1 })).toHaveText('No access')
        await see(page.getByRole('status').filter({ hasText: 'See the record' })).toContainText(WHY)
        await page.reload()
        await see(page.getByRole('heading', { level: 1 })).toHaveText('No access')
      }
      await see(page).toHaveURL(address)
      expect(sent).toEqual([])
    },
  )

  it('CLIENT-16 says of a client that is chosen in a form that it is locked, and takes another', async () => {
    const page = await console.visit({ as: 'root', path: '/projects/create' })
    const client = page.getByRole('combobox', { name: /^Client/ })
    await tabTo(page, page.getByRole('textbox', { name: /^Name/ }))
    await type(page, 'Ronda')
    await tabTo(page, page.getByRole('textbox', { name: /^Description/ }))
    await type(page, 'Ronda da noite')
    await tabTo(page, client, 'Shift+Tab')
    await type(page, 'boreal')
    await see(page.getByRole('option', { name: /Borealis/ })).toBeVisible()
    await press(page, 'ArrowDown', 'Enter')
    const save = page.getByRole('button', { name: 'Create project' })
    await see(client).toHaveAccessibleDescription(WHY)
    await see(save).toHaveAccessibleDescription(WHY)
    const sent = writes(page)
    await press(page, 'Control+Enter')
    await see(told(page)).toBeVisible()
    expect(sent).toEqual([])
    await tabTo(page, client)
    await press(page, 'Control+A')
    await type(page, 'acme')
    await see(page.getByRole('option', { name: /Acme/ })).toBeVisible()
    await press(page, 'ArrowDown', 'Enter')
    await see(save).toBeEnabled()
    await press(page, 'Control+Enter')
    await see(page).toHaveURL(/\/projects\/\d+\/show/)
  })

  it('keeps a client that was opened by its address as the one worked in, and names the clients in lists of several', async () => {
    const page = await console.visit({ as: 'admin', path: '/sites' })
    const chip = (name: string | RegExp) => page.getByRole('banner').getByRole('button', { name })
    await see(chip(/All clients/)).toBeVisible()
    await see(heads(page).filter({ hasText: 'Client' })).toHaveCount(1)
    await see(row(page).getByRole('gridcell', { name: /Acme Educação|Borealis Saúde/ })).toBeVisible()
    await page.goto('/clients/2/show')
    await see(chip(/Acme Educação/)).toBeVisible()
    await page.goto('/sites')
    await see(chip(/Acme Educação/)).toBeVisible()
    await see(row(page)).toBeVisible()
    await see(heads(page).filter({ hasText: 'Client' })).toHaveCount(0)
    await page.goto('/terms')
    await see(row(page)).toBeVisible()
    await see(heads(page).filter({ hasText: 'Client' })).toHaveCount(0)
  })
})
