import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { css } from 'styled-system/css'
import { placeOf, wrongOf } from '@tocsin/core/import/words'
import type { SheetProblem } from '@tocsin/core/import/problems'
import { useT } from '../words'
import { mendOf } from './problem-text'

/** Height of two lines of text and their padding, in pixels; longer rows are measured. */
const ROW = 52

type Props = { file: string; label: string; problems: readonly SheetProblem[] }

/** Lists problems or warnings with their places in the file. Only the rows in view are drawn. */
export function ProblemList({ file, label, problems }: Props) {
  const t = useT()
  const frame = useRef<HTMLElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoised here
  const rows = useVirtualizer({
    count: problems.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 6,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
    <section className={list} ref={frame} tabIndex={0} aria-label={label}>
      <ul className={inner} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const problem = problems[index]!
          return (
            <li
              key={index}
              data-index={index}
              ref={rows.measureElement}
              className={row}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={problems.length}
              aria-posinset={index + 1}
            >
              <span className={place}>{placeOf(file, problem)}</span>{' '}
              <span>
                {wrongOf(problem, t)}
                {problem.value !== '' && (
                  <>
                    {': '}
                    <q className={value} dir="auto">
                      {problem.value}
                    </q>
                  </>
                )}
              </span>{' '}
              <span className={mend}>{mendOf(problem, t)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const list = css({
  position: 'relative',
  maxHeight: '[min(16rem, 32vh)]',
  overflow: 'auto',
  border: '1px solid token(colors.border.subtle)',
  borderRadius: 'md',
  background: 'bg.surface',
})
const inner = css({ position: 'relative', listStyle: 'none', margin: '0', padding: '0' })
const row = css({
  position: 'absolute',
  top: '0',
  left: '0',
  width: 'full',
  paddingInline: '3',
  paddingBlock: '1.5',
  borderBottom: '1px solid token(colors.border.subtle)',
  overflowWrap: 'anywhere',
})
const place = css({ textStyle: 'mono', color: 'fg.muted', marginInlineEnd: '2' })
const value = css({ textStyle: 'mono', unicodeBidi: 'isolate' })
const mend = css({ color: 'fg.muted', marginInlineStart: '1' })
