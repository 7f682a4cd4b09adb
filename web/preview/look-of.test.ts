import { describe, expect, it } from 'vitest'
import type { AppConfig } from '@tocsin/core/resources/apps/types'
import { lookOf } from './look-of'

const HERE = 'https://console.example.org'
const look = (config: Partial<AppConfig> | null, names: { name?: string | null; label?: string | null } = {}) =>
  lookOf({ name: 'Alerta Escolar', label: null, ...names, config }, HERE)
const bannerAt = (url: string | null) => look({ banner: { url } }).banner

describe('the look of an app', () => {
  it('has the nickname as its title, else the label, else the name', () => {
    expect(look({ nickname: 'Acme' }, { label: 'Alerta' }).title).toBe('Acme')
    expect(look({ nickname: ' ' }, { label: 'Alerta' }).title).toBe('Alerta')
    expect(look(null).title).toBe('Alerta Escolar')
    expect(look(null, { name: null }).title).toBe('')
  })

  it('ENT-APP-03 has the colours of a new app where its own are missing or half typed', () => {
    const usual = {
      backgroundColor: '#007DD8',
      textColor: '#FFFFFF',
      headerColor: '#007DD8',
      secondaryColor: '#363435',
      secondaryBackgroundColor: '#FAFAFA',
    }
    expect(look(null).colors).toEqual(usual)
    expect(look({ headerColor: '#36', textColor: '#abc' }).colors).toEqual({ ...usual, textColor: '#abc' })
  })

  it('A-093 shows an image that was just chosen in this page, and none of another page', () => {
    expect(bannerAt(`blob:${HERE}/7`)).toMatchObject({ src: `blob:${HERE}/7`, host: null })
    expect(bannerAt('blob:https://example.org/7')?.src ?? null).toBeNull()
    expect(bannerAt(`/api/files/${'a'.repeat(32)}`)).toMatchObject({ src: `/api/files/${'a'.repeat(32)}` })
  })

  it('A-150 never loads an image of another host, and says which one it would be', () => {
    for (const [url, host] of [
      ['https://cdn.example.org/faixa.png', 'cdn.example.org'],
      ['http://console.example.org/faixa.png', 'console.example.org'],
      ['https://console.example.org:8443/faixa.png', 'console.example.org:8443'],
      ['//evil.example/x.png', 'evil.example'],
      ['/\\evil.example/x.png', 'evil.example'],
      ['https:\\\\evil.example\\x', 'evil.example'],
      ['https://console.example.org@evil.example/x', 'evil.example'],
    ] as const)
      expect(bannerAt(url), url).toEqual({ src: null, host, nickname: null })
    for (const url of ['javascript:alert(1)', 'data:image/png;base64,AA', 'blob:https://evil.example/1', 'file:///etc'])
      expect(bannerAt(url)?.src ?? null, url).toBeNull()
  })

  it('A-093 shows an image of this server', () => {
    const src = '/api/files/0123456789abcdef'
    expect(bannerAt(src)).toEqual({ src, host: null, nickname: null })
    expect(bannerAt(`${HERE}${src}?v=2`)).toEqual({ src: `${src}?v=2`, host: null, nickname: null })
    for (const url of [null, '', '  ']) expect(bannerAt(url)).toBeNull()
  })

  it('shows the nickname of the banner where that is wanted, and the next best name where there is none', () => {
    expect(look({ showBannerNickname: true, bannerNickname: 'Acme Segurança' }).banner?.nickname).toBe('Acme Segurança')
    expect(look({ showBannerNickname: true, nickname: 'Acme' }).banner?.nickname).toBe('Acme')
    expect(look({ showBannerNickname: true }).banner?.nickname).toBe('Alerta Escolar')
    expect(look({ showBannerNickname: false, bannerNickname: 'Acme Segurança' }).banner).toBeNull()
  })
})
