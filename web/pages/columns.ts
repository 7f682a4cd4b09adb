import { css } from 'styled-system/css'

/** Two columns of a record's page, the wider first; one below the other where there is no room. */
export const beside = css({
  display: 'grid',
  gap: '6',
  gridTemplateColumns: { base: '[minmax(0, 2fr) minmax(0, 1fr)]', _tablet: '[minmax(0, 1fr)]' },
  alignItems: 'start',
})
export const column = css({ display: 'grid', gap: '6', minWidth: '0' })
