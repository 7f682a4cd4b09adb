import { css } from 'styled-system/css'

// The list that opens under a field of choices: its frame, and each option.

export const floating = css({
  position: 'absolute',
  insetInline: '0',
  top: '[calc(100% + 4px)]',
  zIndex: 'drawer',
  border: '1px solid token(colors.border.default)',
  borderRadius: 'md',
  background: 'bg.popover',
  boxShadow: 'popover',
  overflow: 'hidden',
})

export const optionList = css({ maxHeight: '[280px]', overflowY: 'auto', padding: '1' })

/** An option; `data-active` marks the one that Enter takes. */
export const option = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: '2',
  borderRadius: 'sm',
  cursor: 'pointer',
  _hover: { background: 'bg.hover' },
  '&[data-active]': {
    background: 'bg.active',
    boxShadow: '[inset 2px 0 0 token(colors.accent.fg)]',
    _forced: { outline: '[2px solid Highlight]', outlineOffset: '[-2px]' },
  },
})

/** The note after an option's name, which distinguishes it from other options. */
export const optionNote = css({
  flex: '1',
  minWidth: '0',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: 'fg.muted',
  textStyle: 'small',
})
