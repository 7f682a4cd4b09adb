import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe, overflow } from './axe'
import { inBrowser, NO_PAGE, see } from './console'
import { focusIsLost, press, pressElsewhere, tabTo, type } from './keyboard'

type Site = { name: string; radius: number; referencePoint: string | null; active: boolean; version: number }

const card = (page: Page, name = 'Last changes') => page.getByRole('region', { name, exact: true })
const rows = (page: Page) => card(page).getByRole('listitem')
const undos = (page: Page) => card(page).getByRole('button')

inBrowser('the last changes on the home', (console) => {
  const call = async (method: string, path: string, body?: unknown, as = 'acme-admin') =>
    console.world.call(await console.world.token(as), method, path, body)
  const site = async (id: number) => (await call('GET', `sites/${id}`)).body.data as unknown as Site
  const change = async (id: number, changes: object, as?: string) => {
    const { status, body } = await call('PATCH', `sites/${id}`, changes, as)
    expect([status, body.error]).toEqual([200, undefined])
  }
  const make = async (name: string, as?: string) => {
    const { body } = await call('POST', 'sites', { name, ClientId: 2, location: { formatted: 'Rua 1' } }, as)
    return (body.data as { id: number }).id
  }

  it('takes back by z the newest change of one’s own, by z again the one before, and does them again', async () => {
    const page = await console.visit({ path: NO_PAGE })
    const [first, second] = [await make('One of two'), await make('Two of two')]
    await change(first, { referencePoint: 'Beside the bakery', radius: 0.7 })
    await change(second, { active: false })
    const before = await site(first)
    await page.goto('/')
    await see(rows(page)).toHaveCount(5)
    await see(rows(page).first()).toContainText(/acme-admin changed it\s*Site Two of two\s*Active: Yes → No/)
    await see(rows(page).nth(1)).toContainText(/Site One of two\s*2 fields · (Radius|Reference point)/)
    // The key is on the button of the change that it takes back.
    await see(card(page).locator('kbd')).toHaveCount(1)
    await see(undos(page).first()).toHaveAccessibleName('Undo: Site Two of two')
    await see(undos(page).first()).toHaveAttribute('aria-keyshortcuts', 'z')
    expect(await axe(page)).toEqual([])

    await pressElsewhere(page, 'z', 'Undo your newest change')
    expect((await site(second)).active).toBe(false)

    const log = page.getByRole('log')
    await press(page, 'z')
    await see(log).toContainText('Undone: Edit Two of two')
    await see(log).toContainText(`sites update ${second} --active`)
    expect((await site(second)).active).toBe(true)
    await see(rows(page).nth(1)).toContainText(/Two of two.*undone$/s)
    await press(page, 'z')
    await see(log).toContainText('Undone: Edit One of two')
    expect(await site(first)).toMatchObject({ referencePoint: null, radius: 0.1, version: before.version + 1 })
    await press(page, 'Control+Shift+z')
    await see(log).toContainText(/Done again: Edit One of two/i)
    expect(await site(first)).toMatchObject({ referencePoint: 'Beside the bakery', radius: 0.7 })
    expect(await focusIsLost(page)).toBe(false)
  })

  it('takes back a change of this page by the same key, and once', async () => {
    const id = await make('Here and now')
    const page = await console.visit({ path: `/sites/${id}` })
    const field = page.locator('main').getByRole('textbox', { name: 'Name', exact: true })
    await tabTo(page, field)
    await press(page, 'ControlOrMeta+A')
    await type(page, 'Renamed')
    await press(page, 'Control+Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Renamed', exact: true })).toBeVisible()
    await press(page, 'g', 'h')
    await see(undos(page).first()).toHaveAccessibleName('Undo: Site Renamed')
    await see(undos(page).first().locator('kbd')).toHaveText('Z')
    await press(page, 'z')
    await see(page.getByRole('log')).toContainText('Undone: Edit Renamed')
    const after = await site(id)
    expect(after.name).toBe('Here and now')
    // The creation is next, which asks before it deletes.
    await see(undos(page).first()).toHaveAccessibleName('Undo: Site Here and now')
    expect((await site(id)).version).toBe(after.version)
  })

  it('asks first and names the person before it takes back a change of somebody else', async () => {
    const id = await make('Of a colleague')
    await change(id, { radius: 2 }, 'client-manager')
    const page = await console.visit()
    const question = page.getByRole('alertdialog')
    const undo = undos(page).first()
    await see(rows(page).first()).toContainText('client-manager changed it')
    // The key is for one's own.
    await see(undo.locator('kbd')).toHaveCount(0)
    await tabTo(page, undo)
    await press(page, 'Enter')
    await see(question).toHaveAccessibleName('client-manager made this change. Undo it?')
    await see(question).toContainText('Edit Of a colleague. Radius (km): 0.1 → 2')
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(question).toHaveCount(0)
    expect((await site(id)).radius).toBe(2)
    expect(await focusIsLost(page)).toBe(false)
    await tabTo(page, undo)
    await press(page, 'Enter')
    await tabTo(page, question.getByRole('button', { name: 'Undo' }))
    await press(page, 'Enter')
    await see(page.getByRole('log')).toContainText('Undone: Edit Of a colleague')
    expect((await site(id)).radius).toBe(0.1)
  })

  it('lets one choose where the record has been changed since, and overwrites nothing by itself', async () => {
    const id = await make('Changed since')
    await change(id, { radius: 0.5 })
    const page = await console.visit()
    await see(undos(page).first()).toHaveAccessibleName('Undo: Site Changed since')
    await see(undos(page).first().locator('kbd')).toHaveText('Z')
    // The page does not know of it yet.
    await change(id, { radius: 0.9, referencePoint: 'At the gate' }, 'client-manager')
    await press(page, 'z')
    const dialog = page.getByRole('dialog', { name: 'Undo: Edit Changed since' })
    await see(dialog.getByRole('heading', { name: 'Somebody changed this record in the meantime' })).toBeFocused()
    await see(dialog).toContainText(/client-manager saved it on/)
    await see(dialog.getByRole('row').filter({ hasText: 'Radius' }).getByRole('cell')).toHaveText(['0.1', '0.9'])
    expect(await axe(page)).toEqual([])
    await press(page, 'z', 'Escape')
    await see(dialog).toHaveCount(0)
    expect(await site(id)).toMatchObject({ radius: 0.9, referencePoint: 'At the gate' })
    expect(await focusIsLost(page)).toBe(false)

    await press(page, 'z')
    await tabTo(page, dialog.getByRole('button', { name: 'Save mine over theirs' }))
    await press(page, 'Enter')
    await see(page.getByRole('log')).toContainText('Undone: Edit Changed since')
    // The field that the change was not about stays theirs.
    expect(await site(id)).toMatchObject({ radius: 0.1, referencePoint: 'At the gate' })
  })

  it('deletes what was created, after the question of a deletion, and says of other changes that they stay', async () => {
    const id = await make('Made in error')
    const { body } = await call(
      'POST',
      'users',
      {
        name: 'Rui Rei',
        username: 'rui-rei',
        email: 'rui-rei@example.org',
        role: 'admin',
        userType: 'client',
        ClientId: 2,
        password: 'a-long-enough-Passw0rd',
        passwordConfirm: 'a-long-enough-Passw0rd',
      },
      'root',
    )
    const user = (body.data as { id: number } | undefined)?.id
    if (user === undefined) throw new Error(JSON.stringify(body))
    await call(
      'PATCH',
      `users/${user}`,
      { password: 'another-long-Passw0rd', passwordConfirm: 'another-long-Passw0rd' },
      'root',
    )
    const page = await console.visit({ locale: 'pt-BR', size: { width: 360, height: 800 } })
    const list = card(page, 'Últimas mudanças').getByRole('listitem')
    await see(list.first()).toContainText(/Usuário Rui Rei.*Senha mudou.*não se desfaz$/s)
    await see(list.first().getByRole('button')).toHaveCount(0)
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await press(page, 'z')
    const question = page.getByRole('alertdialog')
    await see(question).toContainText('Made in error')
    await tabTo(page, question.getByRole('button', { name: /Excluir/ }))
    await press(page, 'Enter')
    await see(page.getByRole('log')).toContainText('Desfeito: Criar Made in error')
    expect((await call('GET', `sites/${id}`)).status).toBe(404)
  })
})
