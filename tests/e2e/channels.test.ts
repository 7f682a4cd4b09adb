import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { press, tabTo, type } from './keyboard'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

inBrowser('the form of a channel', (console) => {
  const channels = async (name: string) => {
    const { body } = await console.world.call(
      await console.world.token('acme-admin'),
      'GET',
      `channels?appId=1&q=${encodeURIComponent(name)}`,
    )
    return body.data as unknown as { id: number; channelType: string; config: Record<string, unknown> }[]
  }

  it('has the options of the chosen kind, keeps those that both kinds have, and makes a channel of it', async () => {
    const page = await console.visit({ path: '/channels/create?appId=1' })
    await see(field(page, 'Name')).toBeFocused()
    await type(page, 'Bombeiros')
    await tabTo(page, field(page, 'Disclaimer'))
    await type(page, 'Trote é crime.')
    await tabTo(page, field(page, 'Who sees it'))
    await type(page, '{half a rule')
    await tabTo(page, field(page, 'Icon'))
    await type(page, 'flag')
    const kind = page.getByRole('combobox', { name: 'Kind' })
    await tabTo(page, kind, 'Shift+Tab')
    await page.keyboard.type('Phone')
    await see(field(page, 'Disclaimer')).toHaveCount(0)
    // Chosen by mistake: what was typed is there again.
    await press(page, 'Home')
    await see(field(page, 'Disclaimer')).toHaveValue('Trote é crime.')
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown')
    await see(kind).toHaveValue('phone')
    await see(field(page, 'Disclaimer')).toHaveCount(0)
    await see(field(page, 'Icon')).toHaveValue('flag')
    await press(page, 'Control+Enter')
    await see(field(page, 'Number')).toBeFocused()
    await see(field(page, 'Number')).toHaveAttribute('aria-invalid', 'true')
    expect(await axe(page)).toEqual([])
    await type(page, '193')
    await press(page, 'Control+Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Bombeiros' })).toBeVisible()
    await see(page.getByRole('definition').filter({ hasText: /^193$/ })).toBeVisible()
    await see(page.getByText('Disclaimer')).toHaveCount(0)
    const [made] = await channels('Bombeiros')
    expect(made).toMatchObject({ channelType: 'phone', config: { phone: '193', icon: 'flag' } })
    expect(Object.keys(made!.config)).not.toContain('disclaimer')
  })

  it('PERM-18 CHCFG-06 CHCFG-07 shows the collection of data to who may set it, and the disclaimer of an alert alone', async () => {
    const collection = (page: Page) => page.getByRole('switch', { name: 'Data collection' })
    const admin = await console.visit({ path: '/channels/create?appId=1' })
    await see(field(admin, 'Disclaimer')).toBeVisible()
    await see(collection(admin)).toBeVisible()
    await tabTo(admin, admin.getByRole('switch', { name: 'Raises an alert' }))
    await press(admin, 'Space')
    await see(field(admin, 'Disclaimer')).toHaveCount(0)
    await see(collection(admin)).toBeVisible()
    const manager = await console.visit({ as: 'client-manager', path: '/channels/create?appId=1&clientId=2' })
    await see(field(manager, 'Disclaimer')).toBeVisible()
    await see(collection(manager)).toHaveCount(0)
  })

  it('CHAN-12 shows the type of a channel that exists, and does not let it be changed', async () => {
    const page = await console.visit({ path: '/channels/4', locale: 'pt-BR' })
    await see(field(page, 'Número')).toHaveValue('190')
    await see(page.getByRole('combobox', { name: 'Tipo' })).toHaveCount(0)
    await see(field(page, 'Tipo')).toHaveAttribute('readonly', '')
    await tabTo(page, field(page, 'Número'))
    await page.keyboard.press('Control+A')
    await type(page, '19')
    await press(page, 'Control+Enter')
    await see(page.getByText('precisa de 3 a 20 dígitos, como 190')).toBeVisible()
    await type(page, '2')
    await press(page, 'Control+Enter')
    await see(page).toHaveURL(/\/channels\/4\/show$/)
    expect((await channels('Polícia'))[0]!.config['phone']).toBe('192')
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

  it('A-083 shows the messenger of Intercom, and lets only a channel have it that has it already', async () => {
    const page = await console.visit({ path: '/channels/create?appId=1' })
    const kind = page.getByRole('combobox', { name: 'Kind' })
    await tabTo(page, kind)
    await page.keyboard.type('Intercom')
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
