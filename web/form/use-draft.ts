import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { draftOf } from '@tocsin/core/command-line/commands'
import { ApiError } from '@tocsin/core/base/errors'
import { hasPatterns } from '@tocsin/core/form/patterns'
import { fieldIn, withoutPlaces } from '@tocsin/core/vocabulary/field-words'
import type { Draft, Fields, Reason, Resource } from '@tocsin/core/vocabulary/resource'
import { createMemory } from '@tocsin/core/vocabulary/validate'
import { useSave, type CreateOptions } from '../data/use-save'
import type { Row } from '../data/row'
import { beyondDefaults } from './change-line'
import { changesOf, withValue, withValues, type Changes } from '@tocsin/core/vocabulary/changes'
import { givenOf, previousOf, problemsOf, initialValues, withoutProblemsAt, type Problems } from './draft'
import { refusalOf, type Stale } from './failures'
import { focusFirst, focusInto, focusLater } from './focus'
import {
  NO_ADDRESS_YET,
  readNewFiles,
  withGivenAddresses,
  withoutFiles,
  withoutNewFiles,
  type NewFile,
  type NewFiles,
} from './new-files'
import { valueAt } from '../record/field-at'
import type { Leaving } from '../navigation/guard'
import { useGuard } from '../navigation/leave'
import { usePreferences } from '../preferences'
import { nameOf } from '../record/name-of'
import { useT } from '../words'
import type { WidgetProps } from './fields/widget'
import { namesOfChanges } from './changed-names'
import { keepOwn, lastOwn } from '../data/own-versions'
import { consented } from './consented'
import { tellCreated, tellUpdated } from './saved'
import { createSubmission } from './submission'
import { useKeeping, useKeptDraft } from './use-kept-draft'

/** The additions of a screen to the declaration of its form, depending on the user and the page. */
export type Circumstances = {
  /** Returns the choices of a field that may be taken in this draft; undefined where all of them may. */
  choices?: ((path: string, draft: Draft) => readonly string[] | undefined) | undefined
  /** Returns whether a field is hidden, because it has no meaning in this draft, though it may have a value. */
  hides?: ((path: string, draft: Draft) => boolean) | undefined
  /** The reasons, as sentences by path, of fields that cannot be changed here or in this draft. */
  fixed?: Readonly<Record<string, string>> | ((draft: Draft) => Readonly<Record<string, string>>) | undefined
  /** Returns the other changes that follow from a change of a field, by path. */
  follows?: ((path: string, value: unknown) => Changes) | undefined
  /** The paths of lists that are written as JSON and not field by field. */
  asJson?: readonly string[] | undefined
  /** The controls of fields that have one of their own, by path. */
  widgets?: Readonly<Record<string, (props: WidgetProps) => ReactNode>> | undefined
}

export type DraftOptions = Circumstances & {
  resource: Resource
  /** The fields of the form; else all declared ones. */
  fields?: Fields | undefined
  /** The record to edit; null to create one. */
  record: Draft | null
  /** The values that the page gives a new record. */
  given?: Draft | undefined
  /** The values sent with every change besides those filled in. */
  also?: Draft | undefined
  /** Creates the record, where that takes more than one call. */
  create?: ((draft: Draft, options: CreateOptions) => Promise<Row>) | undefined
  /** The reason why nothing can be saved now, as a sentence: the client is locked. */
  blocked?: string | null | undefined
  /** Called after the save with the record that the server returned. */
  onSaved: (row: Row) => void
  /** Called when a save fails but no field is to blame; the text is kept. By default the form shows the failure. */
  onFailed?: ((error: unknown) => void) | undefined
  /** The message key of the notice after a save. */
  notice?: string | undefined
  /** True where a form that is left offers to save its changes, and marks the changed fields. */
  toSave?: boolean | undefined
  /** Shows the draft elsewhere while it is being saved. Returns the function that shows what was there before. */
  meanwhile?: ((draft: Draft) => () => void) | undefined
  /** The fields that the form has though they are not on the page all the time, such as those of a form builder. */
  within?: Within | undefined
  /** True where the record is only shown: changes that are kept of it stay for its form. */
  unkept?: boolean | undefined
}

