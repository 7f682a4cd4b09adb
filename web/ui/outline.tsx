import { cx } from './cx'
import { iconLook } from './icon'

/** Draws an outline, in the colour of the text around it. */
export const Outline = ({ path, look }: { path: string; look?: string }) => (
  <svg className={cx(iconLook, look)} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
)
