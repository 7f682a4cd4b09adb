import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { encoderOf } from '@tocsin/core/csv/encode'
import { inBrowser, see } from './console'
import { chooseFile, focusIsLost, press, retype, tabTo, type } from './keyboard'

/** A sheet as another program saves it: its own order of columns, and names full of letters beyond ASCII. */
const SCHOOLS = [
  'Escola Municipal São João',
  'Creche Nossa Senhora da Conceição',
  'Colégio Água Fria',
  'Centro de Educação Íris',
  'Escola Técnica Antônio Carlos Magalhães',
]
const sheetOf = (encoding: string): string =>
  [
    'siteTag;siteAddress;siteName;siteLatitude;siteLongitude',
    ...SCHOOLS.map((name, n) => `${encoding}-${n};Praça da Sé, ${n + 1};${name};-23,55;-46,63`),
    '',
  ].join('\r\n')

const BOM = '\ufeff'
const FILES = {
  'utf-8': Buffer.from(BOM + sheetOf('utf-8')),
  'utf-16le': Buffer.from(BOM + sheetOf('utf-16le'), 'utf16le'),
  'windows-1252': Buffer.from(encoderOf('windows-1252')(sheetOf('windows-1252'))),
  cp850: Buffer.from(encoderOf('cp850')(sheetOf('cp850'))),
} as const

const row = (page: Page) => page.locator('[role=row]:focus')
const dialog = (page: Page) => page.getByRole('dialog')
const figure = (page: Page, name: string) => dialog(page).locator('dl > div').filter({ hasText: name }).locator('dd')

