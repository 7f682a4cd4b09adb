import { css } from 'styled-system/css'

const RADII = [60, 120, 180, 240, 300, 360]

/** A ringing bell: rings that grow faint with distance. */
export function Rings() {
  return (
    <svg className={frame} viewBox="-400 -400 800 800" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {RADII.map((radius, at) => (
        <circle key={radius} className={ring} r={radius + 60} strokeOpacity={1 - at / RADII.length} />
      ))}
      <path
        className={bell}
        transform="translate(-60 -64) scale(3.75)"
        d="M16 2A9.5 9.5 0 0 0 6.5 11.5V17H25.5V11.5A9.5 9.5 0 0 0 16 2ZM6.2 19.5H25.8C26.2 21.3 27.2 22.7 28.6 23.7C29.7 24.5 29.2 26 28 26H4C2.8 26 2.3 24.5 3.4 23.7C4.8 22.7 5.8 21.3 6.2 19.5ZM16 28H24.5A4.25 3.25 0 0 1 16 28Z"
      />
    </svg>
  )
}

const frame = css({ position: 'absolute', inset: '0', width: 'full', height: 'full' })
const ring = css({ fill: 'transparent', stroke: 'accent.border', strokeWidth: '1' })
// On a low screen the words need the space of the bell.
const bell = css({ fill: 'accent.fg', '@media (max-height: 639px)': { display: 'none' } })
