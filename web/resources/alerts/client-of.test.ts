import { beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '@tocsin/core/api/session'
import { createClient } from '@tocsin/core/api/client'
import { alerts } from '@tocsin/core/resources/alerts/index'
import { accountAtom, currentAccount } from '../../data/account'
import { store } from '../../store'
import { clientOf } from './client-of'

const { sent } = vi.hoisted(() => ({ sent: vi.fn() }))
vi.mock('../../data/api', () => ({ http: sent }))

const workAs = (id: number) => store.set(accountAtom, { id } as Profile)
const take = (client: ReturnType<typeof clientOf>) => client.act(alerts, 'take', { id: 4 } as never, {}, { key: 'k' })

beforeEach(() => {
  sent.mockReset().mockImplementation(async ({ path }: { path: string }) => ({
    data: { path, by: currentAccount()?.id },
  }))
  workAs(1)
})

it('makes the calls of its account', async () => {
  expect(await take(clientOf(1))).toEqual({ path: 'alerts/4/take', by: 1 })
})

it('T04 sends nothing with the token of the account that the page works as by the time the call is due', async () => {
  // The code of the action is loaded first, which takes a moment: a client of nobody's sends it as the next account.
  const unbound = take(createClient(sent as never))
  workAs(2)
  expect(await unbound).toEqual({ path: 'alerts/4/take', by: 2 })
  workAs(1)
  const bound = take(clientOf(1))
  workAs(2)
  await expect(bound).rejects.toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED' })
  store.set(accountAtom, null)
  await expect(take(clientOf(1))).rejects.toMatchObject({ status: 401 })
  expect(sent).toHaveBeenCalledTimes(1)
})
