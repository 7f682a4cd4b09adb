import { describe, expect, it } from 'vitest'
import { withDefaults } from '../../vocabulary/validate'
import { buttonColors } from './colors'
import { channels } from './index'

describe('the colours of a channel', () => {
  it('CHCFG-03 CONST-28 a new channel gets two greys and no colour of its text', () => {
    for (const channelType of channels.fields.channelType.choices!)
      expect(withDefaults(channels.fields, { channelType })['config'], channelType).toMatchObject({
        bgColor1: '#4E4E4E',
        bgColor2: '#424242',
      })
    expect(withDefaults(channels.fields, {})['config']).not.toHaveProperty('textColor', expect.any(String))
  })

  const fallback = { textColor: '#FCDD3E', bgColor1: '#2B2B2B', bgColor2: '#424242' }

  it('CHCFG-04 A-082 a button without colours is yellow on a gradient of two greys', () => {
    expect(buttonColors({})).toEqual(fallback)
    expect(buttonColors({ textColor: null, bgColor1: null, bgColor2: null })).toEqual(fallback)
  })

  it.each(['', '#12', '#1234', '#12345', '#1234567', '123456', 'red', '#GGGGGG', ' #123456', '#123456\n', 7, {}])(
    'CHCFG-05 %j is no colour, and each colour falls back by itself',
    (color) => {
      const rest = { textColor: '#abc', bgColor1: '#00FF00', bgColor2: '#0f0f0f' }
      for (const name of ['textColor', 'bgColor1', 'bgColor2'] as const)
        expect(buttonColors({ ...rest, [name]: color })).toEqual({ ...rest, [name]: fallback[name] })
    },
  )
})
