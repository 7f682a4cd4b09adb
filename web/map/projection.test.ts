import { expect, it } from 'vitest'
import {
  clampCoordinates,
  decimalsOf,
  fitted,
  fittedMost,
  gridStep,
  MAX_LATITUDE,
  panned,
  pixelsPerKilometre,
  project,
  rounded,
  scaleBar,
  unproject,
  ZOOM,
  zoomAround,
  type Coordinates,
} from './projection'

const size = { width: 800, height: 400 }

it('puts the corners of the world where web maps have them', () => {
  expect(project([0, 0])).toEqual([128, 128])
  expect(project([MAX_LATITUDE, -180])[1]).toBeCloseTo(0, 6)
  expect(project([-MAX_LATITUDE, 180])[0]).toBe(256)
})

it.each<[Coordinates]>([[[-23.55, -46.63]], [[0, 180]], [[64.1, -21.9]], [[-89.9, 10]]])(
  'comes back from %j',
  (place) => {
    const [lat, lng] = unproject(project(place))
    expect(lat).toBeCloseTo(clampCoordinates(place)[0], 9)
    expect(lng).toBeCloseTo(place[1], 9)
  },
)

it.each<[Coordinates]>([[[90, 0]], [[-90, 180]], [[0, -180]], [[Number.NaN, Infinity]]])(
  'draws something at %j',
  (place) => {
    expect([...project(place), ...unproject(project(place))].every(Number.isFinite)).toBe(true)
    expect(Number.isFinite(pixelsPerKilometre(place[0], 14))).toBe(true)
  },
)

it('makes a kilometre twice as long at 60 degrees as at the equator', () => {
  // The Earth is 40,075 km on 256 × 2^14 pixels: 104.66 pixels a kilometre.
  expect(pixelsPerKilometre(0, 14)).toBeCloseTo(104.66, 2)
  expect(pixelsPerKilometre(60, 14) / pixelsPerKilometre(0, 14)).toBeCloseTo(2, 6)
  expect(pixelsPerKilometre(-60, 14)).toBeCloseTo(pixelsPerKilometre(60, 14), 9)
})

it('CONST-19 fits what there is, and comes no closer than asked', () => {
  expect(fitted([], size, 8)).toBeNull()
  expect(fitted([[-23.5, -46.6]], size, 8)?.zoom).toBe(8)
  const all: Coordinates[] = [
    [2.8, -60.7],
    [-30, -51.2],
    [-8, -34.9],
  ]
  const view = fitted(all, size, 8)!
  const [x, y] = project(view.center)
  for (const place of all) {
    const [left, top] = project(place)
    expect(Math.abs(left - x) * 2 ** view.zoom).toBeLessThanOrEqual(size.width / 2)
    expect(Math.abs(top - y) * 2 ** view.zoom).toBeLessThanOrEqual(size.height / 2)
  }
  expect(fitted([...all, [85, 179]], size, 8)!.zoom).toBeLessThanOrEqual(view.zoom)
})

it('S32 fits the bulk where a few places are far off, and counts these; three places are all of them', () => {
  const schools = Array.from({ length: 60 }, (_, at): Coordinates => [-23.5 + (at % 8) / 100, -46.6 + (at % 7) / 100])
  const { view } = fittedMost(schools, size, 8)!
  expect(fittedMost([...schools, [-90, 180]], size, 8)).toEqual({ view, outside: 1 })
  // A tenth of them is no exception.
  const swapped = schools.slice(0, 6).map(([lat, lng]): Coordinates => [lng, lat])
  expect(fittedMost([...schools, ...swapped], size, 8)).toEqual({
    view: fitted([...schools, ...swapped], size, 8),
    outside: 0,
  })
  // A place that lies apart and hardly changes the view is shown.
  expect(fittedMost([...schools, [-22.9, -43.2]], size, 8)).toMatchObject({ outside: 0 })
  const three: Coordinates[] = [...schools.slice(0, 2), [-90, 180]]
  expect(fittedMost(three, size, 8)).toEqual({ view: fitted(three, size, 8), outside: 0 })
  expect(fittedMost([], size, 8)).toBeNull()
})

it.each([
  [327, 400],
  [1094, 400],
])('fits the ends of the world into %d × %d pixels, with room for the pins', (width, height) => {
  const [corner, opposite]: Coordinates[] = [
    [85, -180],
    [-90, 180],
  ]
  const { center, zoom } = fitted([corner!, opposite!], { width, height }, 8)!
  const [x, y] = project(center)
  for (const place of [corner!, opposite!]) {
    const [left, top] = project(place)
    expect(Math.abs(left - x) * 2 ** zoom).toBeLessThanOrEqual(width / 2 - 32)
    expect(Math.abs(top - y) * 2 ** zoom).toBeLessThanOrEqual(height / 2 - 32)
  }
})

it('shows the whole circle around a place, and no closer than asked', () => {
  expect(zoomAround(-23.55, 0.1, 300, 14)).toBe(14)
  expect(zoomAround(-23.55, 0, 300, 14)).toBe(14)
  const zoom = zoomAround(-23.55, 5, 300, 14)
  expect(zoom).toBeLessThan(14)
  expect(10 * pixelsPerKilometre(-23.55, zoom)).toBeLessThanOrEqual(300)
  expect(10 * pixelsPerKilometre(-23.55, zoom + 1)).toBeGreaterThan(300)
  expect(zoomAround(0, 20_000, 300, 14)).toBe(ZOOM.min)
})

it('pans by pixels and stops at the edge of the world', () => {
  const [lat, lng] = panned({ center: [0, 0], zoom: 3 }, [256, 0])
  expect([lat, lng]).toEqual([0, 45])
  expect(panned({ center: [0, 179], zoom: 1 }, [10_000, 0])[1]).toBe(180)
  expect(panned({ center: [80, 0], zoom: 1 }, [0, -10_000])[0]).toBeCloseTo(MAX_LATITUDE, 6)
})

it('draws a scale of a round length that fits', () => {
  for (const zoom of [1, 4, 8, 11, 14, 18])
    for (const lat of [0, -23.5, 80]) {
      const { kilometres, pixels } = scaleBar(lat, zoom, 100)
      expect(pixels).toBeLessThanOrEqual(100)
      expect(pixels).toBeGreaterThan(39)
      expect([1, 2, 5]).toContain(Math.round(kilometres / 10 ** Math.floor(Math.log10(kilometres) + 1e-9)))
    }
})

it('keeps the lines of the grid apart and their labels different', () => {
  for (let zoom = 2; zoom <= 18; zoom++) expect(gridStep(zoom) * ((256 * 2 ** zoom) / 360)).toBeGreaterThan(80)
  expect(decimalsOf(0.02)).toBe(2)
  expect(decimalsOf(0.1)).toBe(1)
  expect(decimalsOf(5)).toBe(0)
})

it('keeps positions to eleven centimetres', () => {
  expect(rounded([-23.550519999, -46.6333094123])).toEqual({ lat: -23.55052, lng: -46.633309 })
})
