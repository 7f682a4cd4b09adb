import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { Token } from '@tocsin/core/resources/tokens/types'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { focusIsLost, moveTo, press, tabTo, type } from './keyboard'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const box = (page: Page, area: string, name: string) =>
  page.getByRole('group', { name: area, exact: true }).getByRole('checkbox', { name, exact: true })

inBrowser('tokens', (console) => {
  it('C06 makes a token from the profile by keyboard, told once to be copied, and revokes it there', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/profile' })
    await see(heading(page, 'Profile')).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: 'Create token' }))
    await press(page, 'Enter')
    await see(heading(page, 'Create token')).toBeVisible()
    await see(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    // A user of a client has that client, so that nobody asks for it.
    await see(page.getByText('Only for the client')).toHaveCount(0)
    await type(page, 'nightly')
    await press(page, 'Control+Enter')
    await see(page.getByRole('group', { name: 'Permissions' })).toHaveAccessibleDescription(/required/)
    expect(await axe(page)).toEqual([])
    await tabTo(page, box(page, 'Sites', 'see'))
    await press(page, 'Space')
    await press(page, 'Control+Enter')

    const told = page.getByRole('dialog', { name: 'Created: nightly' })
    const token = (await told.getByRole('status', { name: 'Token' }).textContent())!
    expect(token).toMatch(/^tocsin_pat_[\w-]{43}$/)
    expect(await axe(page)).toEqual([])
    await press(page, 'Enter')
    await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    await press(page, 'Escape')
    await see(told).toHaveCount(0)
    expect(await focusIsLost(page)).toBe(false)
    await see(heading(page, 'Profile')).toBeVisible()
    expect(await page.content()).not.toContain(token)
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(token)
    const tokens = page.getByRole('list', { name: 'Tokens' })
    await see(tokens).toContainText(token.slice(0, 17))
    expect(await axe(page)).toEqual([])

    const sites = await console.world.call(token, 'GET', 'sites?limit=1')
    expect([sites.status, (await console.world.call(token, 'GET', 'apps')).status]).toEqual([200, 403])

    await tabTo(page, page.getByRole('button', { name: 'Revoke… nightly' }))
    await press(page, 'Enter')
    const question = page.getByRole('alertdialog')
    await see(question).toContainText('nightly')
    await tabTo(page, question.getByRole('button', { name: /^Revoke/ }))
    await press(page, 'Enter')
    await see(tokens).not.toContainText('nightly')
    expect(await focusIsLost(page)).toBe(false)
    expect((await console.world.call(token, 'GET', 'sites?limit=1')).body.error?.message).toBe('TOKEN_REVOKED')
  })

  it('C06 lists the tokens of people for whoever manages them, who revokes one by key, in Portuguese', async () => {
    const page = await console.visit({ as: 'root', path: '/tokens', locale: 'pt-BR' })
    const grid = page.getByRole('grid', { name: 'Tokens' })
    await moveTo(page, 'j', 'matrículas')
    await press(page, '.')
    await type(page, 'revogar')
    await press(page, 'Enter')
    const question = page.getByRole('alertdialog')
    await tabTo(page, question.getByRole('button', { name: /^Revogar/ }))
    await press(page, 'Enter')
    await see(grid).not.toContainText('matrículas')
    expect(await axe(page)).toEqual([])
    const root = await console.world.token('root')
    const { data } = (await console.world.call(root, 'GET', 'tokens/2')).body
    expect((data as Token).active).toBe(false)

    // Staff say for which client.
    await press(page, 'c')
    await see(heading(page, 'Criar token')).toBeVisible()
    await see(page.getByText('Só para o cliente')).toBeVisible()
    expect(await axe(page)).toEqual([])

    // A permission that no user of the client could use is offered no more. One that is ticked stays, and is refused.
    await type(page, 'noturno')
    await tabTo(page, box(page, 'Clientes', 'criar'))
    await press(page, 'Space')
    const client = page.getByRole('combobox', { name: 'Só para o cliente' })
    await tabTo(page, client)
    await type(page, 'Acme')
    await see(page.getByRole('option', { name: 'Acme' })).toBeVisible()
    await see(box(page, 'Documentos', 'alterar')).toHaveCount(1)
    await press(page, 'Enter')
    await see(box(page, 'Documentos', 'alterar')).toHaveCount(0)
    await see(box(page, 'Sites', 'alterar')).toHaveCount(1)
    console.trouble(page).expect(/status of 400/)
    await press(page, 'Control+Enter')
    await see(page.getByRole('group', { name: 'Permissões' })).toHaveAccessibleDescription(/clients:create/)
    // The boxes are taller than the screen: the sentence under them is in sight.
    await see(page.getByText(/clients:create, que vai além/)).toBeInViewport({ ratio: 1 })
    expect(await axe(page)).toEqual([])
    expect(await focusIsLost(page)).toBe(false)
    await see(client).toHaveValue('Acme Educação')
    await see(box(page, 'Clientes', 'criar')).toBeChecked()
  })
})
