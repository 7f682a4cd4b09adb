import { css, cva } from 'styled-system/css'

/** Returns the id of an option's element from its key. */
export const optionId = (key: string): string => `palette-${key.replace(/[^\w-]/g, '_')}`

export const option = cva({
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    height: { base: 'row', _narrow: 'touch' },
    paddingInline: '2',
    borderRadius: 'sm',
    cursor: 'pointer',
    '&[aria-disabled=true]': { color: 'fg.muted', cursor: 'default' },
    '&[aria-selected=true]': {
      background: 'bg.selected',
      _forced: { outline: '[2px solid Highlight]', outlineOffset: '[-2px]' },
      _before: {
        content: '""',
        position: 'absolute',
        insetInlineStart: '[-8px]',
        insetBlock: '2',
        width: '[3px]',
        borderStartEndRadius: 'xs',
        borderEndEndRadius: 'xs',
        background: 'accent.fg',
      },
      '& > svg': { color: 'accent.fg' },
    },
  },
  variants: {
    placed: {
      /** The virtual list sets the position. */
      window: { position: 'absolute', insetInline: '2', contain: 'layout size style' },
      flow: { position: 'relative', marginInline: '2' },
    },
  },
})
export const picture = css({ color: 'fg.muted' })
export const words = css({
  display: 'flex',
  alignItems: 'baseline',
  gap: '2',
  flex: '1',
  minWidth: '0',
  whiteSpace: 'nowrap',
})
export const name = css({
  minWidth: '0',
  flexShrink: '0',
  maxWidth: 'full',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
})
export const aside = css({ minWidth: '0', color: 'fg.muted', overflow: 'hidden', textOverflow: 'ellipsis' })
/**
 * Truncates a text after the words that fit. An ellipsis at the right edge would hide the start of a right-to-left
 * name.
 */
export const endCut = css({ maxHeight: '[1lh]', whiteSpace: 'normal', overflowWrap: 'anywhere' })
export const mono = css({ textStyle: 'mono', color: 'fg.muted', flexShrink: '0' })
export const reason = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  minWidth: '0',
  maxWidth: '2/3',
  color: 'warning.fg',
  fontSize: 'xs',
  whiteSpace: 'nowrap',
})
export const why = css({ overflow: 'hidden', textOverflow: 'ellipsis' })
export const small = css({ width: 'iconSm', height: 'iconSm' })
