import { expect, it } from 'vitest'
import { tokenGiven } from './account'
import type { CommandError } from './command-error'
import type { Io } from './io'

const given = (token: string, account?: string) =>
  tokenGiven({
    settings: account === undefined ? {} : { account },
    io: { env: { TOCSIN_TOKEN: token } } as unknown as Io,
  })

it('a token of the environment is read without the white space around it', () => {
  expect(given('tocsin_x\n')).toBe('tocsin_x')
  expect(given(' \t\r\n')).toBeUndefined()
  // White space alone is no token, so it does not conflict with --account.
  expect(given(' ', 'root')).toBeUndefined()
})

it.each(['tocsin_\nx', 'tocsin_x…', 'tocsin\u0000x'])(
  '%j, which no header can have, is refused by its name',
  (token) => {
    let refused: unknown
    try {
      given(token)
    } catch (error) {
      refused = error
    }
    expect((refused as CommandError).parts).toMatchObject({ exit: 2, key: 'cli.usage.token', field: 'TOCSIN_TOKEN' })
  },
)
