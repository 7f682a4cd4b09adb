import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { axe, contested, overflow } from './axe'
import { inBrowser, see } from './console'
import { USUAL_CONFIG } from '../usual-config'
import { focusIsLost, press, retype, tabTo, type } from './keyboard'

type App = {
  name: string
  label: string | null
  termId: number | null
  version: number
  config: Record<string, unknown> & { banner: { url: string | null } }
}

const main = (page: Page) => page.locator('main')
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name, exact: true })
const choice = (page: Page, name: string) => main(page).getByRole('combobox', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const phone = (page: Page) => page.locator('[data-app-colors]')
const inPhone = (page: Page, name: string | RegExp) => phone(page).getByRole('button', { name })
const background = (page: Page, part: string) =>
  phone(page)
    .locator(`[data-part=${part}]`)
    .evaluate((one) => getComputedStyle(one).backgroundColor)
const help = (page: Page, name: string) => field(page, name).locator('xpath=ancestor::div[.//label][1]')

inBrowser('the page of an app', (console) => {
  const call = async (method: string, path: string, body?: unknown, as = 'acme-admin') =>
    console.world.call(await console.world.token(as), method, path, body)
  const stored = async (id: number) => (await call('GET', `apps/${id}`)).body.data as unknown as App
  /** Makes an app of Acme, with channels of these kinds in this order. */
  const create = async (name: string, channels: readonly object[] = []) => {
    const { id } = (await call('POST', 'apps', { name, clientId: 2, projectId: 5, label: name })).body.data as {
      id: number
    }
    for (const channel of channels) await call('POST', 'channels', { appId: id, clientId: 2, ...channel })
    return id
  }

  it('APP-07 APP-08 A-052 shows the name, the description and a menu, and keeps its tabs by name', async () => {
    const page = await console.visit({ path: '/apps/1/show' })
    await see(page.getByRole('heading', { level: 1, name: 'Alerta Escolar' })).toBeFocused()
    await see(main(page).getByRole('paragraph').filter({ hasText: 'O app das escolas' }).first()).toBeVisible()
    await see(main(page).getByText('Version 3 published')).toBeVisible()
    await see(tab(page, 'Settings')).toHaveAttribute('aria-selected', 'true')
    await press(page, '2')
    await see(page).toHaveURL(/\/apps\/1\/show\?tab=channels$/)
    await see(page.getByRole('grid', { name: 'Channels' })).toContainText('Emergência')
    await page.reload()
    await see(tab(page, 'Channels')).toHaveAttribute('aria-selected', 'true')
    await press(page, '1')
    await see(page).toHaveURL(/\?tab=settings$/)
    // What can be done with an app is in its menu.
    await press(page, '.')
    const options = page.getByRole('dialog').getByRole('option')
    await see(options.filter({ hasText: 'Publish' }).first()).toBeVisible()
    await see(options.filter({ hasText: 'Delete' }).first()).toBeVisible()
    await press(page, 'Escape')
    // The name of no tab leaves the address, and the first tab is shown.
    await page.goto('/apps/1/show?tab=nonsense&from=mail#top')
    await see(tab(page, 'Settings')).toHaveAttribute('aria-selected', 'true')
    await see(page).toHaveURL(/\/apps\/1\/show\?from=mail#top$/)
  })

  it('APP-07 VER-04 leads from the header, the menu and a key on every tab to the comment of the draft', async () => {
    const id = await create('Publicar', [{ name: 'Um' }])
    const page = await console.visit({ path: `/apps/${id}/show` })
    const comment = page.getByRole('textbox', { name: /^Version comment/ })
    await tabTo(page, page.getByRole('button', { name: 'Publish…' }))
    await press(page, 'Enter')
    await see(page).toHaveURL(/\?tab=versions$/)
    await see(comment).toBeFocused()
    for (const at of ['1', '2', '3']) {
      await press(page, 'Escape', at)
      await see(page.getByRole('tabpanel')).toBeVisible()
      await tabTo(page, page.getByRole('tab', { selected: true }))
      await press(page, 'p')
      await see(comment).toBeFocused()
    }
    // Coming back to the versions does not lead there again.
    await press(page, 'Escape', '1', '3')
    await see(page.getByRole('listbox')).toBeVisible()
    await see(comment).not.toBeFocused()
    await press(page, '.')
    await type(page, 'publish')
    await see(page.getByRole('dialog').getByRole('option').first()).toContainText('Publish Publicar')
    await press(page, 'Enter')
    await see(comment).toBeFocused()
    await type(page, 'Primeira')
    await press(page, 'Control+Enter')
    await see(main(page).getByText('Version 1 published')).toBeVisible()
    const publish = page.getByRole('button', { name: 'Publish…' })
    await see(publish).toHaveAccessibleDescription('Nothing has changed since the latest version.')
  })

  it.each([
    ['en-US', 'Publish…', 'Save and publish…', 'Save the changes first?', 'Save and continue', 'Name'],
    ['pt-BR', 'Publicar…', 'Salvar e publicar…', 'Salvar as alterações antes?', 'Salvar e continuar', 'Nome'],
  ] as const)(
    'asks to save unsaved settings or to cancel before it publishes, and goes on after the save: %s',
    async (locale, plain, withSave, title, verb, name) => {
      const id = await create('Por salvar')
      await call('POST', `apps/${id}/publish`, { versionComment: 'Um' })
      const page = await console.visit({ path: `/apps/${id}/show`, locale })
      const question = page.getByRole('alertdialog', { name: title })
      const comment = page.getByRole('textbox', { name: /^(Version comment|Comentário da versão)/ })
      await see(page.getByRole('button', { name: plain, exact: true })).toHaveAttribute('aria-disabled', 'true')
      await tabTo(page, field(page, locale === 'pt-BR' ? 'Rótulo' : 'Label'))
      await retype(page, 'Pânico')
      // Nothing was new until something was typed.
      const publish = page.getByRole('button', { name: withSave })
      await tabTo(page, publish)
      await see(publish).not.toHaveAttribute('aria-disabled', 'true')
      await press(page, 'Enter')
      await see(question.getByRole('button').first()).toBeFocused()
      expect(await axe(page)).toEqual([])
      await press(page, 'Escape')
      await see(question).toHaveCount(0)
      await see(publish).toBeFocused()
      await see(page).toHaveURL(/\/show$/)
      expect((await stored(id)).label).toBe('Por salvar')
      // Settings that cannot be saved are not published, and the form says why.
      await tabTo(page, field(page, name))
      await retype(page, '')
      await tabTo(page, publish)
      await press(page, 'Enter')
      await tabTo(page, question.getByRole('button', { name: verb }))
      await press(page, 'Enter')
      await see(field(page, name)).toBeFocused()
      await see(field(page, name)).toHaveAttribute('aria-invalid', 'true')
      await type(page, 'Salvo')
      await tabTo(page, publish)
      await press(page, 'Enter')
      await tabTo(page, question.getByRole('button', { name: verb }))
      await press(page, 'Enter')
      await see(comment).toBeFocused()
      await see(page).toHaveURL(/tab=versions$/)
      expect(await stored(id)).toMatchObject({ name: 'Salvo', label: 'Pânico' })
      await see(page.getByRole('button', { name: plain, exact: true })).toBeVisible()
    },
  )

  it.each(['en-US', 'pt-BR'] as const)(
    'APP-10 APP-11 has its settings in three sections, and a preview that follows within the frame: %s',
    async (locale) => {
      const portuguese = locale === 'pt-BR'
      const page = await console.visit({ path: '/apps/1/show', locale })
      const sections = main(page).locator('form').getByRole('region')
      for (const name of portuguese
        ? ['Geral', 'Tema e propriedades', 'Termos']
        : ['General', 'Theme and properties', 'Terms'])
        await see(sections.and(page.getByRole('region', { name, exact: true }))).toBeVisible()
      await see(page.getByRole('region', { name: portuguese ? 'Prévia de Alerta' : 'Preview of Alerta' })).toBeVisible()
      await see(phone(page).getByText('Emergência')).toBeVisible()
      expect(await axe(page)).toEqual([])
      expect(await contested(page)).toEqual([])

      const header = field(page, portuguese ? 'Cor do cabeçalho' : 'Header colour')
      expect(await background(page, 'header')).toBe('rgb(0, 125, 216)')
      await press(page, 'e')
      await see(field(page, portuguese ? 'Nome' : 'Name')).toBeFocused()
      await tabTo(page, header)
      // What the phone looks like when the frame after each letter is drawn.
      await page.evaluate(() => {
        const seen: string[] = []
        Object.assign(globalThis, { seen })
        document.addEventListener('input', ({ target }) =>
          requestAnimationFrame(() => {
            const part = document.querySelector('[data-app-colors] [data-part=header]')!
            seen.push(`${(target as HTMLInputElement).value} ${getComputedStyle(part).backgroundColor}`)
          }),
        )
      })
      await press(page, 'Control+A')
      const seen = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
      // Each letter waits for the frame of the one before, which a busy machine draws late.
      for (const [at, letter] of Array.from('#123456').entries()) {
        await page.keyboard.type(letter)
        await see.poll(async () => (await seen()).length).toBe(at + 1)
      }
      expect(await seen()).toEqual([
        '# rgb(0, 125, 216)',
        '#1 rgb(0, 125, 216)',
        '#12 rgb(0, 125, 216)',
        '#123 rgb(17, 34, 51)',
        '#1234 rgb(0, 125, 216)',
        '#12345 rgb(0, 125, 216)',
        '#123456 rgb(18, 52, 86)',
      ])
      await tabTo(page, field(page, portuguese ? 'Apelido' : 'Nickname'))
      await type(page, 'Acme Segurança')
      await see(phone(page).locator('[data-part=header]')).toContainText('Acme Segurança')
      expect(await focusIsLost(page)).toBe(false)
      // Nothing is stored by looking at it.
      expect((await stored(1)).config).toMatchObject({ headerColor: '#007DD8', nickname: null })
    },
  )

  /** Watches the writes that the page sends. */
  const writesOf = (page: Page) => {
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET')
        sent.push([request.method(), new URL(request.url()).pathname, request.postDataJSON()])
    })
    return sent
  }
  it.each(['en-US', 'pt-BR'] as const)(
    'APP-16 APP-18 APP-20 makes an app by two calls, from a form with what it is alone: %s',
    async (locale) => {
      const portuguese = locale === 'pt-BR'
      const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=apps', locale })
      await see(page.getByRole('grid')).toContainText('Alerta Escolar')
      await press(page, 'c')
      const name = field(page, portuguese ? 'Nome' : 'Name')
      const project = choice(page, portuguese ? 'Projeto' : 'Project')
      await see(name).toBeFocused()
      await see(main(page).getByRole('textbox').or(main(page).getByRole('combobox'))).toHaveCount(4)
      await see(choice(page, portuguese ? 'Cliente' : 'Client')).toHaveValue('Acme Educação')
      expect(await axe(page)).toEqual([])
      const sent = writesOf(page)
      await press(page, 'Control+Enter')
      await see(name).toHaveAttribute('aria-invalid', 'true')
      await see(project).toHaveAttribute('aria-invalid', 'true')
      await see(name).toBeFocused()
      expect(sent).toEqual([])
      await type(page, `Novo ${locale}`)
      await tabTo(page, project)
      await type(page, 'interior')
      await see(page.getByRole('option', { name: /Escolas do interior/ })).toBeVisible()
      await press(page, 'Enter')
      await tabTo(page, field(page, portuguese ? 'Descrição' : 'Description'))
      await type(page, 'Das escolas')
      await press(page, 'Control+Enter')
      await see(page).toHaveURL(/\/clients\/2\/show\?tab=apps$/)
      await see(page.getByRole('grid')).toContainText(`Novo ${locale}`)
      const [{ id }] = (await call('GET', `apps?q=Novo%20${locale}`)).body.data as unknown as [{ id: number }]
      expect(sent).toEqual([
        [
          'POST',
          '/api/apps',
          { name: `Novo ${locale}`, projectId: 5, isDefault: false, clientId: 2, description: 'Das escolas' },
        ],
        ['PATCH', `/api/apps/${id}/schema`, { label: `Novo ${locale}`, config: USUAL_CONFIG }],
      ])
      expect(await stored(id)).toMatchObject({ label: `Novo ${locale}`, config: USUAL_CONFIG })
      // The creation is taken back and done again as a whole.
      await see(page.getByRole('grid')).toContainText(`Novo ${locale}`)
      await press(page, 'z')
      await see(page.getByRole('grid')).not.toContainText(`Novo ${locale}`)
      await press(page, 'Control+Shift+Z')
      await see(page.getByRole('grid')).toContainText(`Novo ${locale}`)
      expect(sent.slice(3)).toMatchObject([
        ['POST', '/api/apps', { name: `Novo ${locale}` }],
        ['PATCH', expect.stringMatching(/\/schema$/), { label: `Novo ${locale}` }],
      ])
    },
  )

  it.each([
    ['en-US', /^Meio feito was created, but its label and theme were not saved/, 'Label'],
    ['pt-BR', /^Meio feito foi criado, mas o rótulo e o tema não foram salvos/, 'Rótulo'],
  ] as const)(
    'APP-20 opens the settings of a new app whose look was not saved, as an unsaved change: %s',
    async (locale, said, label) => {
      const page = await console.visit({ path: '/apps/create?clientId=2&projectId=5&redirect=%2Fapps', locale })
      console.trouble(page).expect(/status of 500/)
      console.world.faults.current = (point, { route }) => {
        if (point === 'request' && route.endsWith('/apps/:id/schema'))
          throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
      }
      await tabTo(page, field(page, locale === 'pt-BR' ? 'Nome' : 'Name'))
      await type(page, 'Meio feito')
      await press(page, 'Control+Enter')
      await see(page).toHaveURL(/\/apps\/\d+\/show$/)
      const id = Number(/apps\/(\d+)/.exec(page.url())![1])
      await see(page.getByText(said)).toBeVisible()
      await see(field(page, label)).toHaveValue('Meio feito')
      expect(await stored(id)).toMatchObject({ name: 'Meio feito', label: null })
      console.world.faults.current = () => {}
      await tabTo(page, field(page, label))
      await press(page, 'Control+Enter')
      await see(main(page).getByText(/unsaved change|alteração não salva/)).toHaveCount(0)
      await see.poll(async () => (await stored(id)).label).toBe('Meio feito')
    },
  )

  it('APP-21 TERM-05 saves what was changed by one key, and takes it back by another', async () => {
    const id = await create('Guarda')
    const page = await console.visit({ path: `/apps/${id}/show` })
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push({ path: new URL(request.url()).pathname, ...request.postDataJSON() })
    })
    await press(page, 'e')
    await retype(page, 'Guarda 2026')
    await tabTo(page, field(page, 'Label'))
    await retype(page, 'Pânico')
    await tabTo(page, field(page, 'Description'))
    await type(page, 'Da guarda')
    await tabTo(page, choice(page, 'Project'))
    await retype(page, 'default')
    await see(page.getByRole('option', { name: /^Default/ })).toBeVisible()
    await press(page, 'Enter')
    await tabTo(page, page.getByRole('switch', { name: 'Default', exact: true }))
    await press(page, 'Space')
    await tabTo(page, choice(page, 'Theme'))
    await page.keyboard.type('Business')
    await tabTo(page, page.getByRole('switch', { name: 'Generate a passport key' }))
    await press(page, 'Space')
    await tabTo(page, choice(page, 'Terms'))
    await page.keyboard.type('próxima')
    await see(page.getByRole('option', { name: 'Termos do alerta, próxima versão' })).toBeVisible()
    await press(page, 'Enter')
    await see(main(page).getByText('8 unsaved changes')).toBeVisible()
    await press(page, 'Control+Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Guarda 2026' })).toBeVisible()
    await see(main(page).getByText(/unsaved change/)).toHaveCount(0)
    await see(page).toHaveURL(new RegExp(`/apps/${id}/show$`))
    expect(await focusIsLost(page)).toBe(false)
    const saved = {
      name: 'Guarda 2026',
      label: 'Pânico',
      description: 'Da guarda',
      projectId: 2,
      isDefault: true,
      termId: 3,
      generatePassportKey: true,
    }
    expect(sent).toEqual([{ path: `/api/apps/${id}`, ...saved, config: { themeName: 'business' } }])
    expect(await stored(id)).toMatchObject({
      ...saved,
      clientId: 2,
      config: { themeName: 'business', headerColor: '#007DD8' },
    })
    await tabTo(page, tab(page, 'Settings'))
    await press(page, 'z')
    await see(page.getByRole('heading', { level: 1, name: 'Guarda', exact: true })).toBeVisible()
    expect(await stored(id)).toMatchObject({ name: 'Guarda', label: 'Guarda', termId: null })
  })

  it('asks before Esc discards changes, keeps them over a reload, and leaves by Esc where there are none', async () => {
    const id = await create('Meio caminho')
    const page = await console.visit({ path: `/apps/${id}/show` })
    await press(page, 'e')
    await retype(page, 'Meio')
    await page.keyboard.type('!')
    await see(phone(page)).toBeVisible()
    await page.waitForTimeout(400)
    await page.evaluate(() => void setTimeout(() => location.reload()))
    page.once('dialog', (dialog) => void dialog.accept())
    await see(main(page).getByText(/^Unsaved changes of/)).toBeVisible()
    await see(field(page, 'Name')).toHaveValue('Meio!')
    await tabTo(page, field(page, 'Name'))
    await press(page, 'Escape')
    const question = page.getByRole('alertdialog', { name: 'Discard the changes?' })
    await see(question).toBeVisible()
    await press(page, 'Escape')
    await see(field(page, 'Name')).toHaveValue('Meio!')
    await press(page, 'Escape')
    await tabTo(page, question.getByRole('button', { name: 'Discard' }))
    await press(page, 'Enter')
    await see(field(page, 'Name')).toHaveValue('Meio caminho')
    expect(await focusIsLost(page)).toBe(false)
    await see(page).toHaveURL(new RegExp(`/apps/${id}/show$`))
    await press(page, 'Escape')
    await see(page).toHaveURL(/\/clients\/2\/show\?tab=apps$/)
    expect(await stored(id)).toMatchObject({ name: 'Meio caminho' })
  })

  it('deletes no app by a key that is pressed in its form', async () => {
    const page = await console.visit({ path: `/apps/${await create('Fica')}/show` })
    const question = page.getByRole('alertdialog')
    await tabTo(page, page.getByRole('switch', { name: 'Generate a passport key' }))
    await press(page, 'Delete')
    await tabTo(page, main(page).getByLabel('Pick a colour: Header colour'))
    await press(page, 'Delete')
    // The key does so on the tab above, which proves that it was heard.
    await see(question).toHaveCount(0)
    await tabTo(page, tab(page, 'Settings'))
    await press(page, 'Delete')
    await see(question).toContainText('Fica')
    await press(page, 'Escape')
    await see(question).toHaveCount(0)
  })

  it('asks what to keep where somebody else saved meanwhile', async () => {
    const id = await create('De duas')
    const page = await console.visit({ path: `/apps/${id}/show` })
    console.trouble(page).expect(/status of 4(09|12)/)
    await press(page, 'e')
    await retype(page, 'De duas: minha')
    await call('PATCH', `apps/${id}`, { name: 'De duas: outra', config: { headerColor: '#00FF00' } })
    await press(page, 'Control+Enter')
    const stale = page.getByRole('region', { name: 'Somebody changed this record in the meantime' })
    await see(stale.getByRole('heading')).toBeFocused()
    await tabTo(page, stale.getByRole('button', { name: 'Save mine over theirs' }))
    await press(page, 'Enter')
    await see(stale).toHaveCount(0)
    await see(page.getByRole('heading', { level: 1, name: 'De duas: minha' })).toBeVisible()
    expect(await stored(id)).toMatchObject({ name: 'De duas: minha', config: { headerColor: '#00FF00' } })
  })

  it.each([
    ['en-US', 'Name', 'Project', 'Required fields are missing'],
    ['pt-BR', 'Nome', 'Projeto', 'Falta campos obrigatórios'],
  ] as const)(
    'APP-16 APP-28 A-038 saves no app without a name or a project, and says so at the field and of the form: %s',
    async (locale, name, project, missing) => {
      const id = await create('Sem nome')
      const { version } = await stored(id)
      const page = await console.visit({ path: `/apps/${id}/show`, locale })
      const alert = main(page).getByRole('alert')
      await press(page, 'e')
      await retype(page, '')
      await press(page, 'Control+Enter')
      await see(field(page, name)).toBeFocused()
      await see(field(page, name)).toHaveAttribute('aria-invalid', 'true')
      await see(field(page, name)).toHaveAccessibleDescription(new RegExp(`^${name} `))
      await see(alert).toHaveText(missing)
      expect(await axe(page)).toEqual([])
      await type(page, 'Com nome')
      await see(alert).toHaveCount(0)
      await tabTo(page, choice(page, project))
      await retype(page, '')
      await press(page, 'Tab', 'Control+Enter')
      await see(choice(page, project)).toBeFocused()
      await see(alert).toHaveText(missing)
      expect((await stored(id)).version).toBe(version)
      // The client is shown and cannot be left out.
      await see(field(page, locale === 'pt-BR' ? 'Cliente' : 'Client')).toHaveValue('Acme Educação')
      await see(field(page, locale === 'pt-BR' ? 'Cliente' : 'Client')).toHaveAttribute('readonly', '')
    },
  )

  it('APP-28 tells why the server did not save an app, and keeps what was typed', async () => {
    const id = await create('Recusado')
    const page = await console.visit({ path: `/apps/${id}/show` })
    console.trouble(page).expect(/status of (422|500)/)
    const refuse = (error: ApiError) => {
      console.world.faults.current = (_, { method, route }) => {
        if (method !== 'GET' && route.endsWith('/apps/:id')) throw error
      }
    }
    const alert = main(page).getByRole('alert')
    await press(page, 'e')
    await retype(page, 'Recusado mesmo')
    // A rule of a newer server, which this page does not know.
    const fields = [{ field: 'label', message: 'formErrors.required' }]
    refuse(new ApiError({ status: 422, code: 'VALIDATION_ERROR', fields }))
    await press(page, 'Control+Enter')
    await see(alert).toContainText('Required fields are missing')
    await see(field(page, 'Label')).toBeFocused()
    await see(field(page, 'Label')).toHaveAttribute('aria-invalid', 'true')
    // Nothing is missing where something else went wrong.
    refuse(new ApiError({ status: 500, code: 'INTERNAL_ERROR' }))
    await press(page, 'Control+Enter')
    await see(alert).toContainText('Not saved')
    await see(alert).not.toContainText('Required fields are missing')
    await see(alert).toBeFocused()
    await see(field(page, 'Name')).toHaveValue('Recusado mesmo')
    expect(await stored(id)).toMatchObject({ name: 'Recusado' })
  })

  it('CHCFG-05 ENT-APP-03 tells of a colour that is none at its field, while the preview shows the usual one', async () => {
    const page = await console.visit({ path: '/apps/1/show', locale: 'pt-BR' })
    const header = field(page, 'Cor do cabeçalho')
    await see(help(page, 'Cor do cabeçalho')).toContainText('4,2:1')
    await tabTo(page, header)
    await retype(page, '#00')
    await see(header).toHaveAccessibleDescription(/a prévia mostra #007DD8/)
    expect(await background(page, 'header')).toBe('rgb(0, 125, 216)')
    await see(header).not.toHaveAttribute('aria-invalid', 'true')
    await press(page, 'Tab')
    await see(header).toHaveAttribute('aria-invalid', 'true')
    await tabTo(page, header)
    await retype(page, '#003')
    await see(header).not.toHaveAttribute('aria-invalid', 'true')
    expect(await background(page, 'header')).toBe('rgb(0, 0, 51)')
    await see(header).toHaveAccessibleDescription(/20:1 de contraste com “Cor do texto”$/)
    // A wrong colour is not saved, and the key leads to it.
    await retype(page, 'azul')
    await tabTo(page, field(page, 'Nome'))
    await press(page, 'Control+Enter')
    await see(header).toBeFocused()
    expect((await stored(1)).config['headerColor']).toBe('#007DD8')
  })

  it('A-150 shows the host of a foreign banner, and never asks it for anything', async () => {
    const page = await console.visit({ path: '/apps/1/show' })
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await tabTo(page, field(page, 'Banner address'))
    await type(page, 'https://cdn.example.org/acme/faixa.png')
    await see(phone(page).locator('[data-part=banner]')).toHaveText('Image at cdn.example.org, not loaded here')
    await see(phone(page).locator('img')).toHaveCount(0)
    await tabTo(page, page.getByRole('switch', { name: 'Show the banner nickname' }))
    await press(page, 'Space')
    await tabTo(page, field(page, 'Banner nickname'))
    await type(page, 'Acme Segurança')
    await see(phone(page).locator('[data-part=banner]')).toContainText('Acme Segurança')
    expect(asked.filter((url) => !url.startsWith(console.world.url))).toEqual([])
    // An image of this server is one.
    await tabTo(page, field(page, 'Banner address'))
    await retype(page, `${console.world.url}/favicon.svg`)
    await see(phone(page).getByRole('img', { name: 'Banner of the app' })).toHaveAttribute('src', '/favicon.svg')
    expect(await axe(page)).toEqual([])
  })

  it('APP-12 A-132 opens the secondary channels and the groups by keys, and leads back to where one was', async () => {
    const id = await create('Três andares', [{ name: 'Pânico', primary: true }])
    const group = async (name: string, parentId: number | null) =>
      (
        (
          await call('POST', 'channels', {
            appId: id,
            clientId: 2,
            name,
            channelType: 'group',
            config: { parentId },
          })
        ).body.data as { id: number }
      ).id
    const deepest = await group('Terceiro', await group('Segundo', await group('Primeiro', null)))
    await call('POST', 'channels', { appId: id, clientId: 2, name: 'No fundo', config: { parentId: deepest } })
    const page = await console.visit({ path: `/apps/${id}/show`, locale: 'pt-BR' })
    await see(phone(page).getByText('Pânico')).toBeVisible()
    await see(phone(page).getByText('Primeiro')).toHaveCount(0)
    const more = inPhone(page, 'Mais canais')
    await tabTo(page, more)
    await see(more).toHaveAttribute('aria-expanded', 'false')
    await press(page, 'Enter')
    await see(inPhone(page, 'Menos canais')).toBeFocused()
    // Whatever does nothing is no stop on the way.
    await press(page, 'Tab')
    await see(inPhone(page, 'Primeiro, grupo')).toBeFocused()
    for (const [name, next] of [
      ['Primeiro', 'Segundo, grupo'],
      ['Segundo', 'Terceiro, grupo'],
      ['Terceiro', null],
    ] as const) {
      await press(page, 'Enter')
      await see(inPhone(page, `Voltar de ${name}`)).toBeFocused()
      expect(await axe(page)).toEqual([])
      await press(page, 'Tab')
      if (next) await see(inPhone(page, next)).toBeFocused()
    }
    // It lets the focus out at its end.
    expect(await phone(page).evaluate((one) => one.contains(document.activeElement))).toBe(false)
    await see(phone(page).getByRole('list', { name: 'Canais em Terceiro' }).getByRole('listitem')).toHaveText(
      'No fundo',
    )
    for (const [from, to] of [
      ['Terceiro', 'Terceiro, grupo'],
      ['Segundo', 'Segundo, grupo'],
      ['Primeiro', 'Primeiro, grupo'],
    ] as const) {
      await tabTo(page, inPhone(page, `Voltar de ${from}`))
      await press(page, 'Enter')
      await see(inPhone(page, to)).toBeFocused()
    }
    await see(phone(page).getByText('Pânico')).toBeVisible()
  })

  it('APP-13 CONST-32 CONST-33 shows secondary channels alone, in the heights of the theme that is chosen', async () => {
    const id = await create('Só secundários', [{ name: 'Um' }, { name: 'Dois' }])
    const page = await console.visit({ path: `/apps/${id}/show` })
    const heights = () =>
      phone(page)
        .locator('[data-channel]')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height.toFixed(1)))
    await see(phone(page).getByRole('listitem')).toHaveText(['Um', 'Dois'])
    await see(inPhone(page, 'More channels')).toHaveCount(0)
    expect(await heights()).toEqual(['57.7', '57.7'])
    await tabTo(page, choice(page, 'Theme'))
    await page.keyboard.type('Business')
    await see.poll(heights).toEqual(['49.5', '49.5'])
    const colors = await phone(page)
      .getByText('Um')
      .locator('xpath=ancestor-or-self::*[@data-channel]')
      .evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundImage])
    // CHCFG-03 and CHCFG-04: the greys of a new channel, and the yellow of a text without a colour.
    expect(colors).toEqual(['rgb(252, 221, 62)', 'linear-gradient(rgb(78, 78, 78), rgb(66, 66, 66))'])
  })

  it('shows facts instead of a form to whoever may not change apps, and while the client is locked', async () => {
    const page = await console.visit({ as: 'broadcast-operator', path: '/apps/1/show' })
    await see(phone(page).getByText('Emergência')).toBeVisible()
    await see(main(page).locator('form')).toHaveCount(0)
    await see(main(page).getByRole('textbox')).toHaveCount(0)
    await see(page.getByRole('button', { name: /^(Save|Publish|Edit)/ })).toHaveCount(0)
    const theme = main(page).getByRole('region', { name: 'Theme and properties' })
    await see(theme).toContainText('#007DD8')
    expect(await axe(page)).toEqual([])

    const locked = await console.visit({ as: 'root', path: '/apps/3/show' })
    await see(phone(locked).getByText('Emergência')).toBeVisible()
    await see(main(locked).locator('form')).toHaveCount(0)
  })

  it('CONST-10 lists the channels of the app in its order, twenty a page, with ways to make and edit them', async () => {
    const page = await console.visit({ path: '/apps/2/show' })
    const asked: URLSearchParams[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/channels') asked.push(searchParams)
    })
    await press(page, '2')
    const grid = page.getByRole('grid', { name: 'Channels' })
    await see(grid).toContainText('Sala 001')
    await see(phone(page)).toBeVisible()
    const list = asked.filter((query) => query.get('limit') !== '1000')
    expect(list.length).toBeGreaterThan(0)
    for (const query of list)
      expect(Object.fromEntries(query)).toMatchObject({ appId: '2', limit: '20', order: 'displayOrder ASC' })
    await see(main(page).getByRole('combobox', { name: /per page/i })).toHaveCount(0)
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'e')
    await see(page.getByRole('heading', { level: 2, name: 'Sala 001' })).toBeVisible()
    await see(field(page, 'Name')).toBeFocused()
    await press(page, 'Escape')
    await see(page.locator('[role=row]:focus')).toContainText('Sala 001')
    await press(page, 'c')
    await see(page.getByRole('dialog', { name: 'Create channel' }).getByRole('textbox', { name: 'Name' })).toBeFocused()
  })

  it('fits a narrow screen in both languages, in one column, with the preview under the fields', async () => {
    for (const locale of ['en-US', 'pt-BR'] as const) {
      const page = await console.visit({ path: '/apps/1/show', locale, size: { width: 360, height: 800 } })
      await see(phone(page).getByText('Emergência')).toBeVisible()
      expect(await overflow(page)).toEqual([])
      expect(await axe(page)).toEqual([])
      const last = await choice(page, locale === 'pt-BR' ? 'Termos' : 'Terms').boundingBox()
      const picture = await phone(page).boundingBox()
      expect(picture!.y).toBeGreaterThan(last!.y + last!.height)
      expect(picture!.x).toBeGreaterThanOrEqual(0)
      expect(picture!.x + picture!.width).toBeLessThanOrEqual(360)
      // The buttons at the foot never hide the field that has the focus.
      await tabTo(page, field(page, locale === 'pt-BR' ? 'Cor secundária' : 'Secondary colour'))
      const covered = await page.evaluate(() => {
        const { left, top, width, height } = document.activeElement!.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2) !== document.activeElement
      })
      expect(covered).toBe(false)
      await press(page, '2')
      await page.goto('/apps/1/show?tab=channels')
      await see(page.getByRole('grid')).toContainText('Emergência')
      expect(await overflow(page)).toEqual([])
      expect(await axe(page)).toEqual([])
    }
  })
})
