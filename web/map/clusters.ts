import { project, unproject } from './projection'

/** A place on a map. `radius` in kilometres. */
export type Marked = {
  id: number
  name: string
  lat: number
  lng: number
  radius?: number | null
  active: boolean
}

/** One place, or several too close to be told apart at a zoom, positioned at the middle of the fullest cell. */
export type Cluster = { lat: number; lng: number; places: readonly Marked[] }

/** Side of a cell, and the distance at which two marks merge, in pixels. */
const CELL = 56
const APART = 44

type Cell = { column: number; row: number; places: Marked[]; x: number; y: number }

/**
 * Groups places by their cell of a grid, then merges clusters on both sides of a border: linear in their number, and
 * steady while the map moves. From zoom `closest` on each place is shown by itself.
 */
export function clustered(places: readonly Marked[], zoom: number, closest: number): Cluster[] {
  if (zoom >= closest) return places.map((place) => ({ lat: place.lat, lng: place.lng, places: [place] }))
  const scale = 2 ** Math.round(zoom)
  const cells = new Map<string, Cell>()
  const keyOf = (column: number, row: number) => `${column} ${row}`
  for (const place of places) {
    const [x, y] = project([place.lat, place.lng])
    const [column, row] = [Math.floor((x * scale) / CELL), Math.floor((y * scale) / CELL)]
    const key = keyOf(column, row)
    const cell = cells.get(key) ?? { column, row, places: [], x: 0, y: 0 }
    cell.places.push(place)
    cell.x += x
    cell.y += y
    cells.set(key, cell)
  }

  const middle = ({ x, y, places: { length } }: Cell) => [(x * scale) / length, (y * scale) / length] as const
  const clusters: Cluster[] = []
  for (const cell of Array.from(cells.values()).toSorted((one, other) => other.places.length - one.places.length)) {
    if (!cells.delete(keyOf(cell.column, cell.row))) continue
    const [x, y] = middle(cell)
    const gathered = [...cell.places]
    for (let column = cell.column - 1; column <= cell.column + 1; column++)
      for (let row = cell.row - 1; row <= cell.row + 1; row++) {
        const next = cells.get(keyOf(column, row))
        if (!next) continue
        const [nextX, nextY] = middle(next)
        if (Math.hypot(nextX - x, nextY - y) >= APART) continue
        gathered.push(...next.places)
        cells.delete(keyOf(column, row))
      }
    const [lat, lng] = unproject([x / scale, y / scale])
    clusters.push({ lat, lng, places: gathered })
  }
  return clusters
}
