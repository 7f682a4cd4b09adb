import { expect, it } from 'vitest'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { focusIsLost, press, tabTo, type } from './keyboard'

inBrowser('mobile users', (console) => {
  it('A-148 tells a link for a new mobile password once: made by key, copied, kept nowhere', async () => {
    const page = await console.visit({ as: 'root', path: '/mobile-users', locale: 'pt-BR' })
    const grid = page.getByRole('grid', { name: 'Usuários móveis' })
    await see(grid).toContainText('Gilca Pequi')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, '.')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await type(page, 'link de senha')
    await see(page.getByRole('option', { name: /Criar um link de senha para/ }).first()).toBeVisible()
    await press(page, 'Enter')
    const told = page.getByRole('dialog', { name: 'Criar um link de senha para Gilca Pequi' })
    const link = await told.getByRole('status', { name: 'Criar um link de senha' }).textContent()
    expect(link).toMatch(/\/static\/reset-password\/[\w.-]+$/)
    expect(await axe(page)).toEqual([])
    await press(page, 'Enter')
    await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    await press(page, 'Escape')
    await see(told).toHaveCount(0)
    expect(await page.content()).not.toContain(link)
    expect(await focusIsLost(page)).toBe(false)
  })
})
