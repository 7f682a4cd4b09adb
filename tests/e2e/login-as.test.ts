import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { noFaults } from '../../server/faults'
import { ApiError } from '@tocsin/core/base/errors'
import { axe, overflow } from './axe'
import { chooseElsewhere, goWithin, inBrowser, see } from './console'
import { expectFocus, focusIsLost, press, tabTo, type } from './keyboard'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const banner = (page: Page) =>
  page.getByRole('region', { name: /^(Signed in as somebody else|No lugar de outra pessoa)$/ })
const question = (page: Page) => page.getByRole('alertdialog')
const notices = (page: Page) => page.getByRole('log')
const loginButton = (page: Page) => page.getByRole('button', { name: /^(Sign in as|Entrar como)$/ })

type Stored = { username: string; token: string }
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('profiles') ?? '[]') as Stored[])
const usernames = async (page: Page) => (await stored(page)).map(({ username }) => username)

/** Signs in as a user from their page, by the button and the question. */
async function become(page: Page): Promise<void> {
  await tabTo(page, loginButton(page))
  await press(page, 'Enter')
  await see(question(page).getByRole('button', { name: /^(Cancel|Cancelar)$/ })).toBeFocused()
  await press(page, 'Tab', 'Enter')
  await see(banner(page)).toBeVisible()
  await see(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Finds a command in the palette and runs it. */
async function run(page: Page, text: string, title: RegExp): Promise<void> {
  await press(page, 'ControlOrMeta+K')
  await see(page.locator('[role=combobox]:focus')).toBeVisible()
  await type(page, text)
  await see(page.locator('[role=option][aria-selected=true]')).toHaveText(title)
  await press(page, 'Enter')
}

inBrowser('signing in as somebody else', (console) => {
  const call = async (token: string, method: string, path: string) => console.world.call(token, method, path)

  it('USERS-07 USERS-08 USERS-10 A-033 goes home as them, by a question and a call without a payload', async () => {
    const page = await console.visit({ as: 'root', path: '/users/6/show' })
    await see(heading(page, 'Ana Acme')).toBeVisible()
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(`${new URL(request.url()).pathname} ${request.postData() ?? '-'}`)
    })
    await page.evaluate(() => Object.assign(globalThis, { before: true }))
    await tabTo(page, loginButton(page))
    await press(page, 'Enter')
    await see(question(page)).toContainText('Sign in as Ana Acme?')
    await see(question(page)).toContainText('Rute Raiz')
    await see(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(question(page)).toHaveCount(0)
    expect(calls).toEqual([])
    await see(loginButton(page)).toBeFocused()

    await become(page)
    await see(page).toHaveURL(`${console.world.url}/`)
    await see(heading(page, 'Hello, Ana Acme')).toBeVisible()
    await expectFocus(page, 'link', /Pending alerts/)
    await see(notices(page)).toContainText('You are Ana Acme now.')
    await see(notices(page)).toContainText('tocsin users login-as 6')
    // The body is empty JSON.
    expect(calls).toEqual(['/api/users/6/impersonate {}'])
    // The page was loaded anew, the own account is still there, right behind.
    expect(await page.evaluate(() => 'before' in globalThis)).toBe(false)
    expect(await usernames(page)).toEqual(['acme-admin', 'root'])
  })

  it('SHELL-03 says on every page who one is and who one really is, and leads back to where it was begun', async () => {
    const page = await console.visit({ as: 'root', path: '/users/6/show' })
    await see(heading(page, 'Ana Acme')).toBeVisible()
    await become(page)
    await see(banner(page)).toContainText('You are Ana Acme — signed in as Rute Raiz.')
    // It has one button, and that is the way back.
    await see(banner(page).getByRole('button')).toHaveText(['Back to Rute Raiz'])
    const box = await banner(page).boundingBox()
    expect([box?.x, box?.width]).toEqual([0, 1440])
    const bar = await page.getByRole('banner').boundingBox()
    expect(box?.y).toBe((bar?.y ?? 0) + (bar?.height ?? 0))
    expect(await axe(page)).toEqual([])
    await press(page, 'g', 's')
    await see(heading(page, 'Sites')).toBeVisible()
    await see(banner(page)).toBeVisible()
    await page.reload()
    await see(banner(page)).toBeVisible()
    const [child] = await stored(page)
    expect((await call(child!.token, 'GET', 'sites?limit=1')).status).toBe(200)

    await tabTo(page, banner(page).getByRole('button'))
    await press(page, 'Enter')
    await see(heading(page, 'Ana Acme')).toBeVisible()
    await see(page).toHaveURL(`${console.world.url}/users/6/show`)
    await see(banner(page)).toHaveCount(0)
    await see(notices(page)).toContainText('You are Rute Raiz again.')
    expect(await usernames(page)).toEqual(['root'])
    // That session is over, and not only forgotten here.
    expect((await call(child!.token, 'GET', 'sites?limit=1')).status).toBe(401)
    expect(await focusIsLost(page)).toBe(false)
    // The history of the user signed in as has both names.
    await see(page.getByRole('region', { name: 'History' })).toContainText('root')
  })

  it.each([
    ['en-US', 'sign in as', /^Sign in as Apolo Acme/, 'back to my own', /^Back to my own account/],
    ['pt-BR', 'entrar como', /^Entrar como Apolo Acme/, 'voltar', /^Voltar à minha própria conta/],
  ] as const)(
    'CARD-02 is a command of the palette at a row, as is the way back, in %s',
    async (locale, asked, title, backAsked, backTitle) => {
      const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=users&q=apolo', locale })
      await see(page.getByRole('grid')).toContainText('Apolo Acme')
      await tabTo(page, page.locator('[role=row][tabindex="0"]'))
      await run(page, asked, title)
      await see(question(page)).toContainText('Apolo Acme')
      await press(page, 'Tab', 'Enter')
      await see(banner(page)).toBeVisible()
      // The page is loaded anew for the present user.
      await see(page.getByRole('heading', { level: 1, name: /Apolo Acme/ })).toBeVisible()
      await expectFocus(page, 'link', /Mobile profiles to approve|Perfis móveis a aprovar/)
      await run(page, backAsked, backTitle)
      await see(banner(page)).toHaveCount(0)
      await see(page).toHaveURL(/\/clients\/2\/show\?tab=users&q=apolo$/)
      expect(await usernames(page)).toEqual(['root'])
    },
  )

  it('USERS-09 is offered with the permission for that kind of user, and says why where it cannot be done', async () => {
    // Without login_as:user:client it is not there; of oneself it never is.
    const acme = await console.visit({ as: 'acme-admin', path: '/users/8/show' })
    await see(acme.getByRole('button', { name: 'Edit' })).toBeVisible()
    await see(loginButton(acme)).toHaveCount(0)
    // An admin has it for client staff, and not for staff.
    const admin = await console.visit({ as: 'admin', path: '/users/4/show' })
    await see(admin.getByRole('button', { name: 'Edit' })).toBeVisible()
    await see(loginButton(admin)).toHaveCount(0)
    await goWithin(admin, '/users/6/show')
    await see(loginButton(admin)).toBeEnabled()

    // Nobody signed in as somebody else signs in as a third.
    const root = await console.visit({ as: 'client-manager', from: 'root', path: '/users/6/show' })
    await see(loginButton(root)).toBeDisabled()
    await tabTo(root, loginButton(root))
    await see(loginButton(root)).toHaveAccessibleDescription(
      'You are signed in as somebody else already. Go back to your own account first.',
    )
    await press(root, 'Enter')
    await see(question(root)).toHaveCount(0)
  })

  it('USERS-11 ERR-08 tells of a failure with its request, and one stays who one is', async () => {
    const page = await console.visit({ as: 'root', path: '/users/6/show' })
    console.trouble(page).expect(/status of (400|401|500)/)
    await see(heading(page, 'Ana Acme')).toBeVisible()
    const refuse = (status: number, code: string) => {
      console.world.faults.current = (point, { route, method }) => {
        if (point === 'request' && method === 'POST' && route.endsWith('/impersonate'))
          throw new ApiError({ status, code })
      }
    }
    const attempt = async () => {
      await tabTo(page, loginButton(page))
      await press(page, 'Enter')
      await see(question(page)).toBeVisible()
      await press(page, 'Tab', 'Enter')
    }
    refuse(500, 'INTERNAL_ERROR')
    await attempt()
    await see(notices(page)).toContainText('Something went wrong.')
    await see(notices(page)).toContainText(/req-\d+/)
    expect(await axe(page)).toEqual([])
    // httpError.authentication.{message} comes before httpError.{message}.
    refuse(401, 'CLIENT_LOCKED')
    await attempt()
    await see(notices(page)).toContainText('The request cannot be carried out because the client is locked.')
    console.world.faults.current = noFaults

    // Somebody switched them off meanwhile.
    await call(await console.world.token('admin'), 'POST', 'users/6/deactivate')
    await attempt()
    await see(notices(page)).toContainText('The user is not active.')
    await call(await console.world.token('admin'), 'POST', 'users/6/activate')
    await see(banner(page)).toHaveCount(0)
    expect(await usernames(page)).toEqual(['root'])
  })

  it('T22 ends with the session it was begun from: the next request signs out, and says so', async () => {
    const page = await console.visit({ as: 'acme-admin', from: 'root', ownSession: true })
    console.trouble(page).expect(/status of 401/)
    const own = (await stored(page)).find(({ username }) => username === 'root')!
    expect((await call(own.token, 'POST', 'authentication/logout')).status).toBe(200)
    await press(page, 'g', 's')
    await see(page).toHaveURL(/\/login/)
    await see(
      page
        .getByRole('alert')
        .or(page.getByRole('status'))
        .filter({ hasText: /sign in|signed in/i })
        .first(),
    ).toBeVisible()
    expect(await focusIsLost(page)).toBe(false)
  })

  it('fits a narrow screen in both languages, above the banner of a locked client', async () => {
    const page = await console.visit({ as: 'borealis-admin', from: 'root', size: { width: 360, height: 800 } })
    for (const [locale, words] of [
      ['en-US', 'Borealis Saúde is locked'],
      ['pt-BR', 'Borealis Saúde está bloqueado'],
    ] as const) {
      await chooseElsewhere(page, { locale })
      const locked = page.getByText(words).first()
      await see(locked).toBeVisible()
      await see(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect((await banner(page).boundingBox())!.y).toBeLessThan((await locked.boundingBox())!.y)
      expect(await overflow(page)).toEqual([])
      expect(await axe(page)).toEqual([])
    }
  })
})
