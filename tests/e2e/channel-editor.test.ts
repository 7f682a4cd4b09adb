import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { noFaults } from '../../server/faults'
import { axe, overflow } from './axe'
import { inBrowser, see, type Visit } from './console'
import { chooseFile, focusIsLost, press, retype, tabTo, type } from './keyboard'

type Stored = { id: number; name: string; label: string; version: number; config: Record<string, unknown> }

const row = (page: Page) => page.locator('[role=row]:focus')
const rows = (page: Page) => page.locator('[role=grid] [role=row][data-index]')
const active = (page: Page) => page.locator('[role=row][tabindex="0"]')
const phone = (page: Page) => page.locator('[data-app-colors]')
const marked = (page: Page) => phone(page).locator('[aria-current]')
const form = (page: Page) => page.locator('main form')
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true })
const head = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })
const section = (page: Page, name: string) => page.getByRole('region', { name })
const question = (page: Page) => page.getByRole('alertdialog')
const told = (page: Page) => page.getByRole('log')
const button = (page: Page, name: string) => form(page).getByRole('button', { name })

inBrowser('the editor of a channel', (console) => {
  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('acme-admin'), method, path, body)
  const stored = async (id: number) => (await call('GET', `channels/${id}`)).body.data as unknown as Stored
  /** Makes an app with channels; returns its id and theirs. */
  const make = async (name: string, channels: readonly object[]) => {
    const app = (await call('POST', 'apps', { name, clientId: 2, projectId: 5, label: name })).body.data as {
      id: number
    }
    const ids: number[] = []
    for (const channel of channels) {
      const { body } = await call('POST', 'channels', { appId: app.id, clientId: 2, primary: true, ...channel })
      ids.push((body.data as unknown as Stored).id)
    }
    return { app: app.id, ids }
  }
  /** Opens the channels of an app, and the first of them by Enter. */
  const open = async (app: number, visit: Visit = {}): Promise<Page> => {
    const page = await console.visit({ ...visit, path: `/apps/${app}/show?tab=channels` })
    await see(rows(page).first()).not.toHaveAttribute('aria-busy', 'true')
    await press(page, 'j')
    await see(row(page)).toHaveAttribute('data-index', '0')
    await press(page, 'Enter')
    return page
  }

  it.each(['en-US', 'pt-BR'] as const)(
    'CHAN-08 CHAN-11 CHAN-12 CONST-10 PERM-31 edits the channel of a row beside the list and the phone: %s',
    async (locale) => {
      const portuguese = locale === 'pt-BR'
      const words = portuguese
        ? { name: 'Nome', title: 'Título', one: 'Uma mudança em Título', was: 'era um', saved: 'Canal salvo: um' }
        : { name: 'Name', title: 'Title', one: 'One change in Title', was: 'was um', saved: 'Channel saved: um' }
      const { app, ids } = await make(`Editor ${locale}`, [{ name: 'um' }, { name: 'dois' }])
      const page = await open(app, { locale })
      await see(head(page, 'um')).toBeVisible()
      await see(page).toHaveURL(new RegExp(`tab=channels&channel=${ids[0]}$`))
      await see(field(page, words.name)).toBeFocused()
      // Its kind and its id are told, and cannot be changed.
      await see(page.locator('main header').getByText(`#${ids[0]}`)).toBeVisible()
      await see(page.locator('main header')).toContainText(
        portuguese ? 'Tipo: Alerta. Não pode ser alterado.' : 'Kind: Alert. It cannot be changed.',
      )
      await see(page.getByRole('combobox', { name: portuguese ? 'Tipo' : 'Kind' })).toHaveCount(0)
      await see(page.locator('main header')).toContainText(portuguese ? '1 de 2' : '1 of 2')
      await see(marked(page)).toHaveText('um')
      expect(await axe(page)).toEqual([])

      await press(page, 'Tab')
      await see(field(page, words.title)).toBeFocused()
      await retype(page, 'Socorro')
      await see(marked(page)).toHaveText('Socorro')
      await see(form(page)).toContainText(words.one)
      await see(form(page)).toContainText(words.was)
      expect((await stored(ids[0]!)).label).toBe('um')
      expect(await axe(page)).toEqual([])
      await press(page, 'Control+Enter')
      await see(told(page)).toContainText(words.saved)
      await see(field(page, words.title)).toBeFocused()
      await see(marked(page)).toHaveText('Socorro')
      await see(form(page)).not.toContainText(words.one)
      expect((await stored(ids[0]!)).label).toBe('Socorro')

      // The address keeps the channel, and Back leads to the list alone.
      await page.reload()
      await see(head(page, 'um')).toBeVisible()
      await see(rows(page).first()).toHaveAttribute('aria-current', 'true')
      await page.goBack()
      await see(page).toHaveURL(/tab=channels$/)
      await see(head(page, 'um')).toHaveCount(0)
      await see(page.getByText(portuguese ? 'Nenhum canal aberto' : 'No channel is open')).toBeVisible()
      expect(await focusIsLost(page)).toBe(false)
    },
  )

  it('CHAN-09 brings the old channel back in the list and the phone where a save fails, and keeps what was typed', async () => {
    const { app, ids } = await make('Falha', [{ name: 'um' }, { name: 'dois' }])
    const page = await open(app)
    await see(field(page, 'Name')).toBeFocused()
    await retype(page, 'um outro')
    await tabTo(page, field(page, 'Title'))
    await retype(page, 'Outro')
    let fail = () => {}
    const failing = new Promise<void>((_, reject) => {
      fail = () => reject(new ApiError({ status: 500, code: 'INTERNAL_ERROR' }))
    })
    // Not awaited by a request yet.
    failing.catch(() => {})
    console.world.faults.current = (point, { method, route }) =>
      point === 'request' && method === 'PUT' && route.includes('channels') ? failing : undefined
    console.trouble(page).expect(/status of 500/)
    await press(page, 'Control+Enter')
    // Both show the edit at once.
    await see(rows(page).first()).toContainText('um outro')
    await see(marked(page)).toHaveText('Outro')
    fail()
    await see(page.getByRole('alert').filter({ hasText: 'Not saved' })).toBeFocused()
    await see(rows(page).first()).not.toContainText('um outro')
    await see(marked(page)).toHaveText('um')
    await see(field(page, 'Title')).toHaveValue('Outro')
    await see(form(page)).toContainText('2 changes in Name and Title')
    expect(await axe(page)).toEqual([])
    console.world.faults.current = noFaults
    await press(page, 'Control+Enter')
    await see(told(page)).toContainText('Channel saved: um outro')
    await see(rows(page).first()).toContainText('um outro')
    await see(marked(page)).toHaveText('Outro')
    expect(await stored(ids[0]!)).toMatchObject({ name: 'um outro', label: 'Outro' })
    await press(page, 'Escape')
    await press(page, 'z')
    await see(rows(page).first()).not.toContainText('um outro')
    expect(await stored(ids[0]!)).toMatchObject({ name: 'um', label: 'um' })
  })

  it('CHAN-13 keeps the title where it is left empty', async () => {
    const { app, ids } = await make('Vazio', [{ name: 'um', label: 'Socorro' }])
    const page = await open(app)
    await tabTo(page, field(page, 'Title'))
    await retype(page, '')
    await see(marked(page)).toHaveText('Socorro')
    await press(page, 'Control+Enter')
    await see(told(page)).toContainText('Channel saved')
    await see(field(page, 'Title')).toHaveValue('Socorro')
    expect((await stored(ids[0]!)).label).toBe('Socorro')
  })

  it('asks before it discards what was typed, and returns to the row where nothing was', async () => {
    const { app } = await make('Descartar', [{ name: 'um' }])
    const page = await open(app)
    await see(field(page, 'Name')).toBeFocused()
    const entries = await page.evaluate(() => history.length)
    await press(page, 'Escape')
    await see(row(page)).toContainText('um')
    // The channel is open already: both keys lead into it again, and Back does not stop at it twice.
    await press(page, 'Enter')
    await see(field(page, 'Name')).toBeFocused()
    await press(page, 'Escape', 'e')
    await see(field(page, 'Name')).toBeFocused()
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await retype(page, 'dois')
    await press(page, 'Escape')
    await see(question(page)).toContainText('Discard the changes of um?')
    await see(question(page)).toContainText('Changed: Name.')
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(field(page, 'Name')).toHaveValue('dois')
    await see(field(page, 'Name')).toBeFocused()
    await press(page, 'Escape')
    await see(question(page)).toBeVisible()
    await press(page, 'Tab', 'Enter')
    await see(field(page, 'Name')).toHaveValue('um')
    await see(field(page, 'Name')).toBeFocused()
    await press(page, 'Escape')
    await see(row(page)).toContainText('um')
  })

  it('CHAN-10 A-165 keeps what is typed while the channel is moved in the list, and saves it afterwards', async () => {
    const { app, ids } = await make('Mover', [{ name: 'um' }, { name: 'dois' }])
    const page = await open(app)
    await tabTo(page, field(page, 'Title'))
    await retype(page, 'Um')
    await tabTo(page, active(page), 'Shift+Tab')
    await press(page, 'Space', 'j')
    await see(phone(page).locator('[data-channel]')).toHaveText(['dois', 'Um'])
    await press(page, 'Space')
    await see(told(page)).toContainText('Moved: um')
    await see(page.locator('main header')).toContainText('2 of 2')
    await see(field(page, 'Title')).toHaveValue('Um')
    await press(page, 'Control+Enter')
    await see(told(page)).toContainText('Channel saved: um')
    await see(phone(page).locator('[data-channel]')).toHaveText(['dois', 'Um'])
    expect((await stored(ids[0]!)).label).toBe('Um')
  })

  it('asks on the way to another row whether to save, to discard or to stay', async () => {
    const { app, ids } = await make('Outra linha', [{ name: 'um' }, { name: 'dois' }, { name: 'três' }])
    const page = await open(app)
    /** Types into the title of the open channel, and opens the next row. */
    const leave = async (text: string) => {
      await tabTo(page, field(page, 'Title'))
      await retype(page, text)
      await tabTo(page, active(page), 'Shift+Tab')
      await press(page, 'j', 'Enter')
      await see(question(page)).toBeVisible()
    }
    await see(head(page, 'um')).toBeVisible()
    await leave('Um')
    await see(question(page)).toContainText('Save the changes of um?')
    await see(question(page)).toContainText('Changed: Title.')
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(question(page)).toHaveCount(0)
    await see(head(page, 'um')).toBeVisible()
    await see(field(page, 'Title')).toHaveValue('Um')
    // Saved.
    await press(page, 'Enter')
    await see(question(page)).toBeVisible()
    await press(page, 'Control+Enter')
    await see(head(page, 'dois')).toBeVisible()
    await see(field(page, 'Name')).toBeFocused()
    expect((await stored(ids[0]!)).label).toBe('Um')
    // Discarded, and not kept as a draft either.
    await leave('Dois')
    await tabTo(page, question(page).getByRole('button', { name: 'Discard' }))
    await press(page, 'Enter')
    await see(head(page, 'três')).toBeVisible()
    await press(page, 'Escape')
    await see(row(page)).toContainText('três')
    await press(page, 'k', 'Enter')
    await see(head(page, 'dois')).toBeVisible()
    await see(field(page, 'Title')).toHaveValue('dois')
    expect((await stored(ids[1]!)).label).toBe('dois')
    // A channel that cannot be saved stays open.
    await tabTo(page, field(page, 'Name'))
    await retype(page, '')
    await tabTo(page, active(page), 'Shift+Tab')
    await press(page, 'j', 'Enter')
    await see(question(page)).toBeVisible()
    await press(page, 'Control+Enter')
    await see(head(page, 'dois')).toBeVisible()
    await see(field(page, 'Name')).toBeFocused()
    await see(section(page, 'General')).toContainText('one problem')
  })

  it('goes to the next and the previous channel by its buttons, and from a channel that is deleted to the list', async () => {
    const { app, ids } = await make('Vizinhos', [{ name: 'um' }, { name: 'dois' }])
    const page = await console.visit({ path: `/channels/${ids[0]}` })
    await see(page).toHaveURL(new RegExp(`/apps/${app}/show\\?tab=channels&channel=${ids[0]}`))
    const [previous, next] = ['Previous channel', 'Next channel'].map((name) => page.getByRole('button', { name }))
    await see(previous!).toHaveAttribute('aria-disabled', 'true')
    await tabTo(page, next!)
    await press(page, 'Enter')
    await see(head(page, 'dois')).toBeVisible()
    await see(next!).toBeFocused()
    await see(next!).toHaveAttribute('aria-disabled', 'true')
    await see(rows(page).nth(1)).toHaveAttribute('aria-current', 'true')
    await see(active(page)).toContainText('dois')
    await tabTo(page, active(page))
    await press(page, 'Delete')
    await see(question(page)).toBeVisible()
    await press(page, 'Tab', 'Enter')
    await see(head(page, 'dois')).toHaveCount(0)
    await see(page).toHaveURL(/tab=channels(&offset=\d+)?$/)
    await see(rows(page)).toHaveCount(1)
  })

  it('chooses between mine and theirs where somebody else saved the channel meanwhile', async () => {
    const { app, ids } = await make('Conflito', [{ name: 'um' }])
    const page = await open(app)
    await see(field(page, 'Name')).toBeFocused()
    await retype(page, 'meu')
    await call('PATCH', `channels/${ids[0]}`, { name: 'deles' })
    console.trouble(page).expect(/status of 4(09|12)/)
    await press(page, 'Control+Enter')
    const choice = page.getByRole('region', { name: 'Somebody changed this record in the meantime' })
    await see(choice.getByRole('heading')).toBeFocused()
    await see(rows(page).first()).not.toContainText('meu')
    expect(await axe(page)).toEqual([])
    await tabTo(page, choice.getByRole('button', { name: 'Save mine over theirs' }))
    await press(page, 'Enter')
    await see(told(page)).toContainText('Channel saved: meu')
    await see(rows(page).first()).toContainText('meu')
    expect((await stored(ids[0]!)).name).toBe('meu')
  })

  it('CHAN-17 CHCFG-05 leads to the first wrong field, counts in its section, and warns of a low contrast alone', async () => {
    const { app, ids } = await make('Cores', [{ name: 'um' }])
    const page = await open(app)
    // A new channel has no colour of its text: the one that phones show is compared.
    await see(section(page, 'Colours')).toContainText('6.1:1')
    await see(section(page, 'Colours')).toContainText('Without a colour, phones show #FCDD3E.')
    await tabTo(page, field(page, 'Title of “send now”'))
    await type(page, 'Agora')
    await tabTo(page, field(page, 'Upper colour'))
    await retype(page, '#12')
    await tabTo(page, field(page, 'Text colour'))
    await type(page, '#555555')
    await see(section(page, 'Colours')).toContainText(/1(\.\d)?:1/)
    await see(section(page, 'Colours')).toContainText('easy to read from 4.5:1')
    await see(section(page, 'Colours')).toContainText('Until the colour is complete, the preview shows #2B2B2B.')
    await press(page, 'Control+Enter')
    await see(field(page, 'Text of “send now”')).toBeFocused()
    await see(field(page, 'Text of “send now”')).toHaveAttribute('aria-invalid', 'true')
    await see(section(page, 'Texts')).toContainText('one problem')
    await see(section(page, 'Colours')).toContainText('one problem')
    expect(await axe(page)).toEqual([])
    await type(page, 'Já')
    await see(section(page, 'Texts')).not.toContainText('one problem')
    await press(page, 'Control+Enter')
    await see(field(page, 'Upper colour')).toBeFocused()
    await retype(page, '#4E4E4E')
    await press(page, 'Control+Enter')
    await see(told(page)).toContainText('Channel saved: um')
    expect((await stored(ids[0]!)).config).toMatchObject({ textColor: '#555555', sendNowText: 'Já' })
  })

  it('CONST-14 A-089 A-160 chooses an icon by its word, by the keyboard alone, and shows an unknown one as its text', async () => {
    const { app, ids } = await make('Ícones', [{ name: 'um', config: { icon: 'rocket_launch' } }])
    const page = await open(app, { locale: 'pt-BR' })
    const picker = form(page).getByRole('combobox', { name: 'Ícone' })
    const options = page.locator('[role=listbox] [role=option]')
    await see(picker).toHaveValue('rocket_launch')
    await see(marked(page)).toContainText('rocket_launch')
    await tabTo(page, picker)
    await see(options).toHaveCount(0)
    await press(page, 'ArrowDown')
    await see(options).toHaveCount(50)
    await see(options.first()).toHaveAttribute('data-active', 'true')
    await see(picker).toHaveAttribute('aria-expanded', 'true')
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(options).toHaveCount(0)
    // Neither Esc nor a text that names no icon has changed it.
    await type(page, 'zzz')
    await see(page.getByText('Nada corresponde a “zzz”.')).toBeVisible()
    await press(page, 'Tab')
    await see(picker).toHaveValue('rocket_launch')
    await tabTo(page, picker, 'Shift+Tab')
    await type(page, 'escu')
    await see(options).toHaveCount(1)
    await see(options).toContainText('security')
    await press(page, 'Enter')
    await see(picker).toHaveValue('Escudo')
    await see(picker).toBeFocused()
    await see(form(page)).toContainText('era rocket_launch')
    await see(marked(page).locator('svg')).toHaveCount(1)
    await press(page, 'Control+Enter')
    await see(told(page)).toContainText('Canal salvo')
    expect((await stored(ids[0]!)).config['icon']).toBe('security')
    // An empty text takes the icon away.
    await retype(page, '')
    await press(page, 'Tab')
    await see(picker).toHaveValue('')
    await press(page, 'Control+Enter')
    await see.poll(async () => (await stored(ids[0]!)).config['icon']).toBe(undefined)
  })

  it('PERM-31 PERM-40 shows the values to who may not change them, without ways to save or to cancel', async () => {
    const visits = [
      { as: 'broadcast-operator', app: 1, channel: 1, why: 'You can see the channels but not change them.' },
      { as: 'root', app: 3, channel: 401, why: 'Borealis Saúde is locked' },
    ]
    for (const { as, app, channel, why } of visits) {
      const page = await console.visit({ as, path: `/apps/${app}/show?tab=channels` })
      await see(rows(page).first()).not.toHaveAttribute('aria-busy', 'true')
      await press(page, 'j', 'Enter')
      await see(page).toHaveURL(new RegExp(`channel=${channel}$`))
      await see(head(page, 'Emergência')).toBeVisible()
      await see(page.locator('main')).toContainText(why)
      await see(section(page, 'Texts')).toContainText('Trote é crime.')
      await see(section(page, 'Who sees it')).toBeVisible()
      await see(section(page, 'General').getByText('Warning', { exact: true })).toBeVisible()
      // Places count from 1, with handles and without.
      await see(rows(page).first()).toContainText(/^1Emergência/)
      await see(form(page)).toHaveCount(0)
      const editor = page.getByRole('region', { name: 'Emergência', exact: true })
      await see(editor.getByRole('textbox')).toHaveCount(0)
      await see(editor.getByRole('switch')).toHaveCount(0)
      await see(editor.getByRole('button', { name: /Save|Discard|Cancel|Assign/ })).toHaveCount(0)
      expect(await axe(page)).toEqual([])
      // An address opens no form that the account may not send.
      if (as !== 'root') {
        await page.goto(`/apps/${app}/show?tab=channels&create=new`)
        await see(rows(page).first()).not.toHaveAttribute('aria-busy', 'true')
        await see(page.getByRole('dialog')).toHaveCount(0)
      }
    }
  })

  it('says on the first page of an empty app how to begin, and creates a channel that is then open', async () => {
    const { app } = await make('Começo', [])
    const page = await console.visit({ path: `/apps/${app}/show?tab=channels` })
    await see(page.getByText('There are no channels.')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await press(page, 'c')
    const dialog = page.getByRole('dialog', { name: 'Create channel' })
    await see(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(dialog).toHaveCount(0)
    await tabTo(page, page.getByRole('button', { name: 'Create channel' }).first())
    for (const [at, name] of ['Primeiro', 'Segundo'].entries()) {
      await press(page, at === 0 ? 'Enter' : 'c')
      await see(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
      await type(page, name)
      await press(page, 'Control+Enter')
      await see(head(page, name)).toBeVisible()
      await see(dialog).toHaveCount(0)
      await see(field(page, 'Name')).toBeFocused()
      await see(marked(page)).toHaveText(name)
      await see(rows(page)).toHaveCount(at + 1)
      await press(page, 'Escape')
      await see(page.locator('[role=row]:focus')).toContainText(name)
    }
  })

  it.each(['en-US', 'pt-BR'] as const)(
    'has the list, the editor and the phone on pages of their own at 360 px, with targets of 44 px: %s',
    async (locale) => {
      const portuguese = locale === 'pt-BR'
      const { app } = await make(`Estreito ${locale}`, [{ name: 'um' }, { name: 'dois' }])
      const page = await open(app, { locale, size: { width: 360, height: 760 } })
      const [title, back, preview, fields] = portuguese
        ? ['Título', 'Voltar aos canais', 'Prévia', 'Voltar aos campos']
        : ['Title', 'Back to the channels', 'Preview', 'Back to the fields']
      await see(head(page, 'um')).toBeVisible()
      await see(page.getByRole('grid')).toHaveCount(0)
      await see(phone(page)).toBeHidden()
      await see(field(page, portuguese ? 'Nome' : 'Name')).toBeFocused()
      await tabTo(page, field(page, title))
      await retype(page, 'Socorro')
      await see(form(page)).toContainText(portuguese ? 'Uma mudança' : 'One change')
      expect(await overflow(page)).toEqual([])
      expect(await axe(page)).toEqual([])
      const small = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('main form button, main header button, main header a')]
          .filter((one) => one.checkVisibility() && !one.matches('[role=switch]'))
          .filter((one) => one.getBoundingClientRect().height < 44)
          .map((one) => one.textContent),
      )
      expect(small).toEqual([])
      await tabTo(page, page.getByRole('button', { name: preview, exact: true }))
      await press(page, 'Enter')
      await see(page.getByRole('button', { name: fields })).toBeFocused()
      await see(marked(page)).toHaveText('Socorro')
      await see(form(page)).toBeHidden()
      expect(await overflow(page)).toEqual([])
      expect(await axe(page)).toEqual([])
      await press(page, 'Enter')
      await see(field(page, title)).toHaveValue('Socorro')
      await tabTo(page, button(page, portuguese ? 'Salvar' : 'Save'))
      await press(page, 'Enter')
      await see(told(page)).toContainText(portuguese ? 'Canal salvo' : 'Channel saved')
      await tabTo(page, page.getByRole('button', { name: back }))
      await press(page, 'Enter')
      await see(page.getByRole('grid')).toContainText('dois')
      await see(page).toHaveURL(/tab=channels$/)
      expect(await focusIsLost(page)).toBe(false)
    },
  )

  it.each(['en-US', 'pt-BR'] as const)(
    'CHAN-25 CHAN-26 FIELD-11 reads the choices of a field from a sheet, and names what is wrong with one: %s',
    async (locale) => {
      const words =
        locale === 'pt-BR'
          ? {
              open: 'Opções de uma planilha…',
              title: 'Opções de uma planilha',
              sheet: 'Planilha CSV',
              field: 'Campo',
              read: 'Ler a planilha',
              invalid: 'A planilha não foi lida.',
              twice: 'linha 4: SP › Campinas é igual à linha 3',
              columns: 'linha 2: o número de colunas é 1 em vez de 2',
              valid: 'As opções de onde foram lidas.',
            }
          : {
              open: 'Choices from a sheet…',
              title: 'Choices from a sheet',
              sheet: 'CSV sheet',
              field: 'Field',
              read: 'Read the sheet',
              invalid: 'The sheet was not read.',
              twice: 'line 4: SP › Campinas is the same as in line 3',
              columns: 'line 2: the number of columns is 1 instead of 2',
              valid: 'The choices of onde were read.',
            }
      const fields = [
        { name: 'nome', type: 'text' },
        { name: 'como', type: 'radios', options: { choices: [{ text: 'Só', value: 's' }] } },
        { name: 'onde', type: 'multilayer_dropdown', options: { choices: [{ text: 'MG', value: 'MG' }] } },
      ]
      const { app, ids } = await make(`Choices ${locale}`, [
        { name: 'alerta', channelType: 'alert', config: { schema: { fields } } },
      ])
      const page = await open(app, { locale })
      console.trouble(page).expect(/400 \(Bad Request\)/)
      const opener = button(page, words.open)
      await tabTo(page, opener)
      await press(page, 'Enter')
      const dialog = page.getByRole('dialog', { name: words.title })
      await tabTo(page, dialog.getByRole('combobox', { name: words.field }))
      await press(page, 'End')
      const sheet = async (text: string) => {
        await tabTo(page, dialog.getByLabel(words.sheet))
        await chooseFile(page, { name: 'onde.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
        await tabTo(page, dialog.getByRole('button', { name: words.read }))
        await press(page, 'Enter')
      }
      await sheet('Estado,Cidade\nSP\nSP,Campinas\nSP,Campinas\n')
      const alert = dialog.getByRole('alert')
      await see(alert).toContainText(words.invalid)
      await see(alert).toContainText(words.columns)
      await see(alert).toContainText(words.twice)
      expect(await axe(page)).toEqual([])
      await sheet('Estado,Cidade\nSP,Campinas\nSP,Santos\nRJ,Niterói\n')
      await see(dialog).toHaveCount(0)
      await see(told(page)).toContainText(words.valid)
      await see(opener).toBeFocused()
      // The form has them, and the channel once it is saved.
      expect(JSON.stringify((await stored(ids[0]!)).config)).not.toContain('Niterói')
      await press(page, 'Control+Enter')
      await expect
        .poll(async () => (await stored(ids[0]!)).config)
        .toMatchObject({
          schema: {
            fields: [
              fields[0],
              fields[1],
              {
                name: 'onde',
                options: {
                  choices: [
                    { text: 'SP', value: 'SP', choices: [{ text: 'Campinas' }, { text: 'Santos' }] },
                    { text: 'RJ', value: 'RJ', choices: [{ text: 'Niterói' }] },
                  ],
                },
              },
            ],
          },
        })
    },
  )

  it.each(['en-US', 'pt-BR'] as const)(
    'FIELD-01 edits the form of a channel in the builder, over the same draft as its JSON: %s',
    async (locale) => {
      const pt = locale === 'pt-BR'
      const fields = [{ name: 'nome', type: 'text', title: 'Nome' }]
      const { app, ids } = await make(`Builder ${locale}`, [
        { name: 'alerta', channelType: 'alert', config: { schema: { fields } } },
      ])
      const page = await open(app, { locale })
      const opener = button(page, pt ? 'Editar um campo…' : 'Edit one field…')
      await tabTo(page, opener)
      await press(page, 'Enter')
      const dialog = page.getByRole('dialog', { name: pt ? 'Formulário de alerta' : 'Form of alerta' })
      await see(dialog.locator('[role=option]:focus')).toContainText('Nome')
      expect(await axe(page)).toEqual([])
      await press(page, 'Enter', 'End')
      await type(page, ' completo')
      await press(page, 'Escape')
      await see(dialog.locator('[role=option]:focus')).toContainText('Nome completo')
      await press(page, 'Escape')
      await see(dialog).toHaveCount(0)
      await see(opener).toBeFocused()
      await see(page.getByRole('textbox', { name: pt ? 'Campos' : 'Fields' })).toHaveValue(/Nome completo/)
      await press(page, 'Control+Enter')
      await expect
        .poll(async () => (await stored(ids[0]!)).config)
        .toMatchObject({ schema: { fields: [{ name: 'nome', type: 'text', title: 'Nome completo' }] } })
    },
  )
})
