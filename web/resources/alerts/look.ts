import { css } from 'styled-system/css'

/** The look of the blocks of an alert, in its drawer and on its page. */
export const block = css({ display: 'grid', gap: '2', minWidth: '0' })
export const blockHead = css({ textStyle: 'body', fontWeight: 'medium', color: 'fg.muted' })
export const quiet = css({ color: 'fg.muted', textStyle: 'small' })
/** Terms with their values in a frame. */
export const pairs = css({
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  '& > div': {
    display: 'grid',
    // A usual term keeps to one line.
    gridTemplateColumns: '[minmax(min(40%, 6rem), 1fr) minmax(0, 2.4fr)]',
    gap: '2',
    paddingInline: '3',
    paddingBlock: '1.5',
    '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
  },
  '& dt': { color: 'fg.muted', overflowWrap: 'anywhere' },
  '& dd': { overflowWrap: 'anywhere', minWidth: '0' },
})
/** The foot with the actions, above the safe area of a phone. */
export const foot = css({
  flexShrink: '0',
  padding: '3',
  borderTop: '1px solid token(colors.border.subtle)',
  background: 'bg.sidebar',
  _narrow: { paddingInline: '4', paddingBottom: '[max(12px, env(safe-area-inset-bottom))]' },
})
