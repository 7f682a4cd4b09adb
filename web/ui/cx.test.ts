import { expect, it } from 'vitest'
import { cx } from './cx'

it('lets the last class of a property hold, under the same conditions alone', () => {
  expect(cx('w_icon h_icon flex-sh_0', 'w_3', undefined, false, 'h_3')).toBe('w_3 h_3 flex-sh_0')
  expect(cx('w_control', '_narrow:w_touch', '[&_svg]:w_3')).toBe('w_control _narrow:w_touch [&_svg]:w_3')
  expect(cx('hover:bg_bg.muted bg_bg.surface', 'bg_accent.solid')).toBe('hover:bg_bg.muted bg_accent.solid')
  expect(cx('plain', 'plain other')).toBe('plain other')
})
