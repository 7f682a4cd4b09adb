import { describe, expect, it } from 'vitest'
import { LOCALES } from '../base/constants'
import { chooseLocale, createVocabulary } from './i18n'
import { messages } from './messages'

const leaves = (table: object, path = ''): string[] =>
  Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : leaves(value as object, `${path}${key}.`),
  )

describe('the language', () => {
  it('A-019 is the first that can be had of what was asked for, stored and preferred', () => {
    expect(chooseLocale('pt-BR', 'en-US', 'en')).toBe('pt-BR')
    expect(chooseLocale(null, 'pt-BR', 'en')).toBe('pt-BR')
    expect(chooseLocale('fr', 'pt-BR', 'en')).toBe('pt-BR')
    expect(chooseLocale(undefined, '', 'pt-PT')).toBe('pt-BR')
    expect(chooseLocale(null, null, 'de-DE', 'pt', 'en')).toBe('pt-BR')
  })

  it('LANG-05 is the first supported one when none can be had', () => {
    expect(LOCALES).toEqual(['en-US', 'pt-BR'])
    for (const wanted of [[], [null], ['fr', 'de'], ['ptolemaic'], ['english please'], ['C'], ['*']])
      expect([wanted, chooseLocale(...wanted)]).toEqual([wanted, 'en-US'])
  })

  it('A-019 matches by prefix, however terminals, browsers and headers spell it', () => {
    for (const tag of [
      'pt',
      'PT',
      'pt-PT',
      'pt_BR',
      'pt_BR.UTF-8',
      ' pt-br ',
      'pt-BR,pt;q=0.9,en;q=0.8',
      'fr,pt;q=0.5',
    ])
      expect([tag, chooseLocale(tag)]).toEqual([tag, 'pt-BR'])
    for (const tag of ['en', 'en-GB', 'en_US.UTF-8', 'en,pt'])
      expect([tag, chooseLocale(tag, 'pt')]).toEqual([tag, 'en-US'])
  })
})

describe('words', () => {
  it('LANG-01 CONST-21 stand in both languages under the same keys, none of them empty', () => {
    const [english, portuguese] = LOCALES.map((locale) => leaves(messages[locale]).sort())
    expect(english?.length).toBeGreaterThan(100)
    expect(portuguese).toEqual(english)
    const vocabulary = createVocabulary()
    for (const locale of LOCALES) expect(english?.filter((key) => !vocabulary.has(locale, key))).toEqual([])
  })

  it('take the same values in both languages', () => {
    const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => String(name)).sort()
    const at = (table: object, path: string) =>
      path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], table) as string
    for (const key of leaves(messages['en-US']))
      expect([key, placeholders(at(messages['pt-BR'], key))]).toEqual([key, placeholders(at(messages['en-US'], key))])
  })

  it('fall back to the other language, then to the key', () => {
    const vocabulary = createVocabulary()
    vocabulary.add(['resources', 'x'], { 'en-US': { only: 'English {{n}}' }, 'pt-BR': {} })
    expect(vocabulary.translate('pt-BR')('resources.x.only', { n: 2 })).toBe('English 2')
    expect(vocabulary.translate('pt-BR')('resources.x.none')).toBe('resources.x.none')
    expect(vocabulary.has('pt-BR', 'resources.x.only')).toBe(false)
  })

  it('are never what every object has, nor what holds other words', () => {
    const t = createVocabulary().translate('en-US')
    for (const code of ['valueOf', 'toString', 'constructor', '__proto__', 'hasOwnProperty', 'authentication'])
      expect(t(`httpError.${code}`)).toBe(`httpError.${code}`)
  })

  it('keep values as they are, whatever stands in them', () => {
    const t = createVocabulary().translate('en-US')
    expect(t('formErrors.oneOf', { choices: '{{choices}} <b> $& a.b' })).toBe('must be one of: {{choices}} <b> $& a.b')
  })

  it('count in the plural of the language, with its separators', () => {
    const vocabulary = createVocabulary()
    const words = (one: string, other: string) => ({ rows: { one, other } })
    vocabulary.add(['counts'], {
      'en-US': words('{{count}} row', '{{count}} rows'),
      'pt-BR': words('{{count}} linha', '{{count}} linhas'),
    })
    const said = (locale: 'en-US' | 'pt-BR', count: number) => vocabulary.translate(locale)('counts.rows', { count })
    expect([0, 1, 2, 12_345].map((count) => said('en-US', count))).toEqual(['0 rows', '1 row', '2 rows', '12,345 rows'])
    // Zero takes the plural in Portuguese as well, although CLDR says otherwise.
    expect([0, 1, 2, 12_345].map((count) => said('pt-BR', count))).toEqual([
      '0 linhas',
      '1 linha',
      '2 linhas',
      '12.345 linhas',
    ])
  })

  it('of one vocabulary stay its own', () => {
    createVocabulary().add(['httpError', 'CONFLICT'], { 'en-US': { x: '1' }, 'pt-BR': { x: '1' } })
    expect(createVocabulary().translate('en-US')('httpError.CONFLICT')).toBe(messages['en-US'].httpError.CONFLICT)
  })

  it('ERR-10 ERR-11 ERR-12 ERR-13 ERR-14 name what went wrong on signing in', () => {
    const t = createVocabulary()
    for (const code of [
      'MISSING_USERNAME_OR_PASSWORD',
      'INVALID_USERNAME_OR_PASSWORD',
      'INVALID_AUTHORIZATION_HEADER',
      'INVALID_USER',
      'NO_MFA_METHOD_FOR_USER',
    ])
      for (const locale of LOCALES)
        expect([code, t.has(locale, `httpError.authentication.${code}`)]).toEqual([code, true])
  })

  it('ERR-15 ERR-16 ERR-17 ERR-18 ERR-19 name what went wrong besides', () => {
    const t = createVocabulary()
    for (const code of [
      'MFA_INVALID_CODE',
      'JWT_EXPIRED_PASSWORD_RESET',
      'JWT_EXPIRED_PASSWORD_RESET_NO_REQUEST',
      'CLIENT_LOCKED',
      'INTERNAL_ERROR',
    ])
      for (const locale of LOCALES)
        expect([code, t.has(locale, `httpError.authentication.${code}`)]).toEqual([code, true])
  })

  it('ERR-20 ERR-23 name what the client itself finds', () => {
    const t = createVocabulary()
    const codes = ['MISSING_MFA_TOKEN', 'NOT_AUTHENTICATED', 'EXPIRED_REFRESH_TOKEN'].map(
      (code) => `httpError.authentication.${code}`,
    )
    const notices = ['sessionExpired', 'notSignedIn', 'couldNotLoadData'].map((notice) => `notices.${notice}`)
    for (const key of [...codes, ...notices])
      for (const locale of LOCALES) expect([key, t.has(locale, key)]).toEqual([key, true])
  })

  it('PERM-05 A-044 name every role of each user type', () => {
    const t = createVocabulary()
    for (const role of ['admin', 'manager', 'approver', 'worker'])
      for (const locale of LOCALES) expect([role, t.has(locale, `roles.client.${role}`)]).toEqual([role, true])
  })
})
