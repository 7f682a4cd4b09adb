import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { press, tabTo, type } from './keyboard'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

inBrowser('the fields of a channel', (console) => {
  const channels = async (name: string) => {
    const { body } = await console.world.call(
      await console.world.token('acme-admin'),
      'GET',
      `channels?appId=1&q=${encodeURIComponent(name)}`,
    )
    return body.data as unknown as { id: number; channelType: string; config: Record<string, unknown> }[]
  }

  const editor = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

  it('CHAN-02 CHAN-14 CHAN-20 asks for a name, a kind and what the kind needs, and opens the editor', async () => {
    const page = await console.visit({ path: '/channels/create?appId=1' })
    await see(field(page, 'Name')).toBeFocused()
    await type(page, 'Bombeiros')
    await see(page.getByRole('switch', { name: 'Primary' })).toBeVisible()
    for (const name of ['Disclaimer', 'Icon', 'Number', 'Address']) await see(field(page, name)).toHaveCount(0)
    const kind = page.getByRole('combobox', { name: 'Kind' })
    await see(kind).toHaveValue('alert')
    await tabTo(page, kind)
    await page.keyboard.type('Link')
    await tabTo(page, field(page, 'Address'))
    await type(page, 'https://example.org/')
    await tabTo(page, kind, 'Shift+Tab')
    await page.keyboard.type('Phone')
    await see(field(page, 'Address')).toHaveCount(0)
    await see(field(page, 'Number')).toBeVisible()
    // Chosen by mistake: what was typed is there again.
    await press(page, 'ArrowUp')
    await see(field(page, 'Address')).toHaveValue('https://example.org/')
    await press(page, 'ArrowDown')
    await see(kind).toHaveValue('phone')
    await press(page, 'Control+Enter')
    await see(field(page, 'Number')).toBeFocused()
    await see(field(page, 'Number')).toHaveAttribute('aria-invalid', 'true')
    expect(await axe(page)).toEqual([])
    await type(page, '193')
    await press(page, 'Control+Enter')
    await see(editor(page, 'Bombeiros')).toBeVisible()
    await see(field(page, 'Number')).toHaveValue('193')
    const [made] = await channels('Bombeiros')
    expect(page.url()).toMatch(new RegExp(`/apps/1/show\\?tab=channels&channel=${made!.id}(&|$)`))
    expect(made).toMatchObject({ channelType: 'phone', config: { phone: '193' } })
    expect(Object.keys(made!.config)).not.toContain('url')
  })

  it('PERM-18 CHCFG-06 CHCFG-07 shows the collection of data to who may set it, and the disclaimer of an alert alone', async () => {
    const collection = (page: Page) => page.getByRole('switch', { name: 'Data collection' })
    const admin = await console.visit({ path: '/channels/1' })
    await see(field(admin, 'Disclaimer')).toBeVisible()
    await see(collection(admin)).toBeVisible()
    await tabTo(admin, admin.getByRole('switch', { name: 'Raises an alert' }))
    await press(admin, 'Space')
    await see(field(admin, 'Disclaimer')).toHaveCount(0)
    await see(collection(admin)).toBeVisible()
    const manager = await console.visit({ as: 'client-manager', path: '/channels/1' })
    await see(field(manager, 'Disclaimer')).toBeVisible()
    await see(collection(manager)).toHaveCount(0)
  })

  it('A-132 A-133 offers as groups those of its app, and neither itself nor what lies within it', async () => {
    const token = await console.world.token('acme-admin')
    const make = async (name: string, appId: number, parentId: number | null) =>
      (
        (
          await console.world.call(token, 'POST', 'channels', {
            name,
            appId,
            clientId: 2,
            channelType: 'group',
            config: { parentId },
          })
        ).body.data as unknown as { id: number }
      ).id
    await make('Of another app', 2, null)
    const outer = await make('Outer', 1, null)
    await make('Within outer', 1, outer)
    const page = await console.visit({ path: `/channels/${outer}` })
    await tabTo(page, page.getByRole('combobox', { name: 'Group' }))
    await press(page, 'ArrowDown')
    const options = page.locator('[role=listbox] [role=option]')
    await see(options).toHaveCount(2)
    await see(options.first()).toContainText('Telefones')
    await see(options.last()).toContainText('Urgências')
    expect(await axe(page)).toEqual([])
  })

  it('CHCFG-14 A-083 shows the messenger of Intercom, and lets only a channel have it that has it already', async () => {
    const page = await console.visit({ path: '/channels/create?appId=1' })
    const kind = page.getByRole('combobox', { name: 'Kind' })
    await tabTo(page, kind)
    await page.keyboard.type('Intercom')
    await tabTo(page, field(page, 'Application id'))
    await type(page, 'b')
    await tabTo(page, field(page, 'Name'), 'Shift+Tab')
    await type(page, 'New messenger')
    await press(page, 'Control+Enter')
    const mode = page.getByRole('combobox', { name: 'Mode' })
    await see(mode).toHaveValue('web')
    await see(mode.locator('option', { hasText: 'Messenger' })).toBeDisabled()
    await tabTo(page, mode)
    await press(page, 'ArrowUp')
    await see(mode).not.toHaveValue('messenger')
    const made = await console.world.call(await console.world.token('acme-admin'), 'POST', 'channels', {
      name: 'Old messenger',
      appId: 1,
      clientId: 2,
      channelType: 'intercom',
      config: { intercomMode: 'messenger', applicationId: 'a', androidSdkKey: 'k', iosSdkKey: 'l' },
    })
    await page.goto(`/channels/${(made.body.data as unknown as { id: number }).id}`)
    await see(mode).toHaveValue('messenger')
    await see(mode.locator('option', { hasText: 'Messenger' })).toBeEnabled()
    await see(page.getByRole('textbox', { name: 'Key of the iOS SDK' })).toHaveValue('l')
  })
})
