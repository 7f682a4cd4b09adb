import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { Query } from '@tocsin/core/form/query'
import type { FormField } from '@tocsin/core/form/types'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { press, retype, type } from './keyboard'

const dialog = (page: Page) => page.getByRole('dialog')
const cell = (page: Page, name: string) => page.locator(`[data-cell=${name}]:focus`)
const open = (page: Page) => page.locator('[data-cell] input:focus')
const options = (page: Page) => dialog(page).getByRole('listbox').getByRole('option')
const description = (page: Page) => dialog(page).locator('[data-part=description]')

const choices = ['Manhã', 'Tarde', 'Noite'].map((text) => ({ text, value: text[0]!.toLowerCase() }))
const FIELDS: readonly FormField[] = [
  { name: 'pessoas', type: 'text', title: 'Pessoas', options: { fieldType: 'number' } },
  { name: 'admissao', type: 'text', title: 'Admissão', options: { fieldType: 'date' } },
  { name: 'aceito', type: 'checkbox', title: 'Aceito' },
  { name: 'turno', type: 'checkboxes', title: 'Turno', options: { choices } },
  { name: 'preferido', type: 'radios', title: 'Preferido', options: { choices } },
  { name: 'nota', type: 'rating', title: 'Nota', options: { max: 5 } },
  {
    name: 'foto',
    type: 'attachment',
    title: 'Foto',
    options: {
      attachmentTypes: ['image'],
      attachmentQty: 1,
      attachmentMandatory: 'none',
      attachmentSizes: { image: 5 },
    },
  },
  { name: 'plano', type: 'text', title: 'Plano' },
]

inBrowser('the values of a rule', (console) => {
  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('acme-admin'), method, path, body)

  it('FIELD-04 A-139 are typed and chosen by the kind of their field, and offered with its operators alone', async () => {
    console.world.parts.features = { 'attachments-field': true }
    const draft = { name: 'Regras', ClientId: 2, schema: { title: 'Regras', fields: FIELDS } }
    const { id } = (await call('POST', 'registration-forms', draft)).body.data as unknown as { id: number }
    const page = await console.visit({ path: `/registration-forms/${id}`, locale: 'pt-BR' })
    await see(page.getByRole('option', { name: /Pessoas/ }).first()).toBeFocused()
    await press(page, 'End', 'r')

    /** Chooses the field and the operator of the condition whose field has the focus, and opens its value. */
    const choose = async (field: string, operator: string, offered: number) => {
      await see(cell(page, 'field')).toBeVisible()
      await press(page, 'Enter')
      await see(open(page)).toBeFocused()
      await type(page, field)
      await press(page, 'Enter', 'ArrowRight', 'Enter')
      await see(options(page)).toHaveCount(offered)
      await type(page, operator)
      await press(page, 'Enter')
      await see(cell(page, 'operator')).toBeVisible()
      await press(page, 'ArrowRight', 'Enter')
    }
    const take = async (...texts: string[]) => {
      for (const text of texts) {
        await type(page, text)
        await press(page, 'Enter')
      }
    }

    await choose('Pessoas', 'maior ou igual a', 9)
    await take('muitas')
    await see(open(page)).toHaveAccessibleDescription('Isto não é um número.')
    await retype(page, '1030,5')
    await press(page, 'Enter')
    await press(page, 'c')
    await choose('Admissão', 'menor que', 9)
    // The browser has its own order of the parts.
    await page.keyboard.type('12312025')
    await press(page, 'Enter')
    await press(page, 'c')
    await choose('Aceito', 'equals', 4)
    await take('sim')
    await press(page, 'c')
    await choose('Turno', 'allOf', 8)
    await take('noi', 'man')
    await see(options(page).nth(0)).toHaveAttribute('aria-selected', 'true')
    await see(options(page).nth(1)).toHaveAttribute('aria-selected', 'false')
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape', 'c')
    await choose('Preferido', 'notEqual', 5)
    await take('tarde')
    await press(page, 'c')
    await choose('Pessoas', 'anyOf', 9)
    await take('10', '2,5', '7')
    // Backspace takes the last one out again.
    await press(page, 'Backspace', 'Escape', 'c')
    await choose('Admissão', 'anyOf', 9)
    await take('1/2/2025')
    await press(page, 'Escape', 'c')
    await choose('Nota', 'greater', 9)
    await take('3')
    await press(page, 'c', 'Enter')
    await take('Foto')
    await see(description(page)).toHaveText(
      'Mostrar quando Pessoas é maior ou igual a 1.030,5; e Admissão é menor que 31/12/2025; e Aceito é igual a sim; ' +
        'e Turno tem todos estes valores: Manhã e Noite; e Preferido é diferente de Tarde; e Pessoas tem um destes valores: 10 ou 2,5; e Admissão ' +
        'tem um destes valores: 01/02/2025; e Nota é maior que 3; e Foto está vazio.',
    )
    // Another field keeps the operator and the value where they still make sense.
    await press(page, 'k', 'Enter')
    await take('Pessoas')
    await see(description(page)).toContainText('e Pessoas é maior que 3; e Foto')
    await press(page, 'Enter')
    await take('Preferido')
    await see(description(page)).toContainText('e Preferido é igual a …; e Foto')
    await press(page, 'z')
    await see(description(page)).toContainText('e Pessoas é maior que 3; e Foto')
    expect(await axe(page)).toEqual([])
    await press(page, 'Control+Enter')
    await see(dialog(page)).toHaveCount(0)
    await press(page, 'Control+Enter')
    await see(page.getByText(/^Atualizado: /)).toBeVisible()

    const { body } = await call('GET', `registration-forms/${id}`)
    const { fields } = (body.data as unknown as { schema: { fields: FormField[] } }).schema
    const expected: Query = {
      combinator: 'and',
      rules: [
        { field: 'pessoas', operator: 'greaterOrEqual', value: 1030.5 },
        { field: 'admissao', operator: 'lesser', value: '2025-12-31' },
        { field: 'aceito', operator: 'equals', value: true },
        { field: 'turno', operator: 'allOf', value: ['m', 'n'] },
        { field: 'preferido', operator: 'notEqual', value: 't' },
        { field: 'pessoas', operator: 'anyOf', value: [10, 2.5] },
        { field: 'admissao', operator: 'anyOf', value: ['2025-02-01'] },
        { field: 'pessoas', operator: 'greater', value: 3 },
        { field: 'foto', operator: 'isEmpty' },
      ],
    }
    expect(fields.at(-1)!.options!['visibleIfQuery']).toEqual(expected)
    console.world.parts.features = {}
  })
})
