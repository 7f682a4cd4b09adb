import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { press, tabTo } from './keyboard'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const grid = (page: Page, name: string) => page.getByRole('grid', { name })
const row = (page: Page) => page.locator('[role=row]:focus')

inBrowser('mobile profiles', (console) => {
  const profile = async (id: number) =>
    (await console.world.call(await console.world.token('root'), 'GET', `maps/${id}`)).body.data as unknown as object

  it('MAP-01 MAP-03 MAP-08 SITE-17 lets somebody in from the list for good, and puts them out and in by t', async () => {
    const page = await console.visit({ as: 'acme-approver', path: '/maps' })
    const list = grid(page, 'Mobile profiles')
    // The latest first.
    await see(list.locator('[data-index="0"]')).toContainText('Kléber Caju')
    const chip = list.locator('[data-index="4"] [data-column=status]')
    await see(chip).toHaveText('Pending')
    await see(chip.locator('svg path')).toHaveAttribute('d', /./)
    expect(await axe(page)).toEqual([])
    await press(page, 'j', 'j', 'j', 'j')
    await see(row(page)).toContainText('Wagner Ipê')
    await press(page, 'a')
    await see(page.getByText('Mobile profile approved: Wagner Ipê')).toBeVisible()
    await see(chip).toHaveText('Active')
    expect(await profile(2)).toMatchObject({ status: 'active' })
    // Approved already: the key says why it does nothing.
    await press(page, 'a')
    await see(page.getByText('The profile is active.')).toBeVisible()
    // No profile becomes pending again: the key undoes nothing here, and the next change undoes on its own.
    await press(page, 'z')
    expect(await profile(2)).toMatchObject({ status: 'active' })
    await press(page, 't')
    await see(page.getByRole('alertdialog')).toContainText('Wagner Ipê')
    await press(page, 'Tab', 'Enter')
    await see(chip).toHaveText('Deactivated')
    expect(await profile(2)).toMatchObject({ status: 'deactivated' })
    await press(page, 't')
    await see(chip).toHaveText('Active')
    await press(page, 'z')
    await see(chip).toHaveText('Deactivated')
  })

  it('MAP-02 MAP-04 A-047 offers on a profile what leads on, and the role to whoever may, in Portuguese', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites/1/show?tab=maps', locale: 'pt-BR' })
    await see(page.getByRole('tab')).toHaveText(['Resumo', 'Usuários', 'Perfis móveis', 'Códigos de cadastro'])
    await see(grid(page, 'Perfis móveis')).toContainText('Xênia Tatu')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'Home', 'Enter')
    await see(heading(page, 'Xênia Tatu')).toBeVisible()
    await see(page.getByText('Desativado').first()).toBeVisible()
    await see(page.getByRole('button', { name: 'Aprovar', exact: true })).toHaveCount(0)
    await tabTo(page, page.getByRole('button', { name: 'Reativar', exact: true }))
    await press(page, 'Enter')
    await see(page.getByRole('button', { name: 'Desativar', exact: true })).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Inverter o papel', exact: true }))
    await press(page, 'Enter')
    await see(page.getByText('Papel do perfil móvel atualizado: Xênia Tatu')).toBeVisible()
    expect(await profile(3)).toMatchObject({ status: 'active', role: 'manager' })
    expect(await axe(page)).toEqual([])

    const approver = await console.visit({ as: 'acme-approver', path: '/maps/3/show', ownSession: true })
    await see(approver.getByRole('button', { name: 'Deactivate', exact: true })).toBeVisible()
    await see(approver.getByRole('button', { name: 'Reverse the role', exact: true })).toHaveCount(0)
  })

  it('A-068 EXPORT-10 is saved as it is on the screen, and says no client to who has but one', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/maps' })
    await see(row(page)).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }))
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog')
    await see(dialog).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      (async () => {
        await press(page, 'Control+Enter')
      })(),
    ])
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split(/\r?\n/)
    expect(lines[0]).toBe('\ufeffName,Site,Role,Status,"App version",Created')
    const { body } = await console.world.call(await console.world.token('acme-admin'), 'GET', 'maps?limit=1')
    expect(lines).toHaveLength(body.total! + 1)
    expect(lines.join()).toContain('Kléber Caju')
    await page.goto('/registration-forms')
    await see(page.getByRole('columnheader', { name: 'Title' })).toBeVisible()
    await see(page.getByRole('columnheader', { name: 'Client' })).toHaveCount(0)
  })
})