/** Fields of which one is shown at a time. */
export type Within = {
  has: (path: string) => boolean
  /** Shows a field, so that it can take the focus. */
  show: (path: string) => void
}

type State = {
  base: Draft
  values: Draft
  files: NewFiles
  version: number | undefined
  touched: ReadonlySet<string>
  submitted: boolean
  serverProblems: Problems
  unreadable: Problems
  failure: unknown
  stale: Stale | null
  busy: boolean
}

const versionOf = (record: Draft | null): number | undefined =>
  typeof record?.['version'] === 'number' ? record['version'] : undefined

const fresh = (base: Draft, version: number | undefined): State => ({
  base,
  values: base,
  files: {},
  version,
  touched: new Set(),
  submitted: false,
  serverProblems: {},
  unreadable: {},
  failure: null,
  stale: null,
  busy: false,
})

const aboutFile = ({ file: { name, size, lastModified } }: NewFile) => [name, size, lastModified]

export type Form = ReturnType<typeof useDraft>

/**
 * Holds the state of a form: its values, its problems, whether it is changed, and its save. Every change, except of
 * secrets, is kept on this machine until it is saved or discarded. The component that uses it needs a `key` per record.
 */
export function useDraft(options: DraftOptions) {
  const { resource, record, given, blocked = null } = options
  const fields = options.fields ?? resource.fields
  const id = typeof record?.['id'] === 'number' ? record['id'] : null
  const t = useT()
  const { locale } = usePreferences()
  const prefix = useId()
  const save = useSave(resource, options.create)
  const [submission] = useState(createSubmission)
  const kept = useKeptDraft({ resource: resource.name, id, fields, given, unkept: options.unkept })

  const [state, setState] = useState<State>(() => {
    const base = initialValues(fields, record, given)
    const start = fresh(base, versionOf(record))
    if (!kept.restored) return start
    // The draft stays on the version its changes are based on, so that a save detects changes made in between.
    const version = kept.restored.version ?? start.version
    return { ...start, values: withValues(base, kept.restored.changes), version }
  })
  const latest = useRef(state)
  const update = useCallback((change: Partial<State>) => {
    latest.current = { ...latest.current, ...change }
    setState(latest.current)
  }, [])

  // A pattern is checked once its engine is there.
  const checksPatterns = hasPatterns()
  // oxlint-disable-next-line react/exhaustive-deps -- what was found out without the engine no longer holds
  const memory = useMemo(createMemory, [checksPatterns])
  const changes = useMemo(
    () => changesOf(fields, state.base, state.values, memory),
    [fields, state.base, state.values, memory],
  )
  const hasUnreadable = Object.keys(state.unreadable).length > 0
  const changed = hasUnreadable || Object.keys(changes).length > 0
  const changedPaths = Object.keys({ ...changes, ...state.unreadable })
  const changedNames = namesOfChanges(resource, changedPaths, t, locale)
  const leaving: Leaving = {
    about: () => ({
      name: nameOf(resource, (record ?? {}) as Row, t),
      changes: changedNames,
    }),
    discard: () => discard(),
  }
  const letGo = useGuard(changed, 'kept', () => submit(), options.toSave ? leaving : undefined)
  const keepable = useMemo(() => withoutNewFiles(changes), [changes])
  useKeeping(kept, keepable, state.version ?? null)

  const problems: Problems = useMemo(
    () => ({ ...state.serverProblems, ...problemsOf(fields, { ...state.values, id }, memory), ...state.unreadable }),
    [fields, id, state.serverProblems, state.values, state.unreadable, memory],
  )

  // A newer record that arrives while nothing is changed here replaces the one being edited.
  const arrived = versionOf(record)
  useEffect(() => {
    const { base, values, version, busy } = latest.current
    if (arrived === undefined || version === arrived || busy) return
    if (Object.keys(changesOf(fields, base, values)).length > 0) return
    update(fresh(initialValues(fields, record, given), arrived))
    // oxlint-disable-next-line react/exhaustive-deps -- only another version is another record
  }, [arrived])

  const fieldId = (path: string) => `field-${prefix}-${path}`
  const isDrawn = (path: string) => document.getElementById(fieldId(path)) !== null
  /** Returns whether a field is on the page or can be shown; problems of fields that are not are shown at the top. */
  const shows = (path: string) => isDrawn(path) || options.within?.has(path) === true
  /** Focuses the first of the fields with a problem, or the message at the top. */
  const focusWrong = (paths: readonly string[]) => {
    focusFirst(paths.map(fieldId), fieldId('alert'))
    const [hidden] = paths.filter((path) => options.within?.has(path))
    // The field takes the focus as soon as it is there.
    if (hidden !== undefined && !paths.some(isDrawn)) options.within?.show(hidden)
  }

  const settle = (row: Row) => {
    kept.forget()
    letGo()
    // The form of a new record stays busy until the page is left: another press must not create the record again.
    update({ ...fresh(initialValues(fields, row), versionOf(row)), busy: id === null })
  }

  const send = async (): Promise<boolean> => {
    const { base, values, files: chosen, version } = latest.current
    update({ busy: true, failure: null, serverProblems: {}, stale: null })
    const showBefore = options.meanwhile?.(values)
    const sent: Draft =
      id === null ? givenOf(fields, values) : { ...draftOf(changesOf(fields, base, values)), ...options.also }
    const key = id === null ? submission.keyFor([sent, Object.values(chosen).map(aboutFile)]) : undefined
    try {
      const files = await readNewFiles(fields, values, chosen)
      // An action of this page may have changed the record in the meantime. That is no change by somebody else.
      const since = id === null ? version : lastOwn(resource, id, version)
      const row = (await save.mutateAsync({ id, draft: sent, version: since, files, ...(key ? { key } : {}) })) as Row
      const given = withGivenAddresses(values, chosen, row)
      const made: Changes = id === null ? beyondDefaults(resource, given) : changesOf(fields, base, given)
      if (id !== null) keepOwn(resource, id, since, row.version)
      settle(row)
      if (id === null) tellCreated(resource, row, withGivenAddresses(sent, chosen, row), made, options.create)
      else tellUpdated(resource, row, made, previousOf(fields, base, made), options.notice)
      options.onSaved(row)
      return true
    } catch (error) {
      showBefore?.()
      submission.failed(error)
      refuse(error)
      return false
    }
  }

  const refuse = (error: unknown) => {
    const refusal = error instanceof ApiError ? refusalOf(resource, error, shows) : { kind: 'other' as const }
    if (refusal.kind === 'stale') {
      update({ busy: false, stale: refusal.stale })
      focusLater(fieldId('stale'))
    } else if (refusal.kind === 'fields') {
      update({ busy: false, serverProblems: refusal.problems, failure: refusal.rest ? error : null })
      focusWrong(Object.keys(refusal.problems))
    } else if (options.onFailed) {
      update({ busy: false })
      letGo()
      options.onFailed(error)
    } else {
      update({ busy: false, failure: error })
      focusLater(fieldId('alert'))
    }
  }

  /** Saves the form. Returns whether it is saved; if not, the form says why. */
  const submit = async (): Promise<boolean> => {
    if (latest.current.busy || blocked) return false
    update({ submitted: true, failure: null })
    const { values, base, unreadable } = latest.current
    const wrong = Object.keys({ ...problemsOf(fields, { ...values, id }), ...unreadable })
    if (wrong.length > 0) {
      focusWrong(wrong)
      return false
    }
    if (id === null || Object.keys(changesOf(fields, base, values)).length > 0)
      return (await consented(resource, values, record)) && send()
    // Without changes the record counts as saved, and no request is sent.
    options.onSaved(record as Row)
    return true
  }

  /** Restores the initial values and removes the kept draft. */
  const discard = (): void => {
    kept.forget()
    letGo()
    update(fresh(latest.current.base, versionOf(record) ?? latest.current.version))
  }

  return {
    resource,
    fields,
    id,
    given: given ?? {},
    blocked,
    choices: options.choices,
    hides: options.hides,
    fixed: typeof options.fixed === 'function' ? options.fixed(state.values) : options.fixed,
    follows: options.follows,
    asJson: options.asJson,
    widgets: options.widgets,
    marksChanges: options.toSave === true || id !== null,
    values: state.values,
    files: state.files,
    changes,
    changed,
    /** The paths of the changed fields, and their names in one text. */
    changedPaths,
    changedNames,
    problems,
    /** The problems that the server found. */
    refused: state.serverProblems,
    busy: state.busy,
    failure: state.failure,
    stale: state.stale,
    base: state.base,
    submitted: state.submitted,
    /** The time at which restored unsaved changes were kept; null where there are none. */
    restoredAt: kept.restored && changed ? kept.restored.at : null,
    /** The atom of the time at which the changes were kept on this machine; null while they are not. */
    keptAt: kept.keptAt,
    fieldId,
    shows,

    set: (path: string, value: unknown): void => {
      const { values, files, serverProblems } = latest.current
      update({
        files: withoutFiles(files, [path]),
        values: withValue(values, path, value),
        serverProblems: withoutProblemsAt(serverProblems, path),
      })
    },
    setAll: (next: Changes): void => {
      const { values, files, serverProblems, unreadable } = latest.current
      const paths = Object.keys(next)
      const after = withValues(values, next)
      // An unreadable text is no problem in a field that this draft no longer has.
      const there = Object.entries(unreadable).filter(([path]) => fieldIn(fields, withoutPlaces(path), after))
      update({
        values: after,
        files: withoutFiles(files, paths),
        serverProblems: paths.reduce(withoutProblemsAt, serverProblems),
        unreadable: Object.fromEntries(there),
      })
    },
    /** Sets the file that is sent in place of an address; null brings the address back. */
    setFile: (path: string, file: File | null): void => {
      const { values, files, base, serverProblems } = latest.current
      const value = file ? NO_ADDRESS_YET : valueAt(base, path)
      update({
        values: withValue(values, path, value),
        files: {
          ...withoutFiles(files, [path]),
          ...(file ? { [path]: { file, url: URL.createObjectURL(file) } } : {}),
        },
        serverProblems: withoutProblemsAt(serverProblems, path),
      })
    },
    touch: (path: string): void => {
      if (!latest.current.touched.has(path)) update({ touched: new Set(latest.current.touched).add(path) })
    },
    /** Sets the reason that the text of a field cannot be read as a value; null once it can. */
    cannotRead: (path: string, reason: Reason | null): void => {
      const { [path]: _, ...rest } = latest.current.unreadable
      update({ unreadable: reason ? { ...rest, [path]: reason } : rest })
    },
    /** Returns the problem of a field, once the reader has left it or tried to save, or the server has refused it. */
    problemAt: (path: string): Reason | null => {
      const reason = problems[path]
      if (!reason) return null
      return state.submitted || state.touched.has(path) || Object.hasOwn(state.serverProblems, path) ? reason : null
    },
    submit,

    discard,
    /** Saves this form's changes over the other user's version. Fields that only the other user changed stay so. */
    keepMine: async (): Promise<void> => {
      const { stale, base, values } = latest.current
      if (!stale) return
      const theirs = initialValues(fields, stale.theirs)
      update({
        base: theirs,
        values: withValues(theirs, changesOf(fields, base, values)),
        version: versionOf(stale.theirs),
        stale: null,
      })
      await submit()
    },
    takeTheirs: (): void => {
      const { stale } = latest.current
      if (!stale) return
      kept.forget()
      update(fresh(initialValues(fields, stale.theirs), versionOf(stale.theirs)))
      focusInto(fieldId('form'))
    },
    backToEditing: (): void => {
      update({ stale: null })
      focusInto(fieldId('form'))
    },
  }
}
