import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { scopeOf } from '../context/actor'
import type { Context } from '../context/context'
import type { Condition, Writes } from '../records/overrides'
import { refuseInternal } from './refuse-internal'

/** Returns the condition of a list of handlers. `includeProviders` adds the provider's own to those of a client. */
export function handlersCondition(
  { actor }: Context,
  query: Draft,
  filter: string,
  includeProviders: boolean,
): Condition | null {
  const { [filter]: clientIds, ids: byId } = query
  if (Array.isArray(clientIds)) {
    const ids = clientIds as number[]
    return { condition: sql`r.client_id = any (${includeProviders ? [...ids, PROVIDER_CLIENT_ID] : ids}::int[])` }
  }
  const scope = scopeOf(actor)
  const seesThemBesides = scope.kind === 'clients' && !scope.clientIds.includes(PROVIDER_CLIENT_ID)
  return includeProviders || byId || !seesThemBesides ? null : { condition: sql`r.client_id <> ${PROVIDER_CLIENT_ID}` }
}

/** Returns writes that refuse an internal address, so that no internal service gets what people enter (T63). */
export function writesWithPublicUrl<R extends { id: number }>(): Writes<R, undefined> {
  return {
    create: async (save, draft) => {
      refuseInternal(save.parts, 'url', draft['url'])
      return save.history(await save.store(await save.new(draft)))
    },
    update: async (save, handler, changes) => {
      refuseInternal(save.parts, 'url', changes['url'])
      return save.history(await save.store(await save.change(handler, changes)))
    },
  }
}
