import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { chooseFile, expectFocus, press, tabTo, type } from './keyboard'

const dialog = (page: Page) => page.getByRole('dialog')
const figure = (page: Page, name: string) => dialog(page).locator('dl > div').filter({ hasText: name }).locator('dd')

const CASES = [
  {
    noun: 'users',
    locale: 'en-US',
    words: 'import users',
    option: /Import users/,
    search: 'Search or run anything',
    button: 'Choose a file',
    create: 'To create',
    created: 'Created',
    submit: 'Import 2 rows',
    heading: 'What the import did',
    file: 'name,username,email,role\r\nAna,ana.e2e,ana@example.org,Client manager\r\nZé,ze.e2e,ze@example.org,approver\r\n',
    q: 'e2e',
  },
  {
    noun: 'registration-codes',
    locale: 'pt-BR',
    words: 'importar códigos',
    option: /Importar códigos de cadastro/,
    search: 'Buscar ou executar qualquer coisa',
    button: 'Escolher um arquivo',
    create: 'A criar',
    created: 'Criadas',
    submit: 'Importar 2 linhas',
    heading: 'O que a importação fez',
    file: 'Código;Aprovação automática\r\nEEE222;sim\r\nEEE333;não\r\n',
    q: 'EEE',
  },
] as const

inBrowser('sheets of records', (console) => {
  it.each(CASES)('CARD-02 USERS-12 CODE-02 imports $noun from the palette, in $locale', async (one) => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites', locale: one.locale })
    await press(page, 'ControlOrMeta+K')
    await see(page.getByRole('combobox', { name: one.search })).toBeFocused()
    await type(page, one.words)
    await see(page.locator('[role=option][aria-selected=true]')).toContainText(one.option)
    await press(page, 'Enter')
    await expectFocus(page, 'button', one.button)
    const buffer = Buffer.from(one.file)
    await chooseFile(page, { name: 'rows.csv', mimeType: 'text/csv', buffer })
    await see(figure(page, one.create)).toHaveText('2')
    expect(await axe(page)).toEqual([])
    await see(dialog(page).getByText(`tocsin ${one.noun} import rows.csv --client=2`)).toBeVisible()
    await tabTo(page, dialog(page).getByRole('button', { name: one.submit }))
    await press(page, 'Enter')
    await expectFocus(page, 'heading', one.heading)
    await see(figure(page, one.created)).toHaveText('2')
    const token = await console.world.token('acme-admin')
    const { body } = await console.world.call(token, 'GET', `${one.noun}?q=${one.q}`)
    expect((body.data as unknown[]).length).toBe(2)
  })

  it('USERS-19 offers no import of users and codes to who may not create them', async () => {
    const page = await console.visit({ as: 'acme-approver', path: '/maps' })
    await press(page, 'ControlOrMeta+K')
    await type(page, 'import users')
    await see(page.locator('[role=option]').filter({ hasText: /Import users|Import registration codes/ })).toHaveCount(
      0,
    )
  })
})
