import type { Page } from 'playwright'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { chooseElsewhere, goWithin, inBrowser, see, type Console } from './console'
import { focusIsLost, press, tabTo, type } from './keyboard'

const heads = (page: Page) => page.getByRole('columnheader')
const tabs = (page: Page) => page.getByRole('tab')
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div, dl')
    .filter({ has: page.getByRole('term').getByText(name, { exact: true }) })
    .last()
    .getByRole('definition')
    .first()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const row = (page: Page) => page.locator('[role=row]:focus')

/** Records every request to the API from now on, as `GET /api/sites?…`. */
function requests(page: Page): { line: string; body: string | null }[] {
  const asked: { line: string; body: string | null }[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/'))
      asked.push({ line: `${request.method()} ${pathname}${search}`, body: request.postData() })
  })
  return asked
}

/** Goes down the sides of a table by Tab until a row has the focus. */
const toRows = async (page: Page) => {
  await tabTo(page, page.locator('[role=row][tabindex="0"]'))
  await see(row(page)).toBeVisible()
}

const ofClients = (console: Console) => {
  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('root'), method, path, body)

  it('CLIENT-01 CLIENT-02 CLIENT-03 CLIENT-04 lists clients, and opens and creates them', async () => {
    const { id } = (
      await call('POST', 'clients', {
        name: 'Zona Parada',
        nickname: 'Parada',
        manager: { username: 'parada-admin', email: 'parada@example.org', name: 'Pedro Parada' },
      })
    ).body.data as { id: number }
    expect((await call('PUT', `clients/${id}`, { active: false })).status).toBe(200)
    const page = await console.visit({ as: 'root', path: '/clients' })
    await see(heads(page).filter({ hasText: /Name|Nickname|Active|Edit/ })).toHaveText([
      'Name',
      'Nickname',
      'Active',
      'Edit',
    ])
    await see(row(page)).toContainText('Acme Educação')
    await see(page.getByText('Zona Parada')).toHaveCount(0)
    await press(page, 'i')
    await see(page.getByRole('link', { name: 'Zona Parada', exact: true })).toBeVisible()
    await press(page, '/')
    await type(page, 'borealis')
    await see(page.getByRole('row')).toHaveCount(2)
    await press(page, 'Escape', 'Escape')
    await press(page, 's')
    await press(page, 'Escape')
    await press(page, 'Home', 'Enter')
    await see(page).toHaveURL(/\/clients\/\d+\/show$/)
    await page.goBack()
    await see(row(page)).toBeVisible()
    await press(page, 'c')
    await see(page).toHaveURL(/\/clients\/create/)
    await see(heading(page, 'Create client')).toBeVisible()
  })

  it.each([
    ['pt-BR', 'Clientes', 'Bloqueado', ['Nome', 'Nome curto', 'Ativo', 'Editar'], 'Colunas'],
    ['en-US', 'Clients', 'Locked', ['Name', 'Nickname', 'Active', 'Edit'], 'Columns'],
  ] as const)(
    'S50 W48 CLIENT-02 has four columns of clients in %s, and marks the names of locked ones until their column is chosen',
    async (locale, names, word, columns, button) => {
      const page = await console.visit({ as: 'root', path: '/clients', locale })
      const grid = page.getByRole('grid', { name: names })
      const borealis = grid.getByRole('row').filter({ hasText: 'Borealis' })
      const words = borealis.getByText(word, { exact: true })
      await see(borealis.getByRole('rowheader')).toContainText(word)
      await see(grid.getByRole('row').filter({ hasText: 'Acme' })).not.toContainText(new RegExp(`${word}|Não`))
      await see(words).toHaveCount(1)
      expect((await heads(page).allTextContents()).slice(1)).toEqual(columns)
      await tabTo(page, page.getByRole('button', { name: button, exact: true }))
      await press(page, 'Enter')
      const option = page.locator('[role=option]:focus')
      await see(option).toBeVisible()
      while ((await option.textContent()) !== word) await press(page, 'ArrowDown')
      await press(page, 'Space')
      await press(page, 'Escape')
      await see(heads(page).filter({ hasText: word })).toHaveCount(1)
      await see(borealis.getByRole('rowheader')).not.toContainText(word)
      await see(words).toHaveCount(1)
    },
  )

  it('CLIENT-20 says in words of their own that there are no clients, users, licenses or projects', async () => {
    const { database } = console.world
    const id = await withServer(database, async (tx) => {
      await sql`update users set client_ids = '[]' where username = 'client-manager'`.execute(tx)
      const { rows } = await sql<{ id: number }>`insert into clients (name, nickname) values ('Vazio', 'Vazio')
        returning id`.execute(tx)
      return rows[0]!.id
    })
    const page = await console.visit({ as: 'root', path: `/clients/${id}/show?tab=projects` })
    for (const [tab, words] of [
      ['projects', 'There are no projects.'],
      ['users', 'There are no users.'],
      ['licenses', 'There are no license comments.'],
    ] as const) {
      await goWithin(page, `/clients/${id}/show?tab=${tab}`)
      await see(page.getByRole('status').filter({ hasText: words }).locator('svg').first()).toBeVisible()
    }
    const none = await console.visit({ as: 'client-manager', path: '/clients', locale: 'pt-BR', ownSession: true })
    await see(none.getByRole('status').filter({ hasText: 'Não há clientes.' }).locator('svg').first()).toBeVisible()
    await withServer(database, async (tx) => {
      await sql`update users set client_ids = '[2, 4]' where username = 'client-manager'`.execute(tx)
    })
  })

  it('S49 CLIENT-07 CLIENT-08 CLIENT-10 CLIENT-13 shows a client by its tabs, with settings, lock and refresh', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=teams' })
    await see(tabs(page)).toHaveText([
      'Summary',
      'Projects',
      'Sites',
      'Teams',
      'Monitoring providers',
      'Apps',
      'Users',
      'License comments',
    ])
    await see(page.getByRole('tab', { selected: true })).toHaveText('Teams')
    await see(page.getByRole('grid', { name: 'Teams' })).toBeVisible()
    await goWithin(page, '/clients/2/show?tab=nonsense')
    await see(page.getByRole('tab', { selected: true })).toHaveText('Summary')
    await tabTo(page, page.getByRole('button', { name: 'Refresh' }))
    const asked = requests(page)
    await press(page, 'Enter')
    await see.poll(() => asked.some(({ line }) => line === 'GET /api/clients/2')).toBe(true)
    // S49 One button leads to the settings.
    await see(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
    await tabTo(page, page.getByRole('button', { name: 'Settings' }))
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/clients\/2\?redirect=/)
    await see(tabs(page)).toHaveText([
      'Summary',
      'Registration codes',
      'Registration handlers',
      'Registration forms',
      'Registration data schemas',
      'Terms',
    ])
  })

  it('CLIENT-10 locks and unlocks, and asks before it does', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/4/show' })
    await tabTo(page, page.getByRole('button', { name: 'Lock', exact: true }))
    await press(page, 'Enter')
    const dialog = page.getByRole('alertdialog')
    await see(dialog).toContainText('Cidade Vazia')
    expect(((await call('GET', 'clients/4')).body.data as { locked: boolean }).locked).toBe(false)
    await tabTo(page, dialog.getByRole('button', { name: /Lock/ }))
    await press(page, 'Enter')
    // Blocked buttons have the same words in their descriptions.
    await see(page.getByText('The client Cidade Vazia is locked.').filter({ visible: true })).toBeVisible()
    expect(((await call('GET', 'clients/4')).body.data as { locked: boolean }).locked).toBe(true)
    await tabTo(page, page.getByRole('button', { name: 'Unlock', exact: true }))
    await press(page, 'Enter')
    if (await dialog.isVisible()) {
      await tabTo(page, dialog.getByRole('button', { name: /Unlock/ }))
      await press(page, 'Enter')
    }
    await see.poll(async () => ((await call('GET', 'clients/4')).body.data as { locked: boolean }).locked).toBe(false)
    await see(page.getByText('is locked.', { exact: false })).toHaveCount(0)
  })

  it('CLIENT-11 CLIENT-12 sums a client up, with its sites on a map', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show' })
    for (const [name, value] of [
      ['Name', 'Acme Educação'],
      ['Nickname', 'Acme'],
      ['Active', 'Yes'],
      ['Minimum app version', '2.4.0'],
    ] as const)
      await see(fact(page, name)).toHaveText(value)
    await see(page.getByText('1,960 places on the map')).toBeVisible()
    const history = page.getByRole('region', { name: 'History' })
    await see(history).toContainText('root changed it')
    await see(history).toContainText('2.3.0 → 2.4.0')
  })

  it('W25 W27 prints a record without the shell and from sheet to sheet, and draws no ring round its heading', async () => {
    const page = await console.visit({ path: '/sites/1/show', size: { width: 1000, height: 500 } })
    const title = page.getByRole('heading', { level: 1 })
    await see(page.getByRole('region', { name: 'History' })).toBeVisible()
    await press(page, 'Shift+Tab', 'Tab')
    await title.evaluate((one) => one.focus())
    expect(await title.evaluate((one) => [one.matches(':focus-visible'), getComputedStyle(one).outlineStyle])).toEqual([
      true,
      'none',
    ])
    await tabTo(page, page.getByRole('button', { name: 'Actions' }))
    await page.emulateMedia({ media: 'print' })
    for (const part of ['banner', 'navigation', 'button'] as const)
      for (const one of await page.getByRole(part).all())
        if (part !== 'navigation' || (await one.evaluate((element) => element.closest('main') === null)))
          await see(one).toBeHidden()
    await see(page.getByRole('region', { name: 'History' })).toBeVisible()
    // Nothing that has text is cut off by what it lies in.
    const cut = await page.getByRole('region', { name: 'History' }).evaluate((element) => {
      const found: string[] = []
      for (let one = element.parentElement; one; one = one.parentElement)
        if (one.clientHeight > 0 && getComputedStyle(one).overflowY !== 'visible' && one !== document.documentElement)
          found.push(one.outerHTML.slice(0, 80))
      return found
    })
    expect(cut).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(500)
    await page.emulateMedia({ media: 'screen' })
    await see(page.getByRole('banner')).toBeVisible()
  })

  it('W22 names the buttons without words, with their keys, to who points at them', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=sites' })
    const title = (name: string) => page.getByRole('button', { name, exact: true }).first()
    await see(row(page).or(page.locator('[role=row][tabindex="0"]')).first()).toBeVisible()
    await see(title('Refresh')).toHaveAttribute('title', 'Refresh · R')
    await see(title('Actions')).toHaveAttribute('title', 'Actions · .')
    await see(page.locator('a[data-link][aria-label]').first()).toHaveAttribute('title', /^Edit .+ · E$/)
    const bare = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button:not([role], [data-initials]), a')]
        .filter((one) => one.checkVisibility() && one.innerText.replace(/\s/g, '') === '' && one.title === '')
        .map((one) => one.outerHTML.slice(0, 120)),
    )
    expect(bare).toEqual([])
  })

  it('W40 says of a client without sites that there are none, and not that none has coordinates, in both languages', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/4/show' })
    const onMap = (title: string) => page.getByRole('region', { name: title })
    await see(onMap('Sites on the map')).toContainText('There are no sites.')
    await see(onMap('Sites on the map')).not.toContainText('coordinates')
    await chooseElsewhere(page, { locale: 'pt-BR' })
    await see(onMap('Sites no mapa')).toContainText('Não há sites.')
  })

  it('CLIENT-16 lets a locked client be read, and says why nothing can be changed', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/3' })
    const why = 'The client Borealis Saúde is locked. It can be read, not changed.'
    await see(page.getByText(why).first()).toBeVisible()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await see(name).toHaveValue('Borealis Saúde')
    await see(name).not.toBeEditable()
    const save = page.getByRole('button', { name: 'Save' })
    await see(save).toBeDisabled()
    await tabTo(page, save)
    await see(save).toHaveAccessibleDescription(why)
    await press(page, 'Enter', 'Control+Enter')
    expect(((await call('GET', 'clients/3')).body.data as { name: string }).name).toBe('Borealis Saúde')
    // The records of the client are locked too.
    const admin = await console.visit({ as: 'borealis-admin', path: '/sites' })
    await see(row(admin)).toBeVisible()
    await see(admin.getByRole('button', { name: 'Create site' })).toBeDisabled()
    await see(admin.getByRole('button', { name: 'Import' })).toBeDisabled()
    const asked = requests(admin)
    await see(row(admin).getByRole('switch')).toBeDisabled()
    await see(row(admin).getByRole('switch')).toHaveAccessibleDescription(why)
    await press(admin, 't')
    await see(admin.getByRole('log').getByText(why)).toBeVisible()
    await see(row(admin).getByRole('switch')).toBeChecked()
    // The refusal of another record is no second notice.
    await press(admin, 'j', 't')
    await see(admin.getByRole('log').getByText(why)).toHaveCount(1)
    await press(admin, 'k')
    await press(admin, 'Enter')
    // PERM-39: the button is not there; its key tells the reason.
    await see(admin.getByRole('button', { name: 'Edit' })).toHaveCount(0)
    await press(admin, 'e')
    await see(admin).toHaveURL(/\/show$/)
    expect(asked.filter(({ line }) => !line.startsWith('GET '))).toEqual([])
    const site = (
      (await call('GET', 'sites?ClientId=3&limit=1&order=name ASC')).body.data as unknown as { active: boolean }[]
    )[0]!
    expect(site.active).toBe(true)
  })

  it('shows what a lock blocks as blocked, and all of it as it was when the client is unlocked', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/3/show?tab=sites' })
    const site = page.getByRole('grid', { name: 'Sites' }).locator('[role=row][tabindex="0"]')
    await see(site.getByRole('switch')).toBeDisabled()
    await tabTo(page, site)
    await press(page, 't')
    const told = page.getByRole('log').getByText('The client Borealis Saúde is locked.')
    await see(told).toHaveCount(1)
    await tabTo(page, page.getByRole('button', { name: 'Unlock', exact: true }), 'Shift+Tab')
    await press(page, 'Enter')
    await see(site.getByRole('switch')).toBeEnabled()
    await see(site.getByRole('link', { name: /^Edit/ })).toBeVisible()
    await see(told).toHaveCount(0)
    await press(page, 'z')
    await see(site.getByRole('switch')).toBeDisabled()
    await see(site.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
  })

  it('CLIENT-17 makes no app for a client that is locked, and says why', async () => {
    const why = 'The client Borealis Saúde is locked. It can be read, not changed.'
    const page = await console.visit({ as: 'root', path: '/clients/3/show?tab=apps' })
    await see(page.getByRole('grid', { name: 'Apps' })).toContainText('Alerta Hospitalar')
    const create = page.getByRole('button', { name: /^Create app/ })
    await see(create).toBeDisabled()
    await tabTo(page, create)
    await see(create).toHaveAccessibleDescription(why)
    await press(page, 'Enter')
    await toRows(page)
    await press(page, 'c')
    await see(page).toHaveURL(/\/clients\/3\/show\?tab=apps$/)
    // For a client that is not locked, it is there.
    await goWithin(page, '/clients/2/show?tab=apps')
    await see(page.getByRole('grid', { name: 'Apps' })).toContainText('Alerta Escolar')
    await toRows(page)
    await press(page, 'c')
    await see(heading(page, /^Create app$/)).toBeVisible()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ clientId: '2' })
  })

  it('CLIENT-18 SITE-04 opens a user of a client, and says of what there is none', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=users' })
    await see(page.getByRole('grid', { name: 'Users' })).toContainText('acme-admin')
    await toRows(page)
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/users\/\d+\/show$/)
    await goWithin(page, '/clients?q=zzzz')
    await see(page.getByText('Nothing for “zzzz”')).toBeVisible()
    for (const resource of ['sites', 'apps']) {
      await goWithin(page, `/clients/1/show?tab=${resource}`)
      await see(page.getByText(`There are no ${resource}.`)).toBeVisible()
      await see(page.getByText(/^Nothing for/)).toHaveCount(0)
    }
  })

  it('PROJ-03 PROJ-04 PROJ-12 lists projects with the default one in the language of the reader', async () => {
    const page = await console.visit({ as: 'root', path: '/' })
    const asked = requests(page)
    await goWithin(page, '/clients/2/show?tab=projects')
    await see(page.getByRole('grid', { name: 'Projects' })).toContainText('Made with the client.')
    // The page before counts projects too, of whichever client.
    const listing = asked.find(({ line }) => line.startsWith('GET /api/projects?') && line.includes('ClientId=2'))
    const first = new URL(listing!.line.slice(4), 'http://x')
    expect(Object.fromEntries(first.searchParams)).toMatchObject({
      ClientId: '2',
      limit: '50',
      order: 'id DESC',
    })
    expect(first.searchParams.get('showDeleted') ?? 'false').toBe('false')
    expect(first.searchParams.get('offset') ?? '0').toBe('0')
    await see(page.getByRole('button', { name: 'Create project' })).toBeVisible()
    await see(page.getByText('Piloto 2024')).toHaveCount(0)
    await goWithin(page, '/projects/2/show')
    await see(heading(page, 'Default')).toBeVisible()
    await see(page).toHaveTitle('Default · tocsin')
    await chooseElsewhere(page, { locale: 'pt-BR' })
    await see(heading(page, /^Padrão$/)).toBeVisible()
    await see(page).toHaveTitle('Padrão · tocsin')
    await press(page, 'e')
    await see(heading(page, 'Editar Padrão')).toBeVisible()
    await goWithin(page, '/projects/create')
    await see(heading(page, /Criar projeto/)).toBeVisible()
  })
}

