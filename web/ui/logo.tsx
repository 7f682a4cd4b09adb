import { css } from 'styled-system/css'

/**
 * The logo: a bell whose clapper is off centre, because it is being struck. Use the accent or the text colour, never
 * red.
 */
export function Logo() {
  return (
    <svg className={mark} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 2A9.5 9.5 0 0 0 6.5 11.5V17H25.5V11.5A9.5 9.5 0 0 0 16 2ZM6.2 19.5H25.8C26.2 21.3 27.2 22.7 28.6 23.7C29.7 24.5 29.2 26 28 26H4C2.8 26 2.3 24.5 3.4 23.7C4.8 22.7 5.8 21.3 6.2 19.5ZM16 28H24.5A4.25 3.25 0 0 1 16 28Z" />
    </svg>
  )
}

const mark = css({ width: 'controlSm', height: 'controlSm', fill: 'accent.fg', flexShrink: '0' })
