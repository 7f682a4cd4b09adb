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
  // White space alone is no token, so it does not conflict with --account.
  expect(given(' ', 'root')).toBeUndefined()
})

it.each([
  ['tocsin_\nx', 'token'],
  ['tocsin_x…', 'token'],
  ['tocsin\u0000x', 'token'],
  ['', 'noToken'],
  [' \t\r\n', 'noToken'],
])('%j, which is no token, is refused by the name of its variable', (token, key) => {
  let refused: unknown
  try {
    given(token)
  } catch (error) {
    refused = error
  }
  expect((refused as CommandError).parts).toMatchObject({ exit: 2, key: `cli.usage.${key}`, field: 'TOCSIN_TOKEN' })
})
