/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox of rows that are drawn as they come into sight has no elements of its own; its keys are the field's */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/i18n'
import { Option } from './option'
import type { Results } from './results'
import type { Row } from './rows'
import type { Press } from './use-results'

type Item = { row: Row; place: number } | { caption: string }

/** Heights in px, as the row and caption styles have them. */
const ROW = { wide: 36, narrow: 44 }
const CAPTION = 30
/** Below the last row. */
const END = 8
/** Where the window is not measured yet: the first frame has its rows already. */
const FIRST = { width: 680, height: 440 }

type Props = Pick<Results<Row>, 'rows' | 'highlight' | 'shown'> & {
  id: string
  t: Translate
  /** Both stay the same, so that a key that changes no row draws none. */
  onPoint: (key: string) => void
  onRun: (row: Row, press: Press) => void
}

/**
 * The rows that are in sight, out of all. The highlighted one is always mounted, wherever the list was scrolled to, so that
 * the input can point at it.
 */
export const ResultList = memo(function ResultList({ id, rows, highlight, shown, t, onPoint, onRun }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const items = useMemo(() => itemsOf(rows), [rows])
  const at = items.findIndex((item) => 'row' in item && item.row.key === highlight)
  const rowHeight = isNarrow() ? ROW.narrow : ROW.wide
  // Another function makes the virtualizer work out anew where each item is.
  // oxlint-disable-next-line react/exhaustive-deps -- for that alone it depends on the items
  const getItemKey = useCallback((index: number) => index, [items, rowHeight])
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => ('row' in items[index]! ? rowHeight : CAPTION),
    getItemKey,
    initialRect: FIRST,
    overscan: 1,
    paddingEnd: END,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (at < 0 || indexes.includes(at)) return indexes
      return [...indexes, at].sort((one, other) => one - other)
    },
  })

  useLayoutEffect(() => {
    if (at < 0) return
    // By what is known already: asking the page where it is scrolled to would make it lay out all of it, at every key.
    const from = virtual.scrollOffset ?? 0
    const to = from + (virtual.scrollRect?.height ?? FIRST.height)
    const top = at <= 1 ? 0 : 'caption' in (items[at - 1] ?? {}) ? at - 1 : at
    const { start } = virtual.measurementsCache[top] ?? { start: 0 }
    const { end } = virtual.measurementsCache[at] ?? { end: 0 }
    if (start < from) virtual.scrollToOffset(start)
    else if (end > to) virtual.scrollToOffset(end - (to - from) + END)
    // oxlint-disable-next-line react/exhaustive-deps -- only a move or a new list scrolls
  }, [highlight, shown])

  return (
    <div className={scroller} ref={frame} role="listbox" id={id} aria-label={t('palette.title')}>
      <div className={sizer} style={{ height: virtual.getTotalSize() }} role="presentation">
        {inGroups(virtual.getVirtualItems(), items).map(({ group, members }) => (
          <div key={`${group} ${members[0]?.index}`} role="group" aria-label={captionOf(group, t)}>
            {members.map(({ index, start }) => {
              const item = items[index]!
              if ('caption' in item)
                return (
                  <div key={index} className={caption} style={{ top: start }} aria-hidden="true">
                    {captionOf(item.caption, t)}
                  </div>
                )
              return (
                <Option
                  key={index}
                  row={item.row}
                  isHighlighted={index === at}
                  place={item.place}
                  total={rows.length}
                  t={t}
                  top={start}
                  onPoint={onPoint}
                  onRun={onRun}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
})

const isNarrow = () => matchMedia('(max-width: 719px)').matches

function itemsOf(rows: readonly Row[]): Item[] {
  const items: Item[] = []
  let group: string | undefined
  for (const [index, row] of rows.entries()) {
    if (row.group !== group) items.push({ caption: (group = row.group) })
    items.push({ row, place: index + 1 })
  }
  return items
}

type Member = { index: number; start: number }

/** What is mounted, by group: a group is heard with its name though half of it is out of sight. */
function inGroups(members: readonly Member[], items: readonly Item[]): { group: string; members: Member[] }[] {
  const groups: { group: string; members: Member[] }[] = []
  for (const member of members) {
    const item = items[member.index]
    if (!item) continue
    const group = 'row' in item ? item.row.group : item.caption
    const last = groups.at(-1)
    if (last?.group === group) last.members.push(member)
    else groups.push({ group, members: [member] })
  }
  return groups
}

/** The keys of a screen stand under the captions that the cheat sheet gives them. */
const captionOf = (group: string, t: Translate): string =>
  t(group.startsWith('keys.') ? group.replace('keys.', 'keys.scopes.') : `palette.groups.${group}`)

const scroller = css({
  flex: '1',
  minHeight: '0',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  // What changes in here moves nothing outside.
  contain: 'strict',
})
const sizer = css({ position: 'relative', width: 'full' })
const caption = css({
  position: 'absolute',
  insetInline: '4',
  paddingTop: '2.5',
  textStyle: 'caption',
  color: 'fg.subtle',
})
