import { css } from 'styled-system/css'

/** How far something is; without a total only that it goes on. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number | null }) {
  const part = total === null || total === 0 ? null : Math.min(1, done / total)
  return (
    <div
      className={track}
      role="progressbar"
      aria-label={label}
      {...(part === null ? {} : { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': Math.round(part * 100) })}
    >
      <div className={bar} style={{ width: `${(part ?? 0) * 100}%` }} />
    </div>
  )
}

const track = css({ height: 'dot', borderRadius: 'full', background: 'bg.muted', overflow: 'hidden' })
const bar = css({ height: 'full', background: 'accent.solid' })
