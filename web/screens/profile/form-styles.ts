import { css } from 'styled-system/css'

/** A form within a card of the profile. */
export const cardForm = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '4',
  padding: '4',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
export const formButtons = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
