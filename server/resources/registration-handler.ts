import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { scopeOf } from '../context/actor'
import type { Context } from '../context/context'
import type { Parts } from '../context/parts'
import { signingSecret } from '../outbox/webhooks'
import type { ActionOutcome, Condition, Writes } from '../records/overrides'
import type { Save } from '../records/save'
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

/** The handler of a registration code, by the name of its resource. */
export type Handler = { kind: 'registration-handlers' | 'registration-handlers-v2'; id: number }

/** Returns the secret that signs what a handler is asked. */
export const handlerSecret = (parts: Pick<Parts, 'tokens'>, { kind, id }: Handler, nonce: string): string =>
  signingSecret(parts, `${kind} ${id}`, nonce)

/** Returns the action that renews the secret of a handler. */
export const renewHandlerSecret =
  (kind: Handler['kind']) =>
  async <R extends { id: number }>(save: Save<R>, handler: R): Promise<ActionOutcome> => {
    const nonce = Buffer.from(save.parts.random(18)).toString('base64url')
    await save.set(handler, { signing_nonce: nonce })
    return { changes: {}, secret: { secret: handlerSecret(save.parts, { kind, id: handler.id }, nonce) } }
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
