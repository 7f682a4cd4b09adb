import { describe, expect, it } from 'vitest'
import { groupOf, labelOf, pageOf, type PreviewChannel } from './page-of'

let ids = 0
const channel = (given: Partial<PreviewChannel> & { parentId?: number; icon?: string } = {}): PreviewChannel => {
  const { parentId = null, icon = null, ...rest } = given
  const id = ++ids
  return {
    id,
    name: `Channel ${id}`,
    label: null,
    channelType: 'alert',
    primary: false,
    displayOrder: id,
    config: { parentId, siteManagerOnly: false, icon, bgColor1: '#4E4E4E', bgColor2: '#424242', textColor: null },
    ...rest,
  }
}
const labels = (buttons: readonly { label: string }[]) => buttons.map(({ label }) => label)
const named = (label: string, given: Parameters<typeof channel>[0] = {}) => channel({ label, ...given })

describe('the page of a phone', () => {
  it('APP-12 puts secondary channels behind a toggle where there are primary ones', () => {
    const page = pageOf([named('a'), named('b', { primary: true }), named('c')], 'tocsin', null)
    expect(page).toMatchObject({ hasToggle: true })
    expect([labels(page.primary), labels(page.secondary)]).toEqual([['b'], ['a', 'c']])
  })

  it('APP-13 shows the secondary channels alone, without a toggle, where there is no primary one', () => {
    const page = pageOf([named('a'), named('b')], 'tocsin', null)
    expect(page).toMatchObject({ primary: [], hasToggle: false })
    expect(labels(page.secondary)).toEqual(['a', 'b'])
    // Nor is there a toggle with nothing behind it.
    expect(pageOf([named('a', { primary: true })], 'tocsin', null).hasToggle).toBe(false)
    expect(pageOf([], 'tocsin', null)).toEqual({ primary: [], secondary: [], hasToggle: false })
  })

  it('has the channels in the order of the app, each rank by itself', () => {
    const channels = [
      named('fourth', { displayOrder: 9 }),
      named('second', { displayOrder: 2, primary: true }),
      named('third', { displayOrder: 1 }),
      named('first', { displayOrder: 0, primary: true }),
    ]
    for (const given of [channels, channels.toReversed()]) {
      const page = pageOf(given, 'tocsin', null)
      expect([...labels(page.primary), ...labels(page.secondary)]).toEqual(['first', 'second', 'third', 'fourth'])
    }
    // Nobody's list is put in order behind their back.
    expect(labels(channels as { label: string }[])[0]).toBe('fourth')
  })

  it.each([
    ['tocsin', 120, 57.69],
    ['business', 74.26, 49.5],
    [undefined, 120, 57.69],
  ])('CONST-32 CONST-33 draws the buttons of the theme %s in its heights', (theme, primary, secondary) => {
    const page = pageOf([named('a', { primary: true }), named('b')], theme, null)
    expect(page.primary[0]!.height).toBeCloseTo(primary, 2)
    expect(page.secondary[0]!.height).toBeCloseTo(secondary, 2)
  })

  it('CHCFG-04 CHCFG-05 A-082 draws a button without valid colours in yellow on greys', () => {
    const plain = channel()
    const button = (colors: Partial<Record<'bgColor1' | 'bgColor2' | 'textColor', unknown>>) =>
      pageOf([{ ...plain, config: { ...plain.config, ...colors } as PreviewChannel['config'] }], 'tocsin', null)
        .secondary[0]!.colors
    expect(button({ bgColor1: '#12', bgColor2: undefined, textColor: 'yellow' })).toEqual({
      textColor: '#FCDD3E',
      bgColor1: '#2B2B2B',
      bgColor2: '#424242',
    })
    expect(button({ bgColor1: '#0F0', textColor: '#fff' })).toEqual({
      textColor: '#fff',
      bgColor1: '#0F0',
      bgColor2: '#424242',
    })
  })

  it('A-081 writes the label on a button, and the name where there is no label', () => {
    expect(labelOf({ name: 'Emergência 2026', label: 'Emergência' })).toBe('Emergência')
    for (const label of [null, '', '   ']) expect(labelOf({ name: 'Emergência 2026', label })).toBe('Emergência 2026')
  })

  it('A-132 opens groups three deep, each with its own channels alone, and primary ones first', () => {
    const top = named('top', { channelType: 'group' })
    const middle = named('middle', { channelType: 'group', parentId: top.id })
    const deepest = named('deepest', { channelType: 'group', parentId: middle.id })
    const leaf = named('leaf', { parentId: deepest.id })
    const chief = named('chief', { parentId: deepest.id, primary: true })
    const channels = [top, middle, deepest, leaf, chief]
    const walk = [null, top, middle, deepest].map((group) => {
      const { primary, secondary, hasToggle } = pageOf(channels, 'tocsin', group)
      expect(hasToggle).toBe(false)
      return [...labels(primary), ...labels(secondary)]
    })
    expect(walk).toEqual([['top'], ['middle'], ['deepest'], ['chief', 'leaf']])
    expect(pageOf(channels, 'tocsin', null).secondary[0]).toMatchObject({ opens: true })
    expect(pageOf(channels, 'tocsin', deepest).secondary[0]).toMatchObject({ opens: false })
  })

  it('shows a channel on the first page where its parent is gone, or is no group', () => {
    const phone = named('190', { channelType: 'phone' })
    const channels = [phone, named('lost', { parentId: 999_999 }), named('below 190', { parentId: phone.id })]
    expect(labels(pageOf(channels, 'tocsin', null).secondary)).toEqual(['190', 'lost', 'below 190'])
    expect(groupOf(channels, phone.id)).toBeNull()
    expect(groupOf(channels, null)).toBeNull()
  })
})
