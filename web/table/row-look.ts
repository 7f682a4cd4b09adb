import { css } from 'styled-system/css'

export const rowLook = css({
  position: 'absolute',
  insetInline: '0',
  display: 'grid',
  gridTemplateColumns: '[var(--widths)]',
  alignItems: 'center',
  height: 'row',
  // `strict`: the content of one row never moves another row.
  contain: '[strict]',
  paddingInline: { base: '[14px]', _narrow: '4' },
  borderBottom: '1px solid token(colors.border.subtle)',
  background: 'bg.surface',
  cursor: 'default',
  _hover: { background: 'bg.hover' },
  '&[data-active]': { background: 'bg.active', boxShadow: '[inset 2px 0 0 token(colors.accent.fg)]' },
  '&[aria-selected=true]': { background: 'bg.selected' },
  '&[aria-current]': { background: 'bg.active', boxShadow: '[inset 2px 0 0 token(colors.accent.fg)]' },
  '&[data-lifted]': {
    background: 'accent.subtle',
    borderBottomColor: 'accent.border',
    boxShadow: '[inset 4px 0 0 token(colors.accent.fg)]',
  },
  '&[data-off]': { color: 'fg.muted' },
  _focus: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]', borderRadius: 'xs' },
  _narrow: { display: 'flex', gap: '1', height: 'tall' },
})
export const cellLook = css({
  minWidth: '0',
  paddingInline: { base: '2.5', _narrow: '0' },
  // `hidden` would make each cell a scroll container, which is slower.
  overflow: 'clip',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  _focus: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[-2px]', borderRadius: 'xs' },
  '&[dir=rtl]': { textAlign: 'left' },
  '&[data-look=switch]': { display: 'flex', alignItems: 'center' },
  '&[data-column=select]': { overflow: { base: 'clip', _narrow: 'visible' } },
})
/** The box of a row's tick: it looks like `Box`, but is a control itself. */
export const boxLook = css({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: 'icon',
  height: 'icon',
  marginInlineEnd: { base: '0', _narrow: '[14px]' },
  padding: '0',
  border: '1px solid token(colors.border.control)',
  borderRadius: 'xs',
  background: 'bg.surface',
  cursor: 'pointer',
  '&[aria-checked=true]': { background: 'accent.solid', borderColor: 'accent.solid' },
  // The area for a finger extends beyond the visible box.
  _after: { content: '""', position: 'absolute', inset: '[-14px]', display: { base: 'none', _narrow: 'block' } },
  '& svg': {
    width: 'thumb',
    height: 'thumb',
    fill: 'transparent',
    stroke: 'accent.on',
    strokeWidth: '3',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  },
})
export const lines = css({ display: 'grid', gap: '0.5', flex: '1', minWidth: '0' })
export const second = css({
  display: 'flex',
  alignItems: 'center',
  minWidth: '0',
  overflow: 'clip',
  fontSize: 'xs',
  lineHeight: 'xs',
  color: 'fg.muted',
  '& > *': { marginRight: '2' },
  // Later cells shrink first, so that the first ones stay readable.
  '& > :first-child': { flexShrink: '1', maxWidth: 'full' },
  '& > :nth-child(2)': { flexShrink: '[10000]' },
  '& > :nth-child(3)': { flexShrink: '[10000000]' },
  '& > :nth-child(n + 4)': { flexShrink: '[10000000000]' },
  // A typed value is useless when cut off: a code shrinks after the rest, chips never.
  '& > [data-look=code][data-column]': { flexShrink: '1' },
  '& > [data-look=chips][data-column]': { flexShrink: '0' },
  // A reader looks for the state first: it comes first and is never cut off.
  '& > [data-look=state][data-column]': { flexShrink: '0', order: '-1' },
  // A time that is cut off would be another one: the first one is whole, and the others are on the page of the record.
  '& > [data-look=date][data-column]': { flexShrink: '0' },
  '& > [data-look=date] ~ [data-look=date]': { display: 'none' },
  '& > [data-none]': { display: 'none' },
  // Beside a whole time there is room for two texts: of a third one a letter would be left.
  '& > :nth-child(n + 3):not([data-look]):has(~ [data-look=date])': { display: 'none' },
})
