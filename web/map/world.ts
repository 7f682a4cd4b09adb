import { merge, mesh } from 'topojson-client'
import worldUrl from 'world-atlas/countries-50m.json?url'
import { MAX_LATITUDE, project, TILE, type Coordinates } from './projection'

/** A shape in pixels of zoom 0, and the box around it, so that shapes out of view are not drawn. */
export type Shape = { path: Path2D; box: readonly [left: number, top: number, right: number, bottom: number] }
export type World = { land: readonly Shape[]; borders: readonly Shape[] }

type Collection = { type: 'GeometryCollection'; geometries: Parameters<typeof merge>[1] }
type Atlas = Parameters<typeof merge>[0] & { objects: { countries: Collection; land: Collection } }
type Ring = readonly (readonly number[])[]

let loading: Promise<World> | undefined

/** Loads the shapes of Natural Earth at 1:50 million, once, when the first map needs them. */
export function loadWorld(): Promise<World> {
  loading ??= fetch(worldUrl)
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
      return shapesOf((await answer.json()) as Atlas)
    })
    .catch((error: unknown) => {
      // The next map tries again.
      loading = undefined
      throw error
    })
  return loading
}

function shapesOf(atlas: Atlas): World {
  const land = merge(atlas, atlas.objects.land.geometries)
  const borders = mesh(atlas, atlas.objects.countries as Parameters<typeof mesh>[1], (one, other) => one !== other)
  return {
    land: land.coordinates.map((rings) => shapeOf(rings, true)),
    borders: borders.coordinates.map((line) => shapeOf([line], false)),
  }
}

/**
 * Returns a line that continues beyond the date line where it crosses it. Otherwise the line would run back across the
 * whole map, as Fiji's would. Antarctica's line along the pole does run across.
 */
function unwrapped(line: Ring): Coordinates[] {
  let turns = 0
  let before = 0
  return line.map(([lng = 0, lat = 0], index) => {
    if (index > 0 && Math.abs(lng - before) > 180 && Math.abs(lat) < MAX_LATITUDE) turns += lng < before ? 360 : -360
    before = lng
    return [lat, lng + turns]
  })
}

/** Projects a place as `project` does, even with a longitude beyond the date line. */
function projectAnywhere(lat: number, lng: number): [number, number] {
  const [, y] = project([lat, 0])
  return [((lng + 180) / 360) * TILE, y]
}

function shapeOf(lines: readonly Ring[], closed: boolean): Shape {
  const path = new Path2D()
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const line of lines) {
    unwrapped(line).forEach(([lat, lng], index) => {
      const [x, y] = projectAnywhere(lat, lng)
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      if (index === 0) path.moveTo(x, y)
      else path.lineTo(x, y)
    })
    if (closed) path.closePath()
  }
  return { path, box: [left, top, right, bottom] }
}
