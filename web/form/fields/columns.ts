import { css } from 'styled-system/css'

/** Places fields side by side as far as there is room. */
export const columns = css({
  display: 'grid',
  alignItems: 'start',
  gap: '4',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
})

/** The style of a field that takes the whole width: a field of several lines or a group of fields. */
export const whole = css({ gridColumn: '1 / -1', minWidth: '0' })
