import type { TerminalSignIn } from '@tocsin/core/api/terminal-sign-in'
import { LOCALES } from '@tocsin/core/base/constants'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { axe } from './axe'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { inBrowser, NO_PAGE, see } from './console'
import { press, tabTo, type } from './keyboard'

const TEXTS = {
  'en-US': { title: 'Sign in a terminal', allow: 'Allow', done: 'The terminal is signed in.' },
  'pt-BR': { title: 'Conectar um terminal', allow: 'Permitir', done: 'O terminal está conectado.' },
}

inBrowser('signing in a terminal', (console) => {
  const begin = async (headers: Record<string, string> = {}) =>
    (await console.world.call(null, 'POST', 'authentication/terminal', {}, headers)).body.data as TerminalSignIn
  const take = (token: string) => console.world.call(null, 'POST', 'authentication/terminal/session', { token })
  /** The part of a terminal's link that this console's own address has too. */
  const pathOf = ({ link }: TerminalSignIn) => link.slice(link.indexOf('/profile'))

  it.each(LOCALES)('B2 opens the link of a terminal, compares the code and allows it, by keys: %s', async (locale) => {
    const { title, allow, done } = TEXTS[locale]
    const begun = await begin()
    const page = await console.visit({ locale, path: pathOf(begun) })
    const dialog = page.getByRole('dialog', { name: title })
    const code = `${begun.code.slice(0, 4)}-${begun.code.slice(4)}`
    await see(dialog).toContainText(code)
    await see(dialog).toContainText('acme-admin')
    // The code has the focus: an Enter that comes too early lets nobody in.
    await see(dialog.getByText(code)).toBeFocused()
    await press(page, 'Enter')
    await see(dialog).toBeVisible()
    expect((await take(begun.token)).body.data).toEqual({ pending: true })
    expect(await axe(page)).toEqual([])
    await tabTo(page, dialog.getByRole('button', { name: allow, exact: true }))
    await press(page, 'Enter')
    await see(page.getByText(done)).toBeVisible()
    await see(dialog).toHaveCount(0)
    await see(page).toHaveURL(/\/profile$/)
    expect((await take(begun.token)).body.data).toMatchObject({ profile: { username: 'acme-admin' } })
  })

  it('B2 types the code, is told of a wrong one, and denies the terminal', async () => {
    const begun = await begin()
    const page = await console.visit({ path: '/profile', size: { width: 360, height: 740 } })
    console.trouble(page).expect(/status of 404/)
    await tabTo(page, page.getByRole('button', { name: 'Sign in a terminal…' }))
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign in a terminal' })
    await see(dialog.getByRole('textbox')).toBeFocused()
    await press(page, 'Enter')
    await see(dialog).toContainText('Code of the terminal')
    await type(page, 'AAAA-AAA')
    await press(page, 'Enter')
    await see(dialog).toContainText('No terminal waits with this code.')
    await press(page, 'ControlOrMeta+A')
    await type(page, begun.code.toLowerCase())
    await press(page, 'Enter')
    await see(dialog).toContainText('in the same network')
    // A terminal of another network is warned of.
    await press(page, 'Escape')
    await see(dialog).toHaveCount(0)
    await withServer(console.world.database, (tx) => sql`update terminal_sign_ins set network = 'x'`.execute(tx))
    await press(page, 'Enter')
    await type(page, begun.code)
    await press(page, 'Enter')
    await see(dialog).toContainText('The terminal is in another network than this browser.')
    expect(await axe(page)).toEqual([])
    await tabTo(page, dialog.getByRole('button', { name: 'Deny' }))
    await press(page, 'Enter')
    await see(page.getByText('The terminal was denied.')).toBeVisible()
    expect((await take(begun.token)).body.error?.message).toBe('TERMINAL_DENIED')
    // The focus is back on the button that opened the dialog.
    await see(page.getByRole('button', { name: 'Sign in a terminal…' })).toBeFocused()
  })

  it('B2 leads somebody who is not signed in to the sign-in, and from there to the terminal', async () => {
    const begun = await begin()
    const page = await console.visit({ as: null, path: NO_PAGE })
    await page.goto(pathOf(begun))
    await see(page.locator('input[name=username]')).toBeFocused()
    await type(page, 'acme-admin')
    await press(page, 'Tab')
    await type(page, DEMO_PASSWORD)
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog', { name: 'Sign in a terminal' })
    await see(dialog).toContainText('acme-admin')
    // The welcome of a sign-in comes after what the person came for.
    const welcome = page.getByRole('dialog', { name: /^Welcome/ })
    await see(dialog.getByText(`${begun.code.slice(0, 4)}-${begun.code.slice(4)}`)).toBeFocused()
    await see(welcome).toHaveCount(0)
    await press(page, 'Escape')
    await see(dialog).toHaveCount(0)
    await see(welcome.getByRole('button').first()).toBeFocused()
  })
})
