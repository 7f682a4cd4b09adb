import type { MfaMethod } from '@tocsin/core/base/constants'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import type { Context } from '../context/context'
import type { Template } from '../outbox/mails'
import { METHOD_NAMES } from '../outbox/notices'
import { queueMail } from '../outbox/outbox'

/** The owner of an account, with the address that they had before a change. */
type AccountOwner = { id: number; name: string; username: string; email: string; client_id: number | null }

/** Returns the template of the mail about a disabled method, by the methods left. */
export const disabling = (left: readonly MfaMethod[]): Template =>
  left.length > 0 ? 'method-disabled' : 'last-method-disabled'

/** Queues a mail to the owner of an account about a change of the account. */
export async function notifyOwner(
  context: Context,
  owner: AccountOwner,
  template: Template,
  methods: readonly MfaMethod[] = [],
): Promise<void> {
  const names = METHOD_NAMES[chooseLocale(context.locale)]
  await queueMail(context, {
    recipient: owner.email,
    template,
    data: { name: owner.name, username: owner.username, methods: methods.map((method) => names[method]).join(', ') },
    clientId: owner.client_id,
    ...(owner.id === context.actor.id ? {} : { reader: owner.id }),
  })
}
