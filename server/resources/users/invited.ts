import type { Draft } from '@tocsin/core/vocabulary/resource'
import { users } from '@tocsin/core/resources/users/index'
import type { User } from '@tocsin/core/resources/users/types'
import { withDefaults } from '@tocsin/core/vocabulary/validate'
import { queueMail } from '../../outbox/outbox'
import type { Save, Saved, Validated } from '../../records/save'
import { refuseUngranted } from './index'

/** A password for the rules alone, which a new user must fulfil: it is not stored, and opens nothing. */
const NEVER_STORED = 'Never-Stored-1'

/**
 * Creates a user of a client without a password, as the first user of a client is. Nobody types the password of
 * somebody else into a file: a mail tells the user how to set one.
 */
export async function createInvited(save: Save<User>, draft: Draft): Promise<Saved<User>> {
  refuseUngranted(save, withDefaults(users.fields, draft), null)
  const validated = await save.new({ ...draft, password: NEVER_STORED, passwordConfirm: NEVER_STORED })
  const without = (values: Draft) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !users.fields[name as keyof User]?.secret))
  const written = await save.store({
    values: without(validated.values),
    changedFields: without(validated.changedFields),
  } as Validated<User>)
  const saved = await save.history(written)
  const { name, username, email, ClientId: clientId } = saved.record
  await queueMail(save, { recipient: email, template: 'welcome', data: { name, username }, clientId })
  return saved
}
