import type { Resource } from '@tocsin/core/vocabulary/resource'
import { blockedFor, runAction } from '../commands/run-action'
import type { Row } from '../data/row'
import { currentAccount } from '../data/account'
import { queryClient } from '../data/query'

type Cached = { rows: Row[]; total: number }

/** Shows a record of the lists otherwise, before the server has said so. */
function show(account: number, noun: string, id: number, active: boolean): void {
  queryClient.setQueriesData<Cached>({ queryKey: [account, noun, 'list'] }, (page) => {
    if (!page?.rows.some((row) => row.id === id && row.active !== active)) return page
    return { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, active } : row)) }
  })
}

const underWay = new Set<string>()

/**
 * Flips a record's switch: at once on the screen, then at the server on the version that was seen; it comes back where
 * that fails, and a toast says why. `z` flips it back. Pressed again before the answer, it does nothing.
 */
export async function toggleActive(resource: Resource, row: Row): Promise<void> {
  const account = currentAccount()?.id
  const action = row.active ? 'deactivate' : 'activate'
  const now = { kind: 'rows', rows: [row] } as const
  // What cannot be done is told, and not shown as done for a moment.
  if (blockedFor(resource, action, row)) return void (await runAction(resource, action, now, { unasked: true }))
  const key = `${account} ${resource.name} ${row.id}`
  if (account === undefined || underWay.has(key)) return
  underWay.add(key)
  // A page that is on its way would show the old state again.
  await queryClient.cancelQueries({ queryKey: [account, resource.name, 'list'] })
  show(account, resource.name, row.id, row.active !== true)
  try {
    const done = await runAction(resource, action, now, { unasked: true })
    if (!done) show(account, resource.name, row.id, row.active === true)
  } finally {
    underWay.delete(key)
  }
}
