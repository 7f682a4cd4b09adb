import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { User } from '@tocsin/core/resources/users/types'
import { ApiError } from '@tocsin/core/base/errors'
import { noFaults } from '../../server/faults'
import { axe, overflow } from './axe'
import { goWithin, inBrowser, see } from './console'
import { focusIsLost, press, retype, tabTo, type } from './keyboard'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const row = (page: Page) => page.locator('[role=row]:focus')
const notices = (page: Page) => page.getByRole('log')
const fact = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').getByText(name, { exact: true }) })
    .getByRole('definition')

async function fill(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, field(page, name))
  await retype(page, text)
}

/** Returns the options of a list box, without its placeholder. */
const offered = async (page: Page, name: string) =>
  (await choice(page, name).locator('option').allTextContents()).filter((text) => !/^(Choose…|\(none\))$/.test(text))

/** Chooses by first letters, as people use a list box by keys. */
async function choose(page: Page, name: string, label: string): Promise<void> {
  await tabTo(page, choice(page, name))
  await type(page, label)
  await see(choice(page, name).locator('option:checked')).toHaveText(label)
}

/** Chooses a record by its name. */
async function pick(page: Page, name: string, text: string, label: string): Promise<void> {
  await tabTo(page, choice(page, name))
  await retype(page, text)
  await see(page.getByRole('option', { name: label }).first()).toBeVisible()
  await see(page.locator('[role=option][data-active]')).toContainText(label)
  await press(page, 'Enter')
}

const problem = (page: Page, role: 'textbox' | 'combobox', name: string) =>
  page.getByRole(role, { name, exact: true }).and(page.locator('[aria-invalid=true]'))

const PASSWORD = 'Abcdef12'

