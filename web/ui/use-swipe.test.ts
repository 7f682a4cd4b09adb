import { beforeEach, expect, it, vi } from 'vitest'
import { watchSwipes } from './use-swipe'

let element: EventTarget & { closest: (selector: string) => unknown }
let isOwn = false
let selection: { isCollapsed: boolean } | null = null
const swipes: string[] = []
let stop = () => {}

beforeEach(() => {
  element = Object.assign(new EventTarget(), { closest: () => (isOwn ? {} : null) })
  isOwn = false
  selection = null
  swipes.length = 0
  vi.stubGlobal('getSelection', () => selection)
  stop = watchSwipes(element as unknown as HTMLElement, (way) => void swipes.push(way))
})

const point = (type: string, clientX: number, clientY: number, more: object = {}) =>
  element.dispatchEvent(
    Object.assign(new Event(type), { pointerType: 'touch', isPrimary: true, clientX, clientY, ...more }),
  )
/** Moves a finger by so many pixels, and takes it away. */
function move(across: number, along = 0, more: object = {}): string[] {
  swipes.length = 0
  point('pointerdown', 200, 300, more)
  point('pointerup', 200 + across, 300 + along, more)
  return [...swipes]
}

it('leads on by a finger to the left and back by one to the right', () => {
  expect(move(-56)).toEqual(['next'])
  expect(move(56)).toEqual(['previous'])
})

it('takes neither a short way nor one that scrolls for a swipe', () => {
  for (const across of [0, 55, -55]) expect(move(across)).toEqual([])
  expect(move(-100, 50)).toEqual(['next'])
  for (const along of [51, -51, 300]) expect(move(-100, along)).toEqual([])
})

it('leaves a mouse, a second finger, a control that moves sideways and a selection of text alone', () => {
  expect(move(-100, 0, { pointerType: 'mouse' })).toEqual([])
  point('pointerdown', 200, 300)
  point('pointerdown', 220, 300, { isPrimary: false })
  point('pointerup', 50, 300)
  expect(swipes).toEqual([])
  isOwn = true
  expect(move(-100)).toEqual([])
  isOwn = false
  selection = { isCollapsed: false }
  expect(move(-100)).toEqual([])
  selection = { isCollapsed: true }
  expect(move(-100)).toEqual(['next'])
})

it('forgets a finger that the browser scrolls with, and one that was taken away', () => {
  point('pointerdown', 200, 300)
  point('pointercancel', 100, 300)
  point('pointerup', 50, 300)
  point('pointerup', 50, 300)
  expect(swipes).toEqual([])
  stop()
  expect(move(-100)).toEqual([])
})
