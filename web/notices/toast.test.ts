import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { client } from '../data/api'
import { loadResources, resourceOf } from '../data/resources'
import { store } from '../store'
import { addWords, wordsIn } from '../words'
import { messages } from '../commands/messages'
import { runAction } from '../commands/run-action'
import { toast, toastFailure, toastsAtom } from './toast'

const t = wordsIn('en-US')
const told = () => store.get(toastsAtom).map(({ tone, text }) => `${tone}: ${text(t)}`)
const away = new ApiError({ status: 0, code: 'NETWORK_ERROR' })

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { search: '', href: 'http://localhost/' })
  addWords('acts', messages)
  await loadResources()
})
beforeEach(() => store.set(toastsAtom, []))

it('takes a failure away as soon as the same has gone through, and no other', () => {
  toastFailure(away, () => 'one', { subject: 'sites create' })
  toastFailure(away, () => 'other', { subject: 'teams create' })
  toastFailure(away, () => 'of nothing')
  toast({ tone: 'done', text: () => 'made', subject: 'sites create' })
  expect(told()).toEqual(['trouble: other', 'trouble: of nothing', 'done: made'])
  // A success stays: it offers another undo.
  toast({ tone: 'done', text: () => 'made again', subject: 'sites create' })
  expect(told()).toEqual(['trouble: of nothing', 'done: made', 'done: made again'])
})

it('forgets that an action failed on a record once it is done to it, to that one alone or to many', async () => {
  const sites = resourceOf('sites')
  const rows = [1, 2].map((id) => ({ id, name: `S${id}`, active: true, ClientId: 2 }))
  const refuse = () => Promise.reject(away)
  const update = vi.spyOn(client, 'update').mockImplementation(refuse)
  const patch = vi.spyOn(client, 'patch').mockImplementation((_, id) => Promise.resolve({ id } as never))
  const deactivate = (...some: typeof rows) =>
    runAction(sites, 'deactivate', { kind: 'rows', rows: some }, { skipQuestion: true })
  try {
    await deactivate(rows[0]!)
    await deactivate(rows[1]!)
    expect(told()).toEqual(['trouble: Not done: Deactivate S1', 'trouble: Not done: Deactivate S2'])
    update.mockImplementation((_, id) => Promise.resolve({ ...rows[0]!, id } as never))
    await deactivate(rows[0]!)
    expect(told()).toEqual(['trouble: Not done: Deactivate S2', 'done: Done: Deactivate S1'])
    await deactivate(...rows)
    expect(told()).toEqual(['done: Done: Deactivate S1', 'done: Done: Deactivate 2 sites'])
  } finally {
    update.mockRestore()
    patch.mockRestore()
  }
})
