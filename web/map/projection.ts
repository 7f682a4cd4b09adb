/** Latitude and longitude in degrees. */
export type Coordinates = readonly [lat: number, lng: number]
export type View = { center: Coordinates; zoom: number }
export type Size = { width: number; height: number }

/** The edge of the square world of web maps: arctan(sinh(π)), in degrees. */
export const MAX_LATITUDE = 85.0511287798066
/** Pixels of the whole world at zoom 0. */
export const TILE = 256
/** The zooms of a map. The smallest shows the whole world on a phone. It is not 0, which pigeon takes as not given. */
export const ZOOM = { min: 0.01, max: 18 }
/** The zoom at which one site is shown and picked. */
export const ZOOM_OF_ONE = 14
/** Circumference of the Earth at the equator in kilometres (WGS 84). */
const EQUATOR = 40_075.016686

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))
export const clampZoom = (zoom: number): number => clamp(zoom, ZOOM.min, ZOOM.max)

/** Returns coordinates that can be drawn: the poles are infinitely far away on such a map. */
export const clampCoordinates = ([lat, lng]: Coordinates): Coordinates => [
  clamp(Number.isFinite(lat) ? lat : 0, -MAX_LATITUDE, MAX_LATITUDE),
  clamp(Number.isFinite(lng) ? lng : 0, -180, 180),
]

/** Returns the pixels of zoom 0, from the north-west corner (web Mercator). */
export function project(coordinates: Coordinates): [x: number, y: number] {
  const [lat, lng] = clampCoordinates(coordinates)
  const sine = Math.sin((lat * Math.PI) / 180)
  return [((lng + 180) / 360) * TILE, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * TILE]
}

export function unproject([x, y]: readonly [number, number]): Coordinates {
  const north = Math.PI * (1 - (2 * y) / TILE)
  return clampCoordinates([(Math.atan(Math.sinh(north)) * 180) / Math.PI, (x / TILE) * 360 - 180])
}

/** Returns the pixels of a kilometre: the more, the farther from the equator. */
export const pixelsPerKilometre = (lat: number, zoom: number): number =>
  (TILE * 2 ** zoom) / (EQUATOR * Math.cos((clampCoordinates([lat, 0])[0] * Math.PI) / 180))

/** Returns the closest whole zoom, up to `closest`, at which a circle of a radius in km is at most `pixels` wide. */
export const zoomAround = (lat: number, radius: number, pixels: number, closest: number): number =>
  radius > 0
    ? clampZoom(Math.min(closest, Math.floor(Math.log2(pixels / (2 * radius * pixelsPerKilometre(lat, 0))))))
    : closest

/** Returns the centre after a move by pixels, east and south positive. */
export function panned({ center, zoom }: View, [right, down]: readonly [number, number]): Coordinates {
  const [x, y] = project(center)
  const scale = 2 ** zoom
  return unproject([clamp(x + right / scale, 0, TILE), clamp(y + down / scale, 0, TILE)])
}

/** Returns the closest whole zoom, up to `closest`, that shows all places with a margin in pixels. */
export function fitted(places: readonly Coordinates[], size: Size, closest: number, margin = 32): View | null {
  if (places.length === 0) return null
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const coordinates of places) {
    const [x, y] = project(coordinates)
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const room = (pixels: number, extent: number) =>
    extent === 0 ? closest : Math.log2(Math.max(1, pixels - 2 * margin) / extent)
  const zoom = Math.floor(Math.min(closest, room(size.width, right - left), room(size.height, bottom - top)))
  return { center: unproject([(left + right) / 2, (top + bottom) / 2]), zoom: clampZoom(zoom) }
}

/** The share of places that a view may leave out, and the fewest places of which one may be. */
const FAR_OFF = 0.02
const MANY = 5
/** The zooms that a view has to gain for that. */
const GAIN = 3

/**
 * Returns the view that shows all places, or most of them where a few far off would make it useless: exchanged
 * coordinates put a place on the other side of the world. `outside` counts the places that it leaves out.
 */
export function fittedMost(
  places: readonly Coordinates[],
  size: Size,
  closest: number,
): { view: View; outside: number } | null {
  const whole = fitted(places, size, closest)
  if (!whole || places.length < MANY) return whole && { view: whole, outside: 0 }
  const points = places.map((place) => ({ place, at: project(place) }))
  const median = (axis: 0 | 1) => points.map(({ at }) => at[axis]).sort((a, b) => a - b)[points.length >> 1]!
  const [x, y] = [median(0), median(1)]
  const byDistance = points
    .map(({ place, at }) => ({ place, at, distance: Math.hypot(at[0] - x, at[1] - y) }))
    .sort((a, b) => a.distance - b.distance)
  const kept = byDistance.length - Math.max(1, Math.floor(byDistance.length * FAR_OFF))
  const most = fitted(
    byDistance.slice(0, kept).map(({ place }) => place),
    size,
    closest,
  )!
  if (most.zoom < whole.zoom + GAIN) return { view: whole, outside: 0 }
  const [left, top] = project(most.center)
  const isOutside = ({ at }: { at: readonly [number, number] }) =>
    Math.abs(at[0] - left) * 2 ** most.zoom > size.width / 2 || Math.abs(at[1] - top) * 2 ** most.zoom > size.height / 2
  return { view: most, outside: byDistance.filter(isOutside).length }
}

/** Returns the longest round length (1, 2 or 5 times a power of ten, in kilometres) that fits into so many pixels. */
export function scaleBar(lat: number, zoom: number, most: number): { kilometres: number; pixels: number } {
  const perKilometre = pixelsPerKilometre(lat, zoom)
  const longest = most / perKilometre
  const power = 10 ** Math.floor(Math.log10(longest))
  const kilometres = power * ([5, 2, 1].find((times) => times * power <= longest) ?? 1)
  return { kilometres, pixels: kilometres * perKilometre }
}

const STEPS = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002]

/** Returns the degrees between two lines of a grid that are at least so many pixels apart. */
export function gridStep(zoom: number, least = 90): number {
  const perDegree = (TILE * 2 ** zoom) / 360
  return STEPS.findLast((step) => step * perDegree >= least) ?? 30
}

/** Returns the number of decimals that tell two lines of a grid apart. */
export const decimalsOf = (step: number): number => Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))

/** Rounds a position for storage: six decimals are eleven centimetres. */
export const rounded = ([lat, lng]: Coordinates): { lat: number; lng: number } => ({
  lat: Math.round(lat * 1e6) / 1e6,
  lng: Math.round(lng * 1e6) / 1e6,
})
