import { expect, it } from 'vitest'
import type { CommandError } from './command-error'
import { EXIT } from './exit-codes'
import { hostOf, refuseInsecure, type Settings } from './settings'

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
