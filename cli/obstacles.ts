import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { isReached, whyNot, type Refusal } from '@tocsin/core/vocabulary/why-not'
import { CommandError } from './command-error'
import type { Context } from './context'
import { sentence } from './errors'
import { EXIT } from './exit-codes'
import type { Row } from './output'

type Found = { id: number } & Row

/**
 * Returns what keeps an action from a record as it was read, or null. Who may touch the record is the server's to say,
 * since a role may have changed since the sign-in; and so is a lock, of which the record says nothing.
 */
async function refusalOf(context: Context, resource: Resource, action: string, record: Found): Promise<Refusal | null> {
  const viewer = await context.account()
  const refusal = viewer && whyNot({ resource, action, record, viewer, lock: null })
  return refusal && refusal.obstacle !== 'account' ? refusal : null
}

/** Throws for an action that the server would refuse, before it is sent. */
export async function refuseBlocked(
  context: Context,
  resource: Resource,
  action: string,
  record: Found,
): Promise<void> {
  const refusal = await refusalOf(context, resource, action, record)
  if (!refusal) return
  const { reason } = refusal
  throw new CommandError({
    code: 'BLOCKED',
    exit: EXIT.conflict,
    key: reason.key,
    ...(reason.values ? { values: reason.values } : {}),
  })
}

/**
 * Returns the reason there is nothing to do: the record is already as the action, or `delete`, would leave it, as after
 * a run whose answer got lost. The intended state is reached, which is no failure.
 */
export async function unchangedReason(
  context: Context,
  resource: Resource,
  action: string,
  record: Found,
  input: Draft = {},
): Promise<string | null> {
  const refusal = await refusalOf(context, resource, action, record)
  if (!refusal || !isReached({ resource, action, record, input })) return null
  return sentence(context.t(refusal.reason.key, refusal.reason.values))
}
