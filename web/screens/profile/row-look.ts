import { css } from 'styled-system/css'

/** The sentence above a list of the profile. */
export const lead = css({ paddingInline: '4', paddingTop: '4', color: 'fg.muted' })
export const rows = css({ listStyle: 'none', margin: '0', padding: '0' })
/** A row with an icon, words and buttons. */
export const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
  padding: '4',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
export const words = css({ flex: '1', minWidth: '[180px]' })
export const name = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', fontWeight: 'medium' })
export const quiet = css({ color: 'fg.muted', overflowWrap: 'anywhere' })
