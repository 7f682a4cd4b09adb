import { describe, expect, it } from 'vitest'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { arrive, leaving, noArrivals, without } from './arrivals'

const alert = (id: number, more: Partial<Alert> = {}): Alert =>
  ({ id, version: 1, processedAt: null, resolvedAt: null, ...more }) as Alert
const always = () => true
const ids = (alerts: readonly Alert[]) => alerts.map(({ id }) => id)

describe('A-163 what arrives on the board', () => {
  it('shows a pending alert at once, the newest first, and once', () => {
    let state = noArrivals(10)
    for (const id of [12, 11, 12]) state = arrive(state, alert(id), always)
    expect(ids(state.shown)).toEqual([12, 11])
    expect(state.held.size).toBe(0)
  })

  it('holds every other alert, and forgets one that the list does not have any more', () => {
    let state = arrive(noArrivals(10), alert(11, { processedAt: '2026-01-01T00:00:00Z' }), always)
    expect(state.shown).toEqual([])
    expect([...state.held]).toEqual([11])
    state = arrive(state, alert(11, { version: 2, processedAt: '2026-01-01T00:00:00Z' }), () => false)
    expect(state.held.size).toBe(0)
    expect(arrive(noArrivals(10), alert(11), () => false).shown).toEqual([])
  })

  it('keeps a row in its place as it changes, and never takes an older state of it', () => {
    let state = arrive(noArrivals(10), alert(11), always)
    state = arrive(state, alert(11, { version: 3, processedAt: '2026-01-01T00:00:00Z' }), () => false)
    state = arrive(state, alert(11, { version: 2 }), always)
    expect(state.shown).toMatchObject([{ id: 11, version: 3 }])
    state = arrive(state, alert(7, { version: 5 }), always)
    expect(arrive(state, alert(7, { version: 4 }), always)).toBe(state)
    expect(state.changed.get(7)).toMatchObject({ version: 5 })
  })

  it('lets rows leave that the list does not have any more, except the one in the drawer', () => {
    let state = noArrivals(10)
    for (const one of [alert(11), alert(12), alert(13)]) state = arrive(state, one, always)
    const resolved = (id: number) => alert(id, { version: 2, resolvedAt: '2026-01-01T00:00:00Z' })
    for (const id of [7, 8, 11, 12]) state = arrive(state, resolved(id), () => false)
    const isOpen = ({ resolvedAt }: Alert) => resolvedAt === null
    const { above, below } = leaving(state, isOpen, 12)
    expect([ids(above), ids(below)]).toEqual([[11], [7, 8]])
    expect(ids(leaving(state, isOpen, undefined).above)).toEqual([12, 11])
    const after = without(without(state, above), below)
    expect(ids(after.shown)).toEqual([13, 12])
    expect(after.changed.size).toBe(0)
    // A row that has changed meanwhile is another one.
    const again = arrive(state, alert(11, { version: 3 }), always)
    expect(ids(without(again, above).shown)).toEqual([13, 12, 11])
  })

  it('shows no more than the list can have above its rows, and counts the rest', () => {
    let state = noArrivals(0)
    for (let id = 1; id <= 510; id++) state = arrive(state, alert(id), always)
    expect(state.shown).toHaveLength(500)
    expect(state.held.size).toBe(10)
    expect(state.shown[0]!.id).toBe(510)
  })
})
