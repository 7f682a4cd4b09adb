import { recordsById } from '@tocsin/core/api/names'
import type { Face } from '@tocsin/core/vocabulary/resource'
import { client } from './api'
import { loadResource } from './resources'

type Row = Record<string, unknown> & { id: number }
type Waiting = { id: number; answer: (row: Row | null) => void; fail: (error: unknown) => void }

const waiting = new Map<Face, Waiting[]>()

async function ask(resource: Face, these: readonly Waiting[]): Promise<void> {
  try {
    const rows = await recordsById(client, await loadResource(resource.name), [...new Set(these.map(({ id }) => id))])
    const found = new Map(rows.map((row) => [row.id, row]))
    for (const { id, answer } of these) answer(found.get(id) ?? null)
  } catch (error) {
    for (const { fail } of these) fail(error)
  }
}

/**
 * Reads a record that another record points to. Reads that start together share one call per resource. Resolves to null
 * if the record is not visible to the account.
 */
export const pointedRecord = (resource: Face, id: number): Promise<Row | null> =>
  new Promise((answer, fail) => {
    const others = waiting.get(resource)
    if (others) return void others.push({ id, answer, fail })
    const these = [{ id, answer, fail }]
    waiting.set(resource, these)
    queueMicrotask(() => {
      waiting.delete(resource)
      void ask(resource, these)
    })
  })

/** The query of a record that is pointed to. Its key contains the account, as with everything that is read. */
export const pointedQuery = (account: number, resource: Face | undefined, id: number) => ({
  queryKey: [account, resource?.name, 'pointed', id] as const,
  queryFn: () => pointedRecord(resource!, id),
})
