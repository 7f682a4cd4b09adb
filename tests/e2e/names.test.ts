import type { Page } from 'playwright'
import { pathOf, type Fields } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { check } from '@tocsin/core/vocabulary/validate'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applicable, ofAcme, validDraft } from '../drafts'
import { overflow } from './axe'
import { goWithin, inBrowser, see } from './console'
import { press, retype, tabTo } from './keyboard'
import { HOSTILE_NAMES } from '../hostile-names'

/** The names taken through every place that shows a site; all of them are in the lists of all resources. */
const DEEP = ['script', 'arabic', 'override', 'long']

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** No part of a name became an element of its own, or a dialog of the browser. */
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

  it.each(DEEP.map((what) => [what, HOSTILE_NAMES[what]!]))(
    'that is %s is text wherever it stands',
    async (_, name) => {
      const id = await make(name)
      const page = await console.visit({ path: `/sites/${id}/show` })
      page.on('dialog', () => void console.trouble(page).found.push('a dialog of the browser'))
      // Blanks at the end of a line of text are not visible.
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

      // The list, and a search in it.
      await goWithin(page, `/sites?q=${encodeURIComponent(name.slice(0, 100))}`)
      await see(page.getByRole('row').nth(1)).toContainText(name)
      await harmless(page)

      // The palette.
      await press(page, 'Control+K')
      await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
      await page.keyboard.insertText(name.slice(0, 60))
      await see(page.getByRole('option').filter({ hasText: name }).first()).toBeVisible()
      await harmless(page)
    },
  )

  it('of every resource is text in its list, on its own page and in the palette', async () => {
    const root = await console.world.token('root')
    // A resource without a search has no screen of its own: its rows stand on the page of another.
    const resources = (await allResources()).filter(({ can, fields, title, unsearched }) => {
      const free: Fields = { [title]: { ...fields[title]! } }
      return can.create && !unsearched && check(free, { [title]: HOSTILE_NAMES['html'] }).length === 0
    })
    const page = await console.visit({ as: 'root', path: '/' })
    const seen: string[] = []
    // Opening a client makes it the chosen one: clients come last.
    const isClient = ({ name }: (typeof resources)[number]) => Number(name === 'clients')
    for (const resource of resources.toSorted((one, other) => isClient(one) - isClient(other))) {
      const path = pathOf(resource)
      for (const [at, what] of ['html', 'arabic', 'japanese', 'quotes', 'emoji', 'override', 'formula'].entries()) {
        const [draft] = fc.sample(validDraft(resource, ofAcme, { complete: true }), { numRuns: 1, seed: at + 1 })
        const given = {
          ...draft,
          ...(resource.tenant ? { [resource.tenant]: 2 } : {}),
          ...(resource.name === 'users' ? { userType: 'tocsin', role: 'guest', ClientIds: [] } : {}),
          ...(resource.name === 'monitoring-providers' ? { ClientId: 1 } : {}),
          ...(resource.fields['siteType'] ? { siteType: resource.fields['siteType'].default } : {}),
          ...(resource.name === 'templates' ? { visibility: 'public' } : {}),
          [resource.title]: `${HOSTILE_NAMES[what]} hostil`,
        }
        // Without the fields that such a record lacks.
        const { status, body } = await console.world.call(root, 'POST', path, applicable(resource.fields, given))
        expect([resource.name, what, status, body.error]).toEqual([resource.name, what, 201, undefined])
      }
      // A list that hides inactive records shows this one here.
      await goWithin(page, `/${path}?q=hostil${resource.fields['active'] ? '&showInactive=true' : ''}`)
      // Templates are cards.
      const isTable = resource.name !== 'templates'
      const rows = isTable
        ? page.getByRole('rowgroup').last().getByRole('row')
        : page.getByRole('list', { name: 'Templates' }).getByRole('listitem')
      await see(rows, resource.name).toHaveCount(7)
      // The description and the tags of a card may hold the name of another.
      const named = isTable ? rows : rows.getByRole('link')
      for (const what of ['html', 'arabic', 'quotes', 'override', 'formula'])
        await see(named.filter({ hasText: HOSTILE_NAMES[what]! }), `${resource.name} ${what}`).toHaveCount(1)
      await harmless(page)
      const title = rows.first().getByRole(isTable ? 'rowheader' : 'link')
      const name = (await title.textContent())!
      await see(isTable ? rows.first() : title).toBeFocused()
      await press(page, 'Enter')
      await see(heading(page), resource.name).toHaveText(name)
      await harmless(page)
      seen.push(resource.name)
    }
    expect(seen.length).toBeGreaterThan(10)
    // A page that is loaded anew reads all names anew.
    await page.goto('/')
    await see(heading(page)).toBeVisible()
    await press(page, 'Control+K')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await page.keyboard.insertText('hostil onerror')
    await see(page.getByRole('option').filter({ hasText: HOSTILE_NAMES['html']! }).first()).toBeVisible()
    await harmless(page)
  }, 120_000)

  it('of a client is text in the list, the switcher and the message that it was locked', async () => {
    const page = await console.visit({ as: 'root', path: '/clients' })
    for (const name of [HOSTILE_NAMES['html']!, HOSTILE_NAMES['arabic']!]) {
      const { id } = (
        await console.world.call(await console.world.token('root'), 'POST', 'clients', {
          name,
          nickname: name,
          manager: { username: `m${name.length}`, email: 'm@example.org', name },
        })
      ).body.data as { id: number }
      await goWithin(page, `/clients/${id}/show`)
      await see(heading(page)).toHaveText(name)
      await tabTo(page, page.getByRole('button', { name: 'Lock', exact: true }))
      await press(page, 'Enter')
      const dialog = page.getByRole('alertdialog')
      await see(dialog).toContainText(name)
      await tabTo(page, dialog.getByRole('button', { name: /Lock/ }))
      await press(page, 'Enter')
      await see(page.getByText(`The client ${name} is locked.`, { exact: false }).first()).toBeVisible()
      await goWithin(page, '/clients')
      await see(page.getByRole('link', { name, exact: true })).toBeVisible()
      await harmless(page)
    }
  })
})
