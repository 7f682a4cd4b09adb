import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { AppVersion } from '@tocsin/core/resources/app-versions/types'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { focusIsLost, press, tabTo, type } from './keyboard'

type App = { id: number; clientId: number; label: string; config: { headerColor: string } }
type Channel = { name: string; channelType: string; config: { phone?: string } }

const main = (page: Page) => page.locator('main')
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name, exact: true })
const palette = (page: Page) => page.getByRole('dialog')
const told = (page: Page) => page.getByRole('log')

const WORDS = {
  'en-US': {
    name: 'Name',
    project: 'Project',
    label: 'Label',
    header: 'Header colour',
    kind: 'Kind',
    phone: 'Phone',
    number: 'Number',
    back: 'Back to the channels',
    none: 'There are no channels.',
    published: 'Version 1 published',
    copy: 'copy',
  },
  'pt-BR': {
    name: 'Nome',
    project: 'Projeto',
    label: 'Rótulo',
    header: 'Cor do cabeçalho',
    kind: 'Tipo',
    phone: 'Telefone',
    number: 'Número',
    back: 'Voltar aos canais',
    none: 'Não há canais.',
    published: 'Versão 1 publicada',
    copy: 'copiar',
  },
} as const

inBrowser('an app', (console) => {
  const call = async (path: string) =>
    (await console.world.call(await console.world.token('root'), 'GET', path)).body.data as unknown

  it.each(['en-US', 'pt-BR'] as const)(
    'APP-16 APP-21 CHAN-02 VER-04 A-079 is made from nothing, published and copied to another client by keys at 360 px: %s',
    async (locale) => {
      const words = WORDS[locale]
      const name = `Guarda ${locale}`
      const page = await console.visit({
        as: 'root',
        path: '/clients/2/show?tab=apps',
        locale,
        size: { width: 360, height: 760 },
      })
      const whole = async () => {
        expect(await overflow(page)).toEqual([])
        expect(await focusIsLost(page)).toBe(false)
      }
      await see(page.getByRole('grid')).toContainText('Alerta Escolar')
      await see(main(page).getByRole('button', { name: /^(Create|Criar) app/ })).toBeVisible()
      await press(page, 'c')
      await see(field(page, words.name)).toBeFocused()
      await type(page, name)
      await tabTo(page, main(page).getByRole('combobox', { name: words.project, exact: true }))
      await type(page, 'interior')
      await see(page.getByRole('option', { name: /Escolas do interior/ })).toBeVisible()
      await press(page, 'Enter')
      await whole()
      await press(page, 'Control+Enter')
      await see(page).toHaveURL(/\/clients\/2\/show\?tab=apps$/)

      // The palette finds it by its name.
      await press(page, 'Control+K')
      await see(palette(page).getByRole('combobox')).toBeFocused()
      await type(page, name)
      await see(palette(page).getByRole('option').first()).toContainText(name)
      await press(page, 'Enter')
      await see(page.getByRole('heading', { level: 1, name })).toBeVisible()
      const id = Number(/apps\/(\d+)\/show/.exec(page.url())![1])

      // Its look, with the phone under the fields.
      await press(page, 'e')
      await tabTo(page, field(page, words.label))
      await press(page, 'Control+A')
      await type(page, 'Pânico')
      await tabTo(page, field(page, words.header))
      await press(page, 'Control+A')
      await type(page, '#123456')
      const header = page.locator('[data-app-colors] [data-part=header]')
      expect(await header.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(18, 52, 86)')
      await press(page, 'Control+Enter')
      await see.poll(async () => ((await call(`apps/${id}`)) as App).label).toBe('Pânico')
      await whole()

      // Its first channel, and a second one of another kind.
      await tabTo(page, page.getByRole('tab', { selected: true }))
      await press(page, '2')
      await see(page.getByText(words.none)).toBeVisible()
      for (const channel of ['Socorro', 'Bombeiros']) {
        await press(page, 'c')
        const dialog = page.getByRole('dialog')
        await see(dialog.getByRole('textbox', { name: words.name, exact: true })).toBeFocused()
        await type(page, channel)
        if (channel === 'Bombeiros') {
          await tabTo(page, dialog.getByRole('combobox', { name: words.kind }))
          await page.keyboard.type(words.phone)
          await tabTo(page, dialog.getByRole('textbox', { name: words.number, exact: true }))
          await type(page, '193')
        }
        await whole()
        await press(page, 'Control+Enter')
        await see(page.getByRole('heading', { level: 2, name: channel })).toBeVisible()
        await tabTo(page, page.getByRole('button', { name: words.back }))
        await press(page, 'Enter')
        await see(page.getByRole('grid')).toContainText(channel)
        await whole()
      }

      // Its first version.
      await press(page, '3')
      await see(page.getByRole('listbox')).toBeVisible()
      await press(page, 'p')
      await see(page.getByRole('textbox', { name: /^(Version comment|Comentário da versão)/ })).toBeFocused()
      await type(page, 'Primeira')
      await press(page, 'Control+Enter')
      await see(main(page).getByText(words.published)).toBeVisible()
      await whole()
      expect(await axe(page)).toEqual([])
      expect((await call(`apps/${id}/schemas`)) as AppVersion[]).toMatchObject([
        { number: 1, status: 'published', versionComment: 'Primeira' },
      ])

      // Its copy in another client.
      await press(page, '.')
      await see(palette(page).getByRole('combobox')).toBeFocused()
      await type(page, `${words.copy} ${name}`)
      await see(palette(page).getByRole('option').first()).toContainText(name)
      await press(page, 'Enter')
      await see(palette(page).getByRole('textbox')).toHaveValue(name)
      await press(page, 'Enter')
      await see(palette(page).getByRole('combobox')).toBeFocused()
      await type(page, 'vazia')
      await see(palette(page).getByRole('option').first()).toContainText('Cidade Vazia')
      await press(page, 'Enter')
      await see(palette(page).getByRole('combobox')).toHaveValue('')
      await type(page, 'default')
      await see(palette(page).getByRole('option').first()).toContainText('default')
      await press(page, 'Enter')
      await see(page).toHaveURL((url) => /apps\/\d+\/show/.test(url.pathname) && !url.pathname.includes(`/${id}/`))
      await see(told(page)).toContainText(name)
      await see(page.getByRole('heading', { level: 1, name })).toBeVisible()
      const copy = Number(/apps\/(\d+)\/show/.exec(page.url())![1])
      expect(await call(`apps/${copy}`)).toMatchObject({
        clientId: 4,
        label: 'Pânico',
        config: { headerColor: '#123456' },
      })
      expect((await call(`channels?appId=${copy}&order=displayOrder`)) as Channel[]).toMatchObject([
        { name: 'Socorro', channelType: 'alert' },
        { name: 'Bombeiros', channelType: 'phone', config: { phone: '193' } },
      ])
      await whole()
    },
  )
})
