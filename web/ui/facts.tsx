import type { ReactNode } from 'react'
import { css } from 'styled-system/css'

/** Terms and their values, separated by hairlines. */
export function Facts({ rows }: { rows: Record<string, ReactNode> }) {
  return (
    <dl>
      {Object.entries(rows).map(([term, value]) => (
        <div className={row} key={term}>
          <dt className={label}>{term}</dt>
          <dd className={fact}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const row = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 2fr) minmax(0, 3fr)', _narrow: 'minmax(0, 1fr) minmax(0, 2fr)' },
  alignItems: 'center',
  gap: { base: '4', _narrow: '2' },
  minHeight: 'row',
  paddingInline: '4',
  paddingBlock: '2',
  '&:not(:first-child)': { borderTop: '1px solid token(colors.border.subtle)' },
})
const label = css({ color: 'fg.muted' })
const fact = css({ overflowWrap: 'anywhere' })
