import { describe, expect, it } from 'vitest'
import type { Field, Rule } from './resource'
import {
  above,
  equals,
  max,
  min,
  password,
  pattern,
  required,
  requiredOnCreate,
  requiredWith,
  timezone,
  withPlus,
  zoneNamed,
} from './rules'
import { canonical, check } from './validate'

/** The first problem with a value, as its key; null when it is good. */
const told = (field: Field, value: unknown) => check({ value: field }, { value })[0]?.key ?? null
const text = (...rules: Rule[]): Field => ({ type: 'text', rules })

describe('generic validators', () => {
  it.each([
    undefined,
    null,
    '',
    ' ',
    '\t\r\n',
    '\u00a0\u2003\ufeff',
    '\u200b',
    ' \u200b\u2060\u00ad\u180e',
    '\u3164\u115f',
    '\u202e\u2800',
    '\u{e0020}',
  ])('VAL-02 takes %j for nothing where something is required', (value) => {
    expect(told(text(required()), value)).toBe('formErrors.required')
    expect(told({ type: 'number', rules: [required()] }, value)).toBe('formErrors.required')
    expect(told({ type: 'email', rules: [required()] }, value)).toBe('formErrors.required')
  })

  it('VAL-02 takes what nobody sees for nothing where a text may be absent, and leaves it within others', () => {
    const fields = { value: { type: 'text' } } as const
    expect(canonical(fields, { value: ' \u200b\u2060 ' })).toEqual({ value: null })
    expect(canonical(fields, { value: 'Creche 👩‍👧' })).toEqual({ value: 'Creche 👩‍👧' })
    for (const seen of ['न\u200d', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '.', '\u00b7']) expect(told(text(required()), seen)).toBe(null)
  })

  it.each(['\u0085', '\u009b', '\u0007'])('T109 takes the control %j in no text at all', (control) => {
    for (const type of ['text', 'longtext', 'html', 'json'] as const)
      expect(told({ type }, `a${control}b`)).toBe('formErrors.characters')
  })

  it.each(['\n', '\r\n', '\t', '\u2028', '\u2029'])(
    'VAL-01 T77 takes no %j within what is written in one line, and lets it be around it and in a long text',
    (broken) => {
      expect(told(text(), `a${broken}b`)).toBe('formErrors.oneLine')
      expect(told({ type: 'longtext' }, `a${broken}b`)).toBe(null)
      if (/^\s+$/.test(broken)) expect(told(text(), `${broken}a b${broken}`)).toBe(null)
    },
  )

  it('USERS-18 reads a phone as people write it, and keeps its plus and its digits', () => {
    const phone: Field = { type: 'phone', rules: [withPlus()] }
    for (const written of ['+55 (11) 98765-4321', ' +5511987654321', '+55.11.98765-4321'])
      expect([told(phone, written), canonical({ phone }, { phone: written })]).toEqual([
        null,
        { phone: '+5511987654321' },
      ])
    // A form applies the rule to what it would send: an added plus would pass for one that was written.
    expect(canonical({ phone }, { phone: '(11) 98765-4321' })).toEqual({ phone: '11987654321' })
    expect(canonical({ phone: { type: 'phone' } }, { phone: '55 (11) 98765-4321' })).toEqual({
      phone: '+5511987654321',
    })
    for (const wrong of ['(11) 98765-4321', '+55 (11) 98', '+55 11 98765 x4321', '+', '++5511987654321', '+(---)'])
      expect(told(phone, wrong), wrong).toBe('formErrors.phone')
  })

  it('VAL-02 takes an empty list for nothing, and false and zero for something', () => {
    expect(told({ type: 'list', fields: {}, rules: [required()] }, [])).toBe('formErrors.required')
    expect(told({ type: 'boolean', rules: [required()] }, false)).toBe(null)
    expect(told({ type: 'number', rules: [required()] }, 0)).toBe(null)
  })

  it('VAL-01 CONST-24 counts what a person sees as characters: 55 of a name, 32 of a tag', () => {
    for (const letter of ['x', 'ç', '🚒']) {
      expect(told(text(max(55)), letter.repeat(55))).toBe(null)
      expect(told(text(max(55)), letter.repeat(56))).toBe('formErrors.maxLength')
      expect(told(text(max(32)), letter.repeat(32))).toBe(null)
      expect(told(text(max(32)), letter.repeat(33))).toBe('formErrors.maxLength')
      expect(told(text(min(3)), letter.repeat(3))).toBe(null)
      expect(told(text(min(3)), letter.repeat(2))).toBe('formErrors.minLength')
    }
  })

  it('VAL-01 bounds numbers and lists too', () => {
    const number = (...rules: Rule[]): Field => ({ type: 'number', rules })
    expect([told(number(min(-90)), -90), told(number(min(-90)), -90.1)]).toEqual([null, 'formErrors.minValue'])
    expect([told(number(max(90)), 90), told(number(max(90)), 90.1)]).toEqual([null, 'formErrors.maxValue'])
    expect([told(number(above(0)), 0.001), told(number(above(0)), 0)]).toEqual([null, 'formErrors.above'])
    const refs = (...rules: Rule[]): Field => ({ type: 'refs', of: 'clients', rules })
    expect([told(refs(max(2)), [1, 2]), told(refs(max(2)), [1, 2, 3])]).toEqual([null, 'formErrors.maxItems'])
    expect([told(refs(min(2)), [1, 2]), told(refs(min(2)), [1])]).toEqual([null, 'formErrors.minItems'])
    for (const value of ['12', NaN, Infinity, true]) expect(told(number(), value)).toBe('formErrors.number')
  })

  it('takes whole numbers that an integer column holds, and no others', () => {
    const whole: Field = { type: 'integer', rules: [min(-3)] }
    for (const value of [0, -3, 2_147_483_647]) expect(told(whole, value)).toBe(null)
    for (const value of [1.5, '1', NaN, Infinity, true]) expect(told(whole, value)).toBe('formErrors.integer')
    expect([told(whole, 2_147_483_648), told({ type: 'integer' }, -2_147_483_648)]).toEqual([
      'formErrors.maxValue',
      'formErrors.minValue',
    ])
    expect(told(whole, -4)).toBe('formErrors.minValue')
  })

  it('VAL-01 knows one-of and patterns', () => {
    const choice: Field = { type: 'choice', choices: ['site', 'team'] }
    expect([told(choice, 'team'), told(choice, 'Team')]).toEqual([null, 'formErrors.oneOf'])
    expect(told(text(pattern(/^\d+$/)), '12a')).toBe('formErrors.regex')
    expect(told(text(pattern(/^\d+$/, 'formErrors.version')), 'x')).toBe('formErrors.version')
    expect(told(text(pattern(/^\d+$/)), '12\n')).toBe('formErrors.regex')
  })

  it.each([
    'ana@example.org',
    'ana.maria+alerta@sub.example.co',
    "o'hara_1@example.org",
    'a@b.co',
    'ÂNA@exämple.org',
    `${'a'.repeat(64)}@example.org`,
  ])('VAL-03 takes %s for an e-mail address', (value) => {
    expect(told({ type: 'email' }, value)).toBe(null)
  })

  it.each([
    'ana',
    'ana@',
    '@example.org',
    'ana@example',
    'ana@@example.org',
    'ana@example..org',
    'ana..maria@example.org',
    '.ana@example.org',
    'ana.@example.org',
    'ana maria@example.org',
    'ana@exa mple.org',
    'Ana <ana@example.org>',
    'ana@example.org, bia@example.org',
    'ana@example.org\nBcc: bia@example.org',
    'ana@.example.org',
    'ana@example.org.',
  ])('VAL-03 takes %j for none', (value) => {
    expect(told({ type: 'email', rules: [required()] }, value)).toBe('formErrors.email')
  })

  it('VAL-03 reads a hostile address in no time worth naming', () => {
    // A pattern that backtracked over its dots would outlive the test's own limit.
    expect(told({ type: 'email' }, `${'a.'.repeat(120)}@`)).toBe('formErrors.email')
  })

  it('CONST-02 USERS-18 takes 8 to 20 digits for a phone, and the plus where it is asked for', () => {
    const strict = { type: 'phone', rules: [withPlus()] } as const
    for (const digits of [8, 13, 20]) {
      expect(told({ type: 'phone' }, '1'.repeat(digits))).toBe(null)
      expect(told(strict, '1'.repeat(digits))).toBe('formErrors.phone')
      for (const field of [{ type: 'phone' }, strict] as const) expect(told(field, `+${'1'.repeat(digits)}`)).toBe(null)
    }
    for (const digits of [7, 21])
      for (const plus of ['', '+']) expect(told({ type: 'phone' }, plus + '1'.repeat(digits))).toBe('formErrors.phone')
    for (const value of ['++5511912345678', '5511912345678+', '+55 11 91', '+55a1912345', '+１２３４５６７８'])
      expect([value, told({ type: 'phone' }, value)]).toEqual([value, 'formErrors.phone'])
  })

  it('takes colours of three and six digits, and nothing that could be more than a colour', () => {
    for (const value of ['#FFF', '#007DD8', '#abcdef']) expect(told({ type: 'color' }, value)).toBe(null)
    for (const value of ['#FF', '#FFFF', '#GGGGGG', 'red', '#000;x:y', '007DD8'])
      expect([value, told({ type: 'color' }, value)]).toEqual([value, 'formErrors.color'])
  })

  it('takes dates that a calendar has', () => {
    for (const value of [
      '2026-01-31',
      '2024-02-29',
      '2026-12-31T23:59:59.999999-03:00',
      '2026-01-01T00:00Z',
      '0001-01-01',
    ])
      expect([value, told({ type: 'date' }, value)]).toEqual([value, null])
    for (const value of [
      '2026-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-01',
      '2026-01-32',
      '0000-01-01',
      '31/01/2026',
    ])
      expect([value, told({ type: 'date' }, value)]).toEqual([value, 'formErrors.date'])
    for (const value of ['2026-01-01T24:00:00Z', '2026-01-01T10:60Z', '2026-01-01T10:00', '2026-01-01T10:00+99:00'])
      expect([value, told({ type: 'date' }, value)]).toEqual([value, 'formErrors.date'])
  })

  it('T79 takes time zones of the IANA list, and no other', () => {
    const known = Intl.supportedValuesOf('timeZone')
    expect(known.length).toBeGreaterThan(400)
    for (const value of known) expect([value, told(text(timezone()), value)]).toEqual([value, null])
    for (const value of ['America/Sao_Paulo', 'UTC', 'Asia/Kathmandu']) expect(told(text(timezone()), value)).toBe(null)
    for (const value of ['America/Nowhere', '+03:00', 'São Paulo', '../etc'])
      expect([value, told(text(timezone()), value)]).toEqual([value, 'formErrors.timezone'])
  })

  it('spells a time zone as the list does, whatever its case', () => {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      for (const typed of [zone, zone.toLowerCase(), zone.toUpperCase()]) expect(zoneNamed(typed)).toBe(zone)
    for (const zone of ['UTC', 'Asia/Kolkata', 'Etc/GMT+3', 'America/Port_of_Spain']) expect(zoneNamed(zone)).toBe(zone)
    expect(zoneNamed('utc')).toBe('UTC')
    expect(zoneNamed('America/Nowhere')).toBe(null)
  })

  it('T51 takes web addresses, and never one that runs', () => {
    for (const value of ['https://example.org', 'HTTP://example.org/a?b=ç#d', 'https://[::1]:4000/'])
      expect([value, told({ type: 'url' }, value)]).toEqual([value, null])
    for (const value of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https:example.org',
      'ftp://example.org',
      '//example.org',
    ])
      expect([value, told({ type: 'url' }, value)]).toEqual([value, 'formErrors.link'])
    for (const value of ['https://', 'https://[', 'https://exa mple.org', 'https://example.org\n'])
      expect([value, told({ type: 'url' }, value)]).toEqual([value, 'formErrors.link'])
  })

  it('T51 takes no username or password in an address, and an @ wherever else it stands', () => {
    for (const value of [
      'https://u:pw@h.example.org/x',
      'http://u@h',
      'https://@h',
      'HTTPS://a:@b:8443?x',
      'https://a:b%40c@h',
    ])
      expect([value, told({ type: 'url' }, value)]).toEqual([value, 'formErrors.linkWithUser'])
    for (const value of ['https://h/@x', 'https://h?to=a@b', 'https://h#@', 'https://h/a:b@c', 'https://h:8443'])
      expect([value, told({ type: 'url' }, value)]).toEqual([value, null])
  })

  it('wants a longitude with a latitude, and both or neither', () => {
    const place = {
      lat: { type: 'number', rules: [requiredWith('lng')] },
      lng: { type: 'number', rules: [requiredWith('lat')] },
    } as const
    expect(check(place, { lat: null, lng: null })).toEqual([])
    expect(check(place, { lat: 0, lng: 0 })).toEqual([])
    expect(check(place, { lat: 1 })).toEqual([{ field: 'lng', key: 'formErrors.required' }])
    expect(check(place, { lng: 1, lat: null })).toEqual([{ field: 'lat', key: 'formErrors.required' }])
  })
})

