import { inverseOf } from '@tocsin/core/vocabulary/deletion'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { client } from '../data/api'
import type { Row } from '../data/row'
import { toast } from '../notices/toast'
import { remember, undoAction } from '../notices/undo'
import { nameOf } from '../record/name-of'
import type { RunOptions } from './run-action'
import type { Targets } from './targets'
import { lineOf } from './lines'
import { titleOf } from './titles'

/** The actions on one record whose success has words of its own (MAP-08, APP-27). */
const NOTICES: Readonly<Record<string, string>> = {
  'apps.delete': 'notices.deleteAppSuccess',
  'maps.approve': 'notices.mapApproved',
  'maps.deactivate': 'notices.mapDeactivated',
  'maps.toggleRole': 'notices.mapRoleUpdated',
}

type Done = {
  resource: Resource
  action: string
  targets: Targets
  /** The records as they are now. */
  done: readonly Row[]
  /** The former values of each, for an action that undoes itself. */
  before: ReadonlyMap<number, Draft>
  values: Draft
  /** Runs an action, to undo or redo this one. */
  rerun: (action: string, targets: Targets, again: Pick<RunOptions, 'values' | 'formerValues'>) => Promise<unknown>
}

/** Reports a done action with its command line, and remembers how to undo it. */
export function tellDone({ resource, action, targets, done, before, values, rerun }: Done): void {
  const these: Targets = { kind: 'rows', rows: done }
  const title = titleOf(resource, action, these)
  const notice = done.length === 1 ? NOTICES[`${resource.name}.${action}`] : undefined
  const [only] = done
  const inverse = inverseOf(resource, action)
  const ids = done.map(({ id }) => id)
  const way = (name: string, again: Pick<RunOptions, 'values' | 'formerValues'>) => async () => {
    const [only] = ids
    // A single record is read again, since its version has changed.
    const now: Targets =
      ids.length === 1 && only !== undefined
        ? { kind: 'rows', rows: [(await client.get(resource, only)) as Row] }
        : { kind: 'ids', ids }
    await rerun(name, now, again)
  }
  // A key cannot run an inverse that asks for input, except an action that undoes itself with the former values.
  const itself = inverse === action
  const asks = !itself && resource.actions[inverse]?.input !== undefined
  const canUndo = inverse !== 'irreversible' && !asks
  const taken = canUndo
    ? {
        title,
        undo: way(inverse, itself ? { formerValues: before } : {}),
        redo: way(action, { values }),
        ...(done.length === 1 && only ? { record: { resource: resource.name, id: only.id } } : {}),
      }
    : null
  if (taken) remember(taken)
  toast({
    tone: 'done',
    text: (t) => (notice && only ? t(notice, { name: nameOf(resource, only, t) }) : t('acts.done', { what: title(t) })),
    line: lineOf(resource, action, targets.kind === 'rows' ? these : targets, values),
    ...(taken ? { action: undoAction(taken) } : {}),
    // The message about many records stays until it has been read.
    ...(done.length > 1 ? { stays: true } : {}),
  })
}
