import type { Resource } from '@tocsin/core/vocabulary/resource'
import { blockedFor } from './why'
import { runAction } from './run-action'
import { switchOf } from './switch-of'
import type { Row } from '../data/row'
import { currentAccount } from '../data/account'
import { queryClient } from '../data/query'

type Cached = { rows: Row[]; total: number }

/** Changes a field of a record in the cached lists before the server has responded. */
function show(account: number, resource: string, id: number, field: string, value: boolean): void {
  queryClient.setQueriesData<Cached>({ queryKey: [account, resource, 'list'] }, (page) => {
    if (!page?.rows.some((row) => row.id === id && row[field] !== value)) return page
    return { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, [field]: value } : row)) }
  })
}

const underWay = new Set<string>()

/**
 * Flips a record's switch: at once on the screen, then on the server, based on the version that was seen. A failure
 * flips it back, with a toast that states the reason. `z` undoes it. A press before the response does nothing.
 */
export async function flip(resource: Resource, row: Row): Promise<void> {
  const pair = switchOf(resource)
  const field = resource.switch
  if (!pair || field === undefined) return
  const account = currentAccount()?.id
  const isOn = row[field] === true
  const action = isOn ? pair.off : pair.on
  const now = { kind: 'rows', rows: [row] } as const
  // A blocked action only shows its reason, and the switch does not move.
  if (blockedFor(resource, action, row)) return void (await runAction(resource, action, now, { skipQuestion: true }))
  const key = `${account} ${resource.name} ${row.id}`
  if (account === undefined || underWay.has(key)) return
  underWay.add(key)
  // A list page that is still loading would show the old state again.
  await queryClient.cancelQueries({ queryKey: [account, resource.name, 'list'] })
  show(account, resource.name, row.id, field, !isOn)
  try {
    const done = await runAction(resource, action, now, { skipQuestion: true })
    if (!done) show(account, resource.name, row.id, field, isOn)
  } finally {
    underWay.delete(key)
  }
}
