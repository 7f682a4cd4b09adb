import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe, overflow } from './axe'
import { goWithin, inBrowser, see } from './console'
import { press, retype, tabTo } from './keyboard'
import { addressOf, ALL, LISTS, neededToOpen, PEOPLE } from '../people-see'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or run anything' })

/** Expects the palette to lead to these lists, and to no other. */
async function leadsTo(page: Page, lists: readonly string[]): Promise<void> {
  await press(page, 'ControlOrMeta+K')
  await see(page.getByRole('combobox', { name: 'Search or run anything' })).toBeFocused()
  for (const one of ALL) {
    await retype(page, `go to ${LISTS[one]!.toLowerCase()}`)
    // Home is always found by these letters, so that there is an answer to wait for.
    await see(
      palette(page)
        .locator('[role=option][aria-selected=true]')
        .or(palette(page).getByText(/^Nothing/))
        .first(),
    ).toBeVisible()
    const way = palette(page)
      .getByRole('option')
      .filter({ hasText: `Go to ${LISTS[one]}` })
    await see(way.first(), one).toBeVisible({ visible: lists.includes(one) })
  }
  // The first Escape empties the typed text.
  await press(page, 'Escape', 'Escape')
  await see(palette(page)).toHaveCount(0)
}

/** One user of each kind; a test without a browser proves the table for the others. */
const SOME = ['client-manager', 'acme-site-manager', 'monitor-operator'].map((one) => [one, PEOPLE[one]!] as const)

