import type { Locator, Page } from 'playwright'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { withServer } from '../../server/context/actor'
import { codeIn, deliver } from '../deliver'
import { axe, overflow } from './axe'
import { chooseElsewhere, goWithin, inBrowser, see } from './console'
import { press, retype, tabTo, type } from './keyboard'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const notices = (page: Page) => page.getByRole('log')

async function fill(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control)
  await retype(page, text)
}
async function push(page: Page, name: string | RegExp, within: Page | Locator = page): Promise<void> {
  await tabTo(page, within.getByRole('button', { name }))
  await press(page, 'Enter')
}

inBrowser('the own profile', (console) => {
  const codeFor = async (to: string) => {
    const sent = await deliver(console.world)
    const code = codeIn(sent.findLast((one) => one.to === to))
    expect(code, JSON.stringify(sent)).not.toBe('')
    return code
  }
  const person = async (id: number) => {
    const { rows } = await withServer(console.world.database, (tx) =>
      sql<{
        email: string
        phone: string | null
        mfa_method: string[]
        name: string
      }>`select email, phone, mfa_method, name
        from users where id = ${id}`.execute(tx),
    )
    return rows[0]!
  }
  const profileOf = (page: Page) =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('profiles')!) as Record<string, unknown>[])[0]!)

  it('PROFILE-01 PROFILE-02 PROFILE-03 PROFILE-04 SHELL-17 changes the name, which is then everywhere', async () => {
    const page = await console.visit({ as: 'acme-approver', ownSession: true })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') asked.push(`${new URL(request.url()).pathname} ${request.postData()}`)
    })
    await press(page, 'Control+k')
    await see(page.locator('[role=combobox]:focus')).toBeVisible()
    await type(page, 'my profile')
    await see(page.getByRole('option', { name: /Go to my profile/ })).toBeVisible()
    await press(page, 'Enter')
    await see(heading(page, 'Profile')).toBeFocused()
    await see(page).toHaveURL(`${console.world.url}/profile`)
    await see(page.getByRole('navigation', { name: 'Lists' })).toBeVisible()
    await see(page.getByRole('banner')).toBeVisible()
    await fill(page, field(page, 'Name'), '   ')
    await press(page, 'Enter')
    await see(field(page, 'Name')).toHaveAccessibleDescription(/is required/)
    await see(field(page, 'Name')).toBeFocused()
    await retype(page, 'Apolo “Íris” Acme')
    await press(page, 'Enter')
    await see(notices(page)).toContainText('Profile updated')
    await see(page.getByRole('button', { name: 'Account: Apolo “Íris” Acme' })).toBeVisible()
    expect(asked).toEqual(['/api/users/8 {"name":"Apolo “Íris” Acme"}'])
    expect(await profileOf(page)).toMatchObject({ name: 'Apolo “Íris” Acme' })
    await tabTo(page, notices(page).getByRole('button', { name: 'Undo' }))
    await press(page, 'Enter')
    await see(page.getByRole('button', { name: 'Account: Apolo Acme' })).toBeVisible()
    expect((await person(8)).name).toBe('Apolo Acme')
    // The form has the restored values; a warning says that typed and unsaved input is lost.
    await see(field(page, 'Name')).toHaveValue('Apolo Acme')
    await fill(page, field(page, 'Name'), 'Apolo A. Acme')
    await press(page, 'Control+k')
    await type(page, 'sites')
    await press(page, 'Enter')
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: 'Leave without saving?' }))
    await see(question.first()).toContainText('What you typed here is kept nowhere.')
    await press(page, 'Escape')
    await see(field(page, 'Name')).toHaveValue('Apolo A. Acme')
    await tabTo(page, field(page, 'Name'))
    await press(page, 'Control+s')
    await see(page.getByRole('button', { name: 'Account: Apolo A. Acme' })).toBeVisible()
  })

  it('PROFILE-05 PROFILE-06 PROFILE-07 PROFILE-12 PROFILE-13 changes the password, and says at each step what is missing', async () => {
    const page = await console.visit({ as: 'acme-site-manager', ownSession: true, path: '/profile' })
    console.trouble(page).expect(/status of 40/)
    await see(heading(page, 'Profile')).toBeVisible()
    const form = page.getByRole('form', { name: 'Password' })
    const [old, fresh, again] = ['Current password', 'New password', 'Confirm new password'].map((name) =>
      form.getByLabel(name, { exact: true }),
    ) as [Locator, Locator, Locator]
    await push(page, 'Change the password')
    await see(old).toBeFocused()
    await see(old).toHaveAccessibleDescription(/is required/)
    await type(page, 'Wrong1234')
    await fill(page, fresh, 'abc')
    const unmet = form.locator('[data-unmet=true]')
    await see(unmet).toHaveText(['8 characters (no more than 64)', '1 uppercase letter', '1 number'])
    await retype(page, 'Sitio2Novo')
    await see(unmet).toHaveCount(0)
    await fill(page, again, 'Sitio3Novo')
    await press(page, 'Enter')
    await see(again).toHaveAccessibleDescription(/must equal the password/)
    await retype(page, 'Sitio2Novo')
    await press(page, 'Enter')
    await see(form.getByRole('alert')).toContainText('The password is wrong. Type your current password.')
    await see(form.getByRole('alert')).toContainText(/req-\d+/)
    await see(old).toBeFocused()
    expect(await axe(page)).toEqual([])
    // The selected text is typed over; the rest is still there.
    await type(page, 'Demo1234')
    await press(page, 'Enter')
    await see(notices(page)).toContainText('Password updated')
    await see(old).toHaveValue('')
    await see(fresh).toHaveValue('')
    const answer = await console.world.call(null, 'POST', 'authentication/login', {
      username: 'acme-site-manager',
      password: 'Sitio2Novo',
    })
    expect(answer.status).toBe(200)
    // The session that changed it goes on.
    await page.reload()
    await see(heading(page, 'Profile')).toBeVisible()
  })

  it('PROFILE-08 MFA-10 MFA-12 MFA-13 MFA-15 sets a method up step by step', async () => {
    const page = await console.visit({ as: 'client-manager', ownSession: true, path: '/profile' })
    console.trouble(page).expect(/status of 400/)
    let refreshes = 0
    console.world.faults.current = (_, { route }) => {
      if (route.endsWith('refresh-token')) refreshes++
    }
    const dialog = page.getByRole('dialog')
    await push(page, 'Set up by e-mail…')
    await see(dialog).toContainText('Step 1 of 4')
    expect(await axe(page)).toEqual([])
    await press(page, 'Enter')
    await see(dialog.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(/is required/)
    await type(page, 'Wrong1234')
    await press(page, 'Enter')
    await see(dialog.getByRole('alert')).toContainText('The password is wrong.')
    await see(dialog.getByRole('alert')).toContainText(/req-\d+/)
    await type(page, 'Demo1234')
    await press(page, 'Enter')
    await see(dialog).toContainText('Step 2 of 4')
    expect((await profileOf(page))['updateMFAToken']).toMatch(/^ey/)
    const address = dialog.getByRole('textbox', { name: 'E-mail' })
    await see(address).toBeFocused()
    await see(address).toHaveValue('client-manager@example.org')
    await retype(page, 'no address')
    await press(page, 'Enter')
    await see(address).toHaveAccessibleDescription(/must be an e-mail address/)
    await retype(page, 'celia@carteira.example.org')
    await press(page, 'Enter')
    await see(dialog).toContainText('A code of 7 characters was sent to celia@carteira.example.org.')
    expect(await axe(page)).toEqual([])
    const code = await codeFor('celia@carteira.example.org')
    const typed = dialog.getByRole('textbox', { name: 'Verification code' })
    await see(typed).toBeFocused()
    await press(page, 'Enter')
    await see(typed).toHaveAccessibleDescription(/is required/)
    await type(page, 'AAAAAAA')
    await press(page, 'Enter')
    await see(dialog.getByRole('alert')).toContainText('The verification code is not valid.')
    await see(dialog.getByRole('alert')).toContainText(/req-\d+/)
    await see(typed).toBeFocused()
    expect((await person(3)).email).toBe('client-manager@example.org')
    await retype(page, code.toLowerCase())
    await see(typed).toHaveValue(code)
    await press(page, 'Enter')
    await see(dialog).toContainText('celia@carteira.example.org is verified.')
    expect(await person(3)).toMatchObject({ email: 'celia@carteira.example.org', mfa_method: [] })
    await page.evaluate(() => Object.assign(globalThis, { before: true }))
    const before = refreshes
    await press(page, 'Enter')
    // MFA-22: the first one loads the page anew.
    await see(notices(page)).toContainText('Verification by e-mail is on.')
    expect(await page.evaluate(() => 'before' in globalThis)).toBe(false)
    expect(await person(3)).toMatchObject({ mfa_method: ['email'] })
    expect(await profileOf(page)).toMatchObject({ mfaMethod: ['email'], email: 'celia@carteira.example.org' })
    expect(refreshes).toBe(before + 1)
  })

  it('S43 W54 W55 leads to the methods of verification by the palette and back when the first is on, and counts only steps that are asked', async () => {
    await withServer(console.world.database, (tx) =>
      sql`update users set email_verified = true where username = 'borealis-admin'`.execute(tx),
    )
    const page = await console.visit({ as: 'borealis-admin', ownSession: true, path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const go = async () => {
      await press(page, 'ControlOrMeta+K')
      await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
      await type(page, '2fa')
      await see(page.locator('[role=option][aria-selected=true]')).toContainText('Go to multi-factor authentication')
      await press(page, 'Enter')
    }
    const change = page.getByRole('region', { name: 'Multi-factor authentication' }).getByRole('button').first()
    await go()
    await see(change).toBeFocused()
    await see(heading(page, 'Profile')).toBeVisible()
    // Also from the profile itself.
    await press(page, 'Shift+Tab')
    await see(change).not.toBeFocused()
    await go()
    await see(change).toBeFocused()

    await push(page, /^Turn on/)
    const dialog = page.getByRole('dialog')
    await see(dialog).toContainText('Step 1 of 2')
    await type(page, 'Demo1234')
    await press(page, 'Enter')
    await see(dialog).toContainText('Step 2 of 2')
    await page.evaluate(() => Object.assign(globalThis, { before: true }))
    await press(page, 'Enter')
    await see(notices(page)).toContainText('Verification by e-mail is on.')
    expect(await page.evaluate(() => 'before' in globalThis)).toBe(false)
    await see(change).toBeFocused()
    await see(change).toBeInViewport()
    // The password was given a moment ago.
    await push(page, /^Turn off/)
    await see(dialog).toContainText('Step 1 of 1')
  })

  it('MFA-14 MFA-17 MFA-19 MFA-22 MFA-24 adds a second method, and turns one off and then the other', async () => {
    const page = await console.visit({ as: 'monitor-admin', ownSession: true, path: '/profile' })
    const dialog = page.getByRole('dialog')
    const card = page.locator('section').filter({ hasText: 'Multi-factor authentication' })
    const mark = () => page.evaluate(() => Object.assign(globalThis, { before: true }))
    const isSame = () => page.evaluate(() => 'before' in globalThis)
    await push(page, 'Set up by e-mail…')
    await see(dialog.getByLabel('Current password', { exact: true })).toBeFocused()
    await type(page, 'Demo1234')
    await press(page, 'Enter')
    await see(dialog.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
    await press(page, 'Enter')
    await see(dialog.getByRole('textbox', { name: 'Verification code' })).toBeFocused()
    await type(page, await codeFor('monitor-admin@example.org'))
    await press(page, 'Enter')
    await see(dialog.getByRole('button', { name: 'Turn on' })).toBeFocused()
    await press(page, 'Enter')
    await see(notices(page)).toContainText('Verification by e-mail is on.')
    await see(page.getByRole('button', { name: 'Turn off e-mail…' })).toBeVisible()

    // The password was typed lately: it is not asked for again.
    await mark()
    await push(page, 'Set up by phone…')
    const phone = dialog.getByRole('textbox', { name: 'Phone' })
    await see(phone).toBeFocused()
    for (const wrong of ['11987654321', '+1234567', '+123456789012345678901', '+55 nine']) {
      await retype(page, wrong)
      await press(page, 'Enter')
      await see(phone, wrong).toHaveAccessibleDescription(/must be a plus sign and 8 to 20 digits/)
    }
    await retype(page, '+5511987654321')
    await press(page, 'Enter')
    await see(dialog).toContainText('was sent to +5511987654321')
    await type(page, await codeFor('+5511987654321'))
    await press(page, 'Enter')
    await see(dialog.getByRole('button', { name: 'Turn on' })).toBeFocused()
    await press(page, 'Enter')
    await see(notices(page)).toContainText('Verification by phone is on.')
    await see(dialog).toHaveCount(0)
    expect(await isSame()).toBe(true)
    expect(await person(11)).toMatchObject({ mfa_method: ['email', 'phone'], phone: '+5511987654321' })

    await push(page, 'Turn off phone…')
    await see(dialog).toBeVisible()
    await see(dialog).not.toContainText('last method')
    await see(dialog.getByRole('button', { name: 'Not now' })).toBeFocused()
    await push(page, 'Turn off', dialog)
    await see(notices(page)).toContainText('Verification by phone is off.')
    expect(await isSame()).toBe(true)
    await push(page, 'Turn off e-mail…')
    await see(dialog).toContainText('This is the last method')
    expect(await axe(page)).toEqual([])
    await push(page, 'Turn off', dialog)
    await see(notices(page)).toContainText('Verification by e-mail is off.')
    expect(await isSame()).toBe(false)
    await see(card).toContainText('verified, off')
    expect(await person(11)).toMatchObject({ mfa_method: [] })
  })

  it('MFA-23 MFA-25 MFA-26 waits 150 seconds before it offers another code, and says when none could be sent', async () => {
    const page = await console.visit({ as: 'monitor-operator', ownSession: true, ownClock: true, path: '/profile' })
    console.trouble(page).expect(/status of (400|401|429)/)
    const dialog = page.getByRole('dialog')
    await push(page, 'Set up by e-mail…')
    await see(dialog.getByLabel('Current password', { exact: true })).toBeFocused()
    await type(page, 'Demo1234')
    await press(page, 'Enter')
    await see(dialog.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
    expect((await dialog.boundingBox())?.width).toBe(472)
    await press(page, 'Enter')
    const code = dialog.getByRole('textbox', { name: 'Verification code' })
    await see(code).toBeFocused()
    const again = dialog.getByRole('button', { name: 'Send another code' })
    await see(dialog.getByRole('timer')).toContainText(/2:(30|2\d)/)
    await page.clock.fastForward(140_000)
    await see(again).toHaveCount(0)
    await page.clock.fastForward(11_000)
    await see(again).toBeVisible()
    // The server's clock has stood nearly still: to it this is too early.
    await tabTo(page, again)
    await press(page, 'Enter')
    await see(dialog.getByRole('alert')).toContainText('The code could not be sent.')
    await see(dialog.getByRole('alert')).toContainText(/req-\d+/)
    console.later(31_000)
    const first = await codeFor('monitor-operator@example.org')
    await tabTo(page, again)
    await press(page, 'Enter')
    await see(dialog).toContainText('Another code was sent. The one before is void.')
    await see(again).toHaveCount(0)
    await see(code).toBeFocused()
    await type(page, first)
    await press(page, 'Enter')
    await see(dialog.getByRole('alert')).toContainText('The verification code is not valid.')
    // Past the life of the set-up's token: the password is asked once more, and nothing else is lost.
    console.later(10 * 60_000)
    await press(page, 'Enter')
    await see(dialog.getByLabel('Current password', { exact: true })).toBeFocused()
    await see(dialog.getByRole('alert')).toContainText('Confirm it again.')
    await type(page, 'Demo1234')
    await press(page, 'Enter')
    await see(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveValue('monitor-operator@example.org')
    await press(page, 'Escape')
    await see(dialog).toHaveCount(0)
    await see(page.getByRole('button', { name: 'Set up by e-mail…' })).toBeFocused()
  })

  it.each([
    [
      'en-US',
      'Please setup your password',
      'Set the password',
      'New password',
      'Confirm new password',
      'Password updated',
    ],
    [
      'pt-BR',
      'Por favor, defina sua senha',
      'Definir a senha',
      'Senha nova',
      'Confirmar senha nova',
      'Senha atualizada',
    ],
  ] as const)(
    'PROFILE-10 PROFILE-11 A-029 leads who has no password to set one first, in %s',
    async (locale, warning, button, fresh, again, done) => {
      await withServer(console.world.database, (tx) =>
        sql`update users set password_hash = null where id = 14`.execute(tx),
      )
      const root = await console.world.token('root')
      const { body } = await console.world.call(root, 'POST', 'users/14/sign-in-link')
      const { link } = body.data as { link: string }
      const page = await console.visit({ as: null, locale, path: new URL(link).pathname + new URL(link).search })
      await see(page).toHaveURL(`${console.world.url}/profile`)
      await see(page.getByRole('alert').filter({ hasText: warning })).toBeVisible()
      // No other screen welcomes the user meanwhile either.
      await see(page.getByRole('dialog')).toHaveCount(0)
      await page.goto('/sites')
      await see(page).toHaveURL(`${console.world.url}/profile`)
      for (const path of ['/', '/users/create', '/nowhere']) {
        await goWithin(page, path)
        await see(page, path).toHaveURL(`${console.world.url}/profile`)
      }
      await see(page.getByRole('alert').filter({ hasText: warning })).toBeVisible()
      expect(await axe(page)).toEqual([])
      await see(page.locator('input[autocomplete=current-password]')).toHaveCount(0)
      const setUp = page.getByRole('button', { name: /^(Set up by e-mail|Configurar por e-mail)/ })
      await see(setUp).toHaveAttribute('aria-disabled', 'true')
      await tabTo(page, setUp)
      await press(page, 'Enter')
      await see(page.getByRole('dialog')).toHaveCount(0)
      await fill(page, page.getByLabel(fresh, { exact: true }), 'Nova4Nina')
      await fill(page, page.getByLabel(again, { exact: true }), 'Nova4Nina')
      await press(page, 'Enter')
      await see(notices(page)).toContainText(done)
      await see(page.getByText(warning)).toHaveCount(0)
      await see(page.getByRole('button', { name: button })).toHaveCount(0)
      await see(setUp).not.toHaveAttribute('aria-disabled', 'true')
      await goWithin(page, '/sites')
      await see(page.getByRole('grid')).toContainText('ACME-')
    },
  )

  it('T106 lists where one is signed in, and ends one session and then all others by the keyboard alone', async () => {
    const elsewhere = async (agent: string) => {
      const body = { username: 'acme-approver', password: DEMO_PASSWORD }
      const { data } = (await console.world.call(null, 'POST', 'authentication/login', body, { 'user-agent': agent }))
        .body
      const { token } = data as { token: string }
      return async () => (await console.world.call(token, 'GET', 'sites?limit=1')).status
    }
    // Any that other tests of this file have begun are in no list.
    await withServer(console.world.database, (tx) => sql`delete from sessions where user_id = 8`.execute(tx))
    const page = await console.visit({ as: 'acme-approver', ownSession: true, path: '/profile' })
    console.trouble(page).expect(/status of 400/)
    const sessions = page.getByRole('list', { name: 'Sessions' })
    await see(sessions.getByRole('listitem')).toHaveCount(1)
    await see(page.getByRole('button', { name: 'End all others…' })).toHaveCount(0)
    const [terminal, browser, second] = [
      await elsewhere('tocsin/1.0.0'),
      await elsewhere('Mozilla/5.0'),
      await elsewhere('Mozilla/5.0'),
    ]
    await page.reload()
    await see(sessions.getByRole('listitem')).toHaveCount(4)
    await see(sessions.getByRole('listitem').filter({ hasText: 'this one' })).toHaveCount(1)
    await see(sessions.getByRole('listitem').filter({ hasText: 'this one' }).getByRole('button')).toHaveCount(0)
    expect(await axe(page)).toEqual([])

    const dialog = page.getByRole('dialog')
    await push(page, /^End… Terminal/)
    await see(dialog).toContainText('The session ends at once: Terminal, signed in')
    await see(dialog.getByLabel('Current password', { exact: true })).toBeFocused()
    expect(await axe(page)).toEqual([])
    await press(page, 'Enter')
    await see(dialog.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(/is required/)
    await type(page, 'Wrong1234')
    await press(page, 'Enter')
    await see(dialog.getByRole('alert')).toContainText('The password is wrong. Type your current password.')
    expect(await terminal()).toBe(200)
    // The selected text is typed over.
    await type(page, DEMO_PASSWORD)
    await press(page, 'Enter')
    await see(notices(page)).toContainText('1 session ended')
    await see(notices(page)).toContainText(/tocsin auth sessions end [0-9a-f]{8}/)
    await see(sessions.getByRole('listitem')).toHaveCount(3)
    // The row that had the focus is gone: its list has it.
    await see(sessions).toBeFocused()
    expect([await terminal(), await browser()]).toEqual([401, 200])

    await push(page, 'End all others…')
    await see(dialog).toContainText('All sessions but this one end at once')
    await press(page, 'Escape')
    await see(dialog).toHaveCount(0)
    await see(page.getByRole('button', { name: 'End all others…' })).toBeFocused()
    await press(page, 'Enter')
    await see(dialog.getByLabel('Current password', { exact: true })).toBeFocused()
    await type(page, DEMO_PASSWORD)
    await press(page, 'Enter')
    await see(notices(page)).toContainText('2 sessions ended')
    await see(sessions.getByRole('listitem')).toHaveCount(1)
    await see(sessions).toBeFocused()
    expect([await browser(), await second()]).toEqual([401, 401])
    // This one goes on.
    await page.reload()
    await see(sessions.getByRole('listitem')).toHaveCount(1)
  })

  it('T105 T106 tells of sign-ins and of ended sessions in the history of a user, in Portuguese', async () => {
    const page = await console.visit({ as: 'acme-admin', locale: 'pt-BR', path: '/users/8/show' })
    const history = page.getByRole('region', { name: 'Histórico' })
    await see(history).toContainText('acme-approver encerrou sessões')
    await see(history).toContainText('Encerradas: 2')
    await see(history).toContainText('acme-approver não conseguiu entrar')
    await see(history).toContainText('Comprovado por: senha atual')
    await see(history).toContainText(/Rede \(resumo\): [\w-]{12}/)
  })

  it('T21 leaves password and verification to their owner while somebody else acts', async () => {
    const page = await console.visit({ as: 'vazia-admin', from: 'root', ownSession: true, path: '/profile' })
    await see(page.getByRole('alert')).toContainText(
      'You act as Vera Vazia. Password, verification and sessions are for Vera Vazia alone to change.',
    )
    await see(page.getByRole('list', { name: 'Sessions' })).toHaveCount(0)
    await see(page.locator('input[type=password]').first()).toBeDisabled()
    for (const name of ['Change the password', 'Set up by e-mail…', 'Set up by phone…'])
      await see(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
    expect(await axe(page)).toEqual([])
  })

  it('is as wide as a narrow screen, in both languages', async () => {
    const page = await console.visit({ path: '/profile', size: { width: 360, height: 800 } })
    for (const locale of ['en-US', 'pt-BR'] as const) {
      await chooseElsewhere(page, { locale })
      await see(page.getByRole('heading', { level: 2 }).last()).toBeVisible()
      expect(await overflow(page)).toEqual([])
      expect(await axe(page)).toEqual([])
      await push(page, /^(Set up by phone|Configurar por telefone)/)
      await see(page.getByRole('dialog')).toBeVisible()
      expect(await overflow(page)).toEqual([])
      expect(await axe(page)).toEqual([])
      await press(page, 'Escape')
      await see(page.getByRole('dialog')).toHaveCount(0)
    }
  })
})
