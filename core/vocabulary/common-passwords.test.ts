import { expect, it } from 'vitest'
import { weaknessOf } from './common-passwords'
import { passwordFailures } from './password'

it.each([
  'Password1',
  'Password123!',
  'P@ssw0rd',
  'Senha123',
  'sENHA2026',
  'Mudar123',
  'Brasil2026',
  'Qwerty123',
  'Abcd1234',
  'Aa123456',
  '123456Aa',
  'Admin@123',
  'Flamengo10',
  'Verão2026',
  'Demo1234',
])('takes %s for one of the first that are tried', (password) => {
  expect(weaknessOf(password, 'acme-admin')).toBe('common')
})

it('refuses what says whose it is, in whatever case', () => {
  expect(weaknessOf('xACME-Admin7', 'acme-admin')).toBe('personal')
  expect(weaknessOf('Tocsin2026', 'acme-admin')).toBe('personal')
  expect(weaknessOf('JoséSilva7', 'josesilva')).toBe('personal')
  // A name of two letters is in half of all words.
  expect(weaknessOf('Quatro4Ventos', 'at')).toBe(null)
  expect(weaknessOf('Quatro4Ventos', ' ')).toBe(null)
})

it('leaves alone what is neither', () => {
  for (const password of ['Quatro4Ventos', 'Xk7mPq2w', 'Senha do vizinho 7', 'Passwordless9Life', 'kT9$vv.Ruq1'])
    expect([weaknessOf(password, 'acme-admin'), passwordFailures(password)], password).toEqual([null, []])
})
