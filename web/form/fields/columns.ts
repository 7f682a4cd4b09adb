import { css } from 'styled-system/css'

/** Fields side by side as far as there is room. */
export const columns = css({
  display: 'grid',
  alignItems: 'start',
  gap: '4',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 240px), 1fr))',
})

/** What takes the whole width: several lines, and fields that belong together. */
export const whole = css({ gridColumn: '1 / -1', minWidth: '0' })
