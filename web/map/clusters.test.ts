import { expect, it } from 'vitest'
import { clustered, type Marked } from './clusters'
import { project } from './projection'

const at = (id: number, lat: number, lng: number): Marked => ({ id, name: `Site ${id}`, lat, lng, active: true })
const many = Array.from({ length: 5_000 }, (_, index) =>
  at(index, -30 + ((index * 7919) % 3_000) / 100, -70 + ((index * 104_729) % 3_500) / 100),
)

it('gathers what is too near to be told apart, and loses nothing', () => {
  const near = [at(1, -23.55, -46.63), at(2, -23.5501, -46.6301), at(3, -3.1, -60)]
  const clusters = clustered(near, 6, 17)
  expect(new Set(clusters.map(({ places }) => places.length))).toEqual(new Set([1, 2]))
  for (const zoom of [1, 4, 8, 12, 18])
    expect(clustered(many, zoom, 17).reduce((sum, { places }) => sum + places.length, 0)).toBe(many.length)
})

it('draws few marks of many places where they lie close', () => {
  expect(clustered(many, 4, 17).length).toBeLessThan(300)
})

it('lets no two marks cover each other', () => {
  for (const zoom of [1, 3, 5, 8]) {
    const marks = clustered(many, zoom, 17).map(({ lat, lng }) => project([lat, lng]).map((at) => at * 2 ** zoom))
    const near = marks.filter(([x = 0, y = 0], index) =>
      marks.slice(index + 1).some(([otherX = 0, otherY = 0]) => Math.hypot(otherX - x, otherY - y) < 30),
    )
    expect(near.length, `zoom ${zoom}`).toBe(0)
  }
})

it('shows each by itself at the closest zooms, even those at the same place', () => {
  expect(clustered([at(1, 10, 10), at(2, 10, 10)], 17, 17)).toHaveLength(2)
})

it('takes places at the poles and at the date line', () => {
  const edges = [at(1, 90, 180), at(2, -90, -180), at(3, 0, 180)]
  const clusters = clustered(edges, 3, 17)
  expect(clusters.flatMap(({ places }) => places)).toHaveLength(3)
})
