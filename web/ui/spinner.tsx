import { css, cx } from 'styled-system/css'
import { Icon } from './icon'

/** Turns while something is under way. What it is, the words beside it say. */
export function Spinner({ className }: { className?: string }) {
  return <Icon name="loaderCircle" className={cx(turning, className)} />
}

const turning = css({ animation: 'turn 800ms linear infinite' })
