import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { press, tabTo, type } from './keyboard'

const options = (page: Page) => page.locator('[role=listbox] [role=option]')
const fact = (page: Page, name: string) => page.getByRole('definition').filter({ hasText: name })

inBrowser('the monitoring providers of a channel', (console) => {
  const assigned = async (id: number) => {
    const { body } = await console.world.call(await console.world.token('root'), 'GET', `channels/${id}`)
    return (body.data as unknown as { MonitoringProviders: { id: number }[] }).MonitoringProviders.map((one) => one.id)
  }

  it.each(['acme-admin', 'root'])(
    'CHAN-27 A-051 are assigned by %s from the palette, among the client’s own and those that the provider offers, and given back',
    async (as) => {
      const page = await console.visit({ as, path: '/channels/1/show' })
      await see(page.getByRole('link', { name: 'Portaria da Acme' })).toBeVisible()
      await see(page.getByRole('link', { name: 'Central tocsin' })).toBeVisible()
      await press(page, 'Control+k')
      await type(page, 'assign monitoring')
      await see(options(page).first()).toContainText('ssign')
      await press(page, 'Enter')
      const dialog = page.getByRole('dialog')
      await see(dialog).toContainText('Portaria da Acme')
      await see(dialog).toContainText('Segurança 24 horas')
      expect(await options(page).allTextContents()).toEqual([
        expect.stringContaining('Central tocsin'),
        expect.stringContaining('Portaria da Acme'),
        expect.stringContaining('Segurança 24 horas'),
      ])
      expect(await axe(page)).toEqual([])
      await type(page, 'segur')
      await see(options(page)).toHaveCount(1)
      await press(page, 'Shift+Enter')
      await press(page, 'Enter')
      await see(page.getByRole('link', { name: 'Segurança 24 horas' })).toBeVisible()
      expect(await assigned(1)).toEqual([1, 2, 3])
      await see(page.getByRole('log')).toContainText('tocsin channels assign-providers 1 --providers=1,2,3')
      await press(page, 'z')
      await see(page.getByRole('link', { name: 'Segurança 24 horas' })).toHaveCount(0)
      expect(await assigned(1)).toEqual([1, 2])
    },
  )

  it('CHAN-27 are assigned to a channel that is chosen in the palette, beginning with those that it has', async () => {
    const page = await console.visit({ as: 'root', path: '/clients' })
    await press(page, 'Control+k')
    await see(page.getByRole('combobox', { name: 'Search or run anything' })).toBeFocused()
    await type(page, 'assign monitoring')
    await see(options(page).first()).toContainText('ssign')
    await press(page, 'Enter')
    // The palette takes text that is typed too early as a part of the search.
    await see(page.getByRole('combobox', { name: 'Search or run anything' })).toHaveCount(0)
    await type(page, 'emerg')
    await see(options(page).filter({ hasText: '#1' }).first()).toBeVisible()
    await see(page.getByRole('dialog').getByText('Portaria da Acme')).toHaveCount(0)
    const active = page.locator('[role=listbox] [role=option][aria-selected=true]')
    for (let at = 0; at < 3 && !(await active.textContent())?.endsWith('#1'); at++) await press(page, 'ArrowDown')
    await press(page, 'Shift+Enter')
    await press(page, 'Enter')
    await see(options(page).filter({ hasText: 'Segurança 24 horas' })).toBeVisible()
    await see(options(page)).toHaveCount(3)
    await type(page, 'segur')
    await see(options(page)).toHaveCount(1)
    await press(page, 'Shift+Enter')
    await press(page, 'Enter')
    await see(page.getByRole('log')).toContainText('tocsin channels assign-providers 1 --providers=1,2,3')
    expect(await assigned(1)).toEqual([1, 2, 3])
    await press(page, 'z')
    await see(page.getByRole('log')).toContainText('Undone')
    expect(await assigned(1)).toEqual([1, 2])
  })

  it('CHAN-27 A-133 are a section of the editor, which has one that the viewer may not list by its name', async () => {
    const page = await console.visit({ as: 'client-manager', path: '/channels/1' })
    const section = page.getByRole('region', { name: 'Providers' })
    await see(section.getByRole('listitem')).toHaveText([/Central tocsin/, /Portaria da Acme/])
    // Text that was typed in the meantime is kept, and saved afterwards.
    await see(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await type(page, ' 2')
    await tabTo(page, section.getByRole('button', { name: 'Assign…' }))
    await press(page, 'Enter')
    await see(options(page)).toHaveCount(2)
    expect(await options(page).allTextContents()).toEqual([
      expect.stringContaining('Portaria da Acme'),
      expect.stringContaining('Segurança 24 horas'),
    ])
    await type(page, 'segur')
    await see(options(page)).toHaveCount(1)
    await press(page, 'Shift+Enter')
    await press(page, 'Enter')
    await see(section.getByRole('listitem')).toHaveCount(3)
    expect(await axe(page)).toEqual([])
    expect(await assigned(1)).toEqual([1, 2, 3])
    await press(page, 'Control+Enter')
    await see(page.getByRole('log')).toContainText('Channel saved: Emergência 2')
    await page.goto('/channels/1/show')
    await see(fact(page, 'Central tocsin')).toContainText('Segurança 24 horas')
    const change =
      'Monitoring providers: Central tocsin, Portaria da Acme → Central tocsin, Portaria da Acme, Segurança 24 horas'
    await see(page.getByText(change).first()).toBeVisible()
  })

  it('PROV-05 PROV-06 have a tab with their channels, unless they serve every client', async () => {
    const page = await console.visit({ as: 'root', path: '/monitoring-providers/2/show?tab=channels' })
    const grid = page.getByRole('grid', { name: 'Channels' })
    await see(grid).toContainText('Emergência')
    await see(grid).not.toContainText('Cardápio')
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      expect.stringContaining('Summary'),
      expect.stringContaining('Channels'),
      expect.stringContaining('API tokens'),
    ])
    expect(await axe(page)).toEqual([])
    const global = await console.visit({ as: 'root', path: '/monitoring-providers/1/show' })
    await see(global.getByRole('tab', { name: /API tokens/ })).toBeVisible()
    await see(global.getByRole('tab', { name: 'Channels' })).toHaveCount(0)
  })
})