const ofPlaces = (console: Console) => {
  it('SITE-02 SITE-03 SITE-05 SITE-06 lists the sites of a client in its tab', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=sites' })
    for (const name of ['Export', 'Import', 'Create site'])
      await see(page.getByRole('button', { name, exact: true })).toBeVisible()
    await see(page.getByRole('switch', { name: 'Show inactive' })).toBeVisible()
    await see(page.getByRole('searchbox')).toBeVisible()
    await see(heads(page)).toHaveText([
      'Select all loaded rows',
      'Name',
      'Tag',
      'Address',
      'Registration codes',
      'Active',
      'App name',
      'Edit',
    ])
    const first = page.getByRole('row').nth(1)
    await see(first.getByRole('gridcell')).toContainText([
      '',
      'ACME-000001',
      'Rua Aurora Lima, 1',
      'AB7K2Q',
      '',
      'Alerta Escolar',
    ])
    await toRows(page)
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/sites\/1\/show$/)
    await page.goBack()
    await see(row(page)).toBeVisible()
    await press(page, 'e')
    await see(page).toHaveURL(/\/sites\/1\?redirect=%2Fclients%2F2%2Fshow%3Ftab%3Dsites$/)
  })

  it('SITE-03 writes - where a site has no tag and no app', async () => {
    const token = await console.world.token('acme-admin')
    await console.world.call(token, 'POST', 'sites', {
      name: 'Sem nada',
      ClientId: 2,
      location: { formatted: 'Rua 2' },
    })
    const page = await console.visit({ path: '/sites?q=Sem+nada' })
    await see(page.getByRole('row').nth(1).getByRole('gridcell')).toHaveText(['', '-', 'Rua 2', '-', '', '-', ''])
  })

  it('SITE-07 goes to the form with the client and the way back in its address', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=sites' })
    await tabTo(page, page.getByRole('button', { name: 'Create site' }))
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/sites\/create\?/)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      ClientId: '2',
      redirect: '/clients/2/show?tab=sites',
    })
  })

  it('SITE-08 SITE-09 SITE-10 SITE-11 shows a site by its tabs, with the way back to its client', async () => {
    const page = await console.visit({ path: '/sites/1/show' })
    await see(tabs(page)).toHaveText(['Summary', 'Users', 'Mobile profiles', 'Registration codes'])
    await see(page.getByRole('region', { name: 'Manager' })).toContainText('Mirtes Sabiá')
    await see(page.getByRole('region', { name: 'Manager' })).toContainText('+55 11 91000 0000')
    await see(page.getByRole('status').filter({ hasText: 'zoom 14' })).toBeAttached()
    const up = page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Sites' })
    await see(up).toHaveAttribute('href', '/clients/2/show/3')
    await press(page, '2')
    await see(page.getByRole('tab', { selected: true })).toHaveText('Users')
    await see(page.getByRole('grid', { name: 'Users' })).toContainText('acme-site-manager')
    await press(page, '4')
    await see(page.getByRole('grid', { name: 'Registration codes' })).toContainText('AB7K2Q')
    await tabTo(page, up, 'Shift+Tab')
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/clients\/2\/show\?tab=sites$/)
    await see(page.getByRole('tab', { selected: true })).toHaveText('Sites')
    await goWithin(page, '/sites/1')
    await see(tabs(page)).toHaveText(['Summary', 'Users'])
    await goWithin(page, '/sites/20001/show')
    await see(page).toHaveURL(/\/teams\/20001\/show$/)
    await goWithin(page, '/sites/20001')
    await see(page).toHaveURL(/\/teams\/20001$/)
  })

  it('says why a record has no neighbour: at both ends of its list, and of what the list has loaded', async () => {
    const page = await console.visit({ path: '/sites' })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const position = (at: number) => page.getByText(new RegExp(`^${at} of [\\d,]+$`))
    await see(row(page)).toBeVisible()
    await press(page, 'Enter')
    await see(position(1)).toBeVisible()
    await see(button('Previous')).toHaveAccessibleDescription('This is the first record of the list.')
    await see(button('Next')).not.toHaveAttribute('aria-disabled')
    // The list has loaded its first 50 rows.
    for (let at = 2; at <= 50; at++) {
      await press(page, 'j')
      await see(position(at)).toBeVisible()
    }
    await see(button('Next')).toHaveAccessibleDescription('The list has not loaded the records beyond this one.')
    await press(page, 'Escape')
    await see(row(page)).toBeVisible()
    await press(page, 'End')
    await see(row(page)).toHaveAttribute('aria-rowindex', /^\d{4}$/)
    await see(row(page)).not.toHaveAttribute('aria-busy')
    await press(page, 'Enter')
    await see(button('Next')).toHaveAccessibleDescription('This is the last record of the list.')
    await chooseElsewhere(page, { locale: 'pt-BR' })
    await see(button('Próximo')).toHaveAccessibleDescription('Este é o último registro da lista.')
  })

  it('SITE-16 TEAM-08 sends the whole record with active flipped, also of a team, to the sites', async () => {
    const page = await console.visit()
    for (const { path, id, name } of [
      { path: '/sites', id: 1, name: 'Escola Municipal Aurora Lima 1' },
      { path: '/teams', id: 20001, name: 'Equipe Aurora Lima' },
    ]) {
      await goWithin(page, `${path}?q=${encodeURIComponent(name)}`)
      await see(row(page)).toContainText(name)
      const asked = requests(page)
      await press(page, 't')
      await see.poll(() => asked.filter(({ line }) => line.startsWith('PUT ')).length).toBe(1)
      const { line, body } = asked.find((one) => one.line.startsWith('PUT '))!
      expect(line).toBe(`PUT /api/sites/${id}`)
      expect(JSON.parse(body!)).toMatchObject({
        name,
        active: false,
        ClientId: 2,
        location: expect.any(Object) as object,
      })
      await press(page, 'z')
      await see.poll(() => asked.filter((one) => one.line.startsWith('PUT ')).length).toBe(2)
      // The page ends with the test, with its requests under way: the other tests find the record as it was.
      const token = await console.world.token('root')
      await see
        .poll(async () => (await console.world.call(token, 'GET', `sites/${id}`)).body.data)
        .toMatchObject({ active: true })
    }
  })

  it('TEAM-03 has name, tag and app to sort teams by, beside their codes, a switch and the way to edit one', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=teams' })
    await see(heads(page)).toHaveText([
      'Select all loaded rows',
      'Name',
      'Tag',
      'Registration codes',
      'Active',
      'App name',
      'Edit',
    ])
    // `s` goes along the headings of sortable columns only.
    await see(page.locator('[role=columnheader][aria-sort]')).toHaveText(['Name', 'Tag', 'Active', 'App name'])
    await toRows(page)
    await press(page, 's')
    for (const [name, address] of [
      ['Name', /order=name\+ASC/],
      ['Tag', /order=tag\+ASC/],
      ['App name', /order=App\.name\+ASC/],
    ] as const) {
      const head = page.getByRole('columnheader', { name, exact: true })
      while (!(await head.evaluate((one) => one === document.activeElement))) await press(page, 'ArrowRight')
      await press(page, 'Enter')
      await see(head).toHaveAttribute('aria-sort', 'ascending')
      await see(page).toHaveURL(address)
    }
    await toRows(page)
    await see(row(page).getByRole('switch')).toBeChecked()
    const edit = row(page).getByRole('link', { name: /Edit/ })
    await see(edit).toHaveAttribute('href', /^\/teams\/\d+/)
  })

  it('TEAM-02 TEAM-05 TEAM-06 lists teams and shows one', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=teams' })
    await see(page.getByRole('button', { name: 'Create team' })).toBeVisible()
    await see(page.getByRole('switch', { name: 'Show inactive' })).toBeVisible()
    await toRows(page)
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/teams\/20001\/show$/)
    await see(tabs(page)).toHaveText(['Summary', 'Users', 'Mobile profiles', 'Registration codes'])
    await see(fact(page, 'Time zone')).toContainText('/')
    const up = page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Teams' })
    await see(up).toHaveAttribute('href', '/clients/2/show/4')
    await press(page, 'e')
    await see(page).toHaveURL(/\/teams\/20001\?/)
    await see(tabs(page)).toHaveText(['Summary', 'Users'])
    await goWithin(page, '/clients/2/show/4')
    await see(page).toHaveURL(/\/clients\/2\/show\?tab=teams$/)
  })

  /** Makes a place in its list, opens it, changes it, and finds it changed in the list: by its four screens. */
  const byFourScreens = async (
    resource: 'sites' | 'teams',
    name: string,
    fields: readonly (readonly [label: string, text: string])[],
  ) => {
    const page = await console.visit({ path: `/${resource}` })
    await see(row(page)).toBeVisible()
    await press(page, 'c')
    await see(heading(page, /^Create (site|team)$/)).toBeVisible()
    await see(page.locator('form :focus')).toBeVisible()
    for (const [label, text] of [['Name', name], ['Address', 'Rua das Telas, 4'], ...fields] as const) {
      await tabTo(page, page.getByRole('textbox', { name: label, exact: true }).first())
      await type(page, text)
    }
    await press(page, 'Control+Enter')
    await see(row(page).getByRole('rowheader')).toHaveText(name)
    await press(page, 'Enter')
    await see(page).toHaveURL(new RegExp(`/${resource}/\\d+/show$`))
    await see(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused()
    await see(page.locator('main')).toContainText('Rua das Telas, 4')
    await press(page, 'e')
    await tabTo(page, page.getByRole('textbox', { name: 'Name', exact: true }).first())
    await press(page, 'End')
    await type(page, ' mudou')
    await press(page, 'Control+Enter')
    await see(page.getByRole('heading', { level: 1, name: `${name} mudou`, exact: true })).toBeVisible()
    await goWithin(page, `/${resource}?q=${encodeURIComponent(`${name} mudou`)}`)
    await see(row(page)).toContainText(`${name} mudou`)
    // Undone one after the other, the creation last: its page goes with it, and so does its name.
    await press(page, 'Enter')
    await see(page.getByRole('heading', { level: 1, name: `${name} mudou`, exact: true })).toBeVisible()
    await press(page, 'z')
    await see(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await press(page, 'z')
    await see(page.getByRole('log').getByText(/^Undone: /)).toHaveCount(2)
    await see(page).toHaveURL(new RegExp(`tab=${resource}$`))
    await see(page.getByRole('heading', { level: 1, name: 'Acme Educação' })).toBeFocused()
    expect(await focusIsLost(page)).toBe(false)
    await press(page, 'Control+k')
    await see(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    await see(page.getByRole('dialog').getByRole('option').filter({ hasText: name })).toHaveCount(0)
  }

  it('SITE-01 lists, makes, shows and changes a site', () => byFourScreens('sites', 'Escola das quatro telas', []))

  it('TEAM-01 lists, makes, shows and changes a team', () =>
    byFourScreens('teams', 'Equipe das quatro telas', [['Time zone', 'America/Manaus']]))

  it('W46 has the history of a record on its page, with who changed what', async () => {
    const token = await console.world.token('acme-admin')
    await console.world.call(token, 'PATCH', 'sites/7', { referencePoint: 'Ao lado da padaria' })
    const page = await console.visit({ path: '/sites/7/show' })
    const history = page.getByRole('region', { name: 'History' })
    await see(history).toContainText('acme-admin changed it')
    await see(history).toContainText('Ao lado da padaria')
    // W46 The id of the request is there for who needs it.
    await see(history.getByRole('button', { name: 'Copy: request id' }).first()).toBeVisible()
    await see(history).not.toContainText('req-')
  })
}

const ofOthers = (console: Console) => {
  it('lists users, apps, codes and audit events, and shows a user with what it may do', async () => {
    const page = await console.visit({ as: 'root', path: '/users?q=carteira' })
    await see(row(page)).toContainText('Célia Carteira')
    await press(page, 'Enter')
    await see(heading(page, 'Célia Carteira')).toBeVisible()
    await goWithin(page, '/users/6/show')
    await see(fact(page, 'Client')).toHaveText('Acme Educação')
    await see(page.locator('main')).toContainText('sites:view')
    await goWithin(page, '/apps')
    await see(page.getByRole('grid', { name: 'Apps' })).toContainText('Alerta Escolar')
    await goWithin(page, '/registration-codes')
    await see(page.getByRole('grid', { name: 'Registration codes' })).toContainText('ACME01')
    await goWithin(page, '/audit-events')
    await see(page.getByRole('grid', { name: 'Audit events' })).toContainText('Edit')
  })

  it('W47 lists audit events by the names of their records, each a link to its record', async () => {
    const token = await console.world.token('acme-admin')
    await console.world.call(token, 'PATCH', 'sites/8', { referencePoint: 'Atrás da praça' })
    const page = await console.visit({ as: 'root', path: '/audit-events?noun=sites&recordId=8', locale: 'pt-BR' })
    const grid = page.getByRole('grid', { name: 'Eventos de auditoria' })
    await see(grid.getByRole('columnheader', { name: 'Representado por' })).toBeVisible()
    const record = row(page).getByRole('link', { name: 'Creche João de Barro 8' })
    await see(record).toHaveAttribute('href', /^\/sites\/8\/show/)
    await see(row(page)).toContainText('Editar')
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/audit-events\/\d+\/show/)
    await see(fact(page, 'Registro').getByRole('link', { name: 'Creche João de Barro 8' })).toBeVisible()
    // Every event of a list is told in the same form: neither `alterou` nor `entrou`.
    await goWithin(page, '/audit-events?noun=users')
    await see(row(page)).toContainText('Entrar')
  })

  it('makes a registration code that belongs to the account, and goes to it', async () => {
    const page = await console.visit({ path: '/registration-codes' })
    await see(row(page)).toBeVisible()
    await press(page, 'c')
    await see(heading(page, 'Create registration code')).toBeVisible()
    await see(page.locator('form :focus')).toBeVisible()
  })
}

inBrowser('the screens', (console) => {
  describe('of clients', () => ofClients(console))
  describe('of sites and teams', () => ofPlaces(console))
  describe('of the rest', () => ofOthers(console))
})
