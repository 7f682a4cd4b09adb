import { describe, expect, it } from 'vitest'
import { targetOf } from './target'

const element = (tagName: string, { role = null as string | null, ...rest } = {}) => ({
  tagName,
  getAttribute: (name: string) => (name === 'role' ? role : null),
  ...rest,
})
const input = (type: string) => ({ ...element('INPUT'), type })

describe('the place where a key was pressed', () => {
  it.each([
    element('TEXTAREA'),
    element('SELECT'),
    element('DIV', { role: 'textbox' }),
    element('DIV', { role: 'combobox' }),
    { ...element('DIV'), isContentEditable: true },
    ...['text', 'search', 'email', 'password', 'number', 'date'].map(input),
  ])('is a text field: %o', (one) => {
    expect(targetOf(one).typing).toBe(true)
  })
  it.each([null, element('BODY'), element('TR', { role: 'row' }), element('BUTTON'), element('A')])(
    'is none: %o',
    (one) => {
      expect(targetOf(one).typing).toBe(false)
    },
  )
  it('is no text field where one ticks, slides or presses, but keeps the keys for that', () => {
    expect(targetOf(input('checkbox'))).toEqual({ typing: false, owns: ['Space'] })
    expect(targetOf(input('radio')).owns).toEqual(expect.arrayContaining(['Space', 'ArrowDown']))
    expect(targetOf(input('range')).owns).toEqual(expect.arrayContaining(['ArrowLeft', 'Home']))
    for (const one of [element('BUTTON'), element('SUMMARY'), input('submit')])
      expect(targetOf(one)).toEqual({ typing: false, owns: ['Enter', 'Space'] })
    expect(targetOf(element('A')).owns).toEqual(expect.arrayContaining(['Enter', 'Shift+Enter']))
  })
})
