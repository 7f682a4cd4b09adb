import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { OPERATORS, type Comparison, type Query } from '@tocsin/core/form/query'
import { axe, overflow } from './axe'
import { inBrowser, see, type Visit } from './console'
import { focusIsLost, press, retype, tabTo, type } from './keyboard'

const dialog = (page: Page) => page.getByRole('dialog', { name: /^(When to show|Quando mostrar)/ })
const rows = (page: Page) => dialog(page).getByRole('row')
const row = (page: Page) => page.locator('[role=row]:focus')
const cell = (page: Page, name: string) => page.locator(`[data-cell=${name}]:focus`)
const box = (page: Page) => dialog(page).getByRole('combobox', { name: /^(Field|Operator|Value)$/ })
const options = (page: Page) => dialog(page).getByRole('listbox').getByRole('option')
const sentence = (page: Page) => dialog(page).locator('[data-part=description]')
const truth = (page: Page) =>
  dialog(page)
    .getByRole('status')
    .filter({ hasText: /With the answers|Com as respostas/ })
/** The text that a screen reader hears of a change. */
const heard = (page: Page) => dialog(page).getByRole('status').last()
const beside = (page: Page) => dialog(page).getByRole('region', { name: 'Answers to try the rule with' })
const question = (page: Page) => page.getByRole('alertdialog')
const rulesButton = (page: Page) => page.getByRole('button', { name: /^(Rules|Regras)…/ })
const json = (page: Page) => page.getByRole('textbox', { name: 'Who sees it' })

const is = (field: string, value: unknown): Comparison => ({ field, operator: 'equals', value })
const nested: Query = {
  combinator: 'and',
  rules: [
    is('role', 'manager'),
    {
      combinator: 'or',
      rules: [
        { field: 'tags', operator: 'anyOf', value: ['brigade', 'night'] },
        {
          combinator: 'and',
          rules: [is('profileProps.shift', 'night'), { field: 'profileProps.council', operator: 'isEmpty' }],
        },
      ],
    },
    is('site', '3'),
  ],
}

