import type { Page } from 'playwright'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Locale } from '@tocsin/core/base/constants'
import type { FormField } from '@tocsin/core/form/types'
import { RICH_FIELDS } from '../rich-form'
import { axe, overflow } from './axe'
import { inBrowser, see, type Visit } from './console'
import { chooseFile, focusIsLost, press, retype, tabTo, type } from './keyboard'

const FLAGS = { 'attachments-field': true, 'attachments-type-selection': true, 'multilayer-dropdown': true }
const LOCALES = ['en-US', 'pt-BR'] as const
// One language is enough where no other words are looked at than those of the journeys in both.
const IN_ENGLISH: readonly Locale[] = ['en-US']
const IN_PORTUGUESE: readonly Locale[] = ['pt-BR']

const rows = (page: Page) => page.getByRole('listbox').first().getByRole('option')
const titles = (page: Page) => rows(page).locator('[data-title]')
const row = (page: Page) => page.locator('[role=option]:focus')
const panel = (page: Page) => page.getByRole('region', { name: /^(Field|Campo) / })
const live = (page: Page) => page.getByRole('complementary', { name: /^(Live form|Ao vivo)$/ })
const heard = (page: Page) => page.locator('main output[aria-live=polite]')
const foot = (page: Page) => page.locator('form > div').last()
const control = (page: Page, name: string) => panel(page).getByRole('textbox', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

inBrowser('the builder of forms', (console) => {
  beforeEach(() => {
    console.world.parts.features = FLAGS
  })
  afterEach(() => {
    console.world.parts.features = {}
  })

  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('acme-admin'), method, path, body)
  const stored = async (id: number): Promise<{ title: string; fields: FormField[] }> =>
    (
      (await call('GET', `registration-forms/${id}`)).body.data as unknown as {
        schema: { title: string; fields: FormField[] }
      }
    ).schema
  const names = async (id: number) => (await stored(id)).fields.map(({ name }) => name)
  let count = 0
  const make = async (fields: readonly object[]): Promise<number> => {
    const draft = { name: `Ficha ${++count}`, ClientId: 2, schema: { title: 'Quem é você?', fields } }
    const { body, text } = await call('POST', 'registration-forms', draft)
    if (!body.success) throw new Error(text)
    return (body.data as unknown as { id: number }).id
  }
  /** Opens a form, with the focus on the row of its first field. */
  const open = async (id: number, visit: Visit = {}): Promise<Page> => {
    const page = await console.visit({ ...visit, path: `/registration-forms/${id}` })
    await see(rows(page).first()).toBeFocused()
    return page
  }
  const save = async (page: Page, portuguese = false) => {
    await press(page, 'Control+Enter')
    await see(page.getByText(portuguese ? /^Atualizado: / : /^Updated: /)).toBeVisible()
  }
  /** Adds a field of a kind below the active one, by the first letters of its name, and titles it. */
  const add = async (page: Page, kind: string, title: string) => {
    await press(page, 'c')
    const option = dialog(page).getByRole('option', { name: kind, exact: true })
    await see(dialog(page).getByRole('option').first()).toBeFocused()
    for (let presses = 0; presses < 20; presses++) {
      if (await option.evaluate((one) => one === document.activeElement)) break
      await press(page, kind[0]!.toLowerCase())
    }
    await see(option).toBeFocused()
    await press(page, 'Enter')
    await see(panel(page).getByRole('textbox').first()).toBeFocused()
    await type(page, title)
  }
  const text = [
    { name: 'a', type: 'text', title: 'Um' },
    { name: 'b', type: 'text', title: 'Dois' },
    { name: 'c', type: 'text', title: 'Três', pageBreak: true },
    { name: 'd', type: 'text', title: 'Quatro' },
  ]

  it.each(LOCALES)(
    'FORM-03 FIELD-01 FIELD-02 FIELD-06 FIELD-08 builds a form with a field of every type by keyboard: %s',
    async (locale) => {
      const pt = locale === 'pt-BR'
      const page = await console.visit({ path: '/registration-forms/create', locale })
      const name = page.getByRole('textbox', { name: pt ? 'Nome' : 'Name', exact: true })
      await see(name).toBeFocused()
      await type(page, `Ficha ${locale}`)
      const views = page.getByRole('group', { name: pt ? 'O que editar' : 'What to edit' })
      await tabTo(page, views.getByRole('radio', { checked: true }))
      await press(page, 'ArrowLeft')
      await see(page.getByText(pt ? 'Nenhum campo ainda' : 'No fields yet')).toBeVisible()
      expect(await axe(page)).toEqual([])
      await tabTo(page, page.getByRole('button', { name: pt ? /^Campo/ : /^Field/ }))
      // The key is on the button, and works there.
      await press(page, 'c', 'Escape', 'Enter', 'Enter')
      await see(panel(page).getByRole('textbox').first()).toBeFocused()
      await type(page, 'Onde você trabalha?')
      // The name follows the title of a new field.
      await see(control(page, pt ? 'Nome' : 'Name')).toHaveValue('onde_voce_trabalha')
      await press(page, 'Escape')
      await see(row(page)).toContainText('Onde você trabalha?')
      const kinds = pt
        ? ['Número', 'Data', 'Texto com máscara', 'Texto longo', 'Caixa de seleção', 'Avaliação', 'Anexo']
        : ['Number', 'Date', 'Text with a mask', 'Long text', 'Checkbox', 'Rating', 'Attachment']
      for (const kind of kinds) {
        await add(page, kind, kind)
        await press(page, 'Escape')
      }
      const chosen = pt
        ? ['Caixas de seleção', 'Uma entre várias', 'Lista suspensa', 'Lista suspensa com busca']
        : ['Checkboxes', 'One of several', 'Drop-down list', 'Drop-down list with search']
      const levels = pt
        ? ['Lista suspensa em níveis', 'Lista suspensa em níveis com busca']
        : ['Drop-down list in levels', 'Drop-down list in levels with search']
      for (const kind of [...chosen, ...levels]) {
        await add(page, kind, kind)
        await tabTo(page, panel(page).getByLabel(pt ? 'Texto de uma nova alternativa' : 'Text of a new choice'))
        await type(page, 'Sim')
        await press(page, 'Enter')
        await see(panel(page).locator('[data-row="0"] [data-column="1"]')).toHaveValue('sim')
        await press(page, 'Escape')
      }
      expect(await axe(page)).toEqual([])
      await press(page, 'Control+Enter')
      await see(page.getByText(pt ? `Criado: Ficha ${locale}` : `Created: Ficha ${locale}`)).toBeVisible()
      const id = Number(/registration-forms\/(\d+)/.exec(page.url())![1])
      const { fields } = await stored(id)
      expect(fields.map(({ type: kind }) => kind)).toEqual([
        'text',
        'text',
        'text',
        'text',
        'textarea',
        'checkbox',
        'rating',
        'attachment',
        'checkboxes',
        'radios',
        'dropdown',
        'dropdown_search',
        'multilayer_dropdown',
        'multilayer_dropdown_search',
      ])
      expect(fields.slice(1, 4).map(({ options }) => options?.['fieldType'])).toEqual(['number', 'date', 'maskedText'])
      expect(fields[9]).toMatchObject({ options: { choices: [{ text: 'Sim', value: 'sim' }] } })
      expect(new Set(fields.map((field) => field.name)).size).toBe(14)
    },
  )

  it.each(IN_PORTUGUESE)(
    'A-166 moves, filters, adds pages, removes and takes back in the list of fields: %s',
    async (locale) => {
      const pt = locale === 'pt-BR'
      const id = await make(text)
      const page = await open(id, { locale })
      expect(await titles(page).allInnerTexts()).toEqual(['Um', 'Dois', 'Três', 'Quatro'])
      await press(page, 'j', 'j')
      await see(row(page)).toContainText('Três')
      await see(control(page, pt ? 'Título' : 'Title')).toHaveValue('Três')
      await press(page, 'k', 'End', 'Home', 'ArrowDown')
      await see(row(page)).toContainText('Dois')
      // Enter goes to the title, Esc back to the row.
      await press(page, 'Enter')
      await see(control(page, pt ? 'Título' : 'Title')).toBeFocused()
      await press(page, 'End')
      await type(page, 'c p')
      await see(control(page, pt ? 'Título' : 'Title')).toHaveValue('Doisc p')
      await press(page, 'Escape')
      await see(row(page)).toHaveAccessibleName(pt ? /^Doisc p ?, Texto, alterado/ : /^Doisc p ?, Text, changed/)
      // The filter.
      await press(page, '/')
      await type(page, 'qua')
      await see(titles(page)).toHaveText(['Quatro'])
      await press(page, 'Enter')
      await see(row(page)).toContainText('Quatro')
      await press(page, 'Escape')
      await see(rows(page)).toHaveCount(4)
      // A page begins and joins.
      await press(page, 'p')
      await see(page.getByRole('group', { name: pt ? 'Página 3' : 'Page 3' }).locator('[data-title]')).toHaveText([
        'Quatro',
      ])
      await see(heard(page)).toHaveText(pt ? 'Quatro inicia a página 3' : 'Quatro begins page 3')
      await press(page, 'p')
      await see(page.getByRole('group', { name: pt ? 'Página 3' : 'Page 3' })).toHaveCount(0)
      await press(page, 'z', 'z')
      await see(page.getByRole('group', { name: pt ? 'Página 3' : 'Page 3' })).toHaveCount(0)
      // One is removed and taken back.
      await press(page, 'Home', 'Delete')
      await see(titles(page)).toHaveText(['Doisc p', 'Três', 'Quatro'])
      await see(row(page)).toContainText('Doisc p')
      await press(page, 'z')
      await see(titles(page)).toHaveText(['Um', 'Doisc p', 'Três', 'Quatro'])
      await see(row(page)).toContainText('Um')
      expect(await focusIsLost(page)).toBe(false)
      expect(await axe(page)).toEqual([])
      await press(page, 'Delete')
      await save(page, pt)
      expect(await names(id)).toEqual(['b', 'c', 'd'])
    },
  )

  it.each(IN_ENGLISH)(
    'lifts a field, moves it over the border of a page, drops it, and says each step: %s',
    async (locale) => {
      const pt = locale === 'pt-BR'
      const id = await make(text)
      const page = await open(id, { locale })
      await press(page, 'Space')
      await see(heard(page)).toContainText(
        pt ? 'Selecionado para mover: Um, 1 de 4, página 1' : 'Um is lifted, 1 of 4, page 1',
      )
      await press(page, 'j', 'j')
      await see(heard(page)).toHaveText(pt ? 'Um, 2 de 4, página 2' : 'Um, 2 of 4, page 2')
      await see(row(page)).toContainText('Um')
      await see(titles(page)).toHaveText(['Dois', 'Um', 'Três', 'Quatro'])
      expect(await axe(page)).toEqual([])
      // Other keys rest.
      await press(page, 'c', 'p', 'Delete', '/')
      await see(rows(page)).toHaveCount(4)
      await press(page, 'Escape')
      await see(titles(page)).toHaveText(['Um', 'Dois', 'Três', 'Quatro'])
      await see(row(page)).toContainText('Um')
      await press(page, 'Space', 'End', 'Space')
      await see(titles(page)).toHaveText(['Dois', 'Três', 'Quatro', 'Um'])
      await press(page, 'z')
      await see(titles(page)).toHaveText(['Um', 'Dois', 'Três', 'Quatro'])
      await press(page, 'Space', 'j', 'j', 'Space')
      await save(page, pt)
      expect((await stored(id)).fields.map(({ name, pageBreak }) => [name, pageBreak === true])).toEqual([
        ['b', false],
        ['a', true],
        ['c', false],
        ['d', false],
      ])
    },
  )

  it.each(LOCALES)(
    'FIELD-06 FIELD-07 FIELD-09 FIELD-10 says at the field what is wrong, as one types: %s',
    async (locale) => {
      const pt = locale === 'pt-BR'
      const id = await make(text)
      const page = await open(id, { locale })
      const name = control(page, pt ? 'Nome' : 'Name')
      await tabTo(page, name)
      await retype(page, 'b')
      await see(panel(page)).toContainText(pt ? 'Outro campo também se chama b.' : 'Another field is named b as well.')
      await retype(page, 'não é')
      await see(panel(page)).toContainText(pt ? /Nome .*letras/ : /Name may contain only letters/)
      await retype(page, 'x'.repeat(56))
      await see(panel(page)).toContainText(pt ? /Nome deve ter no máximo 55/ : /Name must have at most 55 characters/)
      await see(panel(page)).toContainText(pt ? '56 de 55' : '56 of 55')
      await retype(page, '')
      await see(panel(page)).toContainText(pt ? 'Nome não pode ficar em branco' : 'Name is required')
      await retype(page, 'a')
      const tag = control(page, 'Tag')
      await tabTo(page, tag)
      await retype(page, 'a-b')
      await see(panel(page)).toContainText(pt ? /Tag só pode ter/ : /Tag may contain only letters/)
      await retype(page, 'c'.repeat(33))
      await see(panel(page)).toContainText(pt ? /Tag deve ter no máximo 32/ : /Tag must have at most 32 characters/)
      await retype(page, '')
      // A check by a pattern.
      await tabTo(page, panel(page).getByRole('button', { name: pt ? /^Adicionar: Verificações/ : /^Add: Checks/ }))
      await press(page, 'Enter')
      const kind = panel(page).getByRole('combobox', { name: pt ? 'Verificação' : 'Check', exact: true })
      await see(kind).toBeFocused()
      await press(page, 'ArrowDown', 'Tab')
      await type(page, '(?=a)b')
      await see(panel(page)).toContainText(pt ? /não é um padrão/ : /is not a pattern that can be checked/)
      await see(rows(page).first()).toHaveAccessibleName(pt ? /problema: / : /problem: /)
      await see(foot(page)).toContainText(pt ? 'Um campo com problema' : 'One field with a problem')
      expect(await axe(page)).toEqual([])
      // Nothing is sent: the field opens, with the focus on the control.
      await press(page, 'Escape', 'j', 'j', 'Control+Enter')
      await see(row(page)).toHaveCount(0)
      await see(panel(page).locator(':focus')).toHaveValue('(?=a)b')
      await retype(page, '^\\d+$')
      await save(page, pt)
      expect((await stored(id)).fields[0]!.options).toEqual({ validators: [{ type: 'regex', regex: '^\\d+$' }] })
    },
  )

  it('FIELD-04 FIELD-05 A-139 renames a field in the rules that read it, and asks before one that they read is removed', async () => {
    const id = await make(RICH_FIELDS)
    const page = await open(id)
    await press(page, 'j', 'j')
    await see(row(page)).toContainText('Onde você trabalha?')
    const name = control(page, 'Name')
    await tabTo(page, name)
    // On the way it is the name of another field, whose rules stay.
    await retype(page, 'funcao')
    await see(panel(page)).toContainText('Another field is named funcao as well.')
    await type(page, '_2')
    await see(panel(page)).toContainText('The new name is also in the rules of 3 fields.')
    // The name and the rules come back in one step.
    await press(page, 'Escape', 'z')
    await see(name).toHaveValue('local_trabalho')
    await see(foot(page)).toContainText('Nothing is changed.')
    await tabTo(page, name)
    await retype(page, 'funcao_2')
    await press(page, 'Escape', 'Delete')
    const question = page.getByRole('alertdialog')
    await see(question).toContainText(
      'The rules of Unidade, Turno, and Registro no conselho read it, and will have a problem.',
    )
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(rows(page)).toHaveCount(14)
    await press(page, 'Delete', 'Tab', 'Enter')
    await see(rows(page)).toHaveCount(13)
    await see(foot(page)).toContainText('3 fields with a problem')
    await press(page, 'z')
    await see(rows(page)).toHaveCount(14)
    await see(foot(page)).not.toContainText('problem')
    await save(page)
    const { fields } = await stored(id)
    const rules = (index: number) => (fields[index]!.options!['visibleIfQuery'] as { rules: { field: string }[] }).rules
    expect(rules(3)[0]!.field).toBe('funcao_2')
    expect(rules(5)[0]!.field).toBe('funcao_2')
    expect(rules(8).map(({ field }) => field)).toEqual(['funcao_2', 'funcao'])
  })

  it('A-139 lets a field move before one that its rule reads, and shows that as a problem of both', async () => {
    const id = await make([
      { name: 'a', type: 'text', title: 'Um' },
      {
        name: 'b',
        type: 'text',
        title: 'Dois',
        options: { visibleIfQuery: { combinator: 'and', rules: [{ field: 'a', operator: 'isNotEmpty' }] } },
      },
    ])
    const page = await open(id)
    await press(page, 'Space', 'j', 'Space')
    await see(rows(page).first()).toHaveAccessibleName(/problem: Its rule reads a, which does not come before it\.$/)
    await see(rows(page).nth(1)).toHaveAccessibleName(
      /problem: The rule of Dois reads this field, but comes before it\.$/,
    )
    await see(foot(page)).toContainText('2 fields with a problem')
    await press(page, 'Control+Enter')
    await see(panel(page)).toContainText('Its rule reads a, which does not come before it.')
    expect(await names(id)).toEqual(['a', 'b'])
  })

  /** Returns the text and the value of each row of the grid of choices; the last row is the one that adds. */
  const choicesIn = (page: Page): Promise<string[]> =>
    panel(page)
      .locator('[data-row]')
      .evaluateAll((lines) =>
        lines.slice(0, -1).map((line) => [...line.querySelectorAll('input')].map(({ value }) => value).join('=')),
      )
  const newChoice = (page: Page) => panel(page).getByPlaceholder(/^(New choice|Nova alternativa)/)
  const paste = (page: Page, copied: string) =>
    page.evaluate((given) => {
      const data = new DataTransfer()
      data.setData('text/plain', given)
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, copied)

  it.each(IN_PORTUGUESE)(
    'FIELD-09 ENT-FIELD-03 edits choices in a grid by keys, and takes pasted lines: %s',
    async (locale) => {
      const pt = locale === 'pt-BR'
      const id = await make([
        { name: 'turno', type: 'radios', title: 'Turno', options: { choices: [{ text: 'Manhã', value: 'm' }] } },
      ])
      const page = await open(id, { locale })
      await tabTo(page, newChoice(page))
      await type(page, 'Tarde')
      await press(page, 'Enter')
      await see(newChoice(page)).toBeFocused()
      expect(await choicesIn(page)).toEqual(['Manhã=m', 'Tarde=tarde'])
      // A value that is there stays.
      await press(page, 'ArrowUp')
      await retype(page, 'Depois do almoço')
      await press(page, 'End', 'ArrowRight')
      await see(panel(page).locator(':focus')).toHaveValue('tarde')
      await press(page, 'ArrowUp')
      await see(panel(page).locator(':focus')).toHaveValue('m')
      await press(page, 'ArrowDown', 'ArrowDown', 'Shift+Tab')
      await see(newChoice(page)).toBeFocused()
      await paste(page, 'Noite\nMadrugada\tmad\nNoite')
      expect(await choicesIn(page)).toEqual([
        'Manhã=m',
        'Depois do almoço=tarde',
        'Noite=noite',
        'Madrugada=mad',
        'Noite=noite_2',
      ])
      await see(newChoice(page)).toBeFocused()
      await see(panel(page)).toContainText(pt ? '5 de 1.000' : '5 of 1,000')
      expect(await axe(page)).toEqual([])
      // An empty row goes by Backspace; a text without a value, and a value without a text, are told.
      await press(page, 'ArrowUp')
      await retype(page, '')
      await press(page, 'ArrowRight')
      await see(panel(page)).toContainText(pt ? 'Texto não pode ficar em branco' : 'Text is required')
      await retype(page, '')
      await press(page, 'Backspace')
      expect((await choicesIn(page)).at(-1)).toBe('Madrugada=mad')
      // A choice moves by keys, with the focus in it.
      await press(page, 'ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowUp')
      expect(await choicesIn(page)).toEqual(['Madrugada=mad', 'Manhã=m', 'Depois do almoço=tarde', 'Noite=noite'])
      await see(panel(page).locator(':focus')).toHaveValue('Madrugada')
      await see(heard(page)).toHaveText(pt ? 'Madrugada, 1 de 4' : 'Madrugada, 1 of 4')
      // The button that removes one is reached by Tab and by arrows, and leads the focus to the next.
      await press(page, 'Tab', 'Tab')
      const bin = panel(page).getByRole('button', { name: pt ? 'Remover a alternativa 1' : 'Remove choice 1' })
      await see(bin).toBeFocused()
      await press(page, 'ArrowLeft', 'End', 'ArrowRight', 'Enter')
      expect((await choicesIn(page)).length).toBe(3)
      await see(panel(page).locator(':focus')).toHaveValue('Manhã')
      await press(page, 'Escape', 'z', 'z', 'z', 'z')
      expect((await choicesIn(page)).at(-1)).toBe('Madrugada=mad')
      // The row that was emptied is back, then its texts, then all that was pasted, then all that was typed before.
      await press(page, 'z')
      expect((await choicesIn(page)).at(-1)).toBe('=')
      await press(page, 'z')
      expect((await choicesIn(page)).at(-1)).toBe('Noite=noite_2')
      await press(page, 'z')
      expect(await choicesIn(page)).toEqual(['Manhã=m', 'Depois do almoço=tarde'])
      await tabTo(
        page,
        panel(page).getByRole('switch', { name: pt ? 'Oferece outra resposta' : 'Offers another answer' }),
      )
      await press(page, 'Space', 'Tab')
      await type(page, 'Outro')
      await save(page, pt)
      expect((await stored(id)).fields[0]!.options).toEqual({
        choices: [
          { text: 'Manhã', value: 'm' },
          { text: 'Depois do almoço', value: 'tarde' },
        ],
        hasOther: true,
        otherText: 'Outro',
      })
      // The page shows the fields now, where nothing can be changed: the key takes the save back.
      await see(row(page)).toBeFocused()
      await press(page, 'z')
      await expect
        .poll(async () => (await stored(id)).fields[0]!.options)
        .toEqual({ choices: [{ text: 'Manhã', value: 'm' }] })
    },
  )

  it.each(IN_ENGLISH)(
    'FIELD-11 A-087 A-143 reads choices from a sheet, with a plan first and each problem with its line: %s',
    async (locale) => {
      const pt = locale === 'pt-BR'
      const choices = [
        { text: 'Manhã', value: 'm' },
        { text: 'Tarde', value: 't' },
      ]
      const id = await make([
        { name: 'turno', type: 'radios', title: 'Turno', options: { choices } },
        {
          name: 'onde',
          type: 'multilayer_dropdown',
          title: 'Onde',
          options: { choices: [{ text: 'MG', value: 'MG' }] },
        },
      ])
      const page = await open(id, { locale })
      const sheet = async (name: string, content: string) => {
        await chooseFile(page, { name, mimeType: 'text/csv', buffer: Buffer.from(content) })
      }
      const file = dialog(page).getByRole('button', { name: pt ? /Planilha CSV$/ : /CSV sheet$/ })
      const openSheet = async () => {
        await tabTo(page, panel(page).getByRole('button', { name: pt ? 'Importar CSV…' : 'Import CSV…' }))
        await press(page, 'Enter')
        await see(file).toBeFocused()
      }
      await openSheet()
      await sheet('errada.csv', 'Manhã;m\nTarde;m\nNoite;n;x\n;z')
      const lines = pt
        ? [/linha 2: m é igual/, /linha 3: .*3 .*2/, /linha 4: /]
        : [
            /line 2: m is the same as in line 1/,
            /line 3: the number of columns is 3 instead of 2/,
            /line 4: column 1 is empty/,
          ]
      await see(dialog(page).getByRole('listitem')).toHaveText(lines)
      expect(await axe(page)).toEqual([])
      await sheet('certa.csv', 'texto;valor\nDe manhã;m\nTarde;t\nNoite;n')
      await see(dialog(page).getByRole('listitem')).toHaveText(
        pt
          ? ['3 alternativas lidas', 'uma é nova', 'uma muda de texto', 'uma fica como está']
          : ['3 choices read', 'one is new', 'one has another text', 'one stays as it is'],
      )
      // Nothing is changed before it is confirmed.
      await press(page, 'Escape')
      expect(await choicesIn(page)).toEqual(['Manhã=m', 'Tarde=t'])
      await openSheet()
      await sheet('certa.csv', 'De manhã,m\nTarde,t\nNoite,n')
      await tabTo(page, dialog(page).getByRole('button', { name: pt ? /^Importar 3/ : /^Import 3/ }))
      await press(page, 'Enter')
      await see(dialog(page)).toHaveCount(0)
      expect(await choicesIn(page)).toEqual(['De manhã=m', 'Tarde=t', 'Noite=n'])
      expect(await focusIsLost(page)).toBe(false)
      await press(page, 'Escape', 'z')
      expect(await choicesIn(page)).toEqual(['Manhã=m', 'Tarde=t'])
      // A sheet in levels.
      await press(page, 'j')
      await openSheet()
      await sheet('niveis.csv', 'Estado,Cidade,Escola\nPará,Belém,Aurora\nPará,Belém,Lima\nBahia,Ilhéus,')
      await see(dialog(page)).toContainText('Estado › Cidade › Escola')
      await press(page, 'Tab', 'Tab', 'Enter')
      await see(dialog(page)).toHaveCount(0)
      expect(await choicesIn(page)).toEqual(['Pará=Pará', 'Bahia=Bahia'])
      // Into the second level of a choice, which stays open where the choice is moved back; and into the third.
      await tabTo(page, panel(page).locator('[data-row="0"] [data-column="0"]'))
      await press(page, 'Alt+ArrowDown')
      expect(await choicesIn(page)).toEqual(['Bahia=Bahia', 'Pará=Pará'])
      await tabTo(
        page,
        panel(page).getByRole('button', { name: pt ? /^Alternativas em Pará: 1$/ : /^Choices in Pará: 1$/ }),
      )
      await press(page, 'Enter')
      await see(panel(page).locator('[aria-current=step]')).toHaveText('Pará')
      await press(page, 'Escape', 'z')
      await see(panel(page).locator('[aria-current=step]')).toHaveText('Pará')
      expect(await choicesIn(page)).toEqual(['Belém=Belém'])
      await tabTo(page, panel(page).getByRole('button', { name: /Belém: 2$/ }))
      await press(page, 'Enter')
      await tabTo(page, newChoice(page))
      await type(page, 'Sol')
      await save(page, pt)
      const options = (await stored(id)).fields[1]!.options as {
        choices: { text: string; choices?: { text: string; choices?: object[] }[] }[]
      }
      expect(options.choices[0]!.choices![0]!.choices).toEqual([
        { text: 'Aurora', value: 'Aurora' },
        { text: 'Lima', value: 'Lima' },
        { text: 'Sol', value: 'sol' },
      ])
    },
  )

  it.each(IN_PORTUGUESE)(
    'FIELD-12 FIELD-13 ENT-FIELD-05 A-088 says what is attached, and counts the types that are mandatory: %s',
    async (locale) => {
      const pt = locale === 'pt-BR'
      const id = await make([RICH_FIELDS[11]!])
      const page = await open(id, { locale })
      const box = (name: string) => panel(page).getByRole('checkbox', { name, exact: true })
      const number = control(page, pt ? 'Quantidade de anexos' : 'Number of attachments')
      await tabTo(page, box(pt ? 'Imagem' : 'Image'))
      await press(page, 'Space')
      await see(panel(page)).toContainText(
        pt ? /deve dizer em attachmentTypes/ : /must say in attachmentTypes what can be attached/,
      )
      await press(page, 'Space', 'Tab', 'Space')
      await see(box(pt ? 'Áudio' : 'Audio')).toBeChecked()
      const mandatory = panel(page).getByRole('combobox', {
        name: pt ? 'Anexos obrigatórios' : 'Mandatory attachments',
      })
      await tabTo(page, mandatory)
      await press(page, 'Home')
      await see(mandatory).toHaveValue('all')
      await see(panel(page)).toContainText(
        pt ? /Quantidade de anexos deve ser no mínimo 2/ : /Number of attachments must be at least 2/,
      )
      await see(rows(page).first()).toHaveAccessibleName(pt ? /problema: / : /problem: /)
      expect(await axe(page)).toEqual([])
      await tabTo(page, number)
      await retype(page, '2')
      await tabTo(
        page,
        panel(page).getByRole('textbox', { name: pt ? 'Áudio: tamanho máximo (MB)' : 'Audio: largest size (MB)' }),
      )
      await retype(page, '0')
      await see(panel(page)).toContainText(pt ? /Tamanhos máximos \(MB\) / : /Largest sizes \(MB\) must give/)
      await retype(page, '12')
      await save(page, pt)
      expect((await stored(id)).fields[0]!.options).toEqual({
        attachmentTypes: ['image', 'audio'],
        attachmentQty: 2,
        attachmentMandatory: 'all',
        attachmentSizes: { image: 4, audio: 12 },
        allowCamera: true,
      })
    },
  )

  it('A-017 offers types by their flags, and keeps the type that a field has', async () => {
    const id = await make(RICH_FIELDS)
    console.world.parts.features = {}
    const page = await open(id)
    await press(page, 'c')
    await see(dialog(page).getByRole('option').first()).toBeFocused()
    const kinds = await dialog(page).getByRole('option').allInnerTexts()
    expect(kinds).toEqual([
      'Text',
      'Number',
      'Date',
      'Text with a mask',
      'Long text',
      'Checkbox',
      'Checkboxes',
      'One of several',
      'Drop-down list',
      'Drop-down list with search',
      'Rating',
    ])
    await press(page, 'Escape')
    await see(row(page)).toHaveCount(1)
    await press(page, 'End', 'k', 'k')
    await see(row(page)).toContainText('Foto do crachá')
    const kind = panel(page).getByRole('combobox', { name: 'Type', exact: true })
    await see(kind).toHaveValue('attachment')
    // The part of each type is not shown, and is kept.
    await see(panel(page).getByRole('checkbox', { name: 'Image' })).toHaveCount(0)
    await tabTo(page, control(page, 'Number of attachments'))
    await retype(page, '3')
    await save(page)
    expect((await stored(id)).fields[11]!.options).toMatchObject({ attachmentTypes: ['image'], attachmentQty: 3 })
  })

  it.each(IN_ENGLISH)(
    'FIELD-03 FIELD-14 FIELD-15 CONST-34 A-089 A-090 ENT-FIELD-02 has the options of each type, and no others: %s',
    async (locale) => {
      const pt = locale === 'pt-BR'
      const id = await make(RICH_FIELDS)
      const page = await open(id, { locale })
      const labels = () =>
        panel(page)
          .getByRole('textbox')
          .evaluateAll((all) =>
            all.map((one) => (one as HTMLInputElement).labels?.[0]?.innerText.replace(/\s*\*$/, '')),
          )
      expect(await labels()).not.toContain(pt ? 'Máscara' : 'Mask')
      await press(page, 'j')
      await see(control(page, pt ? 'Máscara' : 'Mask')).toHaveValue('999.999.999-99')
      // The date: three formats, and the default.
      await press(page, 'j', 'j', 'j', 'j', 'j')
      await see(row(page)).toContainText('Data de admissão')
      const format = panel(page).getByRole('combobox', { name: pt ? 'Formato da data' : 'Date format' })
      await see(format.getByRole('option')).toHaveText([
        pt ? 'Padrão (dd-MM-yyyy)' : 'Default (dd-MM-yyyy)',
        'dd/MM/yyyy',
        'MM/dd/yyyy',
        'yyyy/MM/dd',
      ])
      await tabTo(page, format)
      await press(page, 'Home')
      await see(format).toHaveValue('')
      // The number: least, most and step.
      await press(page, 'Escape', 'j')
      await see(control(page, pt ? 'Mínimo' : 'Least')).toHaveValue('0')
      await see(control(page, pt ? 'Máximo' : 'Most')).toHaveValue('500')
      await tabTo(page, control(page, pt ? 'Passo' : 'Step'))
      await retype(page, '0')
      await see(panel(page)).toContainText(pt ? /Passo deve ser maior que 0/ : /Step must be more than 0/)
      await retype(page, pt ? '0,5' : '0.5')
      // The rating: the icons, as pictures with names.
      await press(page, 'Escape', 'j', 'j', 'j')
      await see(row(page)).toContainText('Como foi o último treinamento?')
      const icons = panel(page).getByRole('radio')
      expect(await icons.count()).toBeLessThanOrEqual(51)
      for (const name of pt ? ['Nota', 'Estrela', 'Coração', 'Selo'] : ['Grade', 'Star', 'Heart', 'Seal'])
        await see(panel(page).getByRole('radio', { name, exact: true })).toHaveCount(1)
      await tabTo(page, icons.and(page.locator(':checked')))
      await press(page, 'ArrowRight')
      await see(panel(page).getByRole('radio', { name: pt ? 'Coração' : 'Heart', exact: true })).toBeChecked()
      expect(await axe(page)).toEqual([])
      // Another type: what it does not have is gone, and comes back.
      await press(page, 'Escape', 'Home')
      const kind = panel(page).getByRole('combobox', { name: pt ? 'Tipo' : 'Type', exact: true })
      await tabTo(page, kind)
      await press(page, 'ArrowDown')
      await see(kind).toHaveValue('number')
      await see(control(page, pt ? 'Limite' : 'Limit')).toHaveCount(0)
      await press(page, 'Escape', 'z')
      await see(kind).toHaveValue('text')
      await save(page, pt)
      const { fields } = await stored(id)
      expect(fields[6]!.options).toEqual({ fieldType: 'date' })
      expect(fields[7]!.options).toMatchObject({ step: 0.5 })
      expect(fields[10]!.options).toMatchObject({ icon: 'favorite' })
      expect(fields[0]).toMatchObject(RICH_FIELDS[0]!)
    },
  )

  it('FORM-03 shows the fields as JSON over the same draft, keeps it over a reload, and tells what would be lost', async () => {
    const id = await make(text)
    const page = await open(id)
    await press(page, 'Enter', 'End')
    await type(page, ' e meio')
    await press(page, 'Escape', 'j', 'Delete')
    await see(titles(page)).toHaveText(['Um e meio', 'Três', 'Quatro'])
    await see(foot(page)).toContainText(/draft kept at \d+:\d\d/)
    await page.reload()
    await see(titles(page)).toHaveText(['Um e meio', 'Três', 'Quatro'])
    await see(page.getByText(/^Unsaved changes of .* restored\.$/)).toBeVisible()
    await see(foot(page)).toContainText('2 fields changed')
    const views = page.getByRole('group', { name: 'What to edit' })
    await tabTo(page, views.getByRole('radio', { checked: true }))
    await press(page, 'ArrowLeft')
    const json = page.getByRole('textbox', { name: 'Fields' })
    expect(JSON.parse(await json.inputValue())).toMatchObject([{ title: 'Um e meio' }, { name: 'c' }, { name: 'd' }])
    await tabTo(page, json)
    await retype(page, '[{"name": "a", "type": "text", "title": "De novo"')
    // Text that is no JSON would be lost with its view.
    await tabTo(page, views.getByRole('radio', { checked: true }))
    await press(page, 'ArrowRight')
    await see(json).toBeFocused()
    await press(page, 'Control+End')
    await see(foot(page)).toContainText('The JSON cannot be read.')
    await see(foot(page)).not.toContainText('changed')
    await type(page, '}]')
    await see(foot(page)).toContainText('4 fields changed')
    await tabTo(page, views.getByRole('radio', { checked: true }))
    await press(page, 'ArrowRight')
    await see(titles(page)).toHaveText(['De novo'])
    // Esc asks as the button does, in the list and on the button.
    const question = page.getByRole('alertdialog')
    const lost = 'Changed: De novo. Removed: Dois, Três, and Quatro.'
    await tabTo(page, rows(page).first())
    await press(page, 'Escape')
    await see(question).toContainText(lost)
    await press(page, 'Escape')
    await see(question).toHaveCount(0)
    await tabTo(page, page.getByRole('button', { name: 'Discard…' }))
    await press(page, 'Escape')
    await see(question).toContainText(lost)
    await press(page, 'Escape')
    await see(question).toHaveCount(0)
    await see(page.getByRole('button', { name: 'Discard…' })).toBeFocused()
    await press(page, 'Enter')
    await see(question).toContainText(lost)
    await press(page, 'Tab', 'Enter')
    await see(titles(page)).toHaveText(['Um', 'Dois', 'Três', 'Quatro'])
    await see(foot(page)).toContainText('Nothing is changed.')
    expect(await focusIsLost(page)).toBe(false)
    // A discarded change is not taken back into the saved form.
    await tabTo(page, rows(page).first())
    await press(page, 'End', 'Delete')
    await see(titles(page)).toHaveText(['Um', 'Dois', 'Três'])
    await tabTo(page, page.getByRole('button', { name: 'Discard…' }))
    await press(page, 'Enter', 'Tab', 'Enter')
    await see(titles(page)).toHaveText(['Um', 'Dois', 'Três', 'Quatro'])
    await tabTo(page, page.locator('[role=option][tabindex="0"]'))
    await press(page, 'z')
    await see(titles(page)).toHaveText(['Um', 'Dois', 'Três', 'Quatro'])
  })

  it('shows what the server refuses at its field', async () => {
    const id = await make(text)
    const page = await open(id)
    console.trouble(page).expect(/status of 400/)
    await press(page, 'j', 'j', 'Enter', 'End')
    await type(page, '!')
    await page.route(`**/api/registration-forms/${id}`, async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await route.fulfill({
        status: 400,
        json: {
          success: false,
          error: {
            code: 'VALIDATION_ERROR',
            message: ['validation'],
            errors: [{ field: 'schema.fields.3.options.limit', message: 'formErrors.minValue', values: { min: 1 } }],
          },
          meta: { id: 'req-7' },
        },
      })
    })
    await press(page, 'Control+Enter')
    await see(panel(page).getByRole('textbox', { name: 'Limit' })).toBeFocused()
    await see(panel(page)).toContainText('Limit must be at least 1')
    await see(rows(page).nth(3)).toHaveAccessibleName(/problem: Limit must be at least 1/)
    // The next change of the field takes it away.
    await type(page, '5')
    await see(rows(page).nth(3)).not.toHaveAccessibleName(/problem/)
  })

  it.each(IN_PORTUGUESE)(
    'shows the form itself beside its fields, with rules that hold at once: %s',
    async (locale) => {
      const pt = locale === 'pt-BR'
      const id = await make(RICH_FIELDS)
      const page = await open(id, { locale })
      await see(live(page).getByText(pt ? 'Página 1 de 3' : 'Page 1 of 3')).toBeVisible()
      await press(page, 'v')
      await see(live(page).locator('[data-answer=nome] input')).toBeFocused()
      await type(page, 'Helena')
      await press(page, 'Escape')
      await see(row(page)).toContainText('Nome completo')
      await press(page, 'j', 'j', 'v')
      // The open field is marked on both sides.
      await see(live(page).locator('[data-marked] [data-answer=local_trabalho]')).toHaveCount(1)
      await see(live(page).locator('[data-answer=unidade]')).toHaveCount(0)
      await press(page, 'Space')
      await see(live(page).locator('[data-answer=unidade]')).toHaveCount(1)
      await see(live(page).getByText(pt ? 'apareceu pela regra' : 'shown by its rule')).toBeVisible()
      expect(await axe(page)).toEqual([])
      // An edit of the field is seen at once, and the answers stay.
      await press(page, 'Escape', 'Enter', 'End')
      await type(page, ' Hoje?')
      await see(live(page)).toContainText('Onde você trabalha? Hoje?')
      await see(live(page).locator('[data-answer=nome] input')).toHaveValue('Helena')
      // Answers follow a new name. What nobody has touched is the default value as it is now.
      await press(page, 'Escape', 'Home')
      await tabTo(page, control(page, pt ? 'Nome' : 'Name'))
      await retype(page, 'nome_completo')
      await see(live(page).locator('[data-answer=nome_completo] input')).toHaveValue('Helena')
      await press(page, 'Escape', 'End')
      const fallback = control(page, pt ? 'Valor padrão' : 'Default value')
      await tabTo(page, fallback)
      await type(page, 'Ainda nada')
      await see(live(page).locator('[data-marked]').getByRole('textbox').first()).toHaveValue('Ainda nada')
      await retype(page, '')
      await see(live(page).locator('[data-marked]').getByRole('textbox').first()).toHaveValue('')
      // The fields as JSON and back: the answers stay, and acts can be taken back.
      const views = page.getByRole('group', { name: pt ? 'O que editar' : 'What to edit' })
      await press(page, 'Escape', 'Delete')
      await see(rows(page)).toHaveCount(13)
      await tabTo(page, views.getByRole('radio', { checked: true }), 'Shift+Tab')
      await press(page, 'ArrowLeft')
      await see(page.getByRole('textbox', { name: pt ? 'Campos' : 'Fields' })).toBeVisible()
      await press(page, 'ArrowRight')
      await see(rows(page)).toHaveCount(13)
      await tabTo(page, page.locator('[role=option][tabindex="0"]'))
      await press(page, 'z', 'z')
      await see(rows(page)).toHaveCount(14)
      await see(control(page, pt ? 'Nome' : 'Name')).toHaveValue('nome')
      await see(live(page).locator('[data-answer=nome] input')).toHaveValue('Helena')
      // A question that is entered opens its field.
      await press(page, 'Home', 'v', 'Tab')
      await see(control(page, pt ? 'Título' : 'Title')).toHaveValue('CPF')
      await type(page, '11144477753')
      await tabTo(page, live(page).getByRole('button', { name: pt ? 'Continuar' : 'Continue' }))
      await press(page, 'Enter')
      await see(live(page)).toContainText('CPF')
      await see(
        live(page)
          .getByText(pt ? /CPF/ : /CPF/)
          .first(),
      ).toBeVisible()
      // The page of the open field is shown.
      await press(page, 'Escape', 'End')
      await see(live(page).getByText(pt ? 'Página 3 de 3' : 'Page 3 of 3')).toBeVisible()
      expect(await focusIsLost(page)).toBe(false)
    },
  )

  it.each(LOCALES)('is one page after the other on a narrow screen: %s', async (locale) => {
    const pt = locale === 'pt-BR'
    const id = await make(RICH_FIELDS)
    const page = await open(id, { locale, size: { width: 360, height: 800 } })
    await see(panel(page)).toHaveCount(0)
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await press(page, 'j', 'j', 'Enter')
    await see(control(page, pt ? 'Título' : 'Title')).toBeFocused()
    await see(rows(page)).toHaveCount(0)
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await tabTo(page, panel(page).getByRole('button', { name: pt ? 'Mover para baixo' : 'Move down' }))
    await press(page, 'Enter')
    await tabTo(page, panel(page).getByRole('button', { name: pt ? 'Voltar aos campos' : 'Back to the fields' }))
    await press(page, 'Enter')
    await see(row(page)).toContainText('Onde você trabalha?')
    await see(row(page)).toHaveAttribute('data-index', '3')
    // The bin asks where the focus is, and leads to the list once the field is gone.
    await press(page, 'Enter')
    const bin = panel(page).getByRole('button', { name: pt ? 'Remover o campo' : 'Remove the field' })
    await tabTo(page, bin)
    await press(page, 'Enter')
    await see(page.getByRole('alertdialog')).toBeVisible()
    await press(page, 'Escape')
    await see(bin).toBeFocused()
    await press(page, 'Enter', 'Tab', 'Enter')
    await see(row(page)).toHaveAttribute('data-index', '3')
    await see(rows(page)).toHaveCount(13)
    await press(page, 'z')
    await see(row(page)).toContainText('Onde você trabalha?')
    await press(page, 'v')
    await see(live(page).locator(':focus')).toHaveCount(1)
    expect(await overflow(page)).toEqual([])
    await press(page, 'Escape')
    await see(row(page)).toContainText('Onde você trabalha?')
  })

  it.each(IN_ENGLISH)(
    'FIELD-04 FIELD-05 FIELD-16 A-166 edits the rules of a field in their dialog, which knows earlier fields alone: %s',
    async (locale) => {
      const pt = locale === 'pt-BR'
      const id = await make(RICH_FIELDS)
      const page = await open(id, { locale })
      await press(page, 'j', 'j', 'j', 'r')
      await see(dialog(page)).toContainText(pt ? 'Quando Unidade aparece' : 'When Unidade is shown')
      await see(dialog(page)).toContainText('Onde você trabalha?')
      expect(await axe(page)).toEqual([])
      // The answers beside it are those of the live form.
      await press(page, 'v')
      await see(dialog(page).locator('[data-answer] [type=radio]').first()).toBeFocused()
      await press(page, 'Space')
      // Beside the rule are the fields that it reads, or the page with the field.
      const beside = dialog(page).getByRole('region', { name: pt ? /^Respostas para/ : /^Answers to/ })
      await see(beside.locator('[data-answer]')).toHaveCount(1)
      await tabTo(page, beside.getByRole('radio', { checked: true }).first(), 'Shift+Tab')
      await press(page, 'ArrowRight')
      await see(beside.locator('[data-marked] [data-answer=unidade]')).toHaveCount(1)
      await see(beside.locator('[data-answer=nome]')).toHaveCount(1)
      expect(await axe(page)).toEqual([])
      await press(page, 'Escape', 'Escape')
      await see(dialog(page)).toHaveCount(0)
      await see(row(page)).toContainText('Unidade')
      await see(live(page).locator('[data-answer=unidade]')).toHaveCount(1)
      // The last condition goes: the field is always shown.
      await press(page, 'r')
      await see(dialog(page)).toBeVisible()
      await press(page, 'Delete', 'Control+Enter')
      await see(dialog(page)).toHaveCount(0)
      await see(row(page)).not.toHaveAccessibleName(pt ? /condição/ : /condition/)
      await press(page, 'z')
      await see(row(page)).toHaveAccessibleName(pt ? /uma condição/ : /one condition/)
      // A field without rules opens with one to fill in; only what comes before it is offered.
      await press(page, 'Home', 'j', 'r')
      await see(dialog(page)).toBeVisible()
      await type(page, 'unidade')
      await see(dialog(page).getByRole('option', { name: 'Unidade' })).toHaveCount(0)
      await press(page, 'Escape', 'Escape')
    },
  )

  it('moves a field by its handle with a pointer as well', async () => {
    const id = await make(text)
    const page = await open(id)
    console.trouble(page).expect(/pointerdown|mousedown/)
    // The page itself: here a pointer is what is tested.
    const { mouse } = page
      .context()
      .pages()
      .find((one) => one.url() === page.url())!
    const middle = (target: ReturnType<Page['locator']>) =>
      target.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return [left + width / 2, top + height / 2] as const
      })
    await mouse.move(...(await middle(rows(page).first().locator('[data-lift]'))))
    await mouse.down()
    const [x, y] = await middle(rows(page).nth(3))
    await mouse.move(x, y - 30, { steps: 4 })
    await mouse.move(x, y, { steps: 4 })
    await see(page.locator('[data-lifted][role=option]')).toHaveCount(1)
    await mouse.up()
    await see(titles(page)).toHaveText(['Dois', 'Três', 'Quatro', 'Um'])
    await see(row(page)).toContainText('Um')
    await press(page, 'z')
    await see(titles(page)).toHaveText(['Um', 'Dois', 'Três', 'Quatro'])

    // The choices of a field, and the conditions of its rule.
    const choices = ['A', 'B', 'C'].map((one) => ({ text: one, value: one.toLowerCase() }))
    const rules = ['a', 'b'].map((field) => ({ field, operator: 'isNotEmpty' }))
    const options = { choices, visibleIfQuery: { combinator: 'and', rules } }
    await page.goto(
      new URL(`/registration-forms/${await make([...text, { name: 'e', type: 'radios', options }])}`, page.url()).href,
    )
    await see(rows(page).first()).toBeFocused()
    await press(page, 'End')
    const drag = async (from: ReturnType<Page['locator']>, to: ReturnType<Page['locator']>) => {
      await mouse.move(...(await middle(from)))
      await mouse.down()
      const [left, top] = await middle(to)
      await mouse.move(left, top + 3, { steps: 4 })
      await mouse.up()
    }
    const handle = (index: number) => panel(page).locator(`[data-row="${index}"] [data-lift]`)
    await see(handle(0)).toBeVisible()
    await drag(handle(0), handle(2))
    expect(await choicesIn(page)).toEqual(['B=b', 'C=c', 'A=a'])
    await see(panel(page).locator(':focus')).toHaveValue('A')
    await press(page, 'Escape', 'z', 'r')
    const conditions = dialog(page).getByRole('row')
    await see(conditions).toHaveCount(2)
    await drag(conditions.first().locator('[data-lift]'), conditions.nth(1).locator('[data-lift]'))
    await see(conditions.nth(1)).toHaveAccessibleName(/^2, Um/)
    await see(conditions.nth(1)).toBeFocused()
    await press(page, 'Control+Enter')
    await save(page)
    const { fields } = await stored(Number(/registration-forms\/(\d+)/.exec(page.url())![1]))
    expect(fields[4]!.options).toMatchObject({ choices, visibleIfQuery: { rules: rules.toReversed() } })
  })
})
