import { css } from 'styled-system/css'

/** The look of what stands beside the list of results; below it on a screen that is too narrow for both. */
export const panel = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  flexShrink: '0',
  width: { base: '[352px]', _tablet: 'full' },
  marginTop: { base: '[-12px]', _tablet: '0' },
  minWidth: '0',
  maxHeight: { base: '[none]', _tablet: '[50%]' },
  padding: '4',
  overflowY: 'auto',
  background: 'bg.canvas',
  borderInlineStart: { base: '1px solid token(colors.border.subtle)', _tablet: 'none' },
  borderTop: { base: 'none', _tablet: '1px solid token(colors.border.subtle)' },
})
export const panelHead = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  minWidth: '0',
})
export const panelHeading = css({ textStyle: 'title', overflowWrap: 'anywhere' })
