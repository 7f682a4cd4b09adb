import { sql } from 'kysely'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { axe, overflow } from './axe'
import { inBrowser, see, type Console } from './console'
import { expectFocus, press, retype, tabTo, type } from './keyboard'

const NEW = 'uma senha nova'
const OUTSIDE = { as: null, size: { width: 360, height: 740 } } as const

/** Returns the path of a link that staff made for a mobile user. */
async function linkFor({ world }: Console, id: number): Promise<string> {
  const { body } = await world.call(await world.token('root'), 'POST', `mobile-users/${id}/reset-link`, {})
  return new URL((body.data as { link: string }).link).pathname
}
const holds = async ({ world }: Console, id: number, password: string) => {
  const { rows } = await withServer(world.database, (tx) =>
    sql<{ hash: string }>`select password_hash as hash from mobile_passwords where mobile_user_id = ${id}`.execute(tx),
  )
  return rows[0] ? world.parts.passwords.verify(rows[0].hash, password) : false
}
/** Records the calls that a page makes. */
function calls(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(mobile|api)\b/.test(pathname))
      made.push(`${request.method()} ${pathname} ${request.headers()['authorization']?.slice(0, 7) ?? ''}`.trim())
  })
  return made
}

const setsPassword = (console: Console, id: number, call: RegExp) => async () => {
  const path = await linkFor(console, id)
  const page = await console.visit({ ...OUTSIDE, path, locale: 'pt-BR' })
  const made = calls(page)
  await see(page.getByRole('heading', { level: 1, name: 'Nova senha do aplicativo' })).toBeVisible()
  await see(page).toHaveTitle('Nova senha do aplicativo')
  const [password, repeated] = [page.getByLabel('Nova senha'), page.getByLabel('Repita a senha')]
  await tabTo(page, password)
  await type(page, NEW)
  await press(page, 'Tab')
  await see(repeated).toBeFocused()
  await type(page, NEW)
  await press(page, 'Enter')
  await expectFocus(page, 'heading', 'Sua senha foi definida')
  expect(made.filter((one) => !one.startsWith('OPTIONS'))).toEqual([expect.stringMatching(call)])
  expect(await holds(console, id, NEW)).toBe(true)
  expect(await axe(page)).toEqual([])

  // The link works once.
  console.trouble(page).expect(/status of 401/)
  await page.goto(path)
  await tabTo(page, password)
  await type(page, 'outra senha')
  await press(page, 'Tab')
  await type(page, 'outra senha')
  await press(page, 'Enter')
  await expectFocus(page, 'heading', 'Este link não vale mais')
  expect(await holds(console, id, NEW)).toBe(true)
}

inBrowser('the reset of a mobile password', (console) => {
  it('PUB-13 PUB-14 A-036 is sent by POST with Bearer while the flag is off', async () => {
    await setsPassword(console, 1, /^POST \/mobile\/reset-password Bearer$/)()
  })

  it('VAL-08 A-037 says what is wrong with a password where it is, and asks nothing else of it', async () => {
    const page = await console.visit({ ...OUTSIDE, path: await linkFor(console, 4), locale: 'pt-BR' })
    const made = calls(page)
    const [password, repeated] = [page.getByLabel('Nova senha'), page.getByLabel('Repita a senha')]
    const attempt = async (text: string, again = text) => {
      await tabTo(page, password)
      await retype(page, text)
      await tabTo(page, repeated)
      await retype(page, again)
      await press(page, 'Enter')
    }
    await see(page.getByText('De 8 a 64 caracteres, sem dois espaços seguidos.')).toBeVisible()
    for (const [text, again, field, problem] of [
      ['', '', password, 'Escreva uma senha.'],
      ['1234567', '1234567', password, 'Use pelo menos 8 caracteres.'],
      ['x'.repeat(65), 'x'.repeat(65), password, 'Use no máximo 64 caracteres.'],
      ['dois  espaços', 'dois  espaços', password, 'Tire um dos dois espaços seguidos.'],
      ['uma senha boa', 'outra senha', repeated, 'As duas senhas são diferentes.'],
    ] as const) {
      await attempt(text, again)
      await see(field).toBeFocused()
      await see(field).toHaveAccessibleDescription(problem)
      await see(field).toHaveAttribute('aria-invalid', 'true')
    }
    expect(made).toEqual([])
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    // The problem goes as soon as the answer is right; the language changes and what was written stays.
    await retype(page, 'uma senha boa')
    await see(page.getByText('As duas senhas são diferentes.')).toHaveCount(0)
    await tabTo(page, page.getByRole('combobox', { name: 'Idioma' }))
    await press(page, 'E')
    await see(page.getByRole('heading', { name: 'New password for the app' })).toBeVisible()
    await see(page.getByLabel('Repeat it')).toHaveValue('uma senha boa')
    await tabTo(page, page.getByRole('checkbox', { name: 'Show the passwords' }))
    await press(page, 'Space')
    await see(page.getByLabel('Repeat it')).toHaveAttribute('type', 'text')
    // Letters and digits are free: eight of anything, blanks one at a time.
    await tabTo(page, page.getByLabel('New password'))
    await retype(page, '-------- - é')
    await tabTo(page, page.getByLabel('Repeat it'))
    await retype(page, '-------- - é')
    await press(page, 'Enter')
    await expectFocus(page, 'heading', 'Your password is set')
    expect(await holds(console, 4, '-------- - é')).toBe(true)
  })

  it('keeps the passwords where no answer came, says so, and sends them again by key', async () => {
    const page = await console.visit({ ...OUTSIDE, path: await linkFor(console, 2), locale: 'pt-BR' })
    console.trouble(page).expect(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await tabTo(page, page.getByLabel('Nova senha'))
    await type(page, NEW)
    await press(page, 'Tab')
    await type(page, NEW)
    await press(page, 'Enter')
    await see(page.getByRole('alert')).toContainText('A senha não foi definida. O serviço não respondeu.')
    await see(page.getByLabel('Nova senha')).toHaveValue(NEW)
    await page.context().setOffline(false)
    await tabTo(page, page.getByRole('button', { name: 'Tentar de novo' }))
    await press(page, 'Enter')
    await expectFocus(page, 'heading', 'Sua senha foi definida')
  })

  it('says that a forged link is not valid, without details', async () => {
    const page = await console.visit({ ...OUTSIDE, path: `/static/reset-password/${'x'.repeat(900)}`, locale: 'pt-BR' })
    console.trouble(page).expect(/status of 401/)
    await tabTo(page, page.getByLabel('Nova senha'))
    await type(page, NEW)
    await press(page, 'Tab')
    await type(page, NEW)
    await press(page, 'Enter')
    await expectFocus(page, 'heading', 'Este link não vale mais')
  })
})

inBrowser(
  'the reset of a mobile password of the third generation',
  (console) => {
    it('PUB-15 A-036 is sent by PATCH with the bare token while token-mobile-v3 is on', async () => {
      await setsPassword(console, 1, /^PATCH \/mobile\/v2\/config (?!Bearer)\S+/)()
    })
  },
  { features: { 'token-mobile-v3': true } },
)
