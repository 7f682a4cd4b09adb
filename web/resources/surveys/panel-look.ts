import { css } from 'styled-system/css'

/** The look of what stands beside the list of results; below it or instead of it on a screen that is too narrow for both. */
export const panel = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  flexShrink: '0',
  width: '[352px]',
  marginTop: '[-12px]',
  minWidth: '0',
  padding: '4',
  overflowY: 'auto',
  background: 'bg.canvas',
  borderInlineStart: '1px solid token(colors.border.subtle)',
  '[data-stacked] > &': {
    width: 'full',
    marginTop: '0',
    paddingInline: { base: '6', _narrow: '4' },
    borderInlineStart: 'none',
    borderTop: '1px solid token(colors.border.subtle)',
    flex: '1',
    minHeight: '0',
  },
  // Below the list it leaves half of the height to that.
  '[data-stacked] > section + &': { flex: '[none]', maxHeight: '[50%]' },
})
export const panelHead = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  minWidth: '0',
})
export const panelHeading = css({ textStyle: 'title', overflowWrap: 'anywhere' })
