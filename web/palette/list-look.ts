import { css } from 'styled-system/css'

export const scroller = css({
  flex: '1',
  minHeight: '0',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  // A change inside moves nothing outside.
  contain: 'strict',
})
export const sizerLook = css({ position: 'relative', width: 'full' })
export const captionLook = css({
  position: 'absolute',
  insetInline: '4',
  paddingTop: '2.5',
  textStyle: 'caption',
  color: 'fg.subtle',
})
