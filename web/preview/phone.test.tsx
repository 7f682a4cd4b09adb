import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { channels } from '../../fixtures/channels'
import { APP_COLORS } from '@tocsin/core/resources/apps/theme'
import { RATING_ICONS } from '@tocsin/core/form/schema'
import { materialOutline, OUTLINES } from '../ui/material-icons'
import type { PreviewChannel } from './page-of'
import type * as Words from '../words'
import { Phone } from './phone'

// The language of a reader is known in a browser alone.
vi.mock('../words', async (original) => {
  const words = await original<typeof Words>()
  return { ...words, useT: () => words.wordsIn('en-US') }
})

const ofAcme = channels.rows.filter(({ appId }) => appId === 1) as PreviewChannel[]
const [emergency] = ofAcme
const draw = (shown: readonly PreviewChannel[] | undefined, config: object = {}) =>
  renderToStaticMarkup(
    <Phone
      app={{ name: 'Alerta Escolar', label: 'Alerta', config }}
      channels={shown}
      origin="https://console.example.org"
    />,
  )
const withIcon = (icon: string) => draw([{ ...emergency!, config: { ...emergency!.config, icon } }])

describe('the phone', () => {
  it('APP-12 draws primary channels, and secondary ones only behind the toggle', () => {
    const html = draw(ofAcme)
    expect(html).toContain('Emergência')
    expect(html).toContain('aria-expanded="false"')
    expect(html).not.toContain('Portal')
    // With no primary channel there is nothing to put them behind (APP-13).
    const secondary = draw(ofAcme.filter(({ primary }) => !primary))
    expect(secondary).toContain('Portal')
    expect(secondary).not.toContain('aria-expanded')
  })

  it('has buttons only where something happens', () => {
    const html = draw(ofAcme.filter(({ primary }) => !primary))
    expect([...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'Telefones, group',
    ])
    expect(html.match(/<button/g)).toHaveLength(1)
  })

  it('A-150 has no image of another host, and A-093 has one of this server', () => {
    const foreign = draw([], { banner: { url: 'https://cdn.example.org/faixa.png' } })
    expect(foreign).toContain('cdn.example.org')
    expect(foreign).not.toContain('<img')
    expect(foreign).not.toContain('faixa.png')
    expect(draw([], { banner: { url: '/api/files/a1' } })).toContain('src="/api/files/a1"')
  })

  it('A-160 draws the icons of fifty names, and the text of any other', () => {
    expect(Object.keys(OUTLINES)).toHaveLength(50)
    expect(Object.keys(OUTLINES)).toEqual(expect.arrayContaining([...RATING_ICONS]))
    for (const name of Object.keys(OUTLINES)) {
      expect(materialOutline(name), name).toMatch(/^M[-\d.\sA-Za-z,]+$/)
      expect(withIcon(name), name).toContain(materialOutline(name))
      expect(withIcon(name), name).not.toContain(`>${name}<`)
    }
    for (const name of ['rocket_launch', 'toString', '__proto__', '<b>']) {
      expect(materialOutline(name), name).toBeUndefined()
      expect(withIcon(name), name).toContain(`>${name.replace('<', '&lt;').replace('>', '&gt;')}<`)
    }
  })

  it('ENT-APP-03 has the colours of a new app where one is invalid', () => {
    expect(draw([], { headerColor: 'red' })).toContain(`--app-header:${APP_COLORS.headerColor}`)
    expect(draw([], { headerColor: '#123456' })).toContain('--app-header:#123456')
    // What is no colour never reaches a style.
    expect(draw([], { headerColor: '#fff;background:url(https://evil.example)' })).not.toContain('evil.example')
  })

  it('says nothing of channels that are not known yet', () => {
    expect(draw(undefined)).not.toContain('No channels yet')
    expect(draw([])).toContain('No channels yet')
  })
})