describe('passwords', () => {
  const fields = {
    id: { type: 'number', readonly: true },
    password: { type: 'text', secret: true, rules: [requiredOnCreate(), ...password()] },
    passwordConfirm: { type: 'text', secret: true, rules: [equals('password', 'formErrors.passwordsDontMatch')] },
  } as const
  const judged = (value: unknown, record: Record<string, unknown> = {}) =>
    check(fields, { password: value, passwordConfirm: value, ...record })[0]?.key ?? null

  it('VAL-04 CONST-01 has 8 to 64 characters', () => {
    expect(judged(`Aa1${'x'.repeat(4)}`)).toBe('formErrors.tooShort')
    expect(judged(`Aa1${'x'.repeat(5)}`)).toBe(null)
    expect(judged(`Aa1${'x'.repeat(61)}`)).toBe(null)
    expect(judged(`Aa1${'x'.repeat(62)}`)).toBe('formErrors.tooLong')
    expect(judged(`Aa1${'🚒'.repeat(61)}`)).toBe(null)
    expect(judged(`Aa1${'🚒'.repeat(62)}`)).toBe('formErrors.tooLong')
  })

  it('VAL-05 has an uppercase letter, a lowercase letter and a digit', () => {
    expect(judged('senha1234')).toBe('formErrors.atLeastOneUppercase')
    expect(judged('SENHA1234')).toBe('formErrors.atLeastOneLowercase')
    expect(judged('SenhaSenha')).toBe('formErrors.atLeastOneNumber')
    expect(judged('Ésenhaé12')).toBe(null)
  })

  it('VAL-06 is confirmed by the same', () => {
    expect(judged('Senha1234', { passwordConfirm: 'Senha1235' })).toBe('formErrors.passwordsDontMatch')
    expect(judged('Senha1234', { passwordConfirm: null })).toBe('formErrors.passwordsDontMatch')
    expect(judged('Senha1234', { passwordConfirm: 'Senha1234 ' })).toBe('formErrors.passwordsDontMatch')
    expect(judged(null, { id: 1, passwordConfirm: 'Senha1234' })).toBe('formErrors.passwordsDontMatch')
  })

  it('VAL-07 is wanted of a new user, and left alone on one that exists', () => {
    for (const nothing of [undefined, null, '']) {
      expect(judged(nothing)).toBe('formErrors.required')
      expect(judged(nothing, { id: 1 })).toBe(null)
      // Two empty boxes of a form, of which one was touched.
      expect(check(fields, { id: 1, password: '', passwordConfirm: nothing })).toEqual([])
    }
    expect(judged('short', { id: 1 })).toBe('formErrors.tooShort')
    expect(judged('          ', { id: 1 })).not.toBe(null)
  })

  it('keeps every blank and letter of a password as it was typed', () => {
    const typed = ' Senha\u0301 1234 '
    expect(canonical(fields, { password: typed })).toEqual({ password: typed })
  })
})
