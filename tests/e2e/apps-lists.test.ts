import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { focusIsLost, press, tabTo, type } from './keyboard'

const grid = (page: Page) => page.getByRole('grid', { name: 'Apps' })
/** The list of a project's apps, of which each opens a panel. */
const tree = (page: Page) => page.getByRole('treegrid', { name: 'Apps' })
const heads = (page: Page) => grid(page).getByRole('columnheader')
const cells = (page: Page, name: string) =>
  grid(page).getByRole('row').filter({ hasText: name }).locator('[role=rowheader], [role=gridcell]')
const row = (page: Page) => page.locator('[role=row]:focus')
const toRows = (page: Page) => tabTo(page, page.locator('[role=row][tabindex="0"]'))

inBrowser('the lists of apps', (console) => {
  const asks = (page: Page) => {
    const asked: Record<string, string>[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/apps') asked.push(Object.fromEntries(searchParams))
    })
    return asked
  }

  it('APP-01 APP-02 lists the name and the description of apps, opens one, and deletes one after a question', async () => {
    const page = await console.visit()
    const asked = asks(page)
    await press(page, 'g', 'a')
    await see(row(page)).toContainText('Alerta Escolar')
    // Between the column that selects and the one that edits.
    expect((await heads(page).allTextContents()).slice(1, -1)).toEqual(['Name', 'Description'])
    expect(asked).toContainEqual(expect.objectContaining({ withSchema: 'true', limit: '50' }))
    await see(cells(page, 'Alerta Escolar').filter({ hasText: 'O app das escolas' })).toBeVisible()
    await press(page, 'Delete')
    const question = page.getByRole('alertdialog')
    await see(question).toContainText('Alerta Escolar')
    await press(page, 'Escape')
    await see(question).toHaveCount(0)
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/apps\/1\/show$/)
  })

  it('APP-03 makes an app in a selected client that is not locked, and says why it does not elsewhere', async () => {
    const page = await console.visit({ as: 'root', path: '/apps' })
    const create = page.getByRole('button', { name: /^Create app/ })
    await see(row(page)).toBeVisible()
    await see(create).toBeDisabled()
    await see(create).toHaveAccessibleDescription('Choose a client first.')
    await press(page, 'c')
    await see(page.getByRole('log')).toContainText('Choose a client first.')
    await see(page).toHaveURL(/\/apps$/)
    const client = async (name: string) => {
      await press(page, 'w')
      await page.getByRole('dialog').waitFor()
      await type(page, name)
      await see(page.getByRole('option').filter({ hasText: name }).first()).toHaveAttribute('aria-selected', 'true')
      await press(page, 'Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await client('Borealis')
    await see(create).toHaveAccessibleDescription(/Borealis Saúde is locked/)
    await client('Acme')
    await see(create).toBeEnabled()
    await toRows(page)
    await press(page, 'c')
    await see(page.getByRole('heading', { level: 1, name: 'Create app' })).toBeVisible()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ clientId: '2' })
    // A user of a client works in that client; whoever may not make an app has no button.
    const admin = await console.visit({ path: '/apps' })
    await see(admin.getByRole('button', { name: /^Create app/ })).toBeEnabled()
    const reader = await console.visit({ as: 'broadcast-operator', path: '/apps' })
    await see(grid(reader)).toContainText('Alerta Escolar')
    await see(reader.getByRole('button', { name: /^Create app/ })).toHaveCount(0)
  })

  it.each([
    ['en-US', 'All projects', 'Default', ['Name', 'Project', 'Published version', 'Description', 'Updated'], '12/31'],
    [
      'pt-BR',
      'Todos os projetos',
      'Padrão',
      ['Nome', 'Projeto', 'Versão publicada', 'Descrição', 'Atualizado em'],
      '31/12',
    ],
  ] as const)(
    'APP-04 APP-05 APP-06 lists the apps of a client by project, with what is said of each: %s',
    async (locale, every, usual, names, day) => {
      const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=apps', locale })
      await see(grid(page)).toContainText('Botão do Pânico')
      expect((await heads(page).allTextContents()).slice(1, 6)).toEqual(names)
      await see(cells(page, 'Alerta Escolar').filter({ hasText: new RegExp(`^${usual}$`) })).toBeVisible()
      await see(cells(page, 'Alerta Escolar').filter({ hasText: day })).toBeVisible()
      await see(cells(page, 'Botão do Pânico').filter({ hasText: 'Escolas do interior' })).toBeVisible()
      const description = await heads(page).filter({ hasText: names[3] }).boundingBox()
      expect(description!.width).toBeGreaterThanOrEqual(300)
      // A window that is less wide loses no column.
      await page.setViewportSize({ width: 1024, height: 768 })
      const beyond = async () => {
        const [last, frame] = [await cells(page, 'Alerta Escolar').last().boundingBox(), await grid(page).boundingBox()]
        return last!.x + last!.width - frame!.x - frame!.width
      }
      // The columns are measured a frame later.
      await see.poll(beyond).toBeLessThanOrEqual(0)
      expect(await overflow(page)).toEqual([])

      await tabTo(page, page.getByRole('button', { name: locale === 'pt-BR' ? 'Filtros' : 'Filters' }))
      await press(page, 'Enter')
      const project = page.getByRole('combobox', { name: locale === 'pt-BR' ? 'Projeto' : 'Project' })
      await tabTo(page, project)
      await see(project).toHaveAttribute('placeholder', every)
      await press(page, 'ArrowDown')
      await see(page.getByRole('option', { name: every })).toHaveAttribute('aria-selected', 'true')
      expect(await axe(page)).toEqual([])
      await type(page, 'interior')
      await see(page.getByRole('option', { name: /Escolas do interior/ })).toBeVisible()
      await press(page, 'Enter')
      await see(grid(page)).not.toContainText('Alerta Escolar')
      await see(page).toHaveURL(/projectId=5/)
      // The option takes the filter away again.
      await press(page, 'ArrowDown', 'Home')
      await press(page, 'Escape')
      await press(page, 'ArrowDown')
      await see(page.getByRole('option', { name: every })).toBeVisible()
      await press(page, 'ArrowUp')
      while (
        !(await page
          .getByRole('option', { name: every })
          .getAttribute('data-active')
          .then((it) => it !== null))
      )
        await press(page, 'ArrowUp')
      await press(page, 'Enter')
      await see(grid(page)).toContainText('Alerta Escolar')
      await see(page).not.toHaveURL(/projectId/)
      await see(project).toHaveValue('')
      await toRows(page)
      await see(row(page)).toBeVisible()
      await press(page, 'Enter')
      await see(page).toHaveURL(/\/apps\/\d+\/show$/)
    },
  )

  it('APP-04 finds apps of a client by their text, and makes another in that client', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=apps' })
    await see(grid(page)).toContainText('Alerta Escolar')
    const asked = asks(page)
    await toRows(page)
    await press(page, '/')
    await type(page, 'pânico')
    await see(grid(page)).not.toContainText('Alerta Escolar')
    await see(grid(page)).toContainText('Botão do Pânico')
    expect(asked.at(-1)).toMatchObject({ clientId: '2', q: 'pânico', withProject: 'true' })
    await toRows(page)
    await press(page, 'c')
    await see(page.getByRole('heading', { level: 1, name: 'Create app' })).toBeVisible()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ clientId: '2' })
  })

  it('APP-09 APP-24 APP-26 APP-27 deletes an app by its typed name, says what goes with it, and leads to the apps of its client', async () => {
    const call = async (method: string, path: string, body?: object) =>
      console.world.call(await console.world.token('acme-admin'), method, path, body)
    const { id } = (await call('POST', 'apps', { name: 'Velho', clientId: 2, projectId: 5 })).body.data as {
      id: number
    }
    await call('POST', 'channels', { name: 'Um', appId: id, clientId: 2 })
    await call('POST', 'channels', { name: 'Dois', appId: id, clientId: 2 })
    const page = await console.visit({ path: `/apps/${id}/show` })
    await see(page.getByRole('heading', { level: 1, name: 'Velho' })).toBeVisible()
    await press(page, 'Delete')
    const question = page.getByRole('alertdialog')
    await see(question).toContainText('It is deleted with 2 channels and 1 app version.')
    const confirm = question.getByRole('button', { name: 'Delete Velho' })
    await see(confirm).toBeDisabled()
    await see(question.getByRole('textbox')).toBeFocused()
    // The name decides, and not the key.
    await type(page, 'Vel')
    await press(page, 'Enter')
    await see(question).toBeVisible()
    await type(page, 'ho')
    await see(confirm).toBeEnabled()
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/clients\/2\/show\?tab=apps$/)
    await see(page.getByRole('log')).toContainText('App deleted, with its channels and versions: Velho')
    expect((await call('GET', `apps/${id}`)).status).toBe(404)
    expect((await call('GET', `channels?appId=${id}`)).body.total).toBe(0)

    // An app that sites use is not deleted, and the reason names them.
    await page.goto('/apps/1/show')
    await see(page.getByRole('heading', { level: 1, name: 'Alerta Escolar' })).toBeVisible()
    await press(page, 'Delete')
    await see(question).toContainText(/still used by 200 sites/)
    await see(question.getByRole('textbox')).toHaveCount(0)
    await see(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  })

  it.each([
    ['en-US', 'This app is still used by 2 sites'],
    ['pt-BR', 'Este app ainda é usado por 2 sites'],
  ] as const)('APP-25 says why the server did not delete an app, and keeps it: %s', async (locale, said) => {
    const call = async (method: string, path: string, body?: object) =>
      console.world.call(await console.world.token('acme-admin'), method, path, body)
    const { id } = (await call('POST', 'apps', { name: 'Usado', clientId: 2, projectId: 5 })).body.data as {
      id: number
    }
    const page = await console.visit({ path: `/apps/${id}/show`, locale })
    console.trouble(page).expect(/status of 400/)
    await see(page.getByRole('heading', { level: 1, name: 'Usado' })).toBeVisible()
    await press(page, 'Delete')
    await see(page.getByRole('alertdialog').getByRole('textbox')).toBeFocused()
    // Sites begin to use it while the question is open.
    console.world.faults.current = (point, { method, route }) => {
      if (point === 'request' && method === 'DELETE' && route.endsWith('/apps/:id'))
        throw new ApiError({
          status: 400,
          code: 'CANNOT_DELETE_WITH_RELATIONS',
          details: { relations: [{ noun: 'sites', count: 2, names: ['Um', 'Dois'] }] },
        })
    }
    await type(page, 'Usado')
    await press(page, 'Enter')
    await see(page.getByRole('log')).toContainText(said)
    await see(page).toHaveURL(new RegExp(`/apps/${id}/show$`))
    console.world.faults.current = () => {}
    expect((await call('DELETE', `apps/${id}`)).status).toBe(200)
  })

  it.each(['en-US', 'pt-BR'] as const)(
    'PROJ-09 opens and closes the channels of an app beside the apps of its project, by keys: %s',
    async (locale) => {
      const portuguese = locale === 'pt-BR'
      const name = portuguese ? 'Canais de Alerta Escolar' : 'Channels of Alerta Escolar'
      const page = await console.visit({ path: '/projects/2/show?tab=apps', locale })
      await see(tree(page)).toContainText('Alerta Escolar')
      await toRows(page)
      const app = page.locator('[role=row]:focus')
      const panel = page.getByRole('complementary', { name, exact: true })
      await see(app).toHaveAttribute('aria-expanded', 'false')
      await press(page, 'ArrowRight')
      await see(app).toHaveAttribute('aria-expanded', 'true')
      await see(panel).toBeVisible()
      expect(await app.getAttribute('aria-controls')).toBe(await panel.getAttribute('id'))
      await see(panel.getByRole('listitem').first()).toContainText('Emergência')
      await see(panel.getByRole('listitem').first()).toContainText(portuguese ? 'Alerta' : 'Alert')
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
      // The next press leads into the cells, the way back out of them, and only then it is closed.
      await press(page, 'ArrowRight')
      await see(page.locator('[role=gridcell]:focus, [role=gridcell] :focus')).toHaveCount(1)
      await press(page, 'ArrowLeft')
      await see(app).toHaveAttribute('aria-expanded', 'true')
      await press(page, 'ArrowLeft')
      await see(app).toHaveAttribute('aria-expanded', 'false')
      await see(panel).toHaveCount(0)
      // The menu of the row does the same, and so does the button in its cells.
      await press(page, '.')
      await type(page, name.toLowerCase())
      // Enter runs nothing before the palette is there.
      await see(page.getByRole('dialog').getByRole('option').first()).toContainText(name)
      await press(page, 'Enter')
      await see(panel).toBeVisible()
      await tabTo(page, panel.getByRole('link', { name: 'Emergência', exact: true }))
      await tabTo(page, panel.getByRole('button', { name: portuguese ? 'Fechar os canais' : 'Close the channels' }))
      await press(page, 'Enter')
      await see(panel).toHaveCount(0)
      await see.poll(() => focusIsLost(page)).toBe(false)
      const narrow = await console.visit({
        path: '/projects/2/show?tab=apps',
        locale,
        size: { width: 360, height: 800 },
      })
      await see(tree(narrow)).toContainText('Alerta Escolar')
      await toRows(narrow)
      await press(narrow, 'ArrowRight')
      await see(narrow.getByRole('complementary', { name, exact: true })).toBeVisible()
      expect(await overflow(narrow)).toEqual([])
      expect(await axe(narrow)).toEqual([])
    },
  )

  it('PROJ-09 A-080 changes the look of an app in a drawer over its project, and deletes it from there', async () => {
    const call = async (method: string, path: string, body?: object) =>
      console.world.call(await console.world.token('acme-admin'), method, path, body)
    const { id } = (await call('POST', 'apps', { name: 'Gaveta', clientId: 2, projectId: 5 })).body.data as {
      id: number
    }
    const page = await console.visit({ path: '/projects/5/show?tab=apps' })
    await see(tree(page)).toContainText('Gaveta')
    await toRows(page)
    await press(page, '/')
    await type(page, 'gaveta')
    await see(tree(page)).not.toContainText('Botão do Pânico')
    await toRows(page)
    await press(page, '.')
    await type(page, 'customize')
    await see(page.getByRole('dialog').getByRole('option').first()).toContainText('Customize Gaveta')
    await press(page, 'Enter')
    const drawer = page.getByRole('dialog', { name: 'Edit Gaveta' })
    // The settings of the app's own page, with their preview.
    for (const name of ['General', 'Theme and properties', 'Terms'])
      await see(drawer.getByRole('region', { name, exact: true })).toBeVisible()
    await see(drawer.locator('[data-app-colors]')).toBeVisible()
    await see(drawer.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await see(page).toHaveURL(new RegExp(`app=${id}$`))
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    await tabTo(page, drawer.getByRole('textbox', { name: 'Header colour', exact: true }))
    await press(page, 'Control+A')
    await type(page, '#123456')
    await press(page, 'Control+Enter')
    await see(drawer).toHaveCount(0)
    await see(page).not.toHaveURL(/app=/)
    await see(page.locator('[role=row]:focus')).toContainText('Gaveta')
    expect((await call('GET', `apps/${id}`)).body.data).toMatchObject({ config: { headerColor: '#123456' } })
    // The key that edits opens the same drawer, and Esc closes it.
    await press(page, 'e')
    await see(drawer).toBeVisible()
    await press(page, 'Escape')
    await see(drawer).toHaveCount(0)
    await see(page.locator('[role=row]:focus')).toContainText('Gaveta')
    await press(page, 'Delete')
    const question = page.getByRole('alertdialog')
    await see(question.getByRole('textbox')).toBeFocused()
    await type(page, 'Gaveta')
    await see(question.getByRole('button', { name: 'Delete Gaveta' })).toBeEnabled()
    await press(page, 'Enter')
    await see(question).toHaveCount(0)
    await see.poll(async () => (await call('GET', `apps/${id}`)).status).toBe(404)
    await see(page).toHaveURL(/\/projects\/5\/show\?tab=apps/)
  })

  it('A-080 opens no drawer for whoever may not change apps', async () => {
    const page = await console.visit({ as: 'broadcast-operator', path: '/projects/2/show?tab=apps&app=1' })
    await see(page.getByRole('heading', { level: 1 })).toBeVisible()
    await see(page.getByRole('dialog')).toHaveCount(0)
  })

  it('PROJ-09 A-079 copies an app into another project, with its theme, its channels and their order', async () => {
    const call = async (method: string, path: string, body?: unknown) =>
      console.world.call(await console.world.token('acme-admin'), method, path, body)
    const page = await console.visit({ path: '/projects/5/show?tab=apps' })
    await see(tree(page)).toContainText('Botão do Pânico')
    await page.goto('/projects/2/show?tab=apps')
    await see(tree(page)).toContainText('Alerta Escolar')
    await toRows(page)
    await press(page, '.')
    const palette = page.getByRole('dialog')
    await type(page, 'copy alerta')
    await see(palette.getByRole('option').first()).toContainText('Copy Alerta Escolar')
    await press(page, 'Enter')
    await see(palette.getByRole('textbox')).toHaveValue('Alerta Escolar')
    await press(page, 'Control+A')
    await type(page, 'Cópia de teste')
    await press(page, 'Enter')
    await see(palette.getByRole('combobox')).toBeFocused()
    await type(page, 'interior')
    await see(palette.getByRole('option').first()).toContainText('Escolas do interior')
    await press(page, 'Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Cópia de teste' })).toBeVisible()
    await see(page.getByText('Alerta Escolar was copied as Cópia de teste.')).toBeVisible()
    const id = Number(/apps\/(\d+)\/show/.exec(page.url())![1])
    const app = (await call('GET', `apps/${id}`)).body.data as { projectId: number; label: string }
    expect(app).toMatchObject({ projectId: 5, label: 'Alerta' })
    const names = async (appId: number) =>
      (
        (await call('GET', `channels?appId=${appId}`)).body.data as { name: string; config: { parentId?: unknown } }[]
      ).map(({ name, config }) => [name, config.parentId === undefined])
    expect(await names(id)).toEqual(await names(1))

    // Anywhere else the app is chosen first. A channel that was made of a template lacks the key of its client.
    const template = await call('POST', 'apps/templates', {
      name: 'Modelo',
      description: 'x',
      visibility: 'client',
      appId: 1,
      clientId: 2,
    })
    const { id: appTemplateId } = template.body.data as { id: number }
    await call('POST', 'apps', { name: 'Do modelo', clientId: 2, projectId: 5, appTemplateId })
    await press(page, 'g', 'h')
    await see(page).toHaveURL(/\/$/)
    console.trouble(page).expect(/status of 400/)
    await press(page, 'Control+K')
    await type(page, 'copy app')
    await see(palette.getByRole('option').first()).toContainText('Copy app…')
    await press(page, 'Enter')
    await see(palette).toContainText('1 of 3')
    await see(palette.getByRole('combobox')).toBeFocused()
    await type(page, 'do modelo')
    await see(palette.getByRole('option').first()).toContainText('Do modelo')
    await press(page, 'Enter')
    await see(palette.getByRole('textbox')).toHaveValue('Do modelo')
    await press(page, 'Enter')
    await see(palette.getByRole('combobox')).toBeFocused()
    await type(page, 'interior')
    await see(palette.getByRole('option').first()).toContainText('Escolas do interior')
    await press(page, 'Enter')
    await see(page.getByText('Not done: Copy Do modelo, because of the channel Suporte')).toBeVisible()
    await see(page.getByRole('log')).toContainText('Application id is required.')
  })
})
