import { useEffect, useLayoutEffect, useMemo, type RefObject } from 'react'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { useKeys } from '../keys/use-keys'
import { tellReason } from '../notices/toast'
import { useLatest } from '../ui/use-latest'
import { useT } from '../words'
import type { Arranging, ArrangingStep } from './arranging'
import type { GridHandle } from './grid'
import { rowsInMemory, type RowSource } from './row-source'

type Parts = {
  arranging: Arranging
  /** The rows of the list itself. */
  source: RowSource
  grid: RefObject<GridHandle | null>
  frame: RefObject<HTMLElement | null>
  /** The reason why no row can be lifted; null if one can. */
  blocked: Reason | null
  nameOf: (row: Row) => string
  say: (text: string) => void
}

/** Lifts, moves and drops a row of a list by keys and buttons. Returns the rows to show and what is said of the move. */
export function useArranging({ arranging, source, grid, frame, blocked, nameOf, say }: Parts) {
  const t = useT()
  const { rows, lifted, at, lift, step, moveTo, drop, putBack } = arranging
  const shown = useMemo(() => (rows ? rowsInMemory(rows.length, (index) => rows[index]!) : source), [rows, source])
  const isLifted = lifted !== null
  const place = rows !== null && at !== null ? placeOf(rows, at, nameOf, t) : null
  const name = rows !== null && at !== null ? nameOf(rows[at]!) : ''

  const dropHere = () => {
    // The bar with the buttons goes away.
    grid.current?.focus()
    drop()
  }
  const putBackHere = () => {
    putBack()
    say(t('table.arranging.back', { name }))
  }
  const liftHere = (row: Row) => {
    if (isLifted) return dropHere()
    if (blocked) return tellReason(blocked)
    grid.current?.leaveCells()
    lift(row)
  }
  const by = (one: ArrangingStep) => () => step(one)
  // The layer is modal: while a row is lifted, no other key changes anything.
  useKeys(
    'list',
    {
      down: by('down'),
      up: by('up'),
      first: by('first'),
      last: by('last'),
      top: by('first'),
      bottom: by('last'),
      lift: dropHere,
      escape: putBackHere,
    },
    { enabled: isLifted, modal: true },
  )

  // The active row follows the moved one. The grid has drawn the rows already: its effects come first.
  useLayoutEffect(() => {
    if (rows !== null && at !== null) grid.current?.show(at)
  }, [rows, at, grid])

  const leave = useLatest(putBackHere)
  const reveal = useLatest(() => at !== null && grid.current?.show(at))
  useEffect(() => {
    const list = frame.current
    if (!isLifted || !list) return
    // Where a command lifted the row, the focus comes back from elsewhere.
    const frameId = requestAnimationFrame(() => {
      if (!list.contains(document.activeElement)) grid.current?.focus()
      // The bar below has made the list shorter.
      reveal()()
    })
    // The row is put back when the focus leaves the list. It is on its way while the event is told.
    const onFocusOut = () =>
      setTimeout(() => {
        if (document.hasFocus() && !list.contains(document.activeElement)) leave()()
      })
    list.addEventListener('focusout', onFocusOut)
    return () => {
      cancelAnimationFrame(frameId)
      list.removeEventListener('focusout', onFocusOut)
    }
  }, [isLifted, frame, grid, leave, reveal])

  return {
    shown,
    /** Lifts a row, or drops the lifted one. */
    lift: liftHere,
    moveTo,
    block: lifted?.block,
    /** What a screen reader hears; null while nothing is lifted. */
    heard: lifted && place ? t(`table.arranging.${lifted.steps === 0 ? 'lifted' : 'moved'}`, { name, place }) : null,
    /** The bar that shows the place; null while nothing is lifted. */
    bar: lifted &&
      place && {
        name,
        place,
        others: lifted.block.size - 1,
        onStep: step,
        onDrop: dropHere,
        onPutBack: () => {
          grid.current?.focus()
          putBackHere()
        },
      },
  }
}

/** Returns where a row is: `4 of 23, after Incêndio`. */
function placeOf(rows: readonly Row[], at: number, nameOf: (row: Row) => string, t: Translate): string {
  const before = rows[at - 1]
  const place = t('table.arranging.place', { at: at + 1, total: rows.length })
  const beside = before ? t('table.arranging.after', { name: nameOf(before) }) : t('table.arranging.first')
  return `${place}, ${beside}`
}
