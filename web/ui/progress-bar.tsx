import { css } from 'styled-system/css'

/** Shows progress; without a total it shows only that work goes on. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number | null }) {
  const known = total === null || total === 0 ? {} : { value: Math.min(done, total), max: total }
  return <progress className={bar} aria-label={label} {...known} />
}

const bar = css({
  appearance: 'none',
  display: 'block',
  width: 'full',
  height: 'dot',
  border: 'none',
  borderRadius: 'full',
  background: 'bg.muted',
  overflow: 'hidden',
  '&::-webkit-progress-bar': { background: 'bg.muted' },
  '&::-webkit-progress-value': { background: 'accent.solid' },
  '&::-moz-progress-bar': { background: 'accent.solid' },
  '&:indeterminate::-moz-progress-bar': { background: 'bg.muted' },
})
