import { css } from 'styled-system/css'

/** A step of the set-up within its dialog. */
export const stepForm = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '4',
  overflowWrap: 'anywhere',
})
