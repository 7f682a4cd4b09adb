import { describe, expect, it } from 'vitest'
import { LOCALES } from '@tocsin/core/base/constants'
import { CHANNEL_TYPES, kindIcons } from '@tocsin/core/resources/channels/kinds/index'
import { materialOutline, OUTLINES } from '../../../ui/material-icons'
import { wordsIn } from '../../../words'
import { iconsFor, iconText } from './icons'

describe('the icons of channels', () => {
  it.each(LOCALES)('CONST-14 A-160 have words in %s, and at most 50 are suggested', (locale) => {
    const t = wordsIn(locale)
    for (const name of Object.keys(OUTLINES)) expect(iconText(name, t)).not.toMatch(/^channelEditor\.|_/)
    expect(iconText('rocket_launch', t)).toBe('rocket_launch')
    expect(iconsFor('', t)).toHaveLength(50)
    expect(iconsFor('nothing of that name', t)).toEqual([])
  })

  it('are found by their word and by their name on the wire, those that begin with the text first', () => {
    const t = wordsIn('pt-BR')
    expect(iconsFor('escudo', t)).toEqual(['security'])
    expect(iconsFor('SECUR', t)).toEqual(['security'])
    expect(iconsFor('thumb up', t)).toEqual(['thumb_up'])
    expect(iconsFor('estrela', t).at(-1)).toBe('star_half')
    expect(iconsFor('onibus', t)).toEqual(['directions_bus'])
  })

  it('stand for every kind of channel', () => {
    for (const channelType of CHANNEL_TYPES)
      expect([channelType, materialOutline(kindIcons[channelType])]).not.toContain(undefined)
  })
})