inBrowser('what permissions do', (console) => {
  it.each(SOME)(
    'SHELL-04 SHELL-10 PERM-10 GAP-04 shows %s in sidebar, palette and addresses what that role may see, and says what is missing',
    async (username, { sidebar, opens, palette: found = opens }) => {
      const page = await console.visit({ as: username })
      await see(page.getByRole('navigation', { name: 'Lists' }).getByRole('link')).toHaveText([
        'Home',
        ...sidebar.map((one) => LISTS[one]!),
      ])
      await leadsTo(page, found)
      for (const one of ALL) {
        await goWithin(page, addressOf(one))
        await see(heading(page), `${username} ${one}`).toHaveText(opens.includes(one) ? LISTS[one]! : 'No access')
        if (!opens.includes(one)) await see(page.locator('main')).toContainText(neededToOpen(one, username))
        // The address stays: a user who gets the permission loads it again.
        expect(new URL(page.url()).pathname).toBe(addressOf(one))
      }
    },
  )

  it.each([
    ['en-US', ['Channels', 'Registration', 'Settings'], ['Apps', 'Templates']],
    ['pt-BR', ['Canais', 'Cadastro', 'Configuração'], ['Apps', 'Modelos']],
  ] as const)('W38 groups the lists of a client in %s', async (locale, captions, channels) => {
    const page = await console.visit({ locale, path: '/users' })
    const lists = page.getByRole('navigation').first()
    await see(lists.getByRole('heading')).toHaveText([...captions])
    await see(lists.getByRole('list').nth(1).getByRole('link')).toHaveText([...channels])
    await see(lists.getByRole('list').nth(2).getByRole('link')).toHaveCount(4)
    expect(await axe(page)).toEqual([])
  })

  it('SHELL-06 SHELL-08 lists what is set up apart: documents and terms to staff, the client’s own terms to its people', async () => {
    for (const [as, entries] of [
      ['root', { Documents: '/documents', Terms: '/terms' }],
      ['acme-admin', { Terms: '/client-terms' }],
    ] as const) {
      const page = await console.visit({ as })
      const lists = page.getByRole('navigation', { name: 'Lists' })
      await see(lists.getByRole('heading', { name: 'Settings' })).toBeVisible()
      const group = lists.getByRole('list').last().getByRole('link')
      await see(group).toHaveText(Object.keys(entries))
      for (const [at, href] of Object.values(entries).entries()) await see(group.nth(at)).toHaveAttribute('href', href)
    }
  })

  it.each(SOME)(
    'USERS-06 USERS-19 A-126 opens to %s the forms of what that role may make, and leads elsewhere from a user’s',
    async (username, { opens, makes }) => {
      const page = await console.visit({ as: username })
      for (const one of ['clients', 'users', 'sites'] as const) {
        // The page in between shows that each answer is about its own address.
        await goWithin(page, '/profile')
        await see(heading(page)).toHaveText('Profile')
        await goWithin(page, `/${one}/create`)
        if (makes.includes(one)) await see(heading(page)).toHaveText(/^Create /)
        else if (one === 'users') {
          await see(page).toHaveURL(`${console.world.url}/users`)
          await see(heading(page)).toHaveText(opens.includes('users') ? 'Users' : 'No access')
        } else await see(heading(page)).toHaveText('No access')
      }
      // Somebody else's form; an invisible user is not found.
      await goWithin(page, '/users/12')
      if (!makes.includes('users')) await see(page).toHaveURL(`${console.world.url}/users`)
    },
  )

  it('SHELL-11 A-055 leaves the start page empty of whoever is neither staff nor of a client, and of guests', async () => {
    for (const [username, sentence] of [
      ['monitor-admin', 'There are no figures for you here.'],
      ['monitor-operator', 'There are no figures for you here.'],
      ['guest', 'There is nothing here for you yet.'],
    ] as const) {
      const page = await console.visit({ as: username })
      await see(page.getByText(sentence)).toBeVisible()
      await see(page.getByRole('list', { name: 'Totals' })).toHaveCount(0)
      expect(await axe(page)).toEqual([])
    }
    const narrow = await console.visit({ as: 'monitor-admin', locale: 'pt-BR', size: { width: 360, height: 800 } })
    await see(narrow.getByText('Não há números para você aqui.')).toBeVisible()
    expect(await overflow(narrow)).toEqual([])
  })

  it('PERM-31 shows channels to who may view them, and their forms to who may change them', async () => {
    for (const [as, view, update] of [
      ['acme-admin', true, true],
      ['broadcast-operator', true, false],
      ['acme-approver', false, false],
    ] as const) {
      const page = await console.visit({ as })
      for (const [path, may] of [
        ['/channels', view],
        ['/channels/1/show', view],
        ['/channels/1', update],
        ['/channels/create', update],
      ] as const) {
        // The page in between shows that each answer is about its own address.
        await goWithin(page, '/profile')
        await see(heading(page)).toHaveText('Profile')
        await goWithin(page, path)
        if (may) await see(heading(page)).toHaveText(/^(Channels|Emergência|Alerta Escolar|Create channel)$/)
        else await see(heading(page)).toHaveText('No access')
      }
    }
  })

  it('PERM-20 counts on the start page only what its reader may see', async () => {
    const shows = async (as: string, wanted: readonly string[]) => {
      const page = await console.visit({ as })
      const list = page.getByRole('list', { name: 'Totals' })
      const texts = async () =>
        (await list.getByRole('listitem').allTextContents()).map((text) => text.replace(/[\d.–]+/, ' ').trim())
      await expect.poll(texts, { timeout: 10_000 }).toEqual(wanted)
    }
    const ofAlerts = ['Alerts without tests', 'Time until taken none taken in 14 days']
    const ofClient = ['Sites', 'Teams', 'Monitoring providers', 'Mobile profiles active']
    await shows('acme-admin', [...ofClient, ...ofAlerts])
    await shows('acme-approver', ['Sites', 'Mobile profiles active'])
    await shows('broadcast-operator', ['Clients', 'Apps', 'Channels'])
  })

  it('PERM-38 offers who belongs to a client no other one: in the bar, in filters and in forms', async () => {
    const staff = await console.visit({ as: 'root', path: '/projects' })
    const filters = (page: Page) => page.getByRole('group', { name: 'Filters' })
    await tabTo(staff, staff.getByRole('button', { name: /^Filters/ }))
    await press(staff, 'Enter')
    await see(filters(staff).getByRole('combobox', { name: 'Client' })).toBeVisible()
    await see(staff.getByRole('banner').getByRole('button', { name: /All clients/ })).toBeVisible()

    const page = await console.visit({ as: 'acme-admin', path: '/registration-codes' })
    await tabTo(page, page.getByRole('button', { name: /^Filters/ }))
    await press(page, 'Enter')
    await see(filters(page)).toBeVisible()
    await see(filters(page).getByRole('combobox', { name: 'Client', exact: true })).toHaveCount(0)
    await see(page.getByRole('banner').getByRole('button', { name: /All clients|Acme Educação/ })).toHaveCount(0)
    for (const resource of ['sites', 'users', 'projects']) {
      await goWithin(page, `/${resource}/create`)
      await see(heading(page)).toContainText(`Create ${resource.slice(0, -1)}`)
      const client = page.getByRole('textbox', { name: 'Client', exact: true })
      await see(client).toHaveValue('Acme Educação')
      await see(client).not.toBeEditable()
      await see(client).toHaveAccessibleDescription('Set by your account.')
    }
  })

  it('PERM-39 hides edit and delete while the client is locked, and offers them again afterwards', async () => {
    const admin = await console.visit({ as: 'borealis-admin', path: '/sites' })
    const row = admin.locator('[role=row]:focus')
    await see(row).toBeVisible()
    await see(row.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
    const offered = async (page: Page) => {
      await press(page, '.')
      await see(palette(page).getByRole('option').first()).toBeVisible()
      const texts = await palette(page).getByRole('option').allTextContents()
      await press(page, 'Escape')
      await see(palette(page)).toHaveCount(0)
      return texts.filter((text) => /^(Edit|Delete) /.test(text)).length
    }
    expect(await offered(admin)).toBe(0)
    await press(admin, 'Enter')
    await see(admin).toHaveURL(/\/sites\/\d+\/show$/)
    await see(admin.getByText('The client Borealis Saúde is locked.', { exact: false }).first()).toBeVisible()
    await see(admin.getByRole('button', { name: 'Actions' })).toBeVisible()
    await see(admin.getByRole('button', { name: 'Edit' })).toHaveCount(0)
    expect(await offered(admin)).toBe(0)
    expect(await axe(admin)).toEqual([])

    const open = await console.visit({ as: 'acme-admin', path: '/sites/1/show' })
    await see(open.getByRole('button', { name: 'Edit' })).toBeVisible()
    expect(await offered(open)).toBe(2)
  })

  it('API-23 hides the deletion of a record that says it stays', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=projects&order=id+ASC' })
    const row = page.locator('[role=row]:focus')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'Home')
    await see(row).toContainText('Made with the client.')
    const deletion = palette(page)
      .getByRole('option')
      .filter({ hasText: /^Delete/ })
    await press(page, '.')
    await see(palette(page).getByRole('option').filter({ hasText: /^Edit/ }).first()).toBeVisible()
    const others = await deletion.allTextContents()
    expect(others.filter((text) => text.includes('Default'))).toEqual([])
    await press(page, 'Escape', 'ArrowDown')
    await see(row).not.toContainText('Made with the client.')
    await press(page, '.')
    await see(deletion).toHaveCount(others.length + 1)
  })

  it('T17 shows what somebody may do by now, whatever their token remembers, and says that it changed', async () => {
    const root = await console.world.token('root')
    const become = async (role: string) =>
      expect((await console.world.call(root, 'PATCH', 'users/8', { role })).status).toBe(200)
    const page = await console.visit({ as: 'acme-approver', ownSession: true })
    console.trouble(page).expect(/status of 403/)
    const users = page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Users' })
    await see(users).toHaveCount(0)
    await become('admin')
    await page.goto('/users')
    await see(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await see(users).toBeVisible()
    await see(page.getByText('What you may do here has changed.')).toBeVisible()
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await become('approver')
    await press(page, 'r')
    await see(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible()
    await see(users).toHaveCount(0)
  })
})
