import { css, cva } from 'styled-system/css'

/** The look of text controls: class names for input, textarea and select. */
export const input = cva({
  base: {
    width: 'full',
    minWidth: '0',
    minHeight: { base: 'control', _narrow: 'touch' },
    paddingInline: '2.5',
    paddingBlock: '1',
    border: '1px solid token(colors.border.control)',
    borderRadius: 'sm',
    background: 'bg.surface',
    color: 'fg.default',
    fontSize: { base: 'sm', _narrow: 'lg' },
    lineHeight: 'sm',
    _placeholder: { color: 'fg.subtle' },
    _focus: { outline: '2px solid token(colors.focus.ring)', outlineOffset: '[1px]' },
    '&[aria-invalid]': { borderColor: 'danger.border' },
    // The selector is not `:read-only`, which matches a select as well.
    '&[readonly]': { background: 'bg.muted', color: 'fg.muted' },
  },
  variants: {
    kind: {
      text: {},
      long: { minHeight: 'textArea', resize: 'vertical' },
      mono: { fontFamily: 'mono' },
    },
  },
  defaultVariants: { kind: 'text' },
})

/** The frame of a text control with an icon at its end. */
export const pictured = css({
  position: 'relative',
  display: 'grid',
  alignItems: 'center',
  minWidth: '0',
  color: 'fg.muted',
  '& svg': { position: 'absolute', insetInlineEnd: '2.5', pointerEvents: 'none' },
})
