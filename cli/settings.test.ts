import { expect, it } from 'vitest'
import type { CommandError } from './command-error'
import { EXIT } from './exit-codes'
import type { Io } from './io'
import { hostOf, refuseInsecure, retriesOf, timeoutOf, wantsColor, type Settings } from './settings'

const refusal = (host: string, settings: Settings = {}, env: Record<string, string> = {}) => {
  try {
    refuseInsecure(hostOf({ host }, {}), settings, env)
    return null
  } catch (error) {
    return (error as CommandError).parts
  }
}

it('C05 plain HTTP is for this machine alone, by whatever name it goes', () => {
  for (const host of ['http://localhost:4000', 'http://127.0.0.1', 'http://127.9.8.7:80', 'http://[::1]:4000'])
    expect(refusal(host), host).toBeNull()
  for (const host of ['https://192.0.2.2', 'https://tocsin.example.org']) expect(refusal(host), host).toBeNull()
  for (const host of [
    'http://192.0.2.2:4000',
    'http://0.0.0.0:4000',
    'http://tocsin.example.org',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'http://[::ffff:192.0.2.2]',
    'http://[fd00::2]',
  ]) {
    expect(refusal(host), host).toMatchObject({ code: 'INSECURE_HTTP', exit: EXIT.usage, field: '--host' })
    expect(refusal(host, { insecureHttp: true }), host).toBeNull()
    expect(refusal(host, {}, { TOCSIN_INSECURE_HTTP: '1' }), host).toBeNull()
    // Only an affirmative value counts.
    for (const no of ['', '0', 'false', 'no'])
      expect(refusal(host, {}, { TOCSIN_INSECURE_HTTP: no }), no).not.toBeNull()
  }
})

it('B9 colours: --no-color, then NO_COLOR, then FORCE_COLOR, then a terminal that has them', () => {
  const wants = (isTerminal: boolean, env: Record<string, string>, settings: Settings = {}) =>
    wantsColor(settings, { stdout: { isTerminal }, env } as unknown as Io)
  expect([wants(true, {}), wants(false, {}), wants(true, { TERM: 'dumb' })]).toEqual([true, false, false])
  expect([wants(false, { FORCE_COLOR: '1' }), wants(false, { FORCE_COLOR: 'true' })]).toEqual([true, true])
  expect([wants(true, { FORCE_COLOR: '0' }), wants(true, { FORCE_COLOR: 'false' })]).toEqual([false, false])
  expect([wants(true, { FORCE_COLOR: '' }), wants(false, { FORCE_COLOR: '' })]).toEqual([true, false])
  expect(wants(true, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false)
  expect(wants(true, { FORCE_COLOR: '1' }, { color: false })).toBe(false)
})

it('C32 keeps the path of the server, without the slash at its end', () => {
  for (const [host, is] of [
    ['https://example.org', 'https://example.org'],
    ['https://example.org/', 'https://example.org'],
    ['https://EXAMPLE.org:443/a/b/', 'https://example.org/a/b'],
    ['https://example.org/a//', 'https://example.org/a'],
  ] as const)
    expect(hostOf({ host }, {})).toBe(is)
})

it('C09 C33 a flag wins over its variable, and each takes only what means something', () => {
  expect(retriesOf({ retry: '0' }, { TOCSIN_RETRY: '5' })).toBe(0)
  expect(retriesOf({}, { TOCSIN_RETRY: '5' })).toBe(5)
  expect([retriesOf({}, {}), retriesOf({}, { TOCSIN_RETRY: '' })]).toEqual([undefined, undefined])
  expect(timeoutOf({ timeout: '2m' }, { TOCSIN_TIMEOUT: '1s' })).toBe(120_000)
  expect([timeoutOf({}, { TOCSIN_TIMEOUT: '250ms' }), timeoutOf({}, {})]).toEqual([250, undefined])
  for (const wrong of ['', ' 3', '+3', '3.0', '1e1', '101', 'x'])
    expect(() => retriesOf({ retry: wrong }, {}), wrong).toThrow()
  for (const wrong of ['', '0s', '30', '1h', '1.5s', '-1s', 's', '9999999s'])
    expect(() => timeoutOf({ timeout: wrong }, {}), wrong).toThrow()
  expect(() => timeoutOf({}, { TOCSIN_TIMEOUT: 'soon' })).toThrow()
})