inBrowser('the dialog of a rule', (console) => {
  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('acme-admin'), method, path, body)
  const stored = async (id: number) =>
    ((await call('GET', `channels/${id}`)).body.data as unknown as { config: { visibilityQuery?: Query } }).config
      .visibilityQuery
  /** Makes an app with a channel that has a rule; returns the id of the channel and its address. */
  const make = async (name: string, visibilityQuery: Query | null = null, clientId = 2) => {
    const data = async (path: string, body: object) => (await call('POST', path, body)).body.data as { id: number }
    const app = await data('apps', { name, clientId, projectId: 5, label: name })
    const { id } = await data('channels', { appId: app.id, clientId, primary: true, name, config: { visibilityQuery } })
    return { id, path: `/apps/${app.id}/show?tab=channels&channel=${id}` }
  }
  /** Opens the rule of a channel by the button of its section. */
  const open = async (path: string, visit: Visit = {}): Promise<Page> => {
    const page = await console.visit({ ...visit, path })
    await tabTo(page, rulesButton(page))
    await press(page, 'Enter')
    await see(dialog(page)).toBeVisible()
    return page
  }
  /** Fills in the condition whose field has the focus. */
  const fillIn = async (page: Page, field: string, operator: string, ...values: string[]) => {
    await see(cell(page, 'field')).toBeVisible()
    for (const [at, text] of [field, operator].entries()) {
      if (at > 0) await press(page, 'ArrowRight')
      await press(page, 'Enter')
      await see(box(page)).toBeFocused()
      await type(page, text)
      await press(page, 'Enter')
      await see(box(page)).toHaveCount(0)
    }
    if (values.length === 0) return
    await press(page, 'ArrowRight')
    await see(cell(page, 'value')).toBeVisible()
    await press(page, 'Enter')
    for (const value of values) {
      await type(page, value)
      await press(page, 'Enter')
    }
    // A list stays open for more.
    if ((await box(page).count()) > 0) await press(page, 'Escape')
    await see(cell(page, 'value')).toBeVisible()
  }
  const save = async (page: Page) => {
    await press(page, 'Control+Enter')
    await see(dialog(page)).toHaveCount(0)
    await see(rulesButton(page)).toBeFocused()
    await press(page, 'Control+Enter')
    await see(page.getByRole('log')).toContainText('Channel saved')
  }

  it('FIELD-04 stores each of the twelve operators, chosen by its name', async () => {
    const { id, path } = await make('Doze')
    const page = await open(path)
    const expected: Comparison[] = []
    for (const [at, operator] of OPERATORS.entries()) {
      // A channel without a rule opens with a condition to fill in.
      if (at > 0) await press(page, 'c')
      const alone = operator.startsWith('is')
      const listed = operator.endsWith('Of')
      const values = alone ? [] : listed ? ['one', 'two'] : ['x']
      await fillIn(page, `key${at}`, operator, ...values)
      expected.push({
        field: `profileProps.key${at}`,
        operator,
        ...(alone ? {} : { value: listed ? values : 'x' }),
      })
    }
    await see(rows(page)).toHaveCount(12)
    expect(await axe(page)).toEqual([])
    await save(page)
    expect(await stored(id)).toEqual({ combinator: 'and', rules: expected })
    await see(page.getByText('Show when key0 is empty; and key1 is not empty; and key2 is x; and')).toBeVisible()
  })

  it('FIELD-04 finds operators by their words in the language of the reader as well', async () => {
    const { id, path } = await make('Palavras')
    const page = await open(path, { locale: 'pt-BR' })
    await press(page, 'Enter')
    await type(page, 'papel')
    await see(options(page)).toHaveText(/^Papel/)
    await press(page, 'Enter', 'ArrowRight', 'Enter')
    // Those of a choice alone, without what compares texts or numbers.
    await see(options(page)).toHaveCount(5)
    await type(page, 'um de')
    await see(options(page)).toHaveCount(1)
    await press(page, 'Enter', 'ArrowRight', 'Enter')
    await type(page, 'respons')
    await press(page, 'Enter', 'Escape')
    await see(sentence(page)).toHaveText('Mostrar quando Papel tem um destes valores: Responsável.')
    await press(page, 'Control+Enter')
    await see(rulesButton(page)).toBeFocused()
    await press(page, 'Control+Enter')
    await see(page.getByRole('log')).toContainText('Canal salvo')
    expect(await stored(id)).toEqual({
      combinator: 'and',
      rules: [{ field: 'role', operator: 'anyOf', value: ['manager'] }],
    })
  })

  it('FIELD-05 joins conditions by and and or, in groups within each other', async () => {
    const { id, path } = await make('Grupos')
    const page = await open(path)
    await fillIn(page, 'role', 'isNotEmpty')
    await press(page, 'Shift+C')
    await fillIn(page, 'day', 'isEmpty')
    await press(page, 'c')
    await fillIn(page, 'hour', 'isEmpty')
    await press(page, 'Shift+C')
    await fillIn(page, 'week', 'isEmpty')
    await see(sentence(page)).toHaveText(
      'Show when Role is not empty; and day is empty, or hour is empty, or week is empty.',
    )
    // The group around the condition, then the outermost one by its cell on the second row.
    await press(page, 't')
    await press(page, 'k', 'k', 'k', 'k', 'ArrowLeft', 'ArrowLeft')
    await see(row(page)).toHaveAttribute('aria-label', /^Group 2, at least one, 3 conditions/)
    await see(row(page)).toHaveAttribute('aria-label', /^Group 2, at least one, 3 conditions/)
    await press(page, 'ArrowRight')
    await see(cell(page, 'combinator')).toHaveAttribute('aria-label', 'and, change to or')
    await press(page, 'Enter')
    await see(cell(page, 'combinator')).toHaveAttribute('aria-label', 'or, change to and')
    expect(await axe(page)).toEqual([])
    await save(page)
    const empty = (key: string): Comparison => ({ field: `profileProps.${key}`, operator: 'isEmpty' })
    expect(await stored(id)).toEqual({
      combinator: 'or',
      rules: [
        { field: 'role', operator: 'isNotEmpty' },
        { combinator: 'or', rules: [empty('day'), empty('hour'), { combinator: 'or', rules: [empty('week')] }] },
      ],
    })
  })

  it('FIELD-16 moves, removes and takes back by keys, and leaves the rest as it was', async () => {
    const { id, path } = await make('Mover', nested)
    const page = await open(path)
    await see(row(page)).toHaveAttribute('aria-label', /^1, Role is Manager/)
    await see(rows(page)).toHaveCount(7)
    // Down into the group, to its first place, and back to where it was.
    await press(page, 'Space', 'j')
    await see(row(page)).toHaveAttribute('aria-label', /^1\.1, Role is Manager/)
    await press(page, 'Escape')
    await see(row(page)).toHaveAttribute('aria-label', /^1, Role is Manager/)
    await press(page, 'Space', 'j', 'j', 'Space')
    await see(row(page)).toHaveAttribute('aria-label', /^1\.2, Role is Manager/)
    await press(page, 'End', 'Delete')
    await see(row(page)).toHaveAttribute('aria-label', /council is empty/)
    await see(sentence(page)).toHaveText(
      'Show when Tags is one of brigade or night, or Role is Manager, or else shift is night and council is empty.',
    )
    await press(page, 'z')
    await see(rows(page)).toHaveCount(7)
    await press(page, 'z')
    await see(row(page)).toHaveAttribute('aria-label', /^1, Role is Manager/)
    await press(page, 'Delete')
    await see(row(page)).toHaveAttribute('aria-label', /^Group 1/)
    await save(page)
    expect(await stored(id)).toEqual({ ...nested, rules: nested.rules.slice(1) })
  })

  it('FIELD-16 says what a profile beside the rule comes to, for the rule and for each row', async () => {
    const { path } = await make('Perfil', nested)
    const page = await open(path)
    await see(truth(page)).toContainText('hidden. This does not hold: Role is Manager')
    await see(truth(page)).toContainText('1 of 5 conditions hold')
    await press(page, 'v')
    await see(beside(page).getByLabel('Role')).toBeFocused()
    await press(page, 'm')
    await tabTo(page, beside(page).getByLabel('Tags'))
    await type(page, 'Night')
    await tabTo(page, beside(page).getByLabel('Site'))
    await type(page, '3')
    await see(truth(page)).toContainText('With the answers beside: visible')
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(row(page)).toHaveAttribute('aria-label', '1, Role is Manager, holds, now: Manager')
    await press(page, 'j', 'j', 'j')
    await see(row(page)).toHaveAttribute('aria-label', /^Group 2\.2, all, 2 conditions, does not hold/)
    await press(page, 'Escape')
    await see(dialog(page)).toHaveCount(0)
  })

  it('FIELD-16 names what is missing, asks before changes are lost, and shows always without a condition', async () => {
    const { id, path } = await make('Falta', { combinator: 'and', rules: [is('role', 'worker')] })
    const page = await open(path)
    await press(page, 'c', 'Control+Enter')
    await see(cell(page, 'field')).toHaveAttribute('aria-invalid', 'true')
    await see(cell(page, 'field')).toHaveAccessibleDescription('Choose a field.')
    await press(page, 'Enter')
    await type(page, 'site')
    await press(page, 'Enter', 'Control+Enter')
    await see(cell(page, 'value')).toHaveAccessibleDescription('Enter a value.')
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(question(page)).toContainText('Discard the changes to the rule?')
    await press(page, 'Escape')
    await see(question(page)).toHaveCount(0)
    await see(cell(page, 'value')).toBeFocused()
    await press(page, 'Delete')
    await press(page, 'Delete')
    await see(sentence(page)).toHaveText('Always shown.')
    await see(dialog(page).getByRole('button', { name: /^Condition/ })).toBeFocused()
    await save(page)
    expect(await stored(id)).toBeUndefined()
    expect(await focusIsLost(page)).toBe(false)
  })

  it('FIELD-16 opens by r, says the rule a moment after it was changed, and counts nothing that is not filled in', async () => {
    const { path } = await make('Fala', { combinator: 'or', rules: [is('role', 'worker')] })
    const page = await console.visit({ path })
    await tabTo(page, page.getByRole('switch', { name: 'Raises an alert' }))
    await press(page, 'r')
    await see(row(page)).toHaveAttribute('aria-label', '1, Role is Worker, does not hold, now: empty')
    await see(dialog(page)).toHaveAccessibleDescription('Show when Role is Worker.')
    await press(page, 'c')
    await see(truth(page)).toContainText('hidden. This does not hold: Role is Worker')
    await fillIn(page, 'shift', 'notEqual', 'night')
    await see(truth(page)).toContainText('visible')
    await see(heard(page)).toHaveText('Show when Role is Worker; or shift is not night.')
    await press(page, 'Space', 'k')
    await see(heard(page)).toHaveText('Lifted: 1, shift is not night')
    await press(page, 'k')
    await see(heard(page)).toHaveText('This is the first one.')
    await press(page, 'Space')
    await see(heard(page)).toHaveText('Dropped: 1, shift is not night')
  })

  it('FIELD-16 works over the same draft as the JSON', async () => {
    const { path } = await make('JSON', { combinator: 'and', rules: [is('role', 'worker')] })
    const page = await console.visit({ path })
    await tabTo(page, json(page))
    await retype(page, '{"combinator": "or", "rules": [')
    await retype(page, JSON.stringify({ combinator: 'or', rules: [is('site', '7')] }))
    await see(page.getByText('Show when Site is 7.')).toBeVisible()
    await tabTo(page, rulesButton(page))
    await press(page, 'Enter', 'c')
    await fillIn(page, 'role', 'isEmpty')
    await press(page, 'Control+Enter')
    await see(json(page)).toHaveValue(/"site",[^]*"role"/)
    // A value that is not a rule is corrected as JSON.
    await tabTo(page, json(page))
    await retype(page, '{"combinator": "xor"}')
    await see(rulesButton(page)).toHaveAccessibleDescription(/is not a rule/)
  })

  it('A-139 adds nothing beyond a hundred conditions, and says why', async () => {
    const rules = Array.from({ length: 100 }, (_, at) => is(`profileProps.k${at}`, 'x'))
    const { path } = await make('Cem', { combinator: 'and', rules })
    const page = await open(path)
    await see(row(page)).toHaveAttribute('aria-label', /^1, k0 is x/)
    await press(page, 'c')
    await see(rows(page)).toHaveCount(100)
    await see(dialog(page).getByText('A rule has at most 100 conditions.').first()).toBeAttached()
    const add = dialog(page).getByRole('button', { name: /^Condition/ })
    await see(add).toHaveAttribute('aria-disabled', 'true')
    await see(add).toHaveAccessibleDescription('A rule has at most 100 conditions.')
  })

  /** Returns the number of lines of groups, and the words between rows through which one of them is drawn. */
  const wordsOnLines = (page: Page) =>
    page.getByRole('treegrid').evaluate((tree) => {
      const lines = [...tree.querySelectorAll('*')].flatMap((one) =>
        [undefined, '::before'].flatMap((pseudo) => {
          const { borderLeftWidth, display, left } = getComputedStyle(one, pseudo)
          const { x, top, bottom } = one.getBoundingClientRect()
          const isLine = borderLeftWidth === '2px' && display !== 'none'
          return isLine ? [{ x: x + (pseudo ? parseFloat(left) : 0), top, bottom }] : []
        }),
      )
      const words = [...tree.querySelectorAll('[data-cell=combinator]')].filter((word) => {
        const at = word.getBoundingClientRect()
        return lines.some(({ x, top, bottom }) => x + 2 > at.left && x < at.right && bottom > at.top && top < at.bottom)
      })
      return { lines: lines.length, words: words.map((word) => word.id) }
    })

  it('A-139 nests no more than ten groups, and says why', async () => {
    let deep: Query = { combinator: 'and', rules: [is('role', 'worker')] }
    for (let depth = 1; depth < 10; depth++) deep = { combinator: 'or', rules: [is('site', String(depth)), deep] }
    const { path } = await make('Fundo', deep)
    const page = await open(path)
    await see(rows(page)).toHaveCount(19)
    const add = dialog(page).getByRole('button', { name: /^Group/ })
    await see(add).not.toHaveAttribute('aria-disabled')
    await press(page, 'End', 'Shift+C')
    await see(rows(page)).toHaveCount(19)
    await see(heard(page)).toHaveText('Groups can be nested at most 10 deep.')
    await see(add).toHaveAccessibleDescription('Groups can be nested at most 10 deep.')
    expect(await overflow(page)).toEqual([])
    expect(await wordsOnLines(page)).toEqual({ lines: 9, words: [] })
    await press(page, 'c')
    await see(rows(page)).toHaveCount(20)
  })

  it('FIELD-16 PERM-40 shows the rule without controls to who may not change the channel', async () => {
    const { path } = await make('Só ler', nested)
    const page = await open(path, { as: 'broadcast-operator' })
    await see(row(page)).toHaveAttribute('aria-label', /^1, Role is Manager/)
    await see(rows(page)).toHaveCount(7)
    await see(dialog(page).getByRole('button', { name: /Apply|Cancel|Condition|Group/ })).toHaveCount(0)
    await press(page, 'c', 'Delete', 't', 'Space', 'ArrowRight', 'Enter')
    await see(cell(page, 'field')).toHaveAttribute('aria-readonly', 'true')
    await see(box(page)).toHaveCount(0)
    await see(rows(page)).toHaveCount(7)
    expect(await axe(page)).toEqual([])
    await press(page, 'Control+Enter')
    await see(dialog(page)).toBeVisible()
    await press(page, 'Escape')
    await see(dialog(page)).toHaveCount(0)
    await see(rulesButton(page)).toBeFocused()
  })

  it('FIELD-16 PERM-40 shows the rule of a locked client without controls', async () => {
    const page = await console.visit({ as: 'root', path: '/apps/3/show?tab=channels&channel=401' })
    await see(page.getByRole('region', { name: 'Emergência' })).toContainText('Borealis Saúde is locked')
    await tabTo(page, rulesButton(page))
    await press(page, 'Enter')
    await see(sentence(page)).toHaveText('Always shown.')
    await see(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await see(dialog(page).getByRole('button', { name: /Apply|Cancel|Condition|Group/ })).toHaveCount(0)
    await press(page, 'c', 'Shift+C')
    await see(rows(page)).toHaveCount(0)
    await press(page, 'Enter')
    await see(dialog(page)).toHaveCount(0)
  })

  it('fits on a phone, with the answers as a sheet', async () => {
    const { path } = await make('Telefone', nested)
    const page = await open(path, { size: { width: 360, height: 740 } })
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await see(beside(page)).toBeHidden()
    await press(page, 'v')
    await see(beside(page).getByLabel('Role')).toBeFocused()
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(beside(page)).toBeHidden()
    await see(row(page)).toHaveAttribute('aria-label', /^1, Role is Manager/)
  })
})
