import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { moveClock, stopClock } from './clock'
import { inBrowser, see } from './console'
import { moveTo, press, retype, tabTo, type } from './keyboard'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const asked = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true })
const row = (page: Page) => page.locator('[role=row]:focus')
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').getByText(name, { exact: true }) })
    .getByRole('definition')

inBrowser('projects', (console) => {
  const call = async (method: string, path: string) =>
    console.world.call(await console.world.token('root'), method, path)
  const find = async (q: string, more = '') =>
    (await call('GET', `projects?ClientId=2&q=${encodeURIComponent(q)}${more}`)).body.data as unknown as {
      id: number
      name: string
      description: string
    }[]

  it('PROJ-01 makes, changes and deletes a project from the tab of its client', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=projects' })
    const grid = page.getByRole('grid', { name: 'Projects' })
    await see(grid).toContainText('Escolas do interior')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'c')
    const dialog = page.getByRole('dialog')
    await see(dialog.getByRole('heading', { name: 'Create project' })).toBeVisible()
    await see(page).toHaveURL(/\/clients\/2\/show\?tab=projects&project=new$/)
    await see(asked(page, 'Name')).toBeFocused()
    await type(page, 'Escolas da serra')
    await press(page, 'Tab')
    await type(page, 'Acima de mil metros')
    await press(page, 'Control+Enter')
    // The tab below, at the new row.
    await see(dialog).toHaveCount(0)
    await see(page).toHaveURL(/\/clients\/2\/show\?tab=projects$/)
    await see(row(page)).toContainText('Escolas da serra')
    const [made] = await find('serra')
    expect(made).toMatchObject({ name: 'Escolas da serra', description: 'Acima de mil metros' })

    await press(page, 'e')
    await see(dialog.getByRole('heading', { name: 'Edit Escolas da serra' })).toBeVisible()
    await tabTo(page, asked(page, 'Name'))
    await retype(page, 'Escolas do planalto')
    await press(page, 'Control+Enter')
    // At the row that was changed.
    await see(dialog).toHaveCount(0)
    await see(row(page)).toContainText('Escolas do planalto')
    await see(page).toHaveURL(/\/clients\/2\/show\?tab=projects$/)
    expect(await find('planalto')).toMatchObject([{ id: made!.id, description: 'Acima de mil metros' }])

    await page.goto('/clients/2/show?tab=projects&q=planalto')
    await see(grid).toContainText('Escolas do planalto')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'Delete')
    const question = page.getByRole('alertdialog')
    await see(question).toContainText('Escolas do planalto')
    await see(question).toContainText('It can be restored later.')
    await see(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, 'Tab', 'Enter')
    await see(page.getByText('Nothing for “planalto”')).toBeVisible()
    expect(await find('planalto')).toEqual([])
    expect(await find('planalto', '&showDeleted=true')).toHaveLength(1)

    await press(page, 'z')
    await see(grid).toContainText('Escolas do planalto')
    expect(await find('planalto')).toHaveLength(1)

    // Of commands with one name the row's is offered, and not the client's.
    await see(row(page)).toContainText('Escolas do planalto')
    await press(page, '.')
    const options = page.getByRole('dialog').getByRole('option')
    await see(options.first()).toContainText('Open')
    await see(options.filter({ hasText: 'Copy the id' })).toHaveCount(1)
    await press(page, 'Escape')

    // A project that stays says so at once.
    await page.goto('/clients/2/show?tab=projects&q=default')
    await see(grid).toContainText('Default')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'Delete')
    await see(page.getByRole('log')).toContainText('The default project cannot be deleted.')
    await see(question).toHaveCount(0)
  })

  it('PROJ-02 marks what was deleted with a word, offers to restore it and nothing else, by key and by palette', async () => {
    const page = await console.visit({ as: 'root', path: '/projects?ClientId=2&showDeleted=true' })
    const grid = page.getByRole('grid', { name: 'Projects' })
    const gone = grid.getByRole('row').filter({ hasText: 'Piloto 2024' })
    await see(gone.getByRole('rowheader')).toHaveText('DeletedPiloto 2024')
    await see(gone.locator('a[data-link][href^="/projects/6?"], a[data-link][href="/projects/6"]')).toHaveCount(0)
    await see(grid.getByText('Deleted', { exact: true })).toHaveCount(1)
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await moveTo(page, 'ArrowDown', 'Piloto 2024')

    await press(page, '.')
    const palette = page.getByRole('dialog').getByRole('option')
    await see(palette.filter({ hasText: 'Restore Piloto 2024' })).toBeVisible()
    await see(palette.filter({ hasText: 'Delete Piloto 2024' })).toHaveCount(0)
    await see(palette.filter({ hasText: /^Edit/ })).toHaveCount(0)
    await press(page, 'Escape')

    // In the tab of its client as well: on the line of the name, and to be read in the light and in the dark.
    await page.goto('/clients/2/show?tab=projects&showDeleted=true')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await moveTo(page, 'ArrowDown', 'Piloto 2024')
    const [word, name] = await gone
      .getByRole('rowheader')
      .locator('span > *')
      .evaluateAll((all) =>
        all.map((one) => {
          const line = one.appendChild(document.createElement('span'))
          line.style.display = 'inline-block'
          const { bottom } = line.getBoundingClientRect()
          line.remove()
          return bottom
        }),
      )
    expect(word).toBeCloseTo(name ?? 0, 1)
    await press(page, 'x')
    await see(page.getByRole('button', { name: 'Restore', exact: true })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axe(page)).toEqual([])
    }
    await page.emulateMedia({ colorScheme: null })

    await page.goto('/projects/6/show')
    await see(heading(page, 'Piloto 2024')).toBeVisible()
    await see(page.locator('main').getByText('Deleted', { exact: true }).first()).toBeVisible()
    await see(page.getByRole('button', { name: /^Configure/ })).toHaveCount(0)
    await press(page, 'e')
    await see(page.getByText('It is deleted. Restore it first.')).toBeVisible()
    await press(page, 'u')
    await see(page.getByRole('button', { name: /^Configure/ })).toBeVisible()
    expect(await find('Piloto')).toHaveLength(1)
    await press(page, 'z')
    await see(page.getByRole('button', { name: /^Restore/ })).toBeVisible()
    expect(await find('Piloto')).toEqual([])

    // From anywhere, the command offers the deleted projects.
    await page.goto('/users')
    await see(row(page)).toBeVisible()
    await press(page, 'Control+k')
    await see(page.getByRole('combobox', { name: 'Search or run anything' })).toBeFocused()
    await type(page, 'restore project')
    await see(page.getByRole('option', { name: 'Restore project…' })).toHaveAttribute('aria-selected', 'true')
    await press(page, 'Enter')
    const choice = page.getByRole('option').filter({ hasText: 'Piloto 2024' })
    await see(choice).toBeVisible()
    await see(page.getByRole('option').filter({ hasText: 'Escolas do interior' })).toHaveCount(0)
  })

  it('PROJ-06 PROJ-07 sums a project up: name, description, client, and its sites on a map', async () => {
    const page = await console.visit({ as: 'root', path: '/projects/2/show' })
    await see(page.getByRole('tab')).toHaveText(['Summary', 'Apps'])
    await see(fact(page, 'Name')).toHaveText('Default')
    await see(fact(page, 'Description')).toHaveText('Made with the client.')
    await see(fact(page, 'Client')).toHaveText('Acme Educação')
    await see(page.getByText('1,960 places on the map')).toBeVisible()
    await see(page.getByRole('region', { name: /map/i }).or(page.getByRole('application')).first()).toBeVisible()
    // Another project has other sites: none.
    await page.goto('/projects/5/show')
    await see(fact(page, 'Name')).toHaveText('Escolas do interior')
    await see(fact(page, 'Description')).toHaveText('Unidades fora da capital')
    await see(page.getByText(/1,960 places/)).toHaveCount(0)
  })

  it('PROJ-08 searches the apps of a project once, 500 milliseconds after the last key', async () => {
    const page = await console.visit({ as: 'root', path: '/projects/2/show?tab=apps', ownClock: true })
    const { clock } = page
    await see(page.getByRole('treegrid', { name: 'Apps' })).toContainText('Alerta Escolar')
    await see(page.getByRole('treegrid', { name: 'Apps' })).not.toContainText('Botão do Pânico')
    await tabTo(page, page.getByRole('searchbox'))
    await stopClock(page)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const q = searchParams.get('q')
      if (pathname === '/api/apps' && q !== null) asked.push(`${q} of project ${searchParams.get('projectId')}`)
    })
    await type(page, 'zz')
    await clock.runFor(499)
    await type(page, 'top')
    await clock.runFor(499)
    await see(page.getByRole('searchbox')).toHaveValue('zztop')
    expect(asked).toEqual([])
    await clock.runFor(1)
    await moveClock(page, () => page.locator('main').innerText()).toContain('Nothing for “zztop”')
    expect(new Set(asked)).toEqual(new Set(['zztop of project 2']))
  })

  it('PROJ-10 offers Configure to who may update projects, and to nobody else', async () => {
    const page = await console.visit({ path: '/projects/5/show' })
    const configure = page.getByRole('button', { name: /^Configure/ })
    await tabTo(page, configure)
    await press(page, 'Enter')
    await see(heading(page, 'Edit Escolas do interior')).toBeVisible()
    await see(page).toHaveURL(/\/projects\/5\?/)

    // Every role that may see projects may update them: this token is without that one permission.
    const { tokens } = console.world.parts
    console.world.parts.tokens = {
      ...tokens,
      sign: (kind, claims, ...rest) =>
        tokens.sign(
          kind,
          Array.isArray(claims['roles'])
            ? { ...claims, roles: claims['roles'].filter((one) => one !== 'projects:update') }
            : claims,
          ...rest,
        ),
    }
    try {
      const reader = await console.visit({ path: '/projects/5/show', ownSession: true })
      await see(heading(reader, 'Escolas do interior')).toBeVisible()
      await see(fact(reader, 'Description')).toHaveText('Unidades fora da capital')
      await see(reader.getByRole('button', { name: /^Configure/ })).toHaveCount(0)
      await press(reader, 'e')
      await press(reader, '2')
      await see(reader.getByRole('tab', { selected: true })).toHaveText('Apps')
      expect(new URL(reader.url()).pathname).toBe('/projects/5/show')
    } finally {
      console.world.parts.tokens = tokens
    }
  })
})
