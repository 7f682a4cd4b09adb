import { project } from './projection'

/** A place on a map. `radius` in kilometres. */
export type Marked = {
  id: number
  name: string
  lat: number
  lng: number
  radius?: number | null
  active: boolean
}

/** Places too near to each other to be told apart at a zoom, at their mean; or one alone. */
export type Cluster = { lat: number; lng: number; places: readonly Marked[] }

/** Places nearer than this are one, in pixels. */
const CELL = 56

/** Gathers places by the cell of a grid that they fall into: linear in their number, and steady while the map moves. */
export function clustered(places: readonly Marked[], zoom: number, closest: number): Cluster[] {
  if (zoom >= closest) return places.map((place) => ({ lat: place.lat, lng: place.lng, places: [place] }))
  const scale = 2 ** Math.round(zoom)
  const cells = new Map<string, Marked[]>()
  for (const place of places) {
    const [x, y] = project([place.lat, place.lng])
    const key = `${Math.floor((x * scale) / CELL)} ${Math.floor((y * scale) / CELL)}`
    const cell = cells.get(key)
    if (cell) cell.push(place)
    else cells.set(key, [place])
  }
  return Array.from(cells.values(), (cell) => ({
    lat: cell.reduce((sum, { lat }) => sum + lat, 0) / cell.length,
    lng: cell.reduce((sum, { lng }) => sum + lng, 0) / cell.length,
    places: cell,
  }))
}
