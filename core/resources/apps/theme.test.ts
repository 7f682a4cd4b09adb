import { describe, expect, it } from 'vitest'
import { apps } from './index'
import { buttonHeight } from './theme'

describe('the buttons of a theme', () => {
  it.each([
    ['tocsin', 'primary', 2.5],
    ['tocsin', 'secondary', 5.2],
    ['business', 'primary', 4.04],
    ['business', 'secondary', 6.06],
  ] as const)(
    'CONST-32 CONST-33 are 300 pixels, or 60 where small, divided by the ratio: %s, %s',
    (theme, rank, ratio) => {
      expect(buttonHeight(theme, rank)).toBeCloseTo(300 / ratio, 10)
      expect(buttonHeight(theme, rank, 'minified')).toBeCloseTo(60 / ratio, 10)
    },
  )

  it('have the heights of the default theme where the theme is unknown or missing', () => {
    for (const theme of ['neon', '', null, undefined, 'toString']) {
      expect(buttonHeight(theme, 'primary')).toBe(120)
      expect(buttonHeight(theme, 'secondary')).toBe(buttonHeight('tocsin', 'secondary'))
    }
  })

  it('CONST-31 ENT-APP-04 are those of every theme that an app may have', () => {
    const { themeName } = apps.fields.config.fields!
    expect(themeName?.choices).toEqual(['tocsin', 'business'])
    expect(themeName?.default).toBe('tocsin')
  })
})
