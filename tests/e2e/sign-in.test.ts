import type { Page } from 'playwright'
import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { noFaults } from '../../server/faults'
import { codeIn, deliver, deliverCode } from '../deliver'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { hold } from './hold'
import { press, retype, tabTo, type } from './keyboard'

const NARROW = { width: 360, height: 800 }
const HOUR = 3_600_000

const alert = (page: Page) => page.getByRole('alert')
const username = (page: Page) => page.locator('input[name=username]')
const password = (page: Page) => page.locator('input[name=password]')
const code = (page: Page) => page.locator('input[name=code]')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const works = (page: Page, id: number) => see(page.locator(`[data-account="${id}"]`)).toBeVisible()
const selected = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
  })

/** Types name and password and sends them, from the field of the name on. */
async function send(page: Page, name: string, secret = DEMO_PASSWORD): Promise<void> {
  await tabTo(page, username(page))
  await retype(page, name)
  await press(page, 'Tab')
  await retype(page, secret)
  await press(page, 'Enter')
}

/** The links of the sign-in; the others have no address. */
const LINKS = { help: 'https://help.example.org/' }

const suite: Parameters<typeof inBrowser>[1] = (console) => {
  // The messages of one test do not use up the limits of the next.
  let tests = 0
  beforeEach(() => console.later(2 * HOUR * ++tests))

  const atLogin = async (visit: Parameters<typeof console.visit>[0] = {}) => {
    const page = await console.visit({ as: null, path: '/login', ...visit })
    console.trouble(page).expect(/status of (401|429)/)
    await see(username(page)).toBeFocused()
    return page
  }
  const sentCode = () => deliverCode(console.world)
  const toCode = async (page: Page) => {
    await send(page, 'acme-mfa')
    await see(code(page)).toBeFocused()
    return page
  }
  /** Goes to the code, which is on its way. */
  const atCode = async (visit: Parameters<typeof console.visit>[0] = {}) => toCode(await atLogin(visit))
  /** Goes there with a clock of the page's own. */
  const atTimedCode = async () => {
    const page = await atLogin()
    await page.clock.install()
    return toCode(page)
  }
  /** Lets time go by for the page and for the server. */
  const wait = async (page: Page, seconds: number) => {
    console.later(seconds * 1000)
    await page.clock.fastForward(seconds * 1000)
  }

  it.each([
    ['en-US', 'Sign in', 'When somebody calls for help', 'Terms', 'Privacy', 'Forgot the password'],
    ['pt-BR', 'Entrar', 'Quando alguém pede socorro', 'Termos', 'Privacidade', 'Esqueci a senha'],
  ] as const)(
    'LOGIN-01 LOGIN-02 LOGIN-03 LOGIN-04 LOGIN-06 is a card with all that one needs, in %s',
    async (locale, title, tagline, terms, privacy, forgot) => {
      const page = await atLogin({ locale })
      for (const size of [{ width: 1440, height: 900 }, NARROW]) {
        await page.setViewportSize(size)
        await see(page).toHaveTitle(`${title} · tocsin`)
        await see(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await see(page.getByText(tagline).filter({ visible: true })).toHaveCount(1)
        await see(page.getByText('tocsin', { exact: true }).filter({ visible: true })).toHaveCount(1)
        await see(page.getByText(/190.*193/)).toBeVisible()
        await see(username(page)).toHaveAttribute('autocomplete', 'username')
        await see(password(page)).toHaveAttribute('autocomplete', 'current-password')
        await see(button(page, forgot)).toBeVisible()
        await see(page.getByRole('link', { name: terms })).toHaveAttribute('href', '/terms.html')
        await see(page.getByRole('link', { name: privacy })).toHaveAttribute('href', '/privacy.html')
        expect(await axe(page)).toEqual([])
        expect(await overflow(page)).toEqual([])
      }
    },
  )

  it('LOGIN-05 A-111 leads elsewhere where an address was given, and says so where none was', async () => {
    const page = await atLogin()
    for (const name of ['Distributors', 'Android app', 'iOS app', 'Country', 'About']) {
      await tabTo(page, button(page, name))
      await see(button(page, name)).toHaveAttribute('aria-disabled', 'true')
      await see(button(page, name)).toHaveAccessibleDescription('This server was given no address for it.')
    }
    await see(page.getByRole('link', { name: 'Help' })).toHaveAttribute('href', 'https://help.example.org/')
    await tabTo(page, page.getByRole('link', { name: 'Terms' }))
    const opened = page.waitForEvent('popup')
    await press(page, 'Enter')
    await see(await opened).toHaveTitle('Termos de Uso')
  })

  it('LOGIN-07 LOGIN-08 LOGIN-13 says what is missing, what is wrong and with which request, and keeps what was typed', async () => {
    const page = await atLogin()
    await press(page, 'Enter')
    await see(username(page)).toHaveAccessibleDescription('Type your username.')
    await type(page, 'root')
    await press(page, 'Enter')
    await see(password(page)).toBeFocused()
    await see(password(page)).toHaveAccessibleDescription('Type your password.')
    await type(page, 'wrong')
    await press(page, 'Enter')
    await see(alert(page)).toContainText('Username or password is wrong.')
    expect(await axe(page)).toEqual([])
    const [request] = /req-\d+/.exec(await alert(page).innerText()) ?? ['none']
    await tabTo(page, alert(page).getByRole('button', { name: 'Copy: Request' }), 'Shift+Tab')
    await press(page, 'Enter')
    await see(page.getByText('Copied', { exact: true })).toHaveCount(1)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(request)
    await see(username(page)).toHaveValue('root')
    // A server's error without words of ours is told as a failed sign-in.
    console.trouble(page).expect(/status of 418/)
    console.world.faults.current = (_, { route }) => {
      if (route.endsWith('/login')) throw new ApiError({ status: 418, code: 'ODD_TEAPOT' })
    }
    await tabTo(page, password(page))
    await retype(page, DEMO_PASSWORD)
    await press(page, 'Enter')
    await see(alert(page)).toContainText('Signing in did not work.')
    await see(alert(page)).not.toContainText('TEAPOT')
    console.world.faults.current = noFaults
    await see(password(page)).toBeFocused()
    await press(page, 'Enter')
    await works(page, 1)
  })

  it('shows the password to who asks, and says that Caps Lock is on', async () => {
    const page = await atLogin()
    await press(page, 'Tab')
    await type(page, 'Secret1')
    await see(password(page)).toHaveAttribute('type', 'password')
    await press(page, 'Tab')
    await see(button(page, 'Show the password')).toBeFocused()
    await press(page, 'Enter')
    await see(password(page)).toHaveAttribute('type', 'text')
    await see(password(page)).toHaveValue('Secret1')
    await tabTo(page, password(page), 'Shift+Tab')
    // Tells the page of Caps Lock by a key's event: a test cannot press the lock itself.
    const tell = (modifierCapsLock: boolean) =>
      page.evaluate((on) => {
        const event = new KeyboardEvent('keyup', { bubbles: true, key: 'A', modifierCapsLock: on })
        document.activeElement!.dispatchEvent(event)
      }, modifierCapsLock)
    await tell(true)
    await see(page.getByText('Caps Lock is on.')).toBeVisible()
    await tell(false)
    await see(page.getByText('Caps Lock is on.')).toHaveCount(0)
  })

  it('T34 answers a name that nobody has as a wrong password, and counts down how long to wait', async () => {
    const page = await atLogin()
    await page.clock.install()
    const told = async (name: string) => {
      await send(page, name, 'Wrong123')
      await see(alert(page)).toContainText('wrong')
      return (await alert(page).innerText()).replace(/req-\d+/, '')
    }
    expect(await told('nobody-at-all')).toBe(await told('guest'))
    for (let failure = 0; failure < 8; failure++) {
      const body = { username: 'guest', password: 'Wrong123' }
      expect((await console.world.call(null, 'POST', 'authentication/login', body)).status).toBe(401)
      console.later(60_000)
    }
    // The ninth try waits for 2^4 seconds, and so does the right password.
    await told('guest')
    await retype(page, DEMO_PASSWORD)
    await press(page, 'Enter')
    const left = page.locator('[aria-hidden=true]').filter({ hasText: 'Too many failed sign-ins.' })
    await see(left).toContainText(/Try again in (3[0-2]|2\d|1\d) seconds/)
    const seconds = async () => Number(/in (\d+) s/.exec(await left.innerText())?.[1])
    const before = await seconds()
    await page.clock.fastForward(5_000)
    await see.poll(seconds).toBeLessThanOrEqual(before - 5)
    await see(username(page)).toHaveValue('guest')
    await wait(page, 40)
    await see(alert(page)).toContainText('You can try again now.')
    expect(await axe(page)).toEqual([])
    await tabTo(page, password(page))
    await press(page, 'Enter')
    await works(page, 5)
  })

  it('tells a server that cannot be reached apart, and tries again', async () => {
    const page = await atLogin()
    console.trouble(page).expect(/ERR_INTERNET/)
    await page.context().setOffline(true)
    await send(page, 'acme-admin')
    await see(alert(page)).toContainText('The server cannot be reached.')
    expect(await axe(page)).toEqual([])
    await page.context().setOffline(false)
    await tabTo(page, button(page, 'Try again'), 'Shift+Tab')
    await press(page, 'Enter')
    await works(page, 6)
  })

  it.each([
    ['en-US', 'Verification', 'Verification code', 'Type the code that was sent.', 'The code is not valid.'],
    ['pt-BR', 'Verificação', 'Código de verificação', 'Digite o código que foi enviado.', 'O código não é válido.'],
  ] as const)(
    'LOGIN-09 MFA-01 MFA-02 MFA-03 MFA-09 takes the code after the password, in %s',
    async (locale, title, label, needed, invalid) => {
      const page = await atCode({ locale, size: NARROW })
      await see(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      const field = page.getByRole('textbox', { name: label })
      await see(field).toBeFocused()
      await see(field).toHaveAttribute('autocomplete', 'one-time-code')
      await see(field).toHaveAttribute('inputmode', 'text')
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
      await press(page, 'Enter')
      await see(field).toHaveAccessibleDescription(needed)
      await type(page, 'abc2345')
      await see(field).toHaveValue('ABC2345')
      // Once sent, it waits; then everything can be used again, and the typed code be typed over.
      const answer = hold(console.world, 'mfa/verify')
      await press(page, 'Enter')
      await see(field).toBeDisabled()
      answer()
      await see(alert(page)).toContainText(invalid)
      await see(alert(page)).toContainText(/req-\d+/)
      await see(field).toBeEnabled()
      await see(field).toBeFocused()
      expect(await selected(page)).toBe('ABC2345')
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])

      const sent = (await sentCode()).toLowerCase()
      await page.evaluate((text) => navigator.clipboard.writeText(text), ` ${sent.slice(0, 3)}-${sent.slice(3)} `)
      await press(page, 'ControlOrMeta+V')
      await see(field).toHaveValue(sent.toUpperCase())
      await press(page, 'Enter')
      await works(page, 13)
      await see(page).toHaveURL(`${console.world.url}/`)
    },
  )

  it('takes the code as a phone fills it in, and as somebody mends it in the middle', async () => {
    const page = await atCode()
    await type(page, 'ab2345')
    await press(page, 'Home', 'ArrowRight', 'ArrowRight')
    await type(page, 'c d')
    await see(code(page)).toHaveValue('ABCD2345')
    await press(page, 'Backspace')
    await see(code(page)).toHaveValue('ABC2345')
    const sent = await sentCode()
    // Autofill sets the value and tells so.
    await code(page).evaluate((field: HTMLInputElement, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, sent.toLowerCase())
    await see(code(page)).toHaveValue(sent)
    await press(page, 'Enter')
    await works(page, 13)
  })

  it('MFA-04 MFA-05 MFA-06 counts two minutes down, tells it rarely, and then sends another code', async () => {
    const page = await atTimedCode()
    const first = await sentCode()
    const clock = page.getByRole('timer')
    await see(clock).toHaveText(/^The code counts for (2:00|1:5\d)\.$/)
    const heard = page.getByRole('status').filter({ hasText: 'more second' })
    const told = new Set<string>()
    for (let second = 0; second < 50; second++) {
      await page.clock.fastForward(1_000)
      told.add(await heard.innerText())
    }
    expect([...told]).toEqual(['The code counts for 120 more seconds.'])
    await page.clock.fastForward(20_000)
    await see(heard).toHaveText('The code counts for 60 more seconds.')
    await see(button(page, 'Send another code')).toHaveCount(0)
    console.later(121_000)
    await page.clock.fastForward(51_000)
    await see(clock).toHaveText('The time of the code is over.')
    await type(page, first)
    await press(page, 'Enter')
    await see(alert(page)).toContainText('The code has expired. Ask for a new one.')
    expect(await axe(page)).toEqual([])
    await tabTo(page, button(page, 'Send another code'))
    await press(page, 'Enter')
    await see(page.getByText('Another code was sent by e-mail.')).toBeVisible()
    await see(clock).toHaveText(/^The code counts for (2:00|1:5\d)\.$/)
    await see(code(page)).toBeFocused()
    await see(code(page)).toHaveValue('')
    const second = await sentCode()
    expect(second).not.toBe(first)
    await type(page, second)
    await press(page, 'Enter')
    await works(page, 13)
  })

  it('MFA-07 MFA-08 T29 switches the method, and then not again for 15 seconds, here and at the server', async () => {
    const page = await atTimedCode()
    const [mail] = await deliver(console.world)
    expect(mail).toMatchObject({ channel: 'mail', to: 'acme-mfa@example.org' })
    await see(page.getByText('A code was sent by e-mail for acme-mfa.')).toBeVisible()
    await tabTo(page, button(page, 'Send it by SMS instead'))
    await press(page, 'Enter')
    await see(page.getByText('A code was sent by SMS for acme-mfa.')).toBeVisible()
    const [sms] = await deliver(console.world)
    expect(sms).toMatchObject({ channel: 'sms', to: '+5511900000000' })
    const back = button(page, 'Send it by e-mail instead')
    await see(back).toHaveAttribute('aria-disabled', 'true')
    await see(back).toHaveAccessibleDescription(/The method can be changed again in 1\d seconds\./)
    expect(await axe(page)).toEqual([])
    await tabTo(page, back)
    await press(page, 'Enter')
    expect(await deliver(console.world)).toEqual([])
    // The server does not believe a clock that is ahead: the page shows its answer, and waits.
    await page.clock.fastForward(16_000)
    await see(back).not.toHaveAttribute('aria-disabled', 'true')
    await press(page, 'Enter')
    await see(alert(page)).toContainText(/The method was just changed\. It can be changed again in \d+ seconds\./)
    await see(back).toHaveAttribute('aria-disabled', 'true')
    expect(await deliver(console.world)).toEqual([])
    await wait(page, 16)
    await tabTo(page, back)
    await press(page, 'Enter')
    await see(page.getByText('A code was sent by e-mail for acme-mfa.')).toBeVisible()
    // The code by SMS counts no more.
    await see(code(page)).toBeFocused()
    await type(page, codeIn(sms))
    await press(page, 'Enter')
    await see(alert(page)).toContainText('The code is not valid.')
    await type(page, await sentCode())
    await press(page, 'Enter')
    await works(page, 13)
  })

  it('ERR-20 goes back to the password once what was begun is over, when one wants to, and when the page is loaded anew', async () => {
    const page = await atCode()
    await tabTo(page, button(page, 'Back'))
    await press(page, 'Enter')
    await see(username(page)).toBeFocused()
    await see(username(page)).toHaveValue('acme-mfa')
    await see(alert(page)).toHaveCount(0)
    await tabTo(page, password(page))
    await press(page, 'Enter')
    await see(code(page)).toBeFocused()
    console.later(11 * 60_000)
    await type(page, 'ABC2345')
    await press(page, 'Enter')
    await see(alert(page)).toContainText('The verification has expired. Sign in again.')
    await see(alert(page)).toContainText(/req-\d+/)
    await see(username(page)).toHaveValue('acme-mfa')
    expect(await axe(page)).toEqual([])
    await tabTo(page, password(page))
    await press(page, 'Enter')
    await see(code(page)).toBeFocused()
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
    )
    expect(kept).not.toContain('eyJ')
    await page.reload()
    await see(username(page)).toBeFocused()
  })

  it('A-032 A-031 goes on as who is signed in already, and keeps them beside who comes', async () => {
    const page = await console.visit({ as: 'acme-admin', ownSession: true, path: '/login' })
    console.trouble(page).expect(/status of 401/)
    await see(button(page, /^Continue as Ana Acme/)).toBeVisible()
    expect(await axe(page)).toEqual([])
    await send(page, 'borealis-admin')
    await works(page, 9)
    await page.goto('/login?redirect=%2Fsites')
    await see(button(page, /^Continue as/)).toHaveCount(2)
    await tabTo(page, button(page, /^Continue as Ana Acme/), 'Shift+Tab')
    await press(page, 'Enter')
    await works(page, 6)
    await see(page).toHaveURL(`${console.world.url}/sites`)
  })

  it('says of an account whose session is over that it is, and leaves the others', async () => {
    const page = await console.visit({ as: 'borealis-admin', ownSession: true, path: '/login' })
    console.trouble(page).expect(/status of 401/)
    const bia = button(page, /^Continue as Bia Borealis/)
    await tabTo(page, bia, 'Shift+Tab')
    console.later(13 * HOUR)
    await page.clock.install({ time: Date.now() + 13 * HOUR })
    await press(page, 'Enter')
    await see(alert(page)).toContainText('The session has expired.')
    await see(bia).toHaveCount(0)
    await see(username(page)).toBeVisible()
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  })

  /** A link that a root user makes for somebody; only its path is known to this server. */
  const linkFor = async (id: number): Promise<string> => {
    const asked = { username: 'root', password: DEMO_PASSWORD }
    const root = (await console.world.call(null, 'POST', 'authentication/login', asked)).body.data as { token: string }
    const { body } = await console.world.call(root.token, 'POST', `users/${id}/sign-in-link`)
    return (body.data as { link: string }).link.replace(/^https?:\/\/[^/]+/, '')
  }

  it('LOGIN-10 LOGIN-11 LOGIN-12 A-024 T67 signs in by a link, whose token is out of the address before anything is asked for', async () => {
    const link = await linkFor(6)
    const token = new URL(link, console.world.url).searchParams.get('authorization')!
    const page = await console.visit({ as: null, path: 'about:blank' })
    const requests: string[] = []
    page.context().on('request', (request) => {
      if (!request.url().endsWith(link)) requests.push(`${request.url()} ${request.headers()['referer'] ?? ''}`)
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
    const answer = hold(console.world, 'refresh-token')
    await page.goto(link)
    await see(page.getByRole('status').filter({ hasText: 'The link that you opened is being checked' })).toBeVisible()
    await see(page).toHaveURL(`${console.world.url}/login`)
    expect(await axe(page)).toEqual([])
    answer()
    await works(page, 6)
    await see(page).toHaveURL(`${console.world.url}/`)
    await see(page.getByText('Signed in by a link as Ana Acme (acme-admin).')).toBeVisible()
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((one) => one.includes('authorization'))).toEqual([])
    expect(requests.length).toBeGreaterThan(3)
    expect(requests.filter((one) => one.includes(token))).toEqual([])
    await page.goBack()
    expect(page.url()).not.toContain('authorization')
  })

  it('T66 adds the account of a link to those that are here, and says whose it is until that was read', async () => {
    const page = await console.visit({ as: 'acme-admin', ownSession: true, path: '/login' })
    await page.clock.install()
    await page.goto(await linkFor(9))
    await works(page, 9)
    const notice = page.getByText('Signed in by a link as Bia Borealis (borealis-admin).')
    await see(notice).toBeVisible()
    await see(page.getByText('The accounts that were signed in here still are')).toBeVisible()
    await page.clock.fastForward(60_000)
    await see(notice).toBeVisible()
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('profiles')!) as { username: string }[])
    expect(kept.map((profile) => profile.username)).toEqual(['borealis-admin', 'acme-admin'])
    await page.goto('/login')
    await tabTo(page, button(page, /^Continue as Ana Acme/), 'Shift+Tab')
    await press(page, 'Enter')
    await works(page, 6)
  })

  it.each([
    ['en-US', 'was used already', 'has expired', 'This is no link to sign in with'],
    ['pt-BR', 'já foi usado', 'expirou', 'Este não é um link para entrar'],
  ] as const)(
    'LOGIN-13 SESS-09 signs nobody in by a link that is used, late or none, and shows the form, in %s',
    async (locale, used, late, none) => {
      const link = await linkFor(6)
      const token = new URL(link, console.world.url).searchParams.get('authorization')
      const taken = { refreshToken: token }
      expect((await console.world.call(null, 'POST', 'authentication/refresh-token', taken)).status).toBe(200)
      const other = await linkFor(6)
      const page = await console.visit({ as: null, path: 'about:blank', locale })
      console.trouble(page).expect(/status of 401/)
      const refused = async (path: string, said: string) => {
        await page.goto(path)
        await see(alert(page)).toContainText(said)
        await see(alert(page)).toContainText(/req-\d+/)
        await see(username(page)).toBeFocused()
        await see(page).toHaveURL(`${console.world.url}/login`)
        expect(await page.evaluate(() => localStorage.getItem('profiles'))).toBeNull()
      }
      await refused(link, used)
      expect(await axe(page)).toEqual([])
      await refused('/login?authorization=x.y.z', none)
      console.later(HOUR)
      await refused(other, late)
    },
  )

  it('SESS-09 keeps who is signed in here when a link is of no use, and tries again where no answer came', async () => {
    const page = await console.visit({ as: 'acme-admin', ownSession: true, path: '/login' })
    console.trouble(page).expect(/status of 401|ERR_EMPTY_RESPONSE|ERR_CONNECTION/)
    await page.goto('/login?authorization=x.y.z')
    await see(alert(page)).toContainText('This is no link to sign in with')
    await see(button(page, /^Continue as Ana Acme/)).toBeVisible()
    const link = await linkFor(9)
    console.world.faults.current = (point, { route }) =>
      point === 'request' && route.endsWith('refresh-token') ? 'drop' : undefined
    await page.goto(link)
    await see(alert(page)).toContainText('The server cannot be reached.')
    expect(await axe(page)).toEqual([])
    console.world.faults.current = noFaults
    await tabTo(page, button(page, 'Try again'))
    await press(page, 'Enter')
    await works(page, 9)
  })
}

inBrowser('the sign-in', suite, { links: LINKS })
