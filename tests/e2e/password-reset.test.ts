import type { Page } from 'playwright'
import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { noFaults } from '../../server/faults'
import { deliver, deliverCode } from '../deliver'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { hold } from './hold'
import { press, retype, tabTo, type } from './keyboard'

const NARROW = { width: 360, height: 800 }
const HOUR = 3_600_000
const NEW = 'Cadeira7Azul'

const HINT = {
  'en-US':
    'Your password must have at least: 8 characters (no more than 64); 1 uppercase letter; 1 lowercase letter; 1 number',
  'pt-BR':
    'Sua senha deve conter no mínimo: 8 caracteres (não mais que 64); 1 letra maiúscula; 1 letra minúscula; 1 número',
}

const alert = (page: Page) => page.getByRole('alert')
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const username = (page: Page) => page.locator('input[name=username]')
const password = (page: Page) => page.locator('input[name=password]')
const confirmation = (page: Page) => page.locator('input[name=passwordConfirm]')
const code = (page: Page) => page.locator('input[name=code]')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const unmet = (page: Page) => page.locator('[data-unmet=true]')

inBrowser('a new password', (console) => {
  // The messages of one test do not use up the limits of the next.
  let tests = 0
  beforeEach(() => console.later(2 * HOUR * ++tests))

  const visit = async (path: string, more: Parameters<typeof console.visit>[0] = {}) => {
    const page = await console.visit({ as: null, path, ...more })
    console.trouble(page).expect(/status of (400|401|429)/)
    return page
  }
  const last = async () => (await deliver(console.world, console.world.url)).at(-1)?.text ?? ''
  const linkFor = async (name: string): Promise<string> => {
    await console.world.call(null, 'POST', 'authentication/restore-password/request', { username: name })
    return /http\S+\/password-reset\?authorization=\S+/.exec(await last())?.[0] ?? ''
  }
  const sentCode = () => deliverCode(console.world)
  const canSignIn = async (name: string, secret: string) =>
    (await console.world.call(null, 'POST', 'authentication/login', { username: name, password: secret })).status ===
    200
  /** Types both and sends them. */
  const set = async (page: Page, secret: string, again = secret) => {
    await tabTo(page, password(page), 'Shift+Tab')
    await retype(page, secret)
    await tabTo(page, confirmation(page))
    await retype(page, again)
    await press(page, 'Enter')
  }

  it.each([
    ['en-US', 'Forgot the password', 'Username', 'Type your username.', /e-mail with a link/],
    ['pt-BR', 'Esqueci a senha', 'Usuário', 'Digite o nome de usuário.', /e-mail com um link/],
  ] as const)(
    'LOGIN-14 LOGIN-15 LOGIN-16 LOGIN-17 LOGIN-19 is asked for by username, and a link is mailed, in %s',
    async (locale, forgot, label, needed, sent) => {
      const page = await visit('/login', { locale, size: NARROW })
      await see(username(page)).toBeFocused()
      await type(page, 'acme-approver')
      await tabTo(page, button(page, forgot))
      await press(page, 'Enter')
      const dialog = page.getByRole('dialog')
      const field = dialog.getByRole('textbox', { name: label })
      await see(field).toBeFocused()
      await see(field).toHaveValue('acme-approver')
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
      // The name is selected, so that whatever is typed replaces it.
      await press(page, 'Delete', 'Enter')
      await see(field).toHaveAccessibleDescription(needed)
      await press(page, 'Escape')
      await see(dialog).toHaveCount(0)
      await see(button(page, forgot)).toBeFocused()

      await press(page, 'Enter')
      await see(field).toBeFocused()
      await see(field).toHaveValue('acme-approver')
      await press(page, 'Enter')
      await see(status(page, sent)).toBeVisible()
      await see(dialog).toHaveCount(0)
      await see(button(page, forgot)).toBeFocused()
      expect(await axe(page)).toEqual([])
      expect(await last()).toContain(`${console.world.url}/password-reset?authorization=`)
    },
  )

  it('asks again at once after the question was put away, however busy the page is', async () => {
    const page = await visit('/login')
    await see(username(page)).toBeFocused()
    await tabTo(page, button(page, 'Forgot the password'))
    // As on a busy machine: an immediate step happens a while later.
    await page.evaluate(() => {
      const wait = globalThis.setTimeout
      Object.assign(globalThis, {
        setTimeout: (run: () => void, delay = 0, ...given: []) => wait(run, Math.max(delay, 300), ...given),
      })
    })
    const field = page.getByRole('dialog').getByRole('textbox')
    for (let opened = 0; opened < 3; opened++) {
      await press(page, 'Enter')
      await see(field).toBeFocused()
      await press(page, 'Escape')
      await see(page.getByRole('dialog')).toHaveCount(0)
      await see(button(page, 'Forgot the password')).toBeFocused()
    }
    await press(page, 'Enter')
    await see(field).toBeFocused()
    await page.waitForTimeout(700)
    await see(field).toBeFocused({ timeout: 1 })
  })

  it('T35 answers a name that nobody has as one that is mailed a link', async () => {
    const page = await visit('/login')
    const ask = async (name: string) => {
      await tabTo(page, button(page, 'Forgot the password'))
      await press(page, 'Enter')
      await see(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
      await retype(page, name)
      await press(page, 'Enter')
      await see(page.getByRole('dialog')).toHaveCount(0)
      const told = await status(page, /link/).innerText()
      await press(page, 'Shift+Tab')
      return `${told} ${page.url()}`
    }
    expect(await ask('nobody-so-called')).toBe(await ask('vazia-admin'))
    const sent = await deliver(console.world)
    expect(sent.map(({ to }) => to)).toEqual(['vazia-admin@example.org'])
  })

  it('LOGIN-19 says that it could not be asked for, why, and how long to wait, and keeps the name', async () => {
    const page = await visit('/login')
    console.trouble(page).expect(/status of 500/)
    await page.clock.install()
    await tabTo(page, button(page, 'Forgot the password'))
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox')
    await see(field).toBeFocused()
    await type(page, 'monitor-admin')
    console.world.faults.current = (_, { route }) => {
      if (route.includes('restore-password')) throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
    }
    await press(page, 'Enter')
    await see(alert(page)).toContainText('A new password could not be asked for. Something went wrong.')
    await see(alert(page)).toContainText(/req-\d+/)
    expect(await axe(page)).toEqual([])
    console.world.faults.current = noFaults
    await see(field).toBeFocused()
    await see(field).toHaveValue('monitor-admin')
    await press(page, 'Enter')
    await see(dialog).toHaveCount(0)
    // The focus comes back a moment after the dialog is gone.
    await see(button(page, 'Forgot the password')).toBeFocused()
    await press(page, 'Enter')
    await see(field).toBeFocused()
    await retype(page, 'monitor-admin')
    await press(page, 'Enter')
    const left = dialog.locator('[aria-hidden=true]').filter({ hasText: 'was asked for too often' })
    await see(left).toContainText(/Try again in (30|2\d) seconds/)
    await page.clock.fastForward(12_000)
    await see(left).toContainText(/Try again in 1\d seconds/)
    await page.clock.fastForward(20_000)
    await see(alert(page)).toContainText('You can try again now.')
  })

  it.each([
    ['en-US', 'New password', 'Verification code', 'Continue', 'Request a new code', 'Change password'],
    ['pt-BR', 'Senha nova', 'Código de verificação', 'Continuar', 'Pedir um novo código', 'Alterar senha'],
  ] as const)(
    'LOGIN-18 RESET-03 RESET-05 RESET-09 RESET-10 comes by a code to the phone, in %s',
    async (locale, title, label, next, again, change) => {
      const page = await visit('/login', { locale, size: NARROW })
      await page.clock.install()
      await tabTo(page, button(page, /^(Forgot the password|Esqueci a senha)$/))
      await press(page, 'Enter')
      await see(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
      await type(page, 'acme-mfa')
      await press(page, 'Enter')
      await see(page).toHaveURL(`${console.world.url}/password-reset/code?user=acme-mfa`)
      await see(heading(page, title)).toBeVisible()
      await see(page).toHaveTitle(`${title} · tocsin`)
      const field = page.getByRole('textbox', { name: label })
      await see(field).toBeFocused()
      await see(button(page, next)).toBeVisible()
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
      expect(await sentCode()).toHaveLength(7)
      await press(page, 'Enter')
      await see(field).toHaveAccessibleDescription(/\S/)
      await type(page, 'abc2345')
      const answer = hold(console.world, 'validate-code')
      await press(page, 'Enter')
      await see(field).toBeDisabled()
      answer()
      await see(alert(page)).toContainText(/req-\d+/)
      await see(field).toBeFocused()
      expect(await axe(page)).toEqual([])

      // Another one, once it is time for it.
      await tabTo(page, button(page, again))
      await press(page, 'Enter')
      await see(button(page, again)).toHaveAttribute('aria-disabled', 'true')
      await see(button(page, again)).toHaveAccessibleDescription(/ (30|[12]\d) (seconds|segundos)\.$/)
      expect(await deliver(console.world)).toEqual([])
      console.later(31_000)
      await page.clock.fastForward(31_000)
      await see(button(page, again)).not.toHaveAttribute('aria-disabled', 'true')
      await tabTo(page, button(page, again))
      await press(page, 'Enter')
      await see(status(page, /A new code was requested|Um novo código foi pedido/)).toBeVisible()
      await see(field).toBeFocused()
      await see(field).toHaveValue('')
      const second = await sentCode()
      await page.evaluate((text) => navigator.clipboard.writeText(text), `${second.slice(0, 3)} ${second.slice(3)}`)
      await press(page, 'ControlOrMeta+V', 'Enter')

      await see(password(page)).toBeFocused()
      await see(button(page, change)).toBeVisible()
      await see(page.getByText(HINT[locale])).toBeVisible()
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
    },
  )

  it('RESET-06 RESET-07 RESET-08 RESET-16 sets it by the code, for the name in the address, and says so at the sign-in', async () => {
    const page = await visit('/password-reset/code?user=acme-mfa')
    await see(code(page)).toBeFocused()
    await tabTo(page, button(page, 'Request a new code'))
    await press(page, 'Enter')
    await see(status(page, 'A new code was requested')).toBeVisible()
    await type(page, await sentCode())
    await press(page, 'Enter')
    await see(password(page)).toBeFocused()
    await set(page, NEW)
    await see(page).toHaveURL(`${console.world.url}/login`)
    await see(status(page, 'Password updated')).toBeVisible()
    await see(username(page)).toBeFocused()
    expect(await axe(page)).toEqual([])
    expect(await canSignIn('acme-mfa', NEW)).toBe(true)
    expect(await canSignIn('acme-mfa', DEMO_PASSWORD)).toBe(false)
  })

  it('T37 takes a few wrong codes, the right one after them, and leaves the usual sign-in as it was', async () => {
    await console.world.call(null, 'POST', 'authentication/restore-password/request', { username: 'acme-mfa' })
    const page = await visit('/password-reset/code?user=acme-mfa')
    await see(code(page)).toBeFocused()
    const right = await sentCode()
    for (const guess of ['AAAAAAA', 'BBBBBBB', 'CCCCCCC', 'DDDDDDD', 'EEEEEEE']) {
      await retype(page, guess)
      await press(page, 'Enter')
      await see(alert(page)).toContainText('The verification code is not valid. Check it, or ask for a new one.')
      await see(code(page)).toBeFocused()
    }
    await retype(page, right)
    await press(page, 'Enter')
    await see(password(page)).toBeFocused()
    expect((await canSignIn('acme-mfa', NEW)) || (await canSignIn('acme-mfa', DEMO_PASSWORD))).toBe(true)
  })

  it('RESET-04 sends whoever comes without a name to the sign-in, and says what to do', async () => {
    const page = await visit('about:blank')
    for (const path of ['/password-reset/code', '/password-reset/code?user=%20']) {
      await page.goto(path)
      await see(page).toHaveURL(`${console.world.url}/login`)
      await see(alert(page)).toContainText('choose "Forgot the password"')
    }
  })

  it('RESET-11 RESET-12 RESET-13 RESET-14 RESET-15 has two fields, a hint whose unmet items stand out, and a button that is busy', async () => {
    const page = await visit(await linkFor('acme-approver'), { locale: 'pt-BR', size: NARROW })
    const field = page.getByRole('textbox', { name: 'Senha nova', exact: true })
    await see(field).toBeFocused()
    const second = page.getByRole('textbox', { name: 'Confirmar senha nova' })
    await see(second).toBeVisible()
    await see(page.getByText('Sua senha deve conter no mínimo:')).toHaveText(HINT['pt-BR'])
    await see(field).toHaveAccessibleDescription(new RegExp(HINT['pt-BR'].slice(0, 40)))
    await see(unmet(page)).toHaveCount(0)
    await type(page, 'a')
    await see(unmet(page)).toHaveText(['8 caracteres (não mais que 64)', '1 letra maiúscula', '1 número'])
    await see(page.getByText('Sua senha deve conter no mínimo:')).toHaveText(HINT['pt-BR'])
    await see(status(page, 'Ainda falta: 8 caracteres (não mais que 64); 1 letra maiúscula; 1 número.')).toHaveCount(1)
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    await retype(page, `Aa1${'x'.repeat(62)}`)
    await see(unmet(page)).toHaveText(['8 caracteres (não mais que 64)'])
    await retype(page, `Aa1${'x'.repeat(61)}`)
    await see(unmet(page)).toHaveCount(0)

    await set(page, NEW, 'Outra7Coisa')
    await see(second).toBeFocused()
    await see(second).toHaveAccessibleDescription('Confirmar senha nova deve ser igual à senha.')
    await retype(page, NEW)
    const answer = hold(console.world, 'restore-password')
    await press(page, 'Enter')
    const change = button(page, 'Alterar senha')
    await see(change).toHaveAttribute('aria-busy', 'true')
    await see(change.locator('svg')).toBeVisible()
    await see(field).toBeDisabled()
    await see(second).toBeDisabled()
    await see(change).toBeFocused()
    answer()
    await see(status(page, 'Senha atualizada')).toBeVisible()
  })

  it('RESET-17 RESET-18 RESET-22 RESET-23 T67 sets it by the link, whose token is in no address and no other request', async () => {
    const link = await linkFor('vazia-admin')
    const token = new URL(link).searchParams.get('authorization')!
    const page = await visit('about:blank')
    const requests: string[] = []
    page.context().on('request', (request) => {
      const referrer = request.headers()['referer'] ?? ''
      if (request.url() !== link) requests.push(`${request.url()} ${referrer}`)
    })
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      const send = globalThis.fetch
      globalThis.fetch = (...call) => {
        seen.push(location.href)
        return send(...call)
      }
    })
    await page.goto(link)
    await see(password(page)).toBeFocused()
    await see(page).toHaveURL(`${console.world.url}/password-reset`)
    expect(await axe(page)).toEqual([])
    await set(page, NEW)
    await see(page).toHaveURL(`${console.world.url}/login`)
    await see(status(page, 'Password updated')).toBeVisible()
    expect(await canSignIn('vazia-admin', NEW)).toBe(true)
    expect(requests.length).toBeGreaterThan(3)
    expect(requests.filter((one) => one.includes(token))).toEqual([])
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((one) => one.includes('authorization'))).toEqual([])
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
    )
    expect(kept).not.toContain(token)
    await page.goBack()
    expect(page.url()).not.toContain('authorization')
    // The page that is loaded anew has forgotten it.
    console.later(60_000)
    await page.goto(await linkFor('vazia-admin'))
    await see(password(page)).toBeFocused()
    await page.reload()
    await see(page).toHaveURL(`${console.world.url}/login`)
    await see(alert(page)).toContainText('Open the link in the mail once more.')
  })

  it.each([
    [
      'en-US',
      'The password reset link has expired.',
      'This is no link for a new password.',
      'Open the link in the mail once more.',
    ],
    [
      'pt-BR',
      'O link de troca de senha expirou.',
      'Este não é um link para uma nova senha.',
      'Abra de novo o link do e-mail.',
    ],
  ] as const)(
    'RESET-19 RESET-20 RESET-21 RESET-25 leads to the sign-in from a link that is missing, unreadable or expired, in %s',
    async (locale, expired, none, missing) => {
      const now = Date.now()
      const old = await console.world.parts.tokens.sign('reset', { sub: '6', jti: 'x' }, now - HOUR, now - 60_000)
      const page = await visit('about:blank', { locale })
      for (const [query, said] of [
        ['', missing],
        ['?authorization=', none],
        ['?authorization=x.y.z', none],
        [`?authorization=${old}`, expired],
      ] as const) {
        await page.goto(`/password-reset${query}`)
        await see(page).toHaveURL(`${console.world.url}/login`)
        await see(alert(page), query).toContainText(said)
        await see(username(page)).toBeFocused()
      }
      expect(await axe(page)).toEqual([])
    },
  )

  it('RESET-24 RESET-26 T36 gives a clear answer to a link that is too late, used, of before another was used, or of another kind', async () => {
    const page = await visit('about:blank')
    const refused = async (link: string, said: string, before?: () => Promise<unknown>) => {
      await page.goto(link)
      await see(password(page)).toBeFocused()
      await before?.()
      await set(page, NEW)
      await see(page, said).toHaveURL(`${console.world.url}/login`)
      await see(alert(page)).toContainText(said)
      await see(alert(page)).toContainText(/req-\d+/)
    }
    const older = await linkFor('client-manager')
    console.later(60_000)
    const newer = await linkFor('client-manager')
    const body = { password: NEW, passwordConfirm: NEW, token: new URL(newer).searchParams.get('authorization') }
    await refused(newer, 'This link was used already', () =>
      console.world.call(null, 'POST', 'authentication/restore-password', body),
    )
    await refused(older, 'or the password or the address was changed since')
    const inTime = Date.now() + 10 * HOUR
    const foreign = await console.world.parts.tokens.sign('mfa', { sub: '6', jti: 'x' }, inTime)
    await refused(`/password-reset?authorization=${foreign}`, 'This is no link for a new password.')
    console.later(60_000)
    await refused(
      await linkFor('client-manager'),
      'The request has expired. Ask for the password change again.',
      async () => console.later(31 * 60_000),
    )
  })

  it('S46 RESET-02 RESET-28 RESET-29 says at the field what a password lacks, and keeps what was typed while the server is away', async () => {
    const page = await visit(await linkFor('broadcast-operator'))
    console.trouble(page).expect(/ERR_INTERNET|status of 500/)
    await see(password(page)).toBeFocused()
    await press(page, 'Enter')
    await see(password(page)).toHaveAccessibleDescription(/^New password is required\./)
    await see(unmet(page)).toHaveCount(4)
    for (const [secret, said] of [
      ['Ab1', 'must have at least 8 characters'],
      [`Ab1${'x'.repeat(62)}`, 'must have at most 64 characters'],
      ['abcdefg1', 'must have an uppercase letter'],
      ['ABCDEFG1', 'must have a lowercase letter'],
      ['Abcdefgh', 'must have a digit'],
    ] as const) {
      await set(page, secret)
      await see(password(page)).toHaveAccessibleDescription(new RegExp(`^New password ${said}\\.`))
      await see(password(page)).toBeFocused()
    }
    // A rule that only the server knows is told at the field too.
    await set(page, 'Password1')
    await see(password(page)).toHaveAttribute('aria-invalid', 'true')
    // Nothing beside it says that the password is good.
    await see(status(page, 'The password has all that it needs.')).toHaveCount(0)
    await see(password(page)).toBeFocused()
    expect(await axe(page)).toEqual([])
    await page.context().setOffline(true)
    await set(page, NEW)
    await see(alert(page)).toContainText('The server cannot be reached.')
    await page.context().setOffline(false)
    await tabTo(page, button(page, 'Try again'), 'Shift+Tab')
    await press(page, 'Enter')
    await see(status(page, 'Password updated')).toBeVisible()
    expect(await canSignIn('broadcast-operator', NEW)).toBe(true)
  })

  it('RESET-01 works for who is signed in, whose sessions it ends', async () => {
    const page = await console.visit({ as: 'borealis-admin', path: '/login', ownSession: true })
    console.trouble(page).expect(/status of 401/)
    await see(button(page, /^Continue as Bia Borealis/)).toBeVisible()
    await page.goto(await linkFor('borealis-admin'))
    await see(password(page)).toBeFocused()
    await set(page, NEW)
    await see(page).toHaveURL(`${console.world.url}/login`)
    await see(status(page, 'Password updated')).toBeVisible()
    await see(button(page, /^Continue as/)).toHaveCount(0)
    await tabTo(page, username(page))
    await type(page, 'borealis-admin')
    await press(page, 'Tab')
    await type(page, NEW)
    await press(page, 'Enter')
    await see(page.locator('[data-account="9"]')).toBeVisible()
  })
})
