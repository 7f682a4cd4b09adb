import { expect, it } from 'vitest'
import { nextSort, sortOf } from './sort'

it('TABLE-04 orders up, then down, then as the list has it', () => {
  const up = nextSort(null, 'name')
  expect(up).toEqual({ path: 'name', direction: 'ASC' })
  const down = nextSort(up, 'name')
  expect(down).toEqual({ path: 'name', direction: 'DESC' })
  expect(nextSort(down, 'name')).toBeNull()
  expect(nextSort(down, 'tag')).toEqual({ path: 'tag', direction: 'ASC' })
})

it('reads an order, and takes anything but DESC as upwards', () => {
  expect(sortOf('name DESC')).toEqual({ path: 'name', direction: 'DESC' })
  expect(sortOf('name')).toEqual({ path: 'name', direction: 'ASC' })
  expect(sortOf('')).toBeNull()
  expect(sortOf(undefined)).toBeNull()
})
