import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { noFaults } from '../../server/faults'
import { axe } from './axe'
import { moveClock, stopClock } from './clock'
import { inBrowser, see, type Console, type Visit } from './console'
import { hold } from './hold'
import { press, retype, tabTo, type } from './keyboard'

/** Nearly two thousand sites to choose one of. */
const box = (page: Page) => page.getByRole('combobox', { name: 'Site', exact: true })
const options = (page: Page) => page.getByRole('listbox', { name: 'Site' }).getByRole('option')
const told = (page: Page, text: string) => page.locator('output').filter({ hasText: text })

/** Records the lookups of sites, or of another resource, from now on: their parameters, without the client's. */
function lookups(page: Page, resource = 'sites'): Record<string, string>[] {
  const asked: Record<string, string>[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const { ClientId: _, ...query } = Object.fromEntries(searchParams)
    if (request.method() === 'GET' && pathname === `/api/${resource}`) asked.push(query)
  })
  return asked
}

/** The form of a new code for a site, with the focus on the field of the site. */
async function openForm(console: Console, visit: Visit = {}): Promise<Page> {
  const page = await console.visit({ path: '/registration-codes/create', ...visit })
  await tabTo(page, page.getByRole('button', { name: 'Where it leads' }))
  await press(page, 'Enter')
  await tabTo(page, page.getByRole('combobox', { name: 'Mode' }))
  await type(page, 'Site')
  await tabTo(page, box(page))
  return page
}

