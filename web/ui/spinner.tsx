import { css } from 'styled-system/css'
import { Icon } from './icon'
import { cx } from './cx'

/** Turns while work is under way. The words beside it name the work. */
export function Spinner({ className }: { className?: string }) {
  return <Icon name="loaderCircle" className={cx(turning, className)} />
}

const turning = css({ animation: 'turn 800ms linear infinite' })
