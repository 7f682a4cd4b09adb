import { sql } from 'kysely'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { axe, overflow } from './axe'
import { chooseElsewhere, goWithin, inBrowser, see, signIn } from './console'
import { focusIsLost, press, retype, tabTo, type } from './keyboard'

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name, exact: true }).first()

inBrowser('a form', (console) => {
  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('acme-admin'), method, path, body)
  const site = async (id: number) =>
    (await call('GET', `sites/${id}`)).body.data as { name: string; tag: string | null }
  const create = async (name: string) =>
    ((await call('POST', 'sites', { name, ClientId: 2, location: { formatted: 'Rua 1' } })).body.data as { id: number })
      .id

  it('goes to the first field that is wrong, says at it what, and keeps the rest', async () => {
    const page = await console.visit({ path: '/sites/create' })
    await see(field(page, 'Name')).toBeVisible()
    await press(page, 'Control+Enter')
    await see(field(page, 'Name')).toBeFocused()
    await see(field(page, 'Name')).toHaveAttribute('aria-invalid', 'true')
    expect(await field(page, 'Name').getAttribute('aria-describedby')).toBeTruthy()
    expect(await axe(page)).toEqual([])
    await type(page, 'Escola do Formulário')
    await press(page, 'Control+S')
    // The next one that is wrong.
    await see(field(page, 'Name')).not.toHaveAttribute('aria-invalid', 'true')
    await see(page.locator('[aria-invalid=true]').first()).toBeFocused()
    await type(page, 'Rua do Formulário, 1')
    await press(page, 'Control+Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Escola do Formulário' })).toBeVisible()
    expect((await call('GET', 'sites?q=Formul%C3%A1rio')).body.meta.total).toBe(1)
    expect(await focusIsLost(page)).toBe(false)
  })

  it('puts what the server refuses at its field', async () => {
    await create('Has the tag')
    const { id } = ((await call('GET', 'sites?q=Has%20the%20tag')).body.data as unknown as { id: number }[])[0]!
    const page = await console.visit({ path: `/sites/${id}` })
    console.trouble(page).expect(/status of 4/)
    await tabTo(page, field(page, 'Tag'))
    await retype(page, 'ACME-000001')
    await press(page, 'Control+Enter')
    await see(field(page, 'Tag')).toHaveAttribute('aria-invalid', 'true')
    await see(field(page, 'Tag')).toBeFocused()
    await see(field(page, 'Tag')).toHaveValue('ACME-000001')
    expect((await site(id)).tag).toBe(null)
  })

  it('asks before it is left with changes, and has them again afterwards, also after a closed tab', async () => {
    const id = await create('To be left')
    const page = await console.visit({ path: `/sites/${id}/show` })
    await press(page, 'e')
    await tabTo(page, field(page, 'Name'))
    await retype(page, 'Half a na')
    await page.goBack()
    const dialog = page.getByRole('alertdialog')
    await see(dialog).toContainText('Leave without saving?')
    await press(page, 'Escape')
    await see(dialog).toHaveCount(0)
    await see(field(page, 'Name')).toHaveValue('Half a na')
    expect(await focusIsLost(page)).toBe(false)
    const context = page.context()
    await page.close({ runBeforeUnload: false })
    const again = await context.newPage()
    await again.goto(`/sites/${id}`)
    await see(field(again, 'Name')).toHaveValue('Half a na')
    await see(again.getByText(/Unsaved changes of .* restored/)).toBeVisible()
    expect((await site(id)).name).toBe('To be left')
  })

  it('shows both versions where somebody saved meanwhile, and saves the one that is chosen', async () => {
    const id = await create('Of two people')
    const page = await console.visit({ path: `/sites/${id}` })
    console.trouble(page).expect(/status of 4(09|12)/)
    await tabTo(page, field(page, 'Name'))
    await retype(page, 'Mine of two')
    await call('PATCH', `sites/${id}`, { name: 'Theirs of two' })
    await press(page, 'Control+Enter')
    const dialog = page.getByRole('region', { name: 'Somebody changed this record in the meantime' })
    await see(dialog.getByRole('heading')).toBeFocused()
    await see(dialog).toContainText('Mine of two')
    await see(dialog).toContainText('Theirs of two')
    expect(await axe(page)).toEqual([])
    await tabTo(page, dialog.getByRole('button', { name: 'Save mine over theirs' }))
    await press(page, 'Enter')
    await see.poll(async () => (await site(id)).name).toBe('Mine of two')
    await see(dialog).toHaveCount(0)
    expect(await focusIsLost(page)).toBe(false)
  })

  it('needs five keys and the text to edit and save from a list', async () => {
    await create('Wwww one')
    const page = await console.visit({ path: '/sites?q=Wwww' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    let keys = 0
    const count = async (...given: string[]) => {
      keys += given.length
      await press(page, ...given)
    }
    await count('e')
    await see(field(page, 'Name')).toBeVisible()
    for (let pressed = 0; pressed < 4; pressed++) {
      if (await field(page, 'Name').evaluate((element) => element === document.activeElement)) break
      await count('Tab')
    }
    await see(field(page, 'Name')).toBeFocused()
    if (await field(page, 'Name').evaluate((one: HTMLInputElement) => one.selectionStart === one.selectionEnd))
      await count('Control+A')
    await type(page, 'Wwww two')
    await count('Control+Enter')
    // Back in the list, at the row.
    await see(page.locator('[role=row]:focus')).toContainText('Wwww two')
    expect(keys).toBeLessThanOrEqual(5)
  })

  it('W35 says which address counts, and puts a switch beside its label', async () => {
    const page = await console.visit({ path: '/sites/1' })
    const address = page.getByRole('textbox', { name: 'Address' })
    await see(address).toHaveAccessibleDescription('Lists and pages show this address. The other fields are its parts.')
    const label = (await page.getByText('Active', { exact: true }).last().boundingBox())!
    const toggle = (await page.getByRole('switch', { name: 'Active' }).boundingBox())!
    expect(toggle.x).toBeGreaterThan(label.x + label.width)
    expect(Math.abs(toggle.y + toggle.height / 2 - label.y - label.height / 2)).toBeLessThan(4)
  })

  it('is as wide as a narrow screen, with nothing inaccessible, in both languages', async () => {
    const page = await console.visit({ size: { width: 360, height: 800 } })
    for (const [path, title, titulo] of [
      ['/sites/1', 'Edit Escola Municipal Aurora Lima 1', 'Editar Escola Municipal Aurora Lima 1'],
      ['/teams/create', 'Create team', 'Criar equipe'],
      ['/users/8', 'Edit ', 'Editar '],
      ['/apps/1', 'Edit Alerta Escolar', 'Editar Alerta Escolar'],
      ['/registration-codes/create', 'Create registration code', 'Criar código de cadastro'],
    ] as const) {
      await goWithin(page, path)
      await see(page.locator('h1', { hasText: title })).toBeVisible()
      await see(page.locator('main input').first()).toBeVisible()
      expect(await overflow(page), path).toEqual([])
      expect(await axe(page), path).toEqual([])
      await chooseElsewhere(page, { locale: 'pt-BR' })
      await see(page.locator('h1', { hasText: titulo })).toBeVisible()
      expect(await overflow(page), `${path} in Portuguese`).toEqual([])
      await chooseElsewhere(page, { locale: 'en-US' })
    }
  })

  it('comes back to the same place with what was typed, after a session that was lost', async () => {
    const id = await create('Of a lost session')
    const admin = await console.visit({ path: `/sites/${id}`, ownSession: true })
    console.trouble(admin).expect(/status of 401/)
    await tabTo(admin, field(admin, 'Name'))
    await retype(admin, 'Typed before')
    await withServer(console.world.database, (tx) =>
      sql`update sessions set revoked_at = created_at where id = (
        select id from sessions where user_id = 6 order by created_at desc limit 1)`.execute(tx),
    )
    await press(admin, 'Control+Enter')
    await see(admin).toHaveURL(/\/login\?redirect=/)
    await see(admin.getByRole('alert')).toBeVisible()
    expect(await axe(admin)).toEqual([])
    await signIn(admin, 'acme-admin')
    await see(admin).toHaveURL(`${console.world.url}/sites/${id}`)
    await see(field(admin, 'Name')).toHaveValue('Typed before')
    await tabTo(admin, field(admin, 'Name'))
    await press(admin, 'Control+Enter')
    await see(admin.getByRole('heading', { level: 1, name: 'Typed before' })).toBeVisible()
  })
})
