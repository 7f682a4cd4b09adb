/** Something that can be highlighted and run. */
export type Identified = { key: string }

/**
 * The rows of the palette. `latestQuery` counts the queries typed, `shownQuery` is the number of the query of the rows.
 * Until both are the same, the rows are those of an earlier query.
 */
export type Results<Row extends Identified> = {
  latestQuery: number
  shownQuery: number
  /** The count of the reader's moves of the highlight. */
  moves: number
  rows: readonly Row[]
  /** The number of rows that this page found by itself; the server's rows are below them. */
  localCount: number
  /** The key of the highlighted row, which stays highlighted whatever comes in around it. */
  highlight: string | null
  /** The text of the query of the rows. */
  text: string
}

/** The content of the last frame that the reader saw. */
export type Painted<Row extends Identified> = { shownQuery: number; moves: number; row: Row | null }

export type Change<Row extends Identified> =
  | { kind: 'typed' }
  /** The rows this page found by itself. After `isPartial` the rest follows. */
  | { kind: 'local'; query: number; rows: readonly Row[]; text: string; highlight?: string; isPartial?: boolean }
  /** The rows the server found beyond those. */
  | { kind: 'remote'; query: number; rows: readonly Row[] }
  | { kind: 'moved'; by: number }
  | { kind: 'pointed'; key: string }

export const nothing: Results<never> = {
  latestQuery: 0,
  shownQuery: 0,
  moves: 0,
  rows: [],
  localCount: 0,
  highlight: null,
  text: '',
}

/** Applies a change by the async rule: late answers are dropped, the server's rows go below, the highlight stays. */
export function changed<Row extends Identified>(results: Results<Row>, change: Change<Row>): Results<Row> {
  const { latestQuery, shownQuery, moves, rows, localCount, highlight } = results
  switch (change.kind) {
    case 'typed':
      return { ...results, latestQuery: latestQuery + 1 }
    case 'local': {
      if (change.query !== latestQuery) return results
      // A part must not replace the rows of the same query, and an empty part would look like an empty result.
      if (change.isPartial && (shownQuery === latestQuery || change.rows.length === 0)) return results
      const known = new Set<string>()
      const unique = change.rows.filter(({ key }) => !known.has(key) && known.add(key))
      // If the same query is answered again (the index was loaded, a screen added commands), the server's rows stay.
      const held = shownQuery === latestQuery ? highlight : (change.highlight ?? null)
      const below = shownQuery === latestQuery ? rows.slice(localCount).filter(({ key }) => !known.has(key)) : []
      const all = [...unique, ...below]
      const kept = has(all, held) ? held : (all[0]?.key ?? null)
      return {
        ...results,
        shownQuery: latestQuery,
        rows: all,
        localCount: unique.length,
        highlight: kept,
        text: change.text,
      }
    }
    case 'remote': {
      // The server's rows belong below the page's own rows, which are not there yet.
      if (change.query !== latestQuery || shownQuery !== latestQuery) return results
      const known = new Set(rows.map(({ key }) => key))
      const added = change.rows.filter(({ key }) => !known.has(key) && known.add(key))
      if (added.length === 0) return results
      return { ...results, rows: [...rows, ...added], highlight: highlight ?? added[0]?.key ?? null }
    }
    case 'moved': {
      if (rows.length === 0) return results
      const at = rows.findIndex(({ key }) => key === highlight)
      const to = Math.min(rows.length - 1, Math.max(0, at + change.by))
      return { ...results, moves: moves + 1, highlight: rows[to]?.key ?? null }
    }
    case 'pointed':
      return has(rows, change.key) && change.key !== highlight
        ? { ...results, moves: moves + 1, highlight: change.key }
        : results
  }
}

const has = (rows: readonly Identified[], key: string | null) => rows.some((row) => row.key === key)

export const highlighted = <Row extends Identified>({ rows, highlight }: Results<Row>): Row | null =>
  rows.find(({ key }) => key === highlight) ?? null

/** Returns what the reader sees once these results are painted. */
export const paintedOf = <Row extends Identified>(results: Results<Row>): Painted<Row> => ({
  shownQuery: results.shownQuery,
  moves: results.moves,
  row: highlighted(results),
})

/**
 * Returns the row that Enter runs: the one highlighted in the last painted frame, wherever it is by now. Returns
 * 'wait' while the reader's last text or move is not painted: nobody has seen what would run, and the next frame
 * decides. It also returns 'wait' after an empty frame if there are rows by now.
 */
export function toRun<Row extends Identified>(results: Results<Row>, painted: Painted<Row>): Row | null | 'wait' {
  if (painted.shownQuery !== results.latestQuery || painted.moves !== results.moves) return 'wait'
  return painted.row ?? (results.rows.length > 0 ? 'wait' : null)
}
