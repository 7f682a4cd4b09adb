import { useAtomValue } from 'jotai/react'
import { useCallback, useMemo, type ComponentProps, type RefObject } from 'react'
import { isDeleted, isOff } from '@tocsin/core/vocabulary/deletion'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { locksAtom } from '../data/locked-clients'
import type { Row } from '../data/row'
import { useLatest } from '../ui/use-latest'
import { useT } from '../words'
import { labelOf } from '../record/field-at'
import { columnAt } from './columns'
import type { Grid, GridHandle } from './grid'
import type { List, ListView } from './list'
import { EMPTY_SELECTION, isOfOtherList } from './selection'
import { sortOf, type Sort } from './sort'
import type { useColumns } from './use-columns'
import { withListActions } from './use-list-actions'

type Parts = {
  resource: Resource
  list: List
  view: ListView
  columns: ReturnType<typeof useColumns>
  narrow: boolean
  selectable: boolean
  /** The scroll position at which the list was left, in pixels from the first row. */
  offset: number
  handle: RefObject<GridHandle | null>
  say: (text: string) => void
  remember: () => void
}
type Handlers = Pick<ComponentProps<typeof Grid>, 'onOpen' | 'onFollow' | 'onSeen'>

/** Returns the properties of the grid that draws the rows of a list. */
export function useGrid(
  { resource, list, view, columns, narrow, selectable, offset, handle, say, remember }: Parts,
  handlers: Handlers,
): ComponentProps<typeof Grid> {
  const t = useT()
  const { request, source, selection } = view
  const { nameOfRow } = columns
  const locks = useAtomValue(locksAtom)
  const sort = useMemo<Sort | null>(() => sortOf(request.order), [request.order])
  const isFaint = useCallback((row: Row) => isOff(resource, row) || isDeleted(resource, row), [resource])
  const selectLabel = useCallback((row: Row) => t('table.select', { name: nameOfRow(row) }), [t, nameOfRow])
  const onRest = useCallback(
    (first: number) => {
      list.changeAddress({ offset: first })
      remember()
    },
    [list, remember],
  )
  const pressHead = (id: string) => {
    if (id === 'select') return list.tickAll()
    if (!columnAt(resource, id)?.sortable) return
    const now = list.sortBy(id)
    if (now)
      say(
        t('table.sortedBy', {
          column: labelOf(resource, now.path, t),
          direction: t(`table.directions.${now.direction}`),
        }),
      )
  }
  const pressed = useLatest(pressHead)
  const onPressHead = useCallback((id: string) => pressed()(id), [pressed])

  return {
    ...handlers,
    handle,
    label: t(`resources.${resource.name}.names`),
    source,
    columns: columns.columns,
    active: list.active,
    narrow,
    selection: !selectable ? null : isOfOtherList(selection, request.query) ? EMPTY_SELECTION : selection,
    known: columns.known + locks,
    selectLabel,
    isFaint,
    selectAllLabel: t('table.selectAll'),
    sort,
    initialOffset: offset,
    onPressHead,
    onTick: list.tick,
    onExtend: list.extend,
    onToggle: (row) => withListActions(({ flip }) => flip(resource, row)),
    textOf: nameOfRow,
    onRest,
  }
}
