import { sql } from 'kysely'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { Template } from '@tocsin/core/resources/templates/types'
import { ROLES } from '@tocsin/core/vocabulary/roles'
import { withServer } from '../../server/context/actor'
import { axe, contested, overflow } from './axe'
import { stopClock } from './clock'
import { goWithin, inBrowser, see } from './console'
import { focusIsLost, press, retype, tabTo, type } from './keyboard'

const cards = (page: Page) => page.getByRole('list', { name: /^(Templates|Modelos)$/ })
const card = (page: Page, name: string) => cards(page).getByRole('link', { name })
const names = (page: Page) => cards(page).getByRole('link').allTextContents()

inBrowser('templates', (console) => {
  const call = async (method: string, path: string, body?: unknown, as = 'acme-admin') =>
    console.world.call(await console.world.token(as), method, path, body)
  const create = async (name: string, rest: object = {}) =>
    (
      await call('POST', 'apps/templates', {
        name,
        description: name,
        appId: 1,
        clientId: 2,
        visibility: 'client',
        ...rest,
      })
    ).body.data as Template
  /** The requests of a page to a path of the API, as `METHOD query`. */
  const watch = (page: Page, path: string) => {
    const seen: { method: string; query: URLSearchParams; body: unknown }[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === `/api/${path}`)
        seen.push({ method: request.method(), query: url.searchParams, body: request.postDataJSON() })
    })
    return seen
  }

  it.each(['en-US', 'pt-BR'] as const)(
    'TPL-01 TPL-03 TPL-04 is a grid of cards with small phones, public ones first and the newest before the others: %s',
    async (locale) => {
      const page = await console.visit({ path: '/', locale })
      const seen = watch(page, 'apps/templates')
      await press(page, 'g', 'p')
      await see(page).toHaveURL(/\/apps\/templates$/)
      await see(card(page, 'Escola municipal')).toBeVisible()
      expect(await names(page)).toEqual(['Defesa civil no bairro', 'Prédio da prefeitura', 'Escola municipal'])
      // The start page counts them as well.
      const asked = seen.filter(({ query }) => query.get('limit') !== '1')
      expect(asked.map(({ query }) => [query.get('visibility'), query.get('order')])).toEqual([
        ['public', 'createdAt DESC'],
      ])
      // The phone is the preview of the app, with heights of its own (CONST-32).
      const phones = page.locator('[data-app-colors]')
      await see(phones).toHaveCount(3)
      const heights = await phones
        .nth(2)
        .locator('[data-channel]')
        .evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).style.height))
      expect(heights.slice(0, 2)).toEqual(['24px', '24px'])
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
    },
  )

  it('TPL-02 filters by text, by visibility and by order, in the address', async () => {
    await create('Só nosso')
    const page = await console.visit({ path: '/apps/templates' })
    await see(card(page, 'Escola municipal')).toBeVisible()
    await press(page, '/')
    await type(page, 'telefones')
    await press(page, 'Enter')
    await see(cards(page).getByRole('link')).toHaveText(['Escola municipal'])
    await see(page).toHaveURL(/q=telefones/)
    await see(card(page, 'Escola municipal')).toBeFocused()
    // Escape clears the text.
    await press(page, 'Escape')
    await see(cards(page).getByRole('link')).toHaveCount(3)
    await tabTo(page, page.getByRole('combobox', { name: 'Whose templates' }), 'Shift+Tab')
    await press(page, 'ArrowDown')
    await see(card(page, 'Só nosso')).toBeVisible()
    await see(page).toHaveURL(/visibility=client/)
    expect(await names(page)).not.toContain('Escola municipal')
    await tabTo(page, page.getByRole('combobox', { name: 'Order' }))
    await press(page, 'ArrowDown')
    await see(page).toHaveURL(/order=older/)
    await see(cards(page).getByRole('link').first()).toHaveText('Escola com portaria')
    await page.reload()
    await see(cards(page).getByRole('link').first()).toHaveText('Escola com portaria')
    expect(await focusIsLost(page)).toBe(false)
  })

  it('TPL-02 PERM-41 asks provider staff for the client, and users of a client not', async () => {
    const page = await console.visit({ path: '/apps/templates?visibility=client', as: 'root' })
    await see(page.getByText('Choose a client to see its templates.')).toBeVisible()
    const client = page.getByRole('combobox', { name: 'Client', exact: true })
    await tabTo(page, client)
    await type(page, 'Borealis')
    await see(page.getByRole('option', { name: /Borealis/ })).toBeVisible()
    await press(page, 'Enter')
    await see(cards(page).getByRole('link')).toHaveText(['Posto de saúde'])
    await see(cards(page)).toContainText('Borealis')
    await see(page).toHaveURL(/client=3/)
    expect(await axe(page)).toEqual([])
    const theirs = await console.visit({ path: '/apps/templates?visibility=client' })
    await see(card(theirs, 'Escola com portaria')).toBeVisible()
    await see(theirs.getByRole('combobox', { name: 'Client', exact: true })).toHaveCount(0)
    // A public list has no client to choose.
    const all = await console.visit({ path: '/apps/templates', as: 'root' })
    await see(card(all, 'Escola municipal')).toBeVisible()
    await see(all.getByRole('combobox', { name: 'Client', exact: true })).toHaveCount(0)
  })

  it('has one Tab stop: j and k move in reading order, arrows as they look, and Back returns to the card', async () => {
    const page = await console.visit({ path: '/apps/templates', size: { width: 900, height: 800 } })
    await see(card(page, 'Defesa civil no bairro')).toBeFocused()
    await press(page, 'j')
    await see(card(page, 'Prédio da prefeitura')).toBeFocused()
    await press(page, 'ArrowLeft')
    await see(card(page, 'Defesa civil no bairro')).toBeFocused()
    // Two cards stand side by side here.
    await press(page, 'ArrowDown')
    await see(card(page, 'Escola municipal')).toBeFocused()
    await press(page, 'ArrowUp')
    await see(card(page, 'Defesa civil no bairro')).toBeFocused()
    await press(page, 'End')
    await see(card(page, 'Escola municipal')).toBeFocused()
    expect(await cards(page).locator('a[tabindex="0"], button:not([tabindex="-1"]):not([inert] button)').count()).toBe(
      1,
    )
    expect(await contested(page)).toEqual([])
    await press(page, 'Enter')
    await see(page.getByRole('heading', { name: 'Escola municipal', level: 1 })).toBeVisible()
    await page.goBack()
    await see(card(page, 'Escola municipal')).toBeFocused()
  })

  it('leaves the filter for the cards by an arrow, and lets nobody be taken away who types on', async () => {
    const page = await console.visit({ path: '/apps/templates' })
    await see(card(page, 'Defesa civil no bairro')).toBeFocused()
    await press(page, '/', 'ArrowDown')
    await see(card(page, 'Defesa civil no bairro')).toBeFocused()
    await press(page, '/')
    await type(page, 'escola')
    await see(cards(page).getByRole('link')).toHaveText(['Escola municipal'])
    const filter = page.getByRole('searchbox')
    await see(filter).toBeFocused()
    await type(page, 'u')
    await see(filter).toHaveValue('escolau')
    await see(page.getByText('No template matches')).toBeVisible()
    await see(filter).toBeFocused()
    await see(page.getByRole('dialog')).toHaveCount(0)
  })

  it('stops at a page that cannot be read, and goes on when it can', async () => {
    for (let at = 0; at < 26; at++) await create(`Fila ${at}`)
    const page = await console.visit({ path: '/apps/templates?visibility=client' })
    console.trouble(page).expect(/status of 500/)
    await page.route('**/api/apps/templates?*offset=24*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await see(cards(page).getByRole('link')).toHaveCount(24)
    await press(page, 'End')
    await see(page.getByRole('alert')).toBeVisible()
    await see(cards(page).getByRole('link')).toHaveCount(24)
    await page.unroute('**/api/apps/templates?*offset=24*')
    await tabTo(page, page.getByRole('button', { name: 'Try again' }))
    await press(page, 'Enter')
    await expect.poll(() => cards(page).getByRole('link').count()).toBeGreaterThan(26)
    await see(page.getByRole('alert')).toHaveCount(0)
  })

  it('A-048 offers no change of a template of another client', async () => {
    const page = await console.visit({ path: '/apps/templates/1/show', as: 'vazia-admin' })
    await see(page.getByRole('heading', { name: 'Escola municipal', level: 1 })).toBeVisible()
    await see(page.getByRole('button', { name: /^Use template/ })).toBeVisible()
    await press(page, '.')
    await see(page.getByRole('option', { name: /Use template/ })).toBeVisible()
    for (const name of [/^Edit/, /^Delete/]) {
      const option = page.getByRole('option', { name })
      if ((await option.count()) > 0) await see(option).toHaveAttribute('aria-disabled', 'true')
    }
    const dialogs = await console.visit({ path: '/apps/templates?use=1', as: 'broadcast-operator' })
    await see(card(dialogs, 'Escola municipal')).toBeVisible()
    await see(dialogs.getByRole('dialog')).toHaveCount(0)
  })

  it('TPL-07 previews with v, and copies a share link with y l', async () => {
    const page = await console.visit({
      path: '/apps/templates?visibility=client&q=portaria',
      more: { permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await see(card(page, 'Escola com portaria')).toBeVisible()
    await press(page, 'End', 'v')
    const dialog = page.getByRole('dialog', { name: 'Preview of Escola com portaria' })
    await see(dialog.locator('[data-app-colors]')).toContainText('Falar com a direção')
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(card(page, 'Escola com portaria')).toBeFocused()
    await press(page, 'y', 'l')
    await see(page.getByText(/The link to Escola com portaria was copied/)).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/^http.*\/apps\/templates\/2\/show\?token=/)
    const [event] = (await call('GET', 'audit-events?noun=templates&recordId=2&order=id DESC&limit=1')).body.data as {
      verb: string
    }[]
    expect(event!.verb).toBe('share')

    // Another client sees the template by the link alone, and makes an app of it.
    const path = link.replace(/^https?:\/\/[^/]+/, '')
    const theirs = await console.visit({ path: '/apps/templates', as: 'vazia-admin' })
    console.trouble(theirs).expect(/status of 404/)
    await goWithin(theirs, '/apps/templates/2/show')
    await see(theirs.getByRole('heading', { name: 'Escola com portaria' })).toHaveCount(0)
    const shared = await console.visit({ path, as: 'vazia-admin' })
    await see(shared.getByRole('heading', { name: 'Escola com portaria', level: 1 })).toBeVisible()
    await see(shared.getByRole('button', { name: /Copy share link/ })).toHaveCount(0)
    await press(shared, 'u')
    const create = shared.getByRole('dialog', { name: 'Create app' })
    await see(create.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await type(shared, 'Por link')
    await tabTo(shared, create.getByRole('combobox', { name: /^Project/ }))
    await press(shared, 'ArrowDown')
    await see(shared.getByRole('option').first()).toBeVisible()
    await press(shared, 'Enter', 'Control+Enter')
    await see(shared.getByRole('heading', { name: 'Por link', level: 1 })).toBeVisible()
  })

  it.each([
    ['en-US', 'The link has expired, or the template is no longer shared. Ask for a new link.'],
    ['pt-BR', 'O link expirou, ou o modelo não é mais compartilhado. Peça um novo link.'],
  ] as const)('A-152 tells that a share link has expired: %s', async (locale, said) => {
    const path = '/apps/templates/2/show'
    const page = await console.visit({ path: '/apps/templates', as: 'vazia-admin', locale })
    console.trouble(page).expect(/status of 404/)
    await goWithin(page, `${path}?token=expired`)
    await see(page.getByText(said)).toBeVisible()
    await goWithin(page, path)
    await see(page.getByText(said)).toHaveCount(0)
  })

  it.each(['en-US', 'pt-BR'] as const)(
    'TPL-06 CONST-17 APP-19 makes an app of a template by keys alone, and opens it: %s',
    async (locale) => {
      const portuguese = locale === 'pt-BR'
      const page = await console.visit({ path: '/apps/templates', locale })
      const seen = watch(page, 'apps')
      await see(card(page, 'Escola municipal')).toBeVisible()
      await press(page, 'End', 'u')
      const dialog = page.getByRole('dialog', { name: portuguese ? 'Criar app' : 'Create app' })
      await see(dialog.getByRole('textbox', { name: portuguese ? 'Nome' : 'Name', exact: true })).toBeFocused()
      expect(await axe(page)).toEqual([])
      await type(page, `Escola ${locale}`)
      await tabTo(page, dialog.getByRole('combobox', { name: portuguese ? /^Projeto/ : /^Project/ }))
      await press(page, 'ArrowDown')
      await see(page.getByRole('option').first()).toBeVisible()
      await press(page, 'Enter')
      await tabTo(page, dialog.getByRole('textbox', { name: portuguese ? 'Nome nos celulares' : 'Name on phones' }))
      await type(page, 'Alô')
      await press(page, 'Control+Enter')
      await see(page.getByRole('heading', { name: `Escola ${locale}`, level: 1 })).toBeVisible()
      await see(page).toHaveURL(/\/apps\/\d+\/show/)
      await see(page.locator('[data-app-colors]')).toContainText('Alô')
      const sent = seen.filter(({ method }) => method === 'POST')
      expect(sent).toHaveLength(1)
      expect(sent[0]!.body).toMatchObject({ name: `Escola ${locale}`, appTemplateId: 1, nickname: 'Alô', clientId: 2 })
      expect(await focusIsLost(page)).toBe(false)
    },
  )

  it('TPL-06 CONST-17 opens the new app 200 milliseconds after it is made', async () => {
    const page = await console.visit({ path: '/apps/templates?use=1', ownClock: true })
    const dialog = page.getByRole('dialog', { name: 'Create app' })
    await see(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await type(page, 'Daqui a pouco')
    await tabTo(page, dialog.getByRole('combobox', { name: /^Project/ }))
    await press(page, 'ArrowDown')
    await see(page.getByRole('option').first()).toBeVisible()
    await press(page, 'Enter')
    await stopClock(page)
    await press(page, 'Control+Enter')
    await see(dialog).toHaveCount(0)
    await page.clock.runFor(199)
    await see(page).toHaveURL(/\/apps\/templates$/)
    await page.clock.runFor(1)
    await see(page).toHaveURL(/\/apps\/\d+\/show$/)
  })

  it('PERM-19 A-048 offers its use to who may make apps of templates, and not to who may only make apps', async () => {
    const roles = ROLES['client'] as Record<string, readonly string[]>
    const give = (role: string) =>
      withServer(console.world.database, (tx) =>
        sql`update users set role = ${role} where username = 'vazia-admin'`.execute(tx),
      )
    try {
      for (const [role, may] of [
        ['maker', false],
        ['user', true],
      ] as const) {
        roles[role] = ['apps:view', 'projects:view', 'channels:update', ...(may ? ['apps:create'] : [])]
        await give(role)
        const page = await console.visit({ path: '/apps/templates/1/show', as: 'vazia-admin', ownSession: true })
        await see(page.getByRole('heading', { name: 'Escola municipal', level: 1 })).toBeVisible()
        await see(page.getByRole('button', { name: /^Use template/ })).toHaveCount(may ? 1 : 0)
        await press(page, 'u')
        await see(page.getByRole('dialog', { name: 'Create app' })).toHaveCount(may ? 1 : 0)
      }
    } finally {
      await give('admin')
      for (const role of ['maker', 'user']) delete roles[role]
    }
  })

  it('TPL-05 CONST-10 shows its settings and its channels, twenty at a time', async () => {
    const { id } = await create('Salas', { appId: 2 })
    const page = await console.visit({ path: `/apps/templates/${id}/show` })
    await see(page.getByRole('tab', { selected: true })).toHaveText('Settings')
    await see(page.locator('[data-app-colors]')).toBeVisible()
    await press(page, '2')
    await see(page).toHaveURL(/tab=channels/)
    const rows = page.getByRole('table', { name: 'Channels of the template' }).getByRole('row')
    await see(rows).toHaveCount(21)
    await see(page.getByText('1 to 20 of 200')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Next channels' }))
    await press(page, 'Enter')
    await see(page.getByText('21 to 40 of 200')).toBeVisible()
    await see(rows.nth(1)).toContainText('Sala 021')
    expect(await axe(page)).toEqual([])
    expect(await focusIsLost(page)).toBe(false)
  })

  it.each(['en-US', 'pt-BR'] as const)(
    'TPL-12 APP-14 saves an app as a template after saying who will see it: %s',
    async (locale) => {
      const portuguese = locale === 'pt-BR'
      const page = await console.visit({ path: '/apps/1/show', locale })
      await see(page.getByRole('tab', { selected: true })).toBeVisible()
      await press(page, '.')
      await type(page, portuguese ? 'modelo' : 'template')
      await see(
        page.getByRole('option', { name: portuguese ? /Salvar como modelo/ : /Save as template/ }),
      ).toBeVisible()
      await press(page, 'Enter')
      const dialog = page.getByRole('dialog', { name: portuguese ? 'Criar modelo' : 'Create template' })
      await see(dialog.getByRole('textbox', { name: portuguese ? /^Nome/ : /^Name/ })).toBeFocused()
      await type(page, `Modelo ${locale}`)
      await tabTo(page, dialog.getByRole('textbox', { name: portuguese ? /^Descrição/ : /^Description/ }))
      await type(page, 'Para toda escola')
      await tabTo(page, dialog.getByRole('textbox', { name: 'Tags' }))
      await type(page, 'escola, rede')
      await press(page, 'Control+Enter')
      const question = page.getByRole('alertdialog')
      await see(question).toContainText(portuguese ? 'Todos os clientes verão' : 'Every client will see')
      await tabTo(page, question.getByRole('button', { name: portuguese ? /^Salvar/ : /^Save/ }))
      await press(page, 'Enter')
      await see(page.getByText(portuguese ? 'Template criado com sucesso!' : 'Template created!')).toBeVisible()
      const [made] = (await call('GET', 'apps/templates?order=id DESC&limit=1')).body.data as Template[]
      expect(made).toMatchObject({
        name: `Modelo ${locale}`,
        tags: ['escola', 'rede'],
        visibility: 'public',
        appId: 1,
        appSchemaId: null,
      })
      expect(await focusIsLost(page)).toBe(false)
    },
  )

  it('APP-15 APP-14 asks to save unsaved settings before a template is made of them, or cancels', async () => {
    const { id } = (await call('POST', 'apps', { name: 'Mudado', clientId: 2, projectId: 5 })).body.data as {
      id: number
    }
    const page = await console.visit({ path: `/apps/${id}/show` })
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await tabTo(page, name)
    await retype(page, 'Mudado agora')
    const ask = async () => {
      await press(page, 'Control+K')
      await type(page, 'save as template')
      await see(page.getByRole('option', { name: /Save as template/ }).first()).toBeVisible()
      await press(page, 'Enter')
      await see(page.getByRole('alertdialog')).toBeVisible()
    }
    await ask()
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(page.getByRole('dialog')).toHaveCount(0)
    await see(name).toHaveValue('Mudado agora')
    expect(((await call('GET', `apps/${id}`)).body.data as { name: string }).name).toBe('Mudado')
    await ask()
    await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: /^Save/ }))
    await press(page, 'Enter')
    await see(page.getByRole('dialog', { name: 'Create template' })).toBeVisible()
    expect(((await call('GET', `apps/${id}`)).body.data as { name: string }).name).toBe('Mudado agora')
  })

  it('VER-08 A-076 saves any version as a template', async () => {
    const page = await console.visit({ path: '/apps/1/show?tab=versions' })
    const list = page.getByRole('listbox')
    await see(list).toBeVisible()
    await tabTo(page, list)
    await press(page, 'End')
    await see(page.getByRole('heading', { name: /version 1/i })).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: /^Save as template/ }))
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Create template' })
    await see(dialog.getByRole('textbox', { name: /^Name/ })).toBeFocused()
    await type(page, 'Da primeira')
    await tabTo(page, dialog.getByRole('textbox', { name: /^Description/ }))
    await type(page, 'x')
    await tabTo(page, dialog.getByRole('combobox', { name: /^Visibility/ }))
    await press(page, 'ArrowDown', 'Control+Enter')
    await see(page.getByText('Template created!')).toBeVisible()
    const [made] = (await call('GET', 'apps/templates?order=id DESC&limit=1')).body.data as Template[]
    expect(made).toMatchObject({ name: 'Da primeira', visibility: 'client', appSchemaId: 1 })
  })

  it.each([
    ['en-US', 'Something went wrong, try again later!'],
    ['pt-BR', 'Algo deu errado, tente novamente mais tarde!'],
  ] as const)('TPL-13 keeps what was typed where a template cannot be made: %s', async (locale, said) => {
    const portuguese = locale === 'pt-BR'
    const page = await console.visit({ path: '/apps/1/show?template=new', locale })
    const dialog = page.getByRole('dialog', { name: portuguese ? 'Criar modelo' : 'Create template' })
    const name = dialog.getByRole('textbox', { name: portuguese ? /^Nome/ : /^Name/ })
    await see(name).toBeFocused()
    await type(page, 'Sem sorte')
    await tabTo(page, dialog.getByRole('textbox', { name: portuguese ? /^Descrição/ : /^Description/ }))
    await type(page, 'x')
    await tabTo(page, dialog.getByRole('combobox', { name: portuguese ? /^Visibilidade/ : /^Visibility/ }))
    await press(page, 'ArrowDown')
    console.trouble(page).expect(/status of 500/)
    await page.route('**/api/apps/templates', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    )
    await press(page, 'Control+Enter')
    await see(page.getByText(said, { exact: true })).toBeVisible()
    await page.unroute('**/api/apps/templates')
    await tabTo(page, page.getByRole('button', { name: portuguese ? 'Abrir de novo' : 'Open again' }))
    await press(page, 'Enter')
    await see(name).toHaveValue('Sem sorte')
    await retype(page, 'Com sorte')
    await press(page, 'Control+Enter')
    await see(page.getByText(portuguese ? 'Template criado com sucesso!' : 'Template created!')).toBeVisible()
  })

  it('TPL-01 TPL-05 fits 360 px: one column, the phone at the left, and the commands behind a button', async () => {
    const page = await console.visit({ path: '/apps/templates', size: { width: 360, height: 740 }, locale: 'pt-BR' })
    await see(card(page, 'Escola municipal')).toBeVisible()
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await press(page, '.')
    await see(page.getByRole('option', { name: /Usar modelo/ })).toBeVisible()
    await press(page, 'Escape')
    // The table of the channels is wider than the screen, and scrolls by keys.
    await goWithin(page, '/apps/templates/1/show?tab=channels')
    const channels = page.getByRole('region', { name: 'Canais do modelo' })
    await tabTo(page, channels)
    await press(page, 'ArrowRight')
    await see.poll(() => channels.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0)
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
  })
})