inBrowser('users', (console) => {
  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('root'), method, path, body)
  const found = async (username: string) =>
    (
      (await call('GET', `users?username=${username}&userType=client&showInactive=true`)).body.data as unknown as User[]
    )[0]
  const make = async (username: string, more: object = {}) =>
    (
      (
        await call('POST', 'users', {
          name: `Name of ${username}`,
          username,
          email: `${username}@example.org`,
          userType: 'client',
          role: 'approver',
          ClientId: 2,
          password: PASSWORD,
          passwordConfirm: PASSWORD,
          ...more,
        })
      ).body.data as User
    ).id

  it('USERS-01 USERS-03 USERS-22 A-119 lists the users of one’s own client, and narrows them', async () => {
    const page = await console.visit({ as: 'acme-admin' })
    const asked: URLSearchParams[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/users' && searchParams.get('limit') !== '1') asked.push(searchParams)
    })
    await press(page, 'g', 'u')
    await see(row(page)).toContainText('Ana Acme')
    const heads = await page.getByRole('columnheader').allTextContents()
    expect(heads.slice(1, -1)).toEqual(['Name', 'Username', 'E-mail', 'Role', 'Site', 'Active'])
    // Sites are named, and not numbered.
    await see(page.getByRole('row').filter({ hasText: 'Saulo' })).toContainText('Escola Municipal')
    expect(asked.at(-1)?.get('withSites')).toBe('true')
    expect(await axe(page)).toEqual([])

    await press(page, '/')
    await type(page, 'duas chaves')
    await see(page.getByRole('row')).toHaveCount(2)
    await see(page).toHaveURL(/q=duas/)
    await press(page, 'Escape', 'Escape')
    await see(page.getByRole('row').nth(4)).toBeVisible()

    await tabTo(page, page.getByRole('button', { name: /^Filters/ }))
    await press(page, 'Enter')
    expect(await offered(page, 'Role')).toEqual(
      expect.arrayContaining(['Client manager', 'Site manager', 'Mobile profile approver']),
    )
    expect(await offered(page, 'Role')).not.toContain('Super user')
    await choose(page, 'Role', 'Site manager')
    await see(page.getByRole('row')).toHaveCount(2)
    await see(page.getByRole('row').last()).toContainText('Saulo')
    await page.goto('/users')
    await see(row(page)).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: /^Filters/ }))
    await press(page, 'Enter')
    await fill(page, 'Username', 'acme-mfa')
    await press(page, 'Enter')
    await see(page.getByRole('row')).toHaveCount(2)
    await see(page.getByRole('row').last()).toContainText('Maria')
    expect(asked.at(-1)?.get('username')).toBe('acme-mfa')
  })

  it('USERS-02 A-042 lists staff to staff, whatever client they work in', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show' })
    await page.evaluate(() => localStorage.setItem('client:1', '2'))
    await page.goto('/users')
    await see(page.getByRole('banner')).toContainText('Acme')
    await see(page.getByRole('row').filter({ hasText: 'Bruno Aviso' })).toBeVisible()
    await see(page.getByRole('row').filter({ hasText: 'Ana Acme' })).toHaveCount(0)
  })

  it('USERS-04 USERS-05 API-26 flips a user in its row at once, and back where that fails', async () => {
    const id = await make('flipped')
    const page = await console.visit({ as: 'acme-admin', path: '/users?q=flipped&showInactive=true' })
    console.trouble(page).expect(/status of 500/)
    await see(row(page)).toContainText('flipped')
    const toggle = row(page).getByRole('switch')
    const sent: { line: string; body: Record<string, unknown> }[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET')
        sent.push({
          line: `${request.method()} ${new URL(request.url()).pathname}`,
          body: request.postDataJSON() as Record<string, unknown>,
        })
    })
    let answer: (() => void) | undefined
    let reading = Promise.resolve()
    let readAgain = () => {}
    console.world.faults.current = (point, { method }) => {
      if (point !== 'request') return
      // No read answers meanwhile: the switch comes back by itself.
      if (method === 'GET') return reading
      if (method === 'PUT')
        return new Promise<void>((_, fail) => {
          answer = () => fail(new ApiError({ status: 500, code: 'INTERNAL_ERROR' }))
        })
    }
    await press(page, 't')
    await see(toggle).not.toBeChecked()
    expect((await found('flipped'))?.active).toBe(true)
    reading = new Promise((resolve) => (readAgain = resolve))
    await see.poll(() => answer).toBeDefined()
    answer?.()
    await see(toggle).toBeChecked()
    await see(notices(page)).toContainText(/req-\d+/)
    console.world.faults.current = noFaults
    readAgain()

    await press(page, 't')
    await see(toggle).not.toBeChecked()
    await see.poll(async () => (await found('flipped'))?.active).toBe(false)
    expect(sent.at(-1)?.line).toBe(`PUT /api/users/${id}`)
    expect(sent.at(-1)?.body).toMatchObject({ id, username: 'flipped', active: false })
    await press(page, 'z')
    await see(toggle).toBeChecked()
    await see.poll(async () => (await found('flipped'))?.active).toBe(true)
  })

  it('USERS-12 USERS-13 USERS-15 USERS-21 asks staff first what kind of user it is, and the rest by that', async () => {
    const page = await console.visit({ as: 'root', path: '/users' })
    console.trouble(page).expect(/status of 4/)
    await see(row(page)).toBeVisible()
    await press(page, 'c')
    await see(choice(page, 'User type')).toBeFocused()
    expect(await offered(page, 'User type')).toEqual(['Provider staff', 'Client staff', 'Monitoring provider'])
    expect(await offered(page, 'Role')).toEqual([
      'Super user',
      'Administrator',
      'Manager of clients',
      'Broadcast operator',
      'Guest',
    ])
    await see(choice(page, 'Client')).toHaveCount(0)
    await choose(page, 'Role', 'Guest')
    await choose(page, 'User type', 'Client staff')
    // The choice of the one kind is not that of the other.
    await see(choice(page, 'Role').locator('option:checked')).toHaveText('Choose…')
    expect(await offered(page, 'Role')).toEqual(['Client manager', 'Site manager', 'Mobile profile approver'])

    await press(page, 'Control+Enter')
    for (const name of ['Name', 'Username', 'E-mail', 'Password'])
      await see(problem(page, 'textbox', name)).toHaveAccessibleDescription(new RegExp(`^${name} is required\\.`))
    for (const name of ['Role', 'Client'])
      await see(problem(page, 'combobox', name)).toHaveAccessibleDescription(`${name} is required.`)
    await see(page.locator('[aria-invalid=true]').first()).toBeFocused()
    expect(await axe(page)).toEqual([])

    await choose(page, 'Role', 'Mobile profile approver')
    await pick(page, 'Client', 'cidade', 'Cidade Vazia')
    await fill(page, 'Name', 'Bento Novo')
    await fill(page, 'Username', 'acme-admin')
    await fill(page, 'E-mail', 'bento.example.org')
    await fill(page, 'Password', 'short')
    // Missing requirements are seen while it is typed.
    await see(page.locator('[data-unmet=true]')).toHaveCount(3)
    await fill(page, 'Password', PASSWORD)
    await see(page.locator('[data-unmet=true]')).toHaveCount(0)
    await fill(page, 'Confirm password', 'Other1234')
    await press(page, 'Control+Enter')
    await see(problem(page, 'textbox', 'E-mail')).toHaveAccessibleDescription('E-mail must be an e-mail address.')
    await see(problem(page, 'textbox', 'Confirm password')).toHaveAccessibleDescription(/must equal the password/)
    await fill(page, 'E-mail', 'bento@example.org')
    await fill(page, 'Confirm password', PASSWORD)
    await press(page, 'Control+Enter')
    // The server alone knows that the name is taken.
    await see(problem(page, 'textbox', 'Username')).toBeFocused()
    await see(field(page, 'Username')).toHaveAccessibleDescription('Username is already in use.')
    await retype(page, 'bento')
    await press(page, 'Control+Enter')
    await see(page).not.toHaveURL(/create/)
    expect(await found('bento')).toMatchObject({ role: 'approver', userType: 'client', ClientId: 4, hasPassword: true })
  })

  it('USERS-14 USERS-17 PERM-06 asks a site manager for a site of its client, and a client manager for clients', async () => {
    const page = await console.visit({ as: 'root', path: '/users/create' })
    await choose(page, 'Role', 'Administrator')
    await see(choice(page, 'Clients')).toHaveCount(0)
    await fill(page, 'Name', 'Caio Carteira')
    await fill(page, 'Username', 'caio')
    await fill(page, 'E-mail', 'caio@example.org')
    await fill(page, 'Password', PASSWORD)
    await fill(page, 'Confirm password', PASSWORD)
    await choose(page, 'Role', 'Manager of clients')
    await press(page, 'Control+Enter')
    await see(problem(page, 'combobox', 'Clients')).toBeFocused()
    await see(choice(page, 'Clients')).toHaveAccessibleDescription('Clients is required.')
    await pick(page, 'Clients', 'acme', 'Acme Educação')
    await press(page, 'Control+Enter')
    await see(heading(page, /Caio Carteira|Users/)).toBeVisible()
    const [caio] = (await call('GET', 'users?username=caio&userType=tocsin')).body.data as unknown as User[]
    expect(caio).toMatchObject({ role: 'clientManager', ClientIds: [2] })

    const admin = await console.visit({ as: 'acme-admin', path: '/users/create' })
    await see(choice(admin, 'User type')).toHaveCount(0)
    await see(field(admin, 'Client')).toHaveValue('Acme Educação')
    await see(field(admin, 'Client')).not.toBeEditable()
    await choose(admin, 'Role', 'Site manager')
    await fill(admin, 'Name', 'Simão Sítio')
    await fill(admin, 'Username', 'simao')
    await fill(admin, 'E-mail', 'simao@example.org')
    await fill(admin, 'Password', PASSWORD)
    await fill(admin, 'Confirm password', PASSWORD)
    await press(admin, 'Control+Enter')
    await see(problem(admin, 'combobox', 'Site')).toBeFocused()
    const asked: URLSearchParams[] = []
    admin.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/sites') asked.push(searchParams)
    })
    await pick(admin, 'Site', 'íris conceição 14', 'Creche Íris Conceição 14')
    expect(asked.at(-1)?.get('ClientId')).toBe('2')
    await press(admin, 'Control+Enter')
    await see(admin).not.toHaveURL(/create/)
    expect(await found('simao')).toMatchObject({ role: 'manager', ClientId: 2 })
    expect((await found('simao'))?.SiteId).toBeGreaterThan(1)
  })

  it('API-29 A-059 fetches the clients at once when one is picked, and searches them without asking again', async () => {
    const page = await console.visit({ as: 'root', path: '/users/create?userType=client' })
    await see(choice(page, 'Client')).toBeVisible()
    const asked: URLSearchParams[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/clients') asked.push(searchParams)
    })
    await pick(page, 'Client', 'BOREALIS SAUDE', 'Borealis Saúde')
    expect(asked.map((query) => [query.get('limit'), query.get('q')])).toEqual([['1000', null]])
  })

  it('W34 asks for the person, the access and the password in groups, each pair side by side', async () => {
    const page = await console.visit({ as: 'root', path: '/users/create?userType=client' })
    const group = (name: string) => page.getByRole('region', { name, exact: true })
    const top = async (name: string, label: string) => (await group(name).getByLabel(label).first().boundingBox())!.y
    await see(group('Access').getByLabel('User type')).toBeFocused()
    for (const [name, ...pairs] of [
      ['Person', ['Name', 'Username'], ['E-mail', 'Phone']],
      ['Access', ['User type', 'Role'], ['Client', 'Site']],
      ['Password', ['Password', 'Confirm password']],
    ] as const)
      for (const [one, other] of pairs) expect(await top(name, one), one).toBe(await top(name, other))
  })

  it('USERS-16 USERS-20 changes another user, whose password may stay, and the role with its permission alone', async () => {
    const id = await make('changed')
    const page = await console.visit({ as: 'acme-admin', path: `/users/${id}` })
    await see(heading(page, 'Edit Name of changed')).toBeVisible()
    for (const name of ['Name', 'Username', 'E-mail']) await fill(page, name, '')
    await press(page, 'Control+Enter')
    for (const name of ['Name', 'Username', 'E-mail'])
      await see(problem(page, 'textbox', name)).toHaveAccessibleDescription(new RegExp(`^${name} is required\\.`))
    await see(problem(page, 'textbox', 'Password')).toHaveCount(0)
    await see(field(page, 'Password')).toHaveAccessibleDescription(/Leave it empty to keep the one there is\./)
    expect(await axe(page)).toEqual([])
    await fill(page, 'Name', 'Clara Mudada')
    await fill(page, 'Username', 'changed')
    await fill(page, 'E-mail', 'clara@example.org')
    await choose(page, 'Role', 'Client manager')
    await press(page, 'Control+Enter')
    await see(heading(page, 'Clara Mudada')).toBeVisible()
    await see(fact(page, 'Role')).toHaveText('Client manager')
    expect(await found('changed')).toMatchObject({ name: 'Clara Mudada', role: 'admin' })
    // The old password is the password still.
    const login = { username: 'changed', password: PASSWORD }
    expect((await console.world.call(null, 'POST', 'authentication/login', login)).status).toBe(200)

    const monitor = await console.visit({ as: 'monitor-admin', path: '/users/12' })
    const role = field(monitor, 'Role')
    await see(role).toHaveValue('Operator')
    await see(role).not.toBeEditable()
    await see(role).toHaveAccessibleDescription('To change roles you need the permission users:update:role.')
  })

  it('T15 offers nobody a role above their own, and no form for who is above', async () => {
    const page = await console.visit({ as: 'admin', path: '/users/create' })
    expect(await offered(page, 'Role')).toEqual(['Administrator', 'Manager of clients', 'Broadcast operator', 'Guest'])
    await goWithin(page, '/users/1')
    await see(page.locator('main')).toContainText('This user may do more than you.')
    await tabTo(page, page.getByRole('link', { name: 'See the record' }))
    await press(page, 'Enter')
    await see(page).toHaveURL(`${console.world.url}/users/1/show`)
    await see(page.getByRole('button', { name: 'Edit' })).toBeDisabled()
    await tabTo(page, page.getByRole('button', { name: 'Edit' }))
    await see(page.getByRole('button', { name: 'Edit' })).toHaveAccessibleDescription('This user may do more than you.')
    await press(page, 't')
    await see(notices(page)).toContainText('This user may do more than you.')
    // A user who looks after clients makes their users, and is not asked for the kind.
    const manager = await console.visit({ as: 'client-manager', path: '/users/create' })
    await see(choice(manager, 'Role')).toBeVisible()
    await see(choice(manager, 'User type')).toHaveCount(0)
    expect(await offered(manager, 'Role')).toEqual(['Client manager', 'Site manager', 'Mobile profile approver'])
  })

  it('USERS-20 A-126 leads to the own profile from the own record', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/users/6/show' })
    await see(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0)
    await press(page, 'e')
    await see(page).toHaveURL(`${console.world.url}/profile`)
    await goWithin(page, '/users/6')
    await see(page).toHaveURL(`${console.world.url}/profile`)
    await see(choice(page, 'Role')).toHaveCount(0)
  })

  it('CLIENT-19 USERS-23 makes and changes a user of a client in dialogs, without leaving it', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=users' })
    await see(page.getByRole('grid', { name: 'Users' })).toContainText('acme-admin')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'c')
    const dialog = page.getByRole('dialog', { name: 'Create user' })
    await see(dialog).toBeVisible()
    await see(field(page, 'Name')).toBeFocused()
    await see(field(page, 'Client')).toHaveValue('Acme Educação')
    await see(field(page, 'Client')).not.toBeEditable()
    await press(page, 'Control+Enter')
    for (const name of ['Name', 'Username', 'E-mail'])
      await see(problem(page, 'textbox', name)).toHaveAccessibleDescription(`${name} is required.`)
    expect(await axe(page)).toEqual([])
    await fill(page, 'Name', 'Dalva Diálogo')
    // Esc asks before it drops typed input.
    await press(page, 'Escape')
    await see(page.getByRole('alertdialog')).toContainText('Discard the changes?')
    await press(page, 'Escape')
    await see(field(page, 'Name')).toHaveValue('Dalva Diálogo')
    await fill(page, 'Username', 'dalva')
    await fill(page, 'E-mail', 'dalva@')
    await choose(page, 'Role', 'Mobile profile approver')
    await fill(page, 'Password', PASSWORD)
    await fill(page, 'Confirm password', PASSWORD)
    await press(page, 'Control+Enter')
    await see(problem(page, 'textbox', 'E-mail')).toHaveAccessibleDescription('E-mail must be an e-mail address.')
    await see(field(page, 'E-mail')).toBeFocused()
    await retype(page, 'dalva@example.org')
    await press(page, 'Control+Enter')
    await see(dialog).toHaveCount(0)
    await see(page).toHaveURL(/\/clients\/2\/show\?tab=users$/)
    await see(page.getByRole('grid', { name: 'Users' })).toContainText('Dalva Diálogo')
    expect(await focusIsLost(page)).toBe(false)
    expect(await found('dalva')).toMatchObject({ ClientId: 2, userType: 'client', role: 'approver' })

    await goWithin(page, '/clients/2/show?tab=users&q=dalva')
    await see(page.getByRole('grid', { name: 'Users' })).toContainText('Dalva')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'e')
    const edit = page.getByRole('dialog', { name: 'Edit Dalva Diálogo' })
    await see(edit).toBeVisible()
    await fill(page, 'Name', 'Dalva Mudada')
    await press(page, 'Control+Enter')
    await see(edit).toHaveCount(0)
    await see(page.getByRole('grid', { name: 'Users' })).toContainText('Dalva Mudada')
    // Back closes the opened dialog.
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'e')
    await see(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await see(page.getByRole('dialog')).toHaveCount(0)
  })

  it('ERR-25 ERR-26 API-28 closes the dialog where the save fails, tells of it, and keeps what was typed', async () => {
    const page = await console.visit({ as: 'root' })
    console.trouble(page).expect(/status of 500/)
    await goWithin(page, '/clients/4/show?tab=users&user=new')
    const dialog = page.getByRole('dialog', { name: 'Create user' })
    await see(dialog).toBeVisible()
    await fill(page, 'Name', 'Hugo Falha')
    await fill(page, 'Username', 'hugo')
    await fill(page, 'E-mail', 'hugo@example.org')
    await choose(page, 'Role', 'Mobile profile approver')
    await fill(page, 'Password', PASSWORD)
    await fill(page, 'Confirm password', PASSWORD)
    let answer = () => {}
    let requests = 0
    console.world.faults.current = (point, { method }) => {
      if (point !== 'request' || method !== 'POST') return
      requests++
      return new Promise<void>((_, fail) => {
        answer = () => fail(new ApiError({ status: 500, code: 'INTERNAL_ERROR' }))
      })
    }
    await press(page, 'Control+Enter')
    const save = dialog.getByRole('button', { name: /^Create user/ })
    await see(save).toBeDisabled()
    await see.poll(() => requests).toBe(1)
    await press(page, 'Control+Enter')
    await tabTo(page, save)
    await press(page, 'Enter')
    expect(requests).toBe(1)
    answer()
    await see(dialog).toHaveCount(0)
    console.world.faults.current = noFaults
    await see(notices(page)).toContainText('Not saved')
    await see(notices(page)).toContainText('Something went wrong.')
    await see(notices(page)).toContainText(/req-\d+/)
    expect(await focusIsLost(page)).toBe(false)
    expect(await found('hugo')).toBeUndefined()

    await tabTo(page, notices(page).getByRole('button', { name: 'Open again' }))
    await press(page, 'Enter')
    await see(dialog).toBeVisible()
    await see(field(page, 'Name')).toHaveValue('Hugo Falha')
    await see(field(page, 'Username')).toHaveValue('hugo')
    // Proofs of identity are kept nowhere.
    await see(field(page, 'Password')).toHaveValue('')
  })

  it('shows who a user is, how they sign in, what they may do and what was done to them', async () => {
    await call('PATCH', 'users/13', { name: 'Maria das Chaves' })
    const page = await console.visit({ as: 'root', path: '/users/13/show' })
    await see(heading(page, 'Maria das Chaves')).toBeVisible()
    await see(fact(page, 'E-mail')).toContainText('verified')
    await see(fact(page, 'E-mail')).not.toContainText('not verified')
    await see(fact(page, 'Client')).toHaveText('Acme Educação')
    await see(fact(page, 'Role')).toHaveText('Client manager')
    await see(fact(page, 'Password')).toHaveText('Set')
    await see(fact(page, 'Second step at sign-in')).toHaveText('Code by e-mail, Code by SMS')
    await see(fact(page, 'Sites')).toContainText('see, change')
    await see(fact(page, 'Sites')).toContainText('sites:view sites:update')
    await see(page.getByRole('region', { name: 'History' })).toContainText('Maria Duas Chaves → Maria das Chaves')
    await goWithin(page, '/users/14/show')
    await see(fact(page, 'Password')).toHaveText('None yet')
    await see(fact(page, 'Second step at sign-in')).toHaveText('None')
    await see(fact(page, 'E-mail')).toContainText('not verified')
    await call('PATCH', 'users/13', { name: 'Maria Duas Chaves' })
  })

  // In Portuguese, whose words are the longer ones.
  it('fits a narrow screen with nothing inaccessible', async () => {
    const page = await console.visit({ as: 'root', locale: 'pt-BR', size: { width: 360, height: 800 } })
    for (const [path, title, main] of [
      ['/users', 'Usuários', '[role=grid] [role=rowheader]'],
      ['/users/6/show', 'Ana Acme', 'dl'],
      ['/users/13', 'Editar ', 'form'],
      ['/users/create', 'Criar usuário', 'form'],
      ['/clients/2/show?tab=users&user=new', 'Acme Educação', '[role=dialog] form, dialog form'],
      ['/users/create?userType=client', 'Criar usuário', 'form'],
    ] as const) {
      await goWithin(page, path)
      await see(page.locator('h1').filter({ hasText: title })).toHaveCount(1)
      await see(page.locator(main).first()).toBeVisible()
      expect(await overflow(page), path).toEqual([])
      expect(await axe(page), path).toEqual([])
    }
  })
})
