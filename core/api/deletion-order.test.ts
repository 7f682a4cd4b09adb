import { describe, expect, it } from 'vitest'
import { channels } from '../resources/channels/index'
import { sites } from '../resources/sites/index'
import { doEach } from '../base/bulk'
import { inDeletionOrder } from './deletion-order'

const channel = (id: number, parentId: number | null = null) => ({ id, config: { parentId } })

describe('an order of deletions', () => {
  it('has what lies in a group before the group, and waits for it', async () => {
    const rows = [channel(1), channel(2, 1), channel(3, 2), channel(4), channel(5, 9)]
    const there = new Set(rows.map(({ id }) => id))
    const { rows: ordered, remove } = inDeletionOrder(channels, rows, async (row) => {
      // The one that is deepest takes longest.
      for (let turn = 0; turn < row.id * 3; turn++) await Promise.resolve()
      const used = rows.some(({ id, config }) => there.has(id) && config.parentId === row.id)
      if (used) throw new Error(`${row.id} is used`)
      there.delete(row.id)
    })
    expect(ordered.map(({ id }) => id)).toEqual([3, 2, 1, 4, 5])
    await doEach(ordered, remove)
    expect([...there]).toEqual([])
  })

  it('goes on where one could not be deleted, and ends where rows point to each other', async () => {
    const failing = inDeletionOrder(channels, [channel(1), channel(2, 1)], async ({ id }) => {
      if (id === 2) throw new Error('refused')
      return id
    })
    const [refused, done] = failing.rows.map(failing.remove)
    await expect(refused).rejects.toThrow('refused')
    expect(await done).toBe(1)
    const ring = inDeletionOrder(channels, [channel(1, 2), channel(2, 1)], async ({ id }) => id)
    expect(ring.rows).toHaveLength(2)
  })

  it('changes nothing for records that do not point to each other', () => {
    const rows = [{ id: 2 }, { id: 1 }]
    const remove = async () => undefined
    expect(inDeletionOrder(sites, rows, remove)).toEqual({ rows, remove })
  })
})