inBrowser('a day of somebody who types carelessly', (console) => {
  const names = async () => {
    const token = await console.world.token('vazia-admin')
    const { body } = await console.world.call(token, 'GET', 'sites?limit=100&showInactive=true')
    const sites = body.data as unknown as { name: string; tag: string }[]
    return sites.map(({ name, tag }) => `${tag} ${name}`).toSorted()
  }
  const expected = (encodings: readonly string[]) =>
    encodings.flatMap((encoding) => SCHOOLS.map((name, n) => `${encoding}-${n} ${name}`)).toSorted()

  it('T131 W01 W02 W04 W05 changes nothing unseen, with a foreign sheet in four encodings and keys pressed too early', async () => {
    const page = await console.visit({ as: 'vazia-admin', path: '/sites', locale: 'pt-BR' })
    const written: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (request.method() !== 'GET' && !search.includes('dryRun')) written.push(`${request.method()} ${pathname}`)
    })
    const isUntouched = () => expect(written).toEqual([])
    await see(page.getByText('Não há sites', { exact: false })).toBeVisible()
    const done: string[] = []

    for (const encoding of ['utf-8', 'utf-16le', 'windows-1252', 'cp850'] as const) {
      await press(page, '.')
      await see(dialog(page).getByRole('combobox')).toBeFocused()
      await type(page, 'importar sites')
      await see(page.locator('[role=option][aria-selected=true]')).toContainText('Importar')
      await press(page, 'Enter')
      const choose = dialog(page).getByRole('button', { name: /^Escolher (um|outro) arquivo/ })
      await see(choose).toBeFocused()
      await tabTo(page, choose)
      await chooseFile(page, { name: `${encoding}.csv`, mimeType: 'text/csv', buffer: FILES[encoding] })
      if (encoding === 'cp850') {
        // It says what it would write, and writes nothing however often it is told to.
        await see(dialog(page).getByRole('alert')).toContainText('SÆo')
        await press(page, 'Control+Enter', 'Control+Enter')
        isUntouched()
        expect(await names()).toEqual(expected(done))
        await tabTo(page, dialog(page).getByRole('combobox', { name: 'Codificação do arquivo' }))
        await page.keyboard.type('cp850')
      }
      await see(dialog(page).getByText('Escola Municipal São João', { exact: false }).first()).toBeVisible()
      await see(figure(page, 'A criar')).toHaveText(String(SCHOOLS.length))
      isUntouched()
      await press(page, 'Control+Enter')
      await see(figure(page, 'Criadas')).toHaveText(String(SCHOOLS.length))
      done.push(encoding)
      expect(await names()).toEqual(expected(done))
      written.length = 0
      // Twice, where once is enough.
      await press(page, 'Escape', 'Escape')
      await see(dialog(page)).toHaveCount(0)
      expect(await focusIsLost(page)).toBe(false)
    }

    // Typed with the focus on the sidebar: nothing is switched off, deleted or saved.
    await see(page.locator('[role=row][tabindex="0"]')).toBeVisible()
    await tabTo(page, page.getByRole('navigation').getByRole('link', { name: 'Equipes' }), 'Shift+Tab')
    await press(page, 't', 'o', 'r', 't', 'a', 'Delete', 'Escape', 'Escape')
    isUntouched()
    await page.goto(new URL('/sites', page.url()).href)
    await see(row(page)).toBeVisible()

    // A wrong filter, sent off too early, and everything selected: nothing is changed.
    await tabTo(page, page.getByRole('button', { name: 'Filtros' }))
    await press(page, 'Enter')
    await tabTo(page, page.getByRole('combobox', { name: 'Projeto' }))
    await type(page, 'interior')
    await press(page, 'Enter')
    await see(page.getByRole('combobox', { name: 'Projeto' })).toHaveAttribute('aria-invalid', 'true')
    await tabTo(page, page.getByRole('button', { name: 'Atualizar' }))
    await press(page, 'Control+A', 'Control+A', 't', 'Delete')
    await see(page.getByRole('alertdialog')).toHaveCount(0)
    isUntouched()
    await press(page, 'Escape', 'Escape')
    await see(page.locator('main [role=grid]')).toBeVisible()

    // A search, one selected, another search: the page tells the selection, and a question names it.
    for (const [text, first] of [
      ['utf-8-0', 'Escola Municipal São João'],
      ['cp850-1', 'Creche Nossa Senhora da Conceição'],
    ] as const) {
      await press(page, '/')
      await retype(page, text)
      await press(page, 'Enter')
      await see(page.locator('[role=rowgroup] [role=row]')).toHaveCount(1)
      await see(row(page)).toContainText(first)
      await see(row(page)).toContainText(text)
      if (text === 'utf-8-0') await press(page, 'x')
    }
    await see(page.locator('strong').filter({ hasText: '1 selecionado, 1 fora desta lista' })).toBeVisible()
    await press(page, 't')
    await see(page.getByRole('alertdialog')).toContainText('Escola Municipal São João')
    await press(page, 'Escape', 'Escape')
    await see(page.getByRole('alertdialog')).toHaveCount(0)
    isUntouched()

    // A form: letters are letters from the first one on, and two Escapes lose nothing without a word.
    await page.goto(new URL('/sites?q=utf-8-0', page.url()).href)
    await see(row(page)).toBeVisible()
    await press(page, 'e')
    const field = page.locator('main form').getByRole('textbox', { name: 'Nome', exact: true }).first()
    await see(field).toBeFocused()
    await type(page, ' nova ala')
    await see(field).toHaveValue('Escola Municipal São João nova ala')
    await press(page, 'Escape')
    await see(page.getByRole('alertdialog')).toBeVisible()
    await press(page, 'Escape')
    await see(page.getByRole('alertdialog')).toHaveCount(0)
    await see(field).toHaveValue('Escola Municipal São João nova ala')
    isUntouched()
    expect(await names()).toEqual(expected(done))
  })

  it('W02 does not change the record around a list, nor the one of the page from a bar beside it', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=projects' })
    const written: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') written.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    const log = page.getByRole('log')
    await see(page.getByRole('grid', { name: 'Projects' })).toContainText('Escolas do interior')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    // Projects have no switch, and the client has one.
    await press(page, 't')
    await see(log).toContainText('This key does nothing here.')
    await press(page, 'x', 't')
    await press(page, 'Escape')
    await tabTo(page, page.getByRole('button', { name: 'Columns', exact: true }))
    await press(page, 't')
    await see(page.getByRole('alertdialog')).toHaveCount(0)

    await page.goto(new URL('/sites/1/show', page.url()).href)
    await see(page.getByRole('heading', { level: 1 })).toBeFocused()
    await tabTo(page, page.locator('nav a').first(), 'Shift+Tab')
    await press(page, 't', '#')
    await see(page.getByRole('alertdialog')).toHaveCount(0)
    expect(written.filter((one) => !one.includes('/authentication/'))).toEqual([])
  })
})
