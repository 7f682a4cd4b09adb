import { draftOf } from '@tocsin/core/command-line/commands'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { attemptOf, nameOf } from '../record/name-of'
import { keepOwn, lastOwn } from '../data/own-versions'
import type { Row } from '../data/row'
import { toast, type Toast } from '../notices/toast'
import { tellOnce } from '../notices/told-once'
import { tellTakenBack } from '../data/taken-back'
import { remember, undoAction, type Done } from '../notices/undo'
import { currentAccount } from '../data/account'
import type { CreateOptions } from '../data/use-save'
import { client } from '../data/api'
import { markStale } from '../data/query'
import { viewOf } from '../data/views'
import { forgetVisits } from '../data/visits'
import type { Changes } from '@tocsin/core/vocabulary/changes'
import { isSecret } from './draft'
import { lineOfChange } from './change-line'
import { newId } from '../new-id'

/** Returns the id of attempts to save a record, or a new one, for the notices about them. */
export const savingOf = (resource: Resource, id: number | null): string =>
  id === null ? `${resource.name} create` : attemptOf(resource, 'update', { id })

const tell = (
  text: (t: Translate) => string,
  subject: string,
  line: string | undefined,
  done: Done | null,
  more: Pick<Toast, 'copy'> = {},
): void => {
  if (done) remember(done)
  toast({
    tone: 'done',
    text,
    subject,
    ...(line === undefined ? {} : { line }),
    ...(done ? { action: undoAction(done) } : {}),
    ...more,
  })
}

/**
 * Returns a function that makes writes of values, by path, to undo and redo a change of a record. A write is based on the
 * account's own last version: it never overwrites another user's change.
 */
export function writerOf(resource: Resource, { id, version: last }: Row): (values: Changes) => () => Promise<void> {
  let since = last
  return (values) => async () => {
    const version = lastOwn(resource, id, since)
    const options = version === undefined ? {} : { version }
    since = ((await client.update(resource, id, draftOf(values), options)) as Row).version
    keepOwn(resource, id, version, since)
    await markStale(resource.name)
  }
}

/** Reports that a record was changed, with the terminal line of the change, and remembers how to undo it. */
export function tellUpdated(
  resource: Resource,
  row: Row,
  changes: Changes,
  previous: Changes,
  notice = 'notices.updated',
): void {
  const write = writerOf(resource, row)
  // The former value of a secret is unknown.
  const canUndo = !Object.keys(changes).some((path) => isSecret(resource.fields, path))
  const title = (t: Translate) => t('form.updateOf', { name: nameOf(resource, row, t) })
  tell(
    (t) => t(notice, { name: nameOf(resource, row, t) }),
    savingOf(resource, row.id),
    lineOfChange(resource, row.id, changes),
    canUndo
      ? { title, undo: write(previous), redo: write(changes), record: { resource: resource.name, id: row.id } }
      : null,
  )
}

/** Returns the text with which a failed save is told; a resource may have one of its own for new records (TPL-13). */
export function failedText({ name }: Resource, id: number | null, t: Translate): string {
  const own = `resources.${name}.notCreated`
  return id === null && t(own) !== own ? t(own) : t('form.failed')
}

/**
 * Reports that a record was created. This can be undone where the account may delete records of the resource. `create`
 * makes it again, where that takes more than one call.
 */
export function tellCreated(
  resource: Resource,
  row: Row,
  sent: Draft,
  changes: Changes,
  create: (draft: Draft, options: CreateOptions) => Promise<unknown> = (draft, options) =>
    client.create(resource, draft, options),
): void {
  const account = currentAccount()
  const canUndo = account !== null && resource.can.delete !== undefined && mayDo(account, resource, 'delete')
  let made = row
  const done: Done = {
    title: (t) => t('form.createOf', { name: nameOf(resource, row, t) }),
    record: { resource: resource.name, id: row.id },
    undo: async () => {
      const version = lastOwn(resource, made.id, made.version)
      await client.remove(resource, made.id, version === undefined ? {} : { version })
      if (account) forgetVisits(account.id, resource.name, [made.id])
      tellTakenBack({ resource: resource.name, id: made.id })
      await markStale(resource.name, { gone: [made.id] })
    },
    redo: async () => {
      made = (await create(sent, { key: newId() })) as Row
      await markStale(resource.name)
    },
  }
  const once = resource.creation?.secret
  if (once !== undefined)
    tellOnce({
      title: (t) => t('form.created', { name: nameOf(resource, row, t) }),
      detail: (t) => t(`resources.${resource.name}.told.create`),
      what: (t) => t(`resources.${resource.name}.name`),
      text: String((row as Draft)[once]),
    })
  tell(
    (t) => {
      const own = `resources.${resource.name}.created`
      const said = t(own)
      return said === own ? t('form.created', { name: nameOf(resource, row, t) }) : said
    },
    savingOf(resource, null),
    lineOfChange(resource, null, changes),
    canUndo ? done : null,
    copyOf(resource, row),
  )
}

/** Returns what the notice of a new record offers to copy. */
function copyOf({ name }: Resource, row: Row): Pick<Toast, 'copy'> {
  const { passedOn } = viewOf(name)
  if (passedOn === undefined) return {}
  return { copy: { text: String((row as Draft)[passedOn]), what: (t) => t(`resources.${name}.fields.${passedOn}`) } }
}
