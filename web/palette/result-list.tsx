/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- HTML has no combobox whose rows are drawn as they come into view; the field handles the keys */
import { memo, useLayoutEffect, useRef } from 'react'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { scroller, sizerLook } from './list-look'
import { createListPainter, type ListPainter } from './paint-list'
import type { Row } from './rows'
import type { Listed, Press } from './use-results'

type Props = {
  id: string
  listed: Listed<Row>
  t: Translate
  onRun: (row: Row, press: Press) => void
}

/** The list of results. React draws its frame; `createListPainter` writes the rows in it as they are found. */
export const ResultList = memo(function ResultList({ id, listed, t, onRun }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const sizer = useRef<HTMLDivElement>(null)
  const painter = useRef<ListPainter>(null)

  useLayoutEffect(() => {
    const [list, inside] = [frame.current, sizer.current]
    if (!list || !inside) return
    const painted = createListPainter(list, inside, t)
    painter.current = painted
    painted.paint(listed.now())
    const unsubscribe = listed.subscribe(() => painted.paint(listed.now()))
    let height: number | undefined
    const look = () => height !== undefined && painted.look(list.scrollTop, height)
    const observer = new ResizeObserver(([entry]) => {
      height = entry?.contentRect.height
      look()
    })
    observer.observe(list)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      unsubscribe()
      observer.disconnect()
      list.removeEventListener('scroll', look)
      inside.replaceChildren()
    }
  }, [listed, t])

  return (
    <div
      className={scroller}
      ref={frame}
      role="listbox"
      id={id}
      aria-label={t('palette.title')}
      onPointerMove={({ target }) => {
        const row = painter.current?.rowAt(target)
        if (row && row.key !== listed.now().highlight) listed.change({ kind: 'pointed', key: row.key })
      }}
      onClick={({ target, ctrlKey, metaKey, shiftKey }) => {
        const row = painter.current?.rowAt(target)
        if (row) onRun(row, ctrlKey || metaKey || shiftKey ? 'aside' : 'plain')
      }}
    >
      <div className={sizerLook} ref={sizer} role="presentation" />
    </div>
  )
})
