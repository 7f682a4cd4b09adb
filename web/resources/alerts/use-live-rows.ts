import { useLayoutEffect, useRef } from 'react'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { Row } from '../../data/row'
import type { Live } from '../../table/held/live'
import type { ListView } from '../../table/list'
import type { RowSource } from '../../table/row-source'
import type { Arrivals } from './arrivals'

/** The access to the rows of the board that its keys and its drawer need. */
export type RowAccess = {
  /** Returns the active row at this moment. */
  active: () => Alert | undefined
  /** Gives the focus to the active row. */
  focus: () => void
}

type Parts = {
  arrivals: () => Arrivals
  access: { current: RowAccess | null }
  /** Called with the active row, once the moves pause. */
  onActive: (row: Alert | undefined) => void
}

/** Returns what makes the rows of a list live: the arrivals are above its rows, and the active row stays the same alert. */
export const liveRows = ({ arrivals, access, onActive }: Parts): Live => ({
  useView({ list, view, grid }) {
    const { active } = list
    // While the rows of another query are on their way, those of the last one stay, with what came after them.
    const read = useRef<Arrivals | null>(null)
    if (view.settled) read.current = arrivals()
    const now = read.current ? withArrivals(view, { ...arrivals(), upTo: read.current.upTo }) : view
    const { source } = now
    const drawn = useRef({ key: now.request.key, ids: new Map<number, number>() })

    useLayoutEffect(() => {
      const { key, ids } = drawn.current
      const id = key === now.request.key ? ids.get(active.index) : undefined
      const at = id === undefined || source.at(active.index)?.id === id ? undefined : source.indexOf(id)
      if (at !== undefined) grid.current?.show(at)
      drawn.current = { key: now.request.key, ids: idsAround(source, active.index) }
    })
    useLayoutEffect(() => {
      access.current = {
        active: () => source.at(active.index) as unknown as Alert | undefined,
        focus: () => void grid.current?.focus(),
      }
    })
    useLayoutEffect(() => {
      const settle = () => onActive(source.at(active.index) as unknown as Alert | undefined)
      settle()
      return active.subscribe(settle)
    }, [active, source])
    return now
  },
})

/** The number of rows on either side of the active one that are remembered: a held key goes no further between two drawings. */
const AROUND = 100

/** Returns the ids of the rows around one, by their index, as they are drawn: the rows behind a source change. */
function idsAround(source: RowSource, index: number): Map<number, number> {
  const ids = new Map<number, number>()
  for (let at = Math.max(0, index - AROUND); at <= index + AROUND; at++) {
    const row = source.at(at)
    if (row) ids.set(at, row.id)
  }
  return ids
}

/** Returns a view of a list with the alerts that came after its rows, and with the rows as they are now. */
function withArrivals(view: ListView, { upTo, shown, changed }: Arrivals): ListView {
  const above = shown.filter(({ id }) => id > upTo) as readonly Row[]
  const { source, request } = view
  const { upTo: _, ...query } = request.query
  return {
    ...view,
    // A list that takes later rows in is still the same one: the reader stays where they are.
    request: { ...request, key: JSON.stringify(query) },
    source:
      above.length === 0 && changed.size === 0 ? source : overlaid(source, above, changed, isAscending(request.order)),
  }
}

const isAscending = (order: string | undefined): boolean => order === 'id ASC'

/** Returns rows with others before them, or after them, and with what has changed of them. */
function overlaid(
  source: RowSource,
  others: readonly Row[],
  changed: ReadonlyMap<number, Alert>,
  after: boolean,
): RowSource {
  const rest = source.total ?? 0
  const shift = after ? 0 : others.length
  const fresh = (row: Row | undefined): Row | undefined => {
    const now = row && changed.get(row.id)
    return now && now.version > (row.version ?? 0) ? now : row
  }
  return {
    ...source,
    total: source.total === undefined ? undefined : rest + others.length,
    at: (index) => {
      const own = after ? index - rest : index
      return own >= 0 && own < others.length ? others[own] : fresh(source.at(index - shift))
    },
    ensure: (first, last) => source.ensure(Math.max(0, first - shift), Math.max(0, last - shift)),
    indexOf: (id) => {
      const own = others.findIndex((row) => row.id === id)
      if (own >= 0) return after ? rest + own : own
      const at = source.indexOf(id)
      return at === undefined ? undefined : at + shift
    },
    loaded: () => {
      const rows = source.loaded().map((row) => fresh(row)!)
      return after ? [...rows, ...others] : [...others, ...rows]
    },
  }
}
