import { expect, it } from 'vitest'
import { proxyFor } from './proxy'

const through = (address: string, env: Record<string, string>) => proxyFor(new URL(address), env)?.url ?? null

it('C33 the proxy is that of the scheme, in lower case or else in upper case', () => {
  const env = { HTTPS_PROXY: 'http://secure:3128', HTTP_PROXY: 'http://plain:3128' }
  expect(through('https://example.org', env)).toBe('http://secure:3128')
  expect(through('http://example.org', env)).toBe('http://plain:3128')
  expect(through('https://example.org', { ...env, https_proxy: 'https://lower' })).toBe('https://lower')
  expect(through('https://example.org', { HTTPS_PROXY: 'bare:8080' })).toBe('http://bare:8080')
  expect(through('https://example.org', { HTTPS_PROXY: '' })).toBeNull()
  expect(through('https://example.org', {})).toBeNull()
  expect(proxyFor(new URL('https://example.org'), { HTTPS_PROXY: 'http://an%40a:p%3Aw@proxy' })).toEqual({
    url: 'http://proxy',
    authorization: `Basic ${Buffer.from('an@a:p:w').toString('base64')}`,
  })
})

it('C33 this machine, and what NO_PROXY names, is reached without a proxy', () => {
  const HTTPS_PROXY = 'http://proxy:3128'
  for (const address of ['https://localhost', 'https://127.0.0.1:4000', 'https://127.9.9.9', 'https://[::1]:1'])
    expect(through(address, { HTTPS_PROXY }), address).toBeNull()
  for (const [address, list, exempt] of [
    ['https://example.org', 'example.org', true],
    ['https://a.example.org', 'example.org', true],
    ['https://a.example.org', '.example.org', true],
    ['https://a.example.org', '*.example.org', true],
    ['https://badexample.org', 'example.org', false],
    ['https://example.org', 'other.org, EXAMPLE.org', true],
    ['https://example.org', 'other.org example.org', true],
    ['https://example.org', 'example.org:443', true],
    ['https://example.org:8443', 'example.org:443', false],
    ['https://10.1.2.3:8443', '10.1.2.3:8443', true],
    ['https://10.1.2.3', '10.1.2', false],
    ['https://[fd00::1]', 'fd00::1', true],
    ['https://[fd00::1]:8443', '[fd00::1]:8443', true],
    ['https://example.org', '*', true],
    ['https://example.org', ',', false],
    ['https://example.org', '', false],
  ] as const)
    for (const name of ['NO_PROXY', 'no_proxy'])
      expect(through(address, { HTTPS_PROXY, [name]: list }) === null, `${address} ${list}`).toBe(exempt)
})

it('C33 an address that is no proxy is refused, and its password is not shown', () => {
  for (const wrong of ['socks5://u:geheim@proxy', 'http://', 'ftp://proxy', 'http://u:geheim@'])
    expect(() => through('https://example.org', { HTTPS_PROXY: wrong }), wrong).toThrow(
      expect.objectContaining({
        parts: expect.objectContaining({ field: 'HTTPS_PROXY', values: { variable: 'HTTPS_PROXY' } }),
      }),
    )
})
