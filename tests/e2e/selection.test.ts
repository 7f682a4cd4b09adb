import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { chooseElsewhere, inBrowser, see } from './console'
import { hold } from './hold'
import { focusIsLost, press, retype, tabTo, type } from './keyboard'

type Site = { id: number; name: string; appId: number | null }

const row = (page: Page) => page.locator('[role=row]:focus')
const ticked = (page: Page) => page.locator('[role=rowgroup] [role=row][aria-selected=true]')
const foot = (page: Page, text: string | RegExp) => page.locator('strong').filter({ hasText: text })

/** Searches the list by the keys. */
async function search(page: Page, text: string, first: string): Promise<void> {
  await press(page, '/')
  await retype(page, text)
  await press(page, 'Enter')
  await see(page.locator('[role=row]').filter({ hasText: first }).first()).toBeVisible()
  await see(row(page)).toBeVisible()
}

inBrowser('what is selected', (console) => {
  const call = async (method: string, path: string, body?: object) =>
    (await console.world.call(await console.world.token('acme-admin'), method, path, body)).body
  const create = async (name: string) =>
    (await call('POST', 'sites', { name, ClientId: 2, location: { formatted: 'Rua 1' } })).data as unknown as Site
  const sites = async (query: string) => (await call('GET', `sites?${query}`)).data as unknown as Site[]

  it('W04 D1 outlives searches and filters, is always shown, and is what is acted on', async () => {
    const made = [await create('Uvaia norte'), await create('Jambo sul'), await create('Cupuaçu leste')]
    const page = await console.visit({ path: '/sites?order=name+ASC' })
    await see(row(page)).toBeVisible()
    await search(page, 'uvaia', 'Uvaia norte')
    await press(page, 'x')
    await see(foot(page, /^1 selected$/)).toBeVisible()
    await search(page, 'jambo', 'Jambo sul')
    await see(foot(page, '1 selected, 1 outside this list')).toBeVisible()
    await see(ticked(page)).toHaveCount(0)
    await press(page, 'x')
    await see(foot(page, '2 selected, 1 outside this list')).toBeVisible()
    await search(page, 'cupuaçu', 'Cupuaçu leste')
    // All that are loaded come beside those of the other searches.
    await press(page, 'Control+A')
    await see(foot(page, '3 selected, 2 outside this list')).toBeVisible()
    // A switch that only adds rows takes none away.
    await press(page, 'i')
    await see(page).toHaveURL(/showInactive=true/)
    await see(foot(page, '3 selected, 2 outside this list')).toBeVisible()
    expect(await axe(page)).toEqual([])

    // Those three alone, and back to the search.
    await tabTo(page, page.getByRole('button', { name: 'Show', exact: true }))
    await press(page, 'Enter')
    await see(page).toHaveURL(new RegExp(`ids=${made.map(({ id }) => id).join('%2C')}`))
    await see(ticked(page)).toHaveCount(3)
    await see(foot(page, /^3 selected$/)).toBeVisible()
    expect(await focusIsLost(page)).toBe(false)
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(page).toHaveURL(/q=cupua/)
    await see(foot(page, '3 selected, 2 outside this list')).toBeVisible()

    // An action is done to all three, wherever they are listed.
    await press(page, 'Control+k')
    await type(page, 'change the tag')
    await see(page.getByRole('option', { name: /3 sites/ }).first()).toBeVisible()
    await press(page, 'Enter')
    await see(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await type(page, 'pomar-{id}')
    await press(page, 'Enter')
    const tags = async () =>
      (await call('GET', `sites?ids=${made.map(({ id }) => id).join(',')}&order=id%20ASC`)).data as unknown as {
        tag: string
      }[]
    await see.poll(async () => (await tags()).map(({ tag }) => tag)).toEqual(made.map(({ id }) => `pomar-${id}`))

    // A record that is switched off leaves the list and stays selected.
    await call('PATCH', `sites/${made[2]!.id}`, { active: false })
    await press(page, 'r')
    await see(foot(page, '3 selected, 2 outside this list')).toBeVisible()
    await press(page, 'i')
    await see(page).not.toHaveURL(/showInactive/)
    await see(foot(page, '3 selected, 3 outside this list')).toBeVisible()
    await press(page, 'i')
    await see(page).toHaveURL(/showInactive=true/)

    // A deleted record is no longer selected; Escape gives up the rest.
    await call('DELETE', `sites/${made[0]!.id}`)
    await press(page, 'r')
    await see(foot(page, '2 selected, 1 outside this list')).toBeVisible()
    await press(page, 'Escape')
    await see(foot(page, 'selected')).toHaveCount(0)
  })

  it('is asked what an action takes, and changes nothing before it is told', async () => {
    const site = await create('Pitanga baixa')
    const [app] = (await call('GET', 'apps?limit=1')).data as unknown as { id: number; name: string }[]
    await call('PATCH', `sites/${site.id}`, { appId: app!.id })
    const page = await console.visit({ path: '/sites?q=pitanga' })
    await see(row(page)).toContainText('Pitanga baixa')
    await press(page, 'x')
    await tabTo(page, page.getByRole('button', { name: 'Change app', exact: true }))
    await press(page, 'Enter')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await press(page, 'Escape', 'Escape')
    await see(page.getByRole('dialog')).toHaveCount(0)
    expect((await sites(`ids=${site.id}`))[0]?.appId).toBe(app!.id)
    expect(await focusIsLost(page)).toBe(false)
  })

  it('offers in the palette the actions on the row that has the focus, however soon it opens after a move', async () => {
    const page = await console.visit({ path: '/sites?order=name+ASC' })
    await see(row(page)).toBeVisible()
    const options = page.getByRole('dialog').getByRole('option')
    await press(page, '.')
    await see(options.first()).toBeVisible()
    await press(page, 'Escape')
    await see(row(page)).toBeFocused()
    const [, second] = await sites('order=name%20ASC&limit=2')
    await press(page, 'j', '.', 'Enter')
    await see(page).toHaveURL(new RegExp(`/sites/${second!.id}/show$`))
  })

  it.each(['pt-BR', 'en-US'] as const)(
    'W36 leaves the list as high as it is when rows are selected, in %s',
    async (locale) => {
      const page = await console.visit({ path: '/sites', locale })
      await page.setViewportSize({ width: 1366, height: 800 })
      await see(row(page)).toBeVisible()
      const height = async () => (await page.getByRole('grid').boundingBox())!.height
      const before = await height()
      await press(page, 'x', 'Shift+ArrowDown')
      await see(ticked(page)).toHaveCount(2)
      expect(await height()).toBe(before)
    },
  )

  it('W04 W06 is what the palette offers to act on, at once when it changes and no longer when it is given up', async () => {
    await create('Araçá um')
    await create('Araçá dois')
    await create('Araçá três')
    const page = await console.visit({ path: '/sites?q=ara%C3%A7%C3%A1&order=name+ASC' })
    await see(row(page)).toBeVisible()
    const offered = page.getByRole('dialog').getByRole('option', { name: /^Change the tag of/ })
    const at = async (text: RegExp | null) => {
      await press(page, '.')
      await see(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
      if (text) await see(offered.first()).toHaveText(text)
      else await see(offered.filter({ hasText: 'sites' })).toHaveCount(0)
      await press(page, 'Escape')
      await see(page.getByRole('dialog')).toHaveCount(0)
    }
    await press(page, 'x')
    await see(foot(page, /^1 selected$/)).toBeVisible()
    await at(/^Change the tag of Araçá dois/)
    await press(page, 'j', 'x', 'j', 'x')
    await see(foot(page, /^3 selected$/)).toBeVisible()
    await at(/^Change the tag of 3 sites/)
    await press(page, 'x')
    await see(foot(page, /^2 selected$/)).toBeVisible()
    await at(/^Change the tag of 2 sites/)
    await press(page, 'Escape')
    await see(foot(page, 'selected')).toHaveCount(0)
    await at(null)
  })

  it('W02 is the row that has the focus, also when another search is answered', async () => {
    const page = await console.visit({ path: '/sites?q=creche&order=name+ASC' })
    await see(row(page)).toBeVisible()
    await press(page, 'j', 'j', 'j')
    const answer = hold(console.world, '/sites')
    await press(page, '/')
    await retype(page, 'iris')
    await press(page, 'Enter')
    await see(row(page)).toHaveAttribute('aria-rowindex', '5')
    answer()
    await see(row(page)).toContainText('ris')
    await see(row(page)).toHaveAttribute('aria-rowindex', '2')
    await press(page, 'x')
    await see(row(page)).toHaveAttribute('aria-selected', 'true')
    await see(ticked(page)).toHaveCount(1)
  })

  it('W04 keeps all that a search matched as records when another search follows', async () => {
    const page = await console.visit({ path: '/sites?q=creche&order=name+ASC', locale: 'pt-BR' })
    const matched = await sites('q=creche&limit=1000')
    expect(matched.length).toBeGreaterThan(100)
    await see(row(page)).toBeVisible()
    await press(page, 'Control+A')
    await see(foot(page, /^(50|100) selecionados$/)).toBeVisible()
    await press(page, 'Control+A')
    await see(foot(page, `Todos os ${matched.length} resultados estão selecionados`)).toBeVisible()
    await search(page, 'escola municipal aurora lima 1', 'Escola Municipal Aurora Lima 1')
    await see(foot(page, `${matched.length} selecionados, ${matched.length} fora desta lista`)).toBeVisible()
    await press(page, 'x')
    await see(foot(page, `${matched.length + 1} selecionados, ${matched.length} fora desta lista`)).toBeVisible()
  })

  it('W04 gives up what is selected of one client when another is worked in', async () => {
    const page = await console.visit({ as: 'root', path: '/sites' })
    await see(row(page)).toBeVisible()
    await press(page, 'x')
    await see(foot(page, /^1 selected$/)).toBeVisible()
    await press(page, 'w')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await type(page, 'borealis')
    await see(page.getByRole('option', { name: /Borealis/ }).first()).toBeVisible()
    await press(page, 'Enter')
    await see(page.getByRole('banner').getByText('Borealis Saúde').first()).toBeVisible()
    await see(foot(page, 'selected')).toHaveCount(0)
  })

  it('W06 asks before more than twenty are changed, with the number, names, the filter and the line, in both languages', async () => {
    const matched = await sites('q=creche&limit=1000&order=name%20ASC')
    expect(matched.length).toBeGreaterThan(100)
    const before = matched.map(({ appId }) => appId)
    const page = await console.visit({ path: '/sites?q=creche&order=name+ASC' })
    const written: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') written.push(request.url())
    })
    await see(row(page)).toBeVisible()
    await press(page, 'Control+A')
    await see(foot(page, /^(50|100) /)).toBeVisible()
    await press(page, 'Control+A')
    await see(foot(page, String(matched.length))).toBeVisible()
    await press(page, '.')
    await type(page, 'Change the app')
    await see(page.getByRole('option', { name: new RegExp(String(matched.length)) }).first()).toBeVisible()
    await press(page, 'Enter')
    await see(page.getByRole('listbox', { name: /^App/ }).getByRole('option').first()).toBeVisible()
    await press(page, 'Enter')
    const question = page.getByRole('alertdialog')
    await see(question).toHaveAccessibleName(/Change the app of \d+ sites\?/)
    await see(question).toContainText(String(matched.length))
    await see(question).toContainText(matched[0]!.name)
    await see(question).toContainText('Filter:')
    await see(question).toContainText('“creche”')
    await see(question.locator('code')).toContainText('tocsin sites list --q=creche')
    await see(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await axe(page)).toEqual([])
    await chooseElsewhere(page, { locale: 'pt-BR' })
    await see(question).toHaveAccessibleName(/Mudar o app de \d+ sites\?/)
    await see(question).toContainText('Filtro:')
    await see(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await press(page, 'Escape')
    await see(question).toHaveCount(0)
    expect(written).toEqual([])
    expect((await sites('q=creche&limit=1000&order=name%20ASC')).map(({ appId }) => appId)).toEqual(before)
  })

  it('W08 y f saves the list as filtered, or what is selected', async () => {
    const matched = await sites('q=iris&limit=1000&order=name%20ASC')
    const page = await console.visit({ path: '/sites?q=iris&order=name+ASC' })
    await see(row(page)).toBeVisible()
    const dialog = page.getByRole('dialog')
    const saved = async () => {
      await press(page, 'y', 'f')
      await see(dialog.getByRole('radio', { checked: true })).toBeFocused()
      const title = await dialog.getByRole('heading').first().innerText()
      const line = await dialog.locator('code').innerText()
      const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n')
      await press(page, 'Escape')
      await see(dialog).toHaveCount(0)
      return { title, line: line.trim(), names: lines.slice(1), count: lines.length - 1 }
    }
    const list = await saved()
    expect(list.count).toBe(matched.length)
    expect(list.line).toContain('--q=iris')
    expect(list.title).toBe('Save this list of sites as a file')

    await press(page, 'x', 'j', 'x')
    await search(page, 'escola municipal aurora lima 1', 'Escola Municipal Aurora Lima 1')
    await press(page, 'x')
    const chosen = await saved()
    expect(chosen.count).toBe(3)
    expect(chosen.names.join('\n')).toContain(matched[0]!.name)
    expect(chosen.names.join('\n')).toContain('Escola Municipal Aurora Lima 1')
    expect(chosen.line).toContain('--ids=')
    expect(chosen.title).toBe('Save the selection (3 sites) as a file')

    // Everything of a search save one.
    await press(page, 'Escape')
    await search(page, 'iris', matched[0]!.name)
    await press(page, 'Control+A')
    await see(foot(page, /^(50|100) selected$/)).toBeVisible()
    await press(page, 'Control+A')
    await see(foot(page, `All ${matched.length} that match are selected`)).toBeVisible()
    await press(page, 'Space')
    const rest = await saved()
    expect(rest.count).toBe(matched.length - 1)
    expect(rest.names.join('\n')).not.toContain(`${matched[0]!.name},`)
  })
})