inBrowser('a field that refers to a record', (console) => {
  const call = async (method: string, path: string) =>
    console.world.call(await console.world.token('acme-admin'), method, path)
  const sites = async (query: string) =>
    (await call('GET', `sites?${query}`)).body.data as unknown as { id: number; name: string }[]

  it('AUTOC-01 CONST-13 looks up the first fifteen by creation, and those that match what is typed', async () => {
    const page = await openForm(console)
    const asked = lookups(page)
    await press(page, 'ArrowDown')
    const first = await sites('limit=15&order=createdAt%20ASC')
    await see(options(page)).toHaveCount(15)
    await see(options(page).first()).toContainText(first[0]!.name)
    await see(told(page, '15 of 1,960. Type to narrow them.')).toBeVisible()
    // The arrow that opens it marks the first option, or the chosen one; Enter takes the marked one, and sends nothing.
    const marked = page.locator('[role=option][data-active]')
    const isMarked = async (name: string) => {
      await see(marked).toContainText(name)
      await see(box(page)).toHaveAttribute('aria-activedescendant', (await marked.getAttribute('id')) ?? '')
    }
    await isMarked(first[0]!.name)
    await press(page, 'ArrowDown', 'Enter')
    await see(box(page)).toHaveValue(first[1]!.name)
    await press(page, 'ArrowDown')
    await isMarked(first[1]!.name)
    await press(page, 'Enter')
    await see(options(page)).toHaveCount(0)
    await see(box(page)).toHaveValue(first[1]!.name)
    expect(new URL(page.url()).pathname).toBe('/registration-codes/create')
    await retype(page, 'padre antonio 2')
    const found = await sites('limit=15&order=createdAt%20ASC&q=padre%20antonio%202')
    await see(options(page)).toHaveCount(found.length)
    await see(options(page).first()).toContainText(found[0]!.name)
    expect(asked[0]).toEqual({ limit: '15', offset: '0', order: 'createdAt ASC' })
    expect(asked.at(-1)).toEqual({ limit: '15', offset: '0', order: 'createdAt ASC', q: 'padre antonio 2' })
    expect(await axe(page)).toEqual([])

    // The chosen option is the saved one.
    await see(box(page)).toHaveAttribute('aria-activedescendant', /.+/)
    await press(page, 'ArrowDown', 'Enter')
    await see(options(page)).toHaveCount(0)
    await see(box(page)).toHaveValue(found[1]!.name)
    await see(box(page)).toBeFocused()
    await press(page, 'Control+Enter')
    await see(page).toHaveURL(/\/registration-codes\/\d+\/show$/)
    const [made] = (await call('GET', 'registration-codes?limit=1&order=id%20DESC')).body.data as unknown as object[]
    expect(made).toMatchObject({ mode: 'site', SiteId: found[1]!.id, ClientId: 2 })
  })

  it('AUTOC-02 CONST-16 A-013 asks once, 400 milliseconds after the last key', async () => {
    const page = await openForm(console, { ownClock: true })
    const { clock } = page
    await press(page, 'ArrowDown')
    await see(options(page).first()).toBeVisible()
    await stopClock(page)
    const asked = lookups(page)
    const words = () => asked.map(({ q }) => q)
    await type(page, 'cre')
    await clock.runFor(399)
    await type(page, 'che')
    await clock.runFor(399)
    await see(told(page, 'Searching…')).toBeVisible()
    expect(words()).toEqual([])
    await clock.runFor(1)
    await see.poll(words).toEqual(['creche'])
    const first = options(page).first()
    await moveClock(page, () => first.textContent()).toContain('Creche')
    expect(words()).toEqual(['creche'])
  })

  it('AUTOC-03 logs a lookup that failed, says so with its request, and tries again', async () => {
    const page = await openForm(console)
    console.trouble(page).expect(/status of 500/)
    const logged: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') logged.push(message.text())
    })
    console.world.faults.current = (_, { method, route }) => {
      if (method === 'GET' && route.endsWith('/sites')) throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
    }
    await press(page, 'ArrowDown')
    await see(told(page, 'Could not load data.')).toContainText(/Request req-\d+/)
    await see.poll(() => logged.join('\n')).toMatch(/sites: INTERNAL_ERROR req-\d+/)
    await see(options(page)).toHaveCount(0)
    expect(await axe(page)).toEqual([])
    // The typed text is not lost by it.
    await type(page, 'iris')
    await see(told(page, 'Could not load data.')).toBeVisible()
    await see(box(page)).toHaveValue('iris')
    console.world.faults.current = noFaults
    await tabTo(page, page.getByRole('button', { name: 'Try again' }))
    await press(page, 'Enter')
    const found = await sites('limit=15&order=createdAt%20ASC&q=iris')
    await see(options(page).first()).toContainText(found[0]!.name)
    await see(box(page)).toBeFocused()
    await see(box(page)).toHaveValue('iris')
  })

  it('AUTOC-01 AUTOC-02 AUTOC-03 CONST-16 a page of the palette looks up, logs and tells as a field does', async () => {
    const page = await console.visit({ path: '/users', ownClock: true })
    console.trouble(page).expect(/status of 500/)
    const logged: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') logged.push(message.text())
    })
    await press(page, 'Control+K')
    const options = page.getByRole('dialog').getByRole('option')
    await page.keyboard.type('>publish')
    await see(options.first()).toContainText('Publish')
    await press(page, 'Enter')
    const field = page.getByRole('combobox', { name: /App/ })
    await see(field).toBeFocused()
    await see(options.first()).toContainText('#')
    const asked = lookups(page, 'apps')
    await stopClock(page)
    const before = asked.length
    await type(page, 'zzqx')
    await page.clock.runFor(399)
    await type(page, 'zzq')
    await page.clock.runFor(399)
    expect(asked).toHaveLength(before)
    console.world.faults.current = (_, { method, route }) => {
      if (method === 'GET' && route.endsWith('/apps')) throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
    }
    await moveClock(page, () => asked.at(-1)?.['q']).toBe('zzqxzzq')
    expect(asked).toHaveLength(before + 1)
    expect(asked.at(-1)).toMatchObject({ limit: '15', offset: '0', order: 'createdAt ASC' })
    await moveClock(page, () => page.getByRole('alert').allInnerTexts()).toContainEqual(
      expect.stringContaining('Could not load data.'),
    )
    await see.poll(() => logged.join('\n')).toMatch(/apps: INTERNAL_ERROR req-\d+/)
    await see(field).toHaveValue('zzqxzzq')
  })

  it('says in the language of the reader that a lookup failed, and where nothing matches', async () => {
    const page = await console.visit({ path: '/registration-codes/create', locale: 'pt-BR' })
    await tabTo(page, page.getByRole('button', { name: 'Destino' }))
    await press(page, 'Enter')
    await tabTo(page, page.getByRole('combobox', { name: 'Modo' }))
    await type(page, 'Site')
    const field = page.getByRole('combobox', { name: 'Site', exact: true })
    await tabTo(page, field)
    await type(page, 'zzzzqqqq')
    await see(told(page, 'Nada corresponde a “zzzzqqqq”.')).toBeVisible()
    console.trouble(page).expect(/status of 500/)
    console.world.faults.current = (_, { method, route }) => {
      if (method === 'GET' && route.endsWith('/sites')) throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
    }
    await retype(page, 'outra')
    await see(told(page, 'Não foi possível carregar os dados.')).toBeVisible()
  })

  it('offers no site of one client while those of another are awaited', async () => {
    const page = await console.visit({ as: 'root', path: '/registration-codes/create' })
    const client = page.getByRole('combobox', { name: 'Client', exact: true })
    const choose = async (name: string) => {
      await tabTo(page, client)
      await type(page, name)
      await see(page.getByRole('option', { name })).toBeVisible()
      await press(page, 'Enter')
    }
    await tabTo(page, page.getByRole('button', { name: 'Where it leads' }))
    await press(page, 'Enter')
    await choose('Acme')
    await tabTo(page, page.getByRole('combobox', { name: 'Mode' }))
    await type(page, 'Site')
    await tabTo(page, box(page))
    await press(page, 'ArrowDown')
    await see(options(page)).toHaveCount(15)
    await press(page, 'Escape')
    await choose('Borealis')
    const answer = hold(console.world, '/sites')
    try {
      await tabTo(page, box(page))
      await press(page, 'ArrowDown')
      await see(told(page, 'Searching')).toBeVisible()
      await see(options(page)).toHaveCount(0)
    } finally {
      answer()
    }
    await see(options(page).first()).toBeVisible()
  })
})
