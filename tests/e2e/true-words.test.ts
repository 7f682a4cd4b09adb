import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { chooseElsewhere, inBrowser, see } from './console'
import { chooseFile, expectFocus, press, tabTo, type } from './keyboard'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const banner = (page: Page, client: string) =>
  page.getByRole('status').filter({ hasText: `The client ${client} is locked` })
const told = (page: Page) => page.getByRole('log')

inBrowser('what the console says and shows is so', (console) => {
  it('S03 SITE-10 SITE-11 SITE-17 TEAM-06 shows staff who looks after a place', async () => {
    const page = await console.visit({ as: 'root', path: '/sites/1/show?tab=users' })
    await see(page.getByRole('row').filter({ hasText: 'acme-site-manager' })).toBeVisible()
  })

  it('S05 A-061 PROJ-03 changes nothing of a default project, and says why', async () => {
    const page = await console.visit({ as: 'root', path: '/projects/2' })
    for (const path of ['/projects/2', '/clients/2/show?tab=projects&project=2']) {
      await page.goto(path)
      await see(
        page.getByText('The name and the description of the default project cannot be changed.').first(),
      ).toBeVisible()
      for (const name of ['Name', 'Description'])
        await see(page.getByRole('textbox', { name, exact: true })).not.toBeEditable()
      expect(await axe(page)).toEqual([])
    }
  })

  it('S06 A-123 says above a record whether its own client is locked, and no other', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/3/show' })
    await see(banner(page, 'Borealis Saúde')).toHaveCount(1)
    await page.goto('/sites/1')
    await see(heading(page)).toContainText('Edit')
    await see(page.getByRole('status').filter({ hasText: 'is locked' })).toHaveCount(0)
    await page.goto('/sites')
    await see(banner(page, 'Borealis Saúde')).toHaveCount(1)
  })

  it('S06 W09 A-123 has the commands beside a record name the client of the record, and not the one worked in', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/4/show' })
    await see(heading(page)).toHaveText('Cidade Vazia')
    const palette = page.getByRole('dialog', { name: 'Search or run anything' })
    const chosen = palette.locator('[role=option][aria-selected=true]')
    const find = async (text: string) => {
      await press(page, 'ControlOrMeta+K')
      await see(palette.getByRole('combobox')).toBeFocused()
      await type(page, text)
    }
    await page.goto('/sites/1/show')
    await see(page.getByRole('banner').getByRole('button', { name: /Cidade Vazia/ })).toBeVisible()
    await see(heading(page)).toContainText('Escola Municipal Aurora Lima 1')
    await find('import sites')
    await see(chosen).toContainText('Import')
    await see(palette).toContainText('tocsin sites import sites.csv --client=2')
    await see(palette.getByText('Acme Educação')).toBeVisible()
    await see(palette).not.toContainText('Cidade Vazia')
    await press(page, 'Enter')
    await see(page.getByRole('dialog', { name: 'Import sites into Acme Educação' })).toBeVisible()
    await press(page, 'Escape')
    await find('create team')
    await see(chosen).toContainText('Create team')
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/teams\/create\?ClientId=2$/)
    await page.goto('/sites/1/show')
    await see(heading(page)).toContainText('Escola Municipal Aurora Lima 1')
    await press(page, 'n', 's')
    await see(page).toHaveURL(/\/sites\/create\?ClientId=2$/)
    // A record of a locked client takes nothing new, whichever client is worked in.
    await page.goto('/sites/10001/show')
    await see(banner(page, 'Borealis Saúde')).toHaveCount(1)
    await find('import sites')
    await see(chosen).toContainText('Import')
    await see(chosen).toHaveAttribute('aria-disabled', 'true')
    await see(chosen).toContainText('The client Borealis Saúde is locked.')
    await press(page, 'Escape', 'Escape')
    // Without a record they are for the client worked in.
    await page.goto('/sites')
    await see(heading(page)).toHaveText('Sites')
    await find('import sites')
    await see(palette).toContainText('tocsin sites import sites.csv --client=4')
  })

  it.each([
    ['en-US', 'Accounts of your kind may not see this. No permission changes that.'],
    ['pt-BR', 'Contas como a sua não podem ver isto. Nenhuma permissão muda isso.'],
  ] as const)('S07 A-126 PERM-10 names no permission where none would help, in %s', async (locale, sentence) => {
    const page = await console.visit({ as: 'acme-admin', path: '/mobile-users', locale })
    await see(page.getByText(sentence)).toBeVisible()
  })

  it('S08 S42 tells a guest that there is no role, and a user with a role that it has no figures', async () => {
    const operator = await console.visit({ as: 'monitor-operator' })
    await see(operator.getByText('There are no figures for you here.')).toBeVisible()
    const guest = await console.visit({ as: 'guest' })
    await see(guest.getByText('Your account has no permissions.', { exact: false })).toBeVisible()
    // S42 It has no client to choose either.
    await see(guest.getByRole('banner').getByRole('button', { name: /^Client/ })).toHaveCount(0)
    await press(guest, 'Control+k')
    await type(guest, 'client')
    await see(guest.getByText('No results')).toBeVisible()
  })

  it('S09 A-068 EXPORT-10 saves the users and the licences of a client as files', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=users' })
    await see(page.getByRole('row').filter({ hasText: 'acme-site-manager' })).toBeVisible()
    await see(page.getByRole('button', { name: 'Export' })).toBeVisible()
    await press(page, 'y', 'f')
    await see(page.getByRole('dialog').getByRole('radio', { checked: true })).toBeFocused()
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toContain('acme-site-manager')
    expect(text).not.toContain('borealis')
    await page.goto('/clients/2/show?tab=licenses')
    await see(page.getByRole('button', { name: 'Export' })).toBeVisible()
  })

  it('S10 EXPORT-10 says that a list cannot be saved from here', async () => {
    const page = await console.visit({ as: 'root', path: '/projects' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await press(page, 'y', 'f')
    await see(told(page).getByText('This list cannot be saved as a file from here.')).toBeVisible()
  })

  it.each([
    ['/clients/2/show?tab=projects', 'Projects', 'heading'],
    ['/clients/2?tab=registration-forms', 'Registration forms', 'row'],
  ])('S10 EXPORT-10 says in the tab %s that the list of %s cannot be saved, from a %s', async (path, name, from) => {
    const page = await console.visit({ as: 'root', path })
    const row = page.getByRole('grid', { name }).locator('[role=row][tabindex="0"]')
    await see(row).toBeVisible()
    await see(heading(page)).toBeFocused()
    if (from === 'row') await tabTo(page, row)
    await press(page, 'y', 'f')
    await see(told(page).getByText('This list cannot be saved as a file from here.')).toBeVisible()
  })

  it('S11 HAND-01 HAND-06 HAND-07 A-097 shows the provider’s own and the internal handlers beside a client’s', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show' })
    for (const [path, label] of [
      ['/registration-handlers', "With the provider's own"],
      ['/v2/registration-handlers', 'With the internal ones'],
    ] as const) {
      await page.goto(path)
      await see(page.locator('[role=row][tabindex="0"]').first()).toBeVisible()
      const before = await page.locator('[role=rowgroup] [role=row]').count()
      await tabTo(page, page.getByRole('button', { name: 'Filters' }))
      await press(page, 'Enter')
      const widen = page.getByRole('switch', { name: label })
      await tabTo(page, widen)
      await press(page, 'Space')
      await expect.poll(() => page.locator('[role=rowgroup] [role=row]').count()).toBe(before + 1)
    }
  })

  it('S12 A-053 leads who may not see clients from a client’s tab to the list of it', async () => {
    for (const [from, to, name] of [
      ['/clients/2/show/3', '/sites', 'Sites'],
      ['/clients/2/show/4', '/teams', 'Teams'],
      ['/clients/2/show?tab=sites', '/sites', 'Sites'],
    ] as const) {
      const page = await console.visit({ as: 'acme-site-manager', path: from })
      await see(page).toHaveURL(new RegExp(`${to}$`))
      await see(heading(page)).toHaveText(name)
    }
  })

  it('S13 A-126 PERM-10 names the missing permission at the address of a form, and the way to the record', async () => {
    const page = await console.visit({ as: 'acme-approver', path: '/sites/1' })
    await see(heading(page)).toHaveText('No access')
    await see(page.locator('main')).toContainText('Your account may not do this.')
    await see(page.locator('main')).toContainText('sites:update')
    expect(new URL(page.url()).pathname).toBe('/sites/1')
    await tabTo(page, page.getByRole('link', { name: 'See the record' }))
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/sites\/1\/show$/)
  })

  it.each([
    ['admin', '/users/1', 'This user may do more than you.', 'Este usuário pode mais do que você.'],
    [
      'acme-admin',
      '/monitoring-providers/1',
      'An account such as yours may not do this.',
      'Uma conta como a sua não pode fazer isto.',
    ],
    ['root', '/projects/6', 'It is deleted. Restore it first.', 'Está excluído. Restaure-o primeiro.'],
    [
      'root',
      '/sites/10001',
      'The client Borealis Saúde is locked. It can be read, not changed.',
      'O cliente Borealis Saúde está bloqueado. Só leitura.',
    ],
  ])(
    'S13 A-126 PERM-10 shows %s at %s the reason in place of a form, and the way to the record',
    async (as, path, ...why) => {
      const page = await console.visit({ as, path })
      const refused = page.getByRole('status').filter({ has: page.getByRole('link', { name: 'See the record' }) })
      await see(heading(page)).toHaveText('No access')
      await see(refused).toContainText(why[0])
      await see(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
      expect(new URL(page.url()).pathname).toBe(path)
      expect(await axe(page)).toEqual([])
      await chooseElsewhere(page, { locale: 'pt-BR' })
      await see(page.getByRole('status').filter({ hasText: 'Ver o registro' })).toContainText(why[1])
      await tabTo(page, page.getByRole('link', { name: 'Ver o registro' }))
      await press(page, 'Enter')
      await see(page).toHaveURL(new RegExp(`${path}/show$`))
      await see(page.getByRole('link', { name: 'Ver o registro' })).toHaveCount(0)
    },
  )

  it('S13 USERS-06 A-126 says why the form of a user leads to their list', async () => {
    const page = await console.visit({ as: 'acme-site-manager', path: '/users/8' })
    await see(page).toHaveURL(`${console.world.url}/users`)
    await see(told(page).getByText('Your account may not do this.', { exact: false })).toContainText('users:update')
  })

  it('S14 S15 USERS-13 asks a monitoring provider’s admin for nothing that can only be one thing, and shows no bare ids', async () => {
    const page = await console.visit({ as: 'monitor-admin', path: '/users/create' })
    await see(page.getByLabel('Name*', { exact: false }).first()).toBeVisible()
    await see(page.getByRole('combobox', { name: /Monitoring provider/ })).toHaveCount(0)
    await page.goto('/users')
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await see(page.getByRole('columnheader', { name: 'Client', exact: true })).toHaveCount(0)
    await press(page, 'Enter')
    const facts = page.getByRole('group', { name: 'Facts' })
    await see(facts).toContainText('Monitor')
    await see(facts).not.toContainText('#')
  })

  it('S17 IMPORT-09 tells an import that a proxy refused in the reader’s words, with the status', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites', locale: 'pt-BR' })
    console.trouble(page).expect(/status of 413/)
    await page
      .context()
      .route('**/api/clients/*/upload*', (route) =>
        route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413 Request Entity Too Large</h1>' }),
      )
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await press(page, 'ControlOrMeta+K')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await type(page, 'importar sites')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText('Importar')
    await press(page, 'Enter')
    await expectFocus(page, 'button', 'Escolher um arquivo')
    const buffer = Buffer.from('siteName,siteAddress\nEscola,Rua 1\n')
    await chooseFile(page, { name: 'locais.csv', mimeType: 'text/csv', buffer })
    await see(
      page.getByText('O arquivo não pôde ser importado. A resposta foi HTTP 413', { exact: false }),
    ).toBeVisible()
    await see(page.getByText('Payload Too Large')).toHaveCount(0)
  })

  it('S23 CONST-13 fetches fifty projects at once where one is picked', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites/create' })
    const asked = page.waitForRequest(/\/api\/projects\?.*limit=50(&|$)/)
    await tabTo(page, page.getByRole('combobox', { name: /^Project/ }))
    await press(page, 'ArrowDown')
    await asked
    await see(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  })

  it('CONST-13 fetches a thousand clients at once where one is picked', async () => {
    const page = await console.visit({ as: 'root', path: '/sites/create' })
    const asked = page.waitForRequest(/\/api\/clients\?.*limit=1000(&|$)/)
    await tabTo(page, page.getByRole('combobox', { name: /^Client/ }))
    await press(page, 'ArrowDown')
    await asked
    await see(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  })

  it('S25 A-006 USERS-11 goes on after a refusal that is not of a refresh', async () => {
    const page = await console.visit({ as: 'root', path: '/users/8/show', ownSession: true })
    console.trouble(page).expect(/status of 401/)
    await page.context().route('**/api/users/8/impersonate', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({ success: false, error: { message: 'INVALID_USER' }, meta: { id: 'req-x' } }),
      }),
    )
    await tabTo(page, page.getByRole('button', { name: 'Sign in as' }))
    await press(page, 'Enter')
    await see(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, 'Tab', 'Enter')
    await see(told(page).getByText(/Not done/)).toBeVisible()
    await see(heading(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/users/8/show')
  })

  it('S28 says of an export of places that it takes the inactive ones, and that no column tells which they are', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }))
    await press(page, 'Enter')
    await see(
      page.getByText('None of them says which are inactive: imported elsewhere, all are active.', { exact: false }),
    ).toBeVisible()
  })

  it('W02 changes and deletes nothing while the focus is elsewhere than on a row', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    const link = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Teams' })
    const isNothing = async () => {
      await press(page, 't', 'Delete')
      await see(page.getByRole('alertdialog')).toHaveCount(0)
    }
    // The head of the list, a button above it, the sidebar.
    await press(page, 's')
    await see(page.getByRole('columnheader').and(page.locator(':focus'))).toBeVisible()
    await isNothing()
    for (const elsewhere of [page.getByRole('button', { name: 'Refresh' }), link]) {
      await tabTo(page, elsewhere, 'Shift+Tab')
      await isNothing()
    }
    // With some selected, the keys are for those wherever the focus is.
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'x')
    await see(page.getByText('1 selected').first()).toBeVisible()
    await tabTo(page, link, 'Shift+Tab')
    await press(page, 'Delete')
    await see(page.getByRole('alertdialog')).toBeVisible()
    await press(page, 'Escape')
    expect(sent).toEqual([])
  })

  it('W02 approves and restores nothing while the focus is elsewhere than on a row', async () => {
    for (const [as, path, key, named] of [
      ['acme-approver', '/maps?status=pending', 'a', /^Mobile profile approved/],
      ['root', '/projects?showDeleted=true&q=piloto', 'u', /^Done: Restore/],
    ] as const) {
      const page = await console.visit({ as, path })
      await see(page.locator('[role=row]:focus')).toBeVisible()
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() !== 'GET') sent.push(request.url())
      })
      await press(page, 's')
      await see(page.getByRole('columnheader').and(page.locator(':focus'))).toBeVisible()
      await press(page, key)
      await tabTo(page, page.getByRole('navigation', { name: 'Lists' }).getByRole('link').first(), 'Shift+Tab')
      await press(page, key)
      await tabTo(page, page.locator('[role=row][tabindex="0"]'))
      expect(sent).toEqual([])
      // On the row it does what it says, once.
      await press(page, key)
      await see(told(page).getByText(named)).toBeVisible()
      expect(sent).toHaveLength(1)
    }
  })

  it('W09 names the client that a file is imported into', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await press(page, 'ControlOrMeta+K')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await type(page, 'import sites')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText('Import')
    await press(page, 'Enter')
    await see(page.getByRole('dialog', { name: 'Import sites into Acme Educação' })).toBeVisible()
  })

  it('W14 has what was undone take the place of what was done, and W12 keeps the outcome of several until it is dismissed', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites', ownClock: true })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await press(page, 't')
    await see(told(page).getByText(/^Done: Deactivate/)).toBeVisible()
    await press(page, 'z')
    await see(told(page).getByText(/^Undone: Deactivate/)).toBeVisible()
    await see(told(page).getByText(/^Done: /)).toHaveCount(0)
    await press(page, 'x', 'j', 'x', 't')
    const question = page.getByRole('alertdialog')
    await see(question).toBeVisible()
    await press(page, 'Tab', 'Enter')
    const outcome = told(page).getByText(/^Done: Deactivate 2/)
    await see(outcome).toBeVisible()
    // Each timer that is due fires once, as after a sleep: minutes that pass in no time would have the browser's database
    // count as silent, which signs people out.
    await page.clock.fastForward(60_000)
    await see(outcome).toBeVisible()
    await press(page, 'z')
    await see(told(page).getByText(/^Undone: Deactivate 2/)).toBeVisible()
    await see(outcome).toHaveCount(0)
  })

  it('W03 shows what is switched on, ticked, selected and current where the reader’s colours are forced', async () => {
    const page = await console.visit({
      as: 'acme-admin',
      path: '/sites',
      more: { forcedColors: 'active', colorScheme: 'dark' },
    })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const look = (selector: string, pseudo?: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, part) => {
          const style = getComputedStyle(element, part)
          const outline = style.outlineStyle === 'solid' ? style.outlineColor : style.outlineStyle
          const { color, backgroundColor: background, borderBottomColor: foot, borderInlineStartWidth: edge } = style
          return { color, background, foot, edge, outline, stroke: style.stroke }
        }, pseudo)
    const [chosen, onChosen, canvas, text, button, found] = await page.evaluate(() =>
      ['Highlight', 'HighlightText', 'Canvas', 'CanvasText', 'ButtonText', 'Mark'].map((name) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = name
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      }),
    )
    expect(onChosen).not.toBe(chosen)
    expect(canvas).not.toBe(chosen)

    const [on, off] = ['[role=row] [role=switch][aria-checked=true]', '[role=switch][aria-checked=false]']
    await see(page.locator(on).first()).toBeVisible()
    expect([(await look(on)).background, (await look(on, '::before')).background]).toEqual([chosen, onChosen])
    expect([(await look(off)).background, (await look(off, '::before')).background]).toEqual([canvas, button])

    // The boxes of a row and of the heading.
    await press(page, 'x', 'j', 'x', 'k')
    const ticked = '[role=row][aria-selected=true]'
    await see(page.locator(ticked)).toHaveCount(2)
    for (const box of [`${ticked} [role=checkbox]`, '[role=columnheader] [data-box]'])
      expect([(await look(box)).background, (await look(`${box} svg`)).stroke]).toEqual([chosen, onChosen])
    expect((await look('[role=row][aria-selected=false] [role=checkbox]')).background).toBe(canvas)
    // The focused row differs from the rows selected with it.
    await see(page.locator(`${ticked}:focus`)).toBeVisible()
    expect((await look(`${ticked}:focus`)).outline).toBe(text)
    expect((await look('[role=row][data-active]')).edge).toBe('4px')
    expect((await look(`${ticked}:not(:focus)`)).outline).toBe(chosen)
    expect((await look('main')).outline).toBe('none')
    expect((await look('nav [aria-current=page]')).outline).toBe(chosen)

    // The entry that Enter takes: of the palette, with the typed letters, of a field and of a menu.
    await press(page, 'Control+k')
    await type(page, 'sit')
    await see(page.locator('[role=option][aria-selected=true] mark').first()).toBeVisible()
    expect((await look('[role=option][aria-selected=true]')).outline).toBe(chosen)
    expect((await look('[role=option] mark')).background).toBe(found)
    await press(page, 'Escape', 'Escape')
    await tabTo(page, page.getByRole('button', { name: /^Filters/ }))
    await press(page, 'Enter')
    await tabTo(page, page.getByRole('combobox', { name: 'Project', exact: true }))
    await press(page, 'ArrowDown')
    await see(page.locator('[role=option][data-active]')).toBeVisible()
    expect((await look('[role=option][data-active]')).outline).toBe(chosen)
    expect((await look('[role=option]:not([data-active])')).outline).toBe('none')
    await press(page, 'Escape')
    await tabTo(page, page.getByRole('button', { name: 'Columns', exact: true }))
    await press(page, 'Enter')
    await see(page.locator('[role=option]:focus')).toBeVisible()
    expect((await look('[role=option]:focus')).outline).toBe(text)
    expect((await look('[role=option][aria-selected=true]:not(:focus)')).outline).toBe('none')
    expect((await look('[role=option][aria-selected=true] [data-box]')).background).toBe(chosen)
    await press(page, 'Escape')
    await tabTo(page, page.locator('button[aria-haspopup=menu]'), 'Shift+Tab')
    await press(page, 'Enter')
    await see(page.getByRole('menu')).toBeFocused()
    await press(page, 'ArrowDown')
    await see(page.locator('[role=menu] [data-highlighted]')).toBeVisible()
    expect((await look('[role=menu] [data-highlighted]')).outline).toBe(chosen)
    await press(page, 'Escape')

    await page.goto('/sites/1/show')
    await see(page.getByRole('tab').first()).toBeVisible()
    expect((await look('[role=tab][aria-selected=true]')).foot).toBe(chosen)
    expect((await look('[role=tab][aria-selected=false]')).foot).toBe(canvas)

    // A blocked action looks so: the term is published already.
    await page.goto('/client-terms')
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await press(page, 'x')
    const ink = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate((one) => getComputedStyle(one).color)
    expect(await ink('Publish')).not.toBe(await ink('Deactivate'))
  })

  it('says in sight that the browser did not let it copy, and copies where it does', async () => {
    const page = await console.visit({ as: 'root', locale: 'pt-BR' })
    const line = page.getByRole('button', { name: /^Copiar: .*auth login/ })
    await tabTo(page, line)
    await press(page, 'Enter')
    await see(line).toHaveText('Copiado')
    // A browser without permission refuses; at an address that is not secure there is no clipboard.
    for (const clipboard of [{ writeText: true }, undefined]) {
      await page.evaluate((kind) => {
        const writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
        Object.defineProperty(navigator, 'clipboard', { value: kind && { writeText }, configurable: true })
      }, clipboard)
      await press(page, 'Enter')
      await see(line).toContainText('O navegador não deixa esta página copiar.')
      await page.reload()
      await tabTo(page, line)
    }
    await page.goto('/sites/1/show')
    const button = page.getByRole('button', { name: /^Copiar: Localização/ })
    await see(button).toBeVisible()
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await tabTo(page, button)
    await press(page, 'Enter')
    await see(page.getByText('O navegador não deixa esta página copiar.')).toBeVisible()
    expect(await axe(page)).toEqual([])
  })
})
