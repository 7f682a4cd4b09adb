import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { hold } from './hold'
import { focusIsLost, press, retype, tabTo, type } from './keyboard'

const row = (page: Page) => page.locator('[role=row]:focus')
const filter = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const chips = (page: Page, name = 'Filters that apply') => page.getByRole('list', { name })

async function openFilter(page: Page, name: string, filters = 'Filters'): Promise<void> {
  await tabTo(page, page.getByRole('button', { name: filters, exact: true }))
  await press(page, 'Enter')
  await tabTo(page, filter(page, name))
}

inBrowser('the filters of a list', (console) => {
  it('W01 W53 leads to the first by opening them, takes the best match by Enter, however soon, and shows it as a chip that a key removes', async () => {
    const page = await console.visit({ path: '/sites' })
    await see(row(page)).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Filters', exact: true }))
    await press(page, 'Enter')
    await see(page.getByRole('group', { name: 'Filters' }).locator('input, select, button').first()).toBeFocused()
    await tabTo(page, filter(page, 'Project'))
    await see(page.locator('datalist')).toHaveCount(0)
    await type(page, 'interior')
    await press(page, 'Enter')
    await see(page).toHaveURL(/ProjectId=5/)
    await see(filter(page, 'Project')).toHaveValue('Escolas do interior')
    await see(chips(page).getByRole('button')).toHaveText(['Project: Escolas do interior'])
    expect(await axe(page)).toEqual([])
    await openAgain(page, 'App', 'alerta')
    await see(chips(page).getByRole('button')).toHaveCount(2)
    // Shown where the fields are folded away, too.
    await tabTo(page, page.getByRole('button', { name: /^Filters/ }), 'Shift+Tab')
    await press(page, 'Enter')
    await see(filter(page, 'Project')).toHaveCount(0)
    await tabTo(page, chips(page).getByRole('button').first())
    await press(page, 'Delete')
    await see(page).not.toHaveURL(/ProjectId/)
    await see(chips(page).getByRole('button')).toBeFocused()
    await press(page, 'Enter')
    await see(page).not.toHaveURL(/appId/)
    await see(chips(page)).toHaveCount(0)
    expect(await focusIsLost(page)).toBe(false)
  })

  it('S38 has words beside a switch that switch it too', async () => {
    const page = await console.visit({ path: '/sites?showInactive=true' })
    await see(row(page)).toBeVisible()
    const words = page.locator('label', { hasText: 'Show inactive' })
    expect(await words.evaluate((one) => (one as HTMLLabelElement).control?.getAttribute('aria-checked'))).toBe('true')
    await see(page.getByRole('switch', { name: 'Show inactive', exact: true })).toHaveCount(1)
  })

  it('W01 takes what is called exactly so when its field is left, however soon', async () => {
    const page = await console.visit({ path: '/sites' })
    await see(row(page)).toBeVisible()
    await openFilter(page, 'Project')
    const answer = hold(console.world, '/projects')
    await type(page, 'escolas do interior')
    await press(page, 'Tab')
    // Until the project is known, no other row is shown.
    await see(page.getByText('Project: looking up “escolas do interior”…')).toBeVisible()
    await see(page.locator('main [role=grid]')).toHaveCount(0)
    answer()
    await see(page).toHaveURL(/ProjectId=5/)
    await see(filter(page, 'Project')).toHaveValue('Escolas do interior')
    await see(filter(page, 'Project')).not.toHaveAttribute('aria-invalid')
    expect(await focusIsLost(page)).toBe(false)
  })

  it.each([
    ['en-US', 'Filters', 'Project', 'Not applied: “nowhere” is none of these.', 'Project: nothing is called “nowhere”'],
    ['pt-BR', 'Filtros', 'Projeto', 'Não aplicado: “nowhere” não é nenhum destes.', 'Projeto: nada se chama “nowhere”'],
  ] as const)(
    'W01 says at its field that a filter is not applied, and shows no row that was not asked for, in %s',
    async (locale, filters, name, problem, state) => {
      const page = await console.visit({ path: '/sites', locale })
      await see(row(page)).toBeVisible()
      for (const leave of ['Enter', 'Tab']) {
        await openFilter(page, name, filters)
        await type(page, 'nowhere')
        await press(page, leave)
        await see(filter(page, name)).toHaveAttribute('aria-invalid', 'true')
        await see(filter(page, name)).toHaveAccessibleDescription(new RegExp(problem))
        await see(page.getByText(state)).toBeVisible()
        await see(page.locator('main [role=grid]')).toHaveCount(0)
        expect(await axe(page)).toEqual([])
        // Nothing is selected out of sight.
        await press(page, 'Escape')
        await see(page.locator('main [role=grid]')).toBeVisible()
        await see(filter(page, name)).toHaveValue('')
        await see(page).toHaveURL(/\/sites$/)
        await tabTo(page, page.getByRole('button', { name: filters, exact: true }), 'Shift+Tab')
        await press(page, 'Enter')
        await see(filter(page, name)).toHaveCount(0)
      }
    },
  )

  it.each([
    [
      'en-US',
      'Filters',
      'Project',
      'Default',
      'Several are called “Default”.',
      'Not applied: several are called “Default”.',
      'Project: several are called “Default”',
    ],
    [
      'pt-BR',
      'Filtros',
      'Projeto',
      'Padrão',
      'Há mais de um chamado “Padrão”.',
      'Não aplicado: há mais de um chamado “Padrão”.',
      'Projeto: há mais de um chamado “Padrão”',
    ],
  ] as const)(
    'W07 shows the clients of projects of one name and takes none of them unchosen, in %s',
    async (locale, filters, name, project, several, problem, state) => {
      const page = await console.visit({ as: 'root', path: '/sites', locale })
      await see(row(page)).toBeVisible()
      await openFilter(page, name, filters)
      await type(page, project)
      const options = page.getByRole('option', { name: new RegExp(project) })
      await see(options.first()).toBeVisible()
      for (const client of ['Acme Educação', 'Borealis Saúde'])
        await see(options.filter({ hasText: client })).toHaveCount(1)
      await see(page.getByRole('status').filter({ hasText: several })).toBeVisible()
      await press(page, 'Enter')
      await see(page).toHaveURL(/\/sites$/)
      await see(options.first()).toBeVisible()
      expect(await axe(page)).toEqual([])
      // Leaving the field takes none of them either, and says what the matter is.
      await press(page, 'Tab')
      await see(filter(page, name)).toHaveAccessibleDescription(new RegExp(problem))
      await see(page.getByText(state)).toBeVisible()
      await see(page.locator('main [role=grid]')).toHaveCount(0)
      await see(page).toHaveURL(/\/sites$/)
      await press(page, 'Shift+Tab')
      await see(filter(page, name)).toBeFocused()
      await press(page, 'ControlOrMeta+A')
      await type(page, project)
      await see(page.getByRole('status').filter({ hasText: several })).toBeVisible()
      const clients = await options.allTextContents()
      const at = clients.findIndex((text) => text.includes('Borealis'))
      await press(page, ...Array.from({ length: at + 1 }, () => 'ArrowDown'), 'Enter')
      await see(page).toHaveURL(/ProjectId=3/)
      await see(filter(page, name)).toHaveValue(project)
    },
  )
})

async function openAgain(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, filter(page, name))
  await retype(page, text)
  await press(page, 'Enter')
  await see(page).toHaveURL(/appId/)
}
