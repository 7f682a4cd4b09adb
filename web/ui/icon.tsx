import { css } from 'styled-system/css'

// Outlines of Lucide (ISC licence), only those in use.
const PATHS = {
  phone:
    'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384',
  copy: 'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2',
  check: 'M20 6 9 17l-5-5',
  down: 'm6 9 6 6 6-6',
}

/** Says nothing to those who hear the page: the words beside it do. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className={icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

const icon = css({
  width: 'icon',
  height: 'icon',
  flexShrink: '0',
  fill: 'transparent',
  stroke: 'current',
  strokeWidth: '1.75',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
})
