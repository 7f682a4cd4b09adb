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
  // A cell that does not fit wraps to a line that is not shown: a letter or two of it would say nothing (W62).
  flexWrap: 'wrap',
  alignItems: 'center',
  alignContent: 'flex-start',
  height: '[20px]',
  minWidth: '0',
  overflow: 'clip',
  fontSize: 'xs',
  lineHeight: '[20px]',
  color: 'fg.muted',
  '& > *': { flexGrow: '1', maxWidth: '[max-content]', marginRight: '2' },
  // The first text takes the room that it needs, and the second what is left; the others are shown whole or not.
  '& > :first-child': { flexGrow: '[1000000]' },
  '& > :nth-child(2)': { flexGrow: '[1000]', flexBasis: '[120px]' },
  // Chips and times, which are useless when cut off, have room beside both.
  '&:has(> :is([data-look=chips], [data-look=date]):not([data-none])) > :is(:first-child, :nth-child(2))': {
    flexBasis: '[64px]',
  },
  '& > :is([data-look=chips], [data-look=state], [data-look=date])[data-column][data-column]': {
    flexGrow: '0',
    flexShrink: '0',
    flexBasis: '[auto]',
  },
  // A reader looks for the state first.
  '& > [data-look=state]': { order: '-1' },
  // The other times are on the page of the record.
  '& > [data-look=date] ~ [data-look=date]': { display: 'none' },
  '& > [data-none]': { display: 'none' },
  // Beside a whole time there is room for two texts.
  '& > :nth-child(n + 3):not([data-look]):has(~ [data-look=date])': { display: 'none' },
})
