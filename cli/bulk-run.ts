import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { IDS_AT_ONCE } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { draftOf, type CommandSpec } from '@tocsin/core/command-line/commands'
import type { ListQuery } from '@tocsin/core/api/client'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { deletedToo } from '@tocsin/core/vocabulary/deletion'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { isRepeatable } from '@tocsin/core/vocabulary/repeatable'
import { isReached } from '@tocsin/core/vocabulary/why-not'
import type { Context } from './context'
import { livingHolder, withLockOrFail } from './file-lock'
import {
  commandRunningError,
  doneIn,
  donePathOf,
  forgetJournal,
  lockOf,
  newRun,
  pathOf,
  readEntry,
  unfinishedRuns,
  writeEntry,
  type BulkRun as Stored,
  type JournalEntry,
} from './journal'
import { removeLeft, writeLeft, type Left } from './left-records'
import { runs as words } from './messages/runs'
import type { Row } from './output'
import { findRecords } from './references'

type Found = { id: number } & Row

type Asked = {
  resource: Resource
  spec: CommandSpec
  /** The records as the command names them. */
  references: readonly string[]
  flags: Record<string, unknown>
  /** The values of the flags; records that they name are ids. */
  values: Record<string, unknown>
}

/** Gets what becomes of the records of a run. */
export type BulkRecord = {
  done: (row: Row) => void
  /** `whole`: no record is left that a repeat of the command could do without a change. */
  end: (left: readonly Left[], whole: boolean) => Promise<void>
}

export type BulkRun = Awaited<ReturnType<typeof openBulkRun>>

/**
 * Opens the run of an action on several records, and continues an interrupted run of the same command, or of its file of
 * left records: each record is done once, under a key of the run and the record (B10). An action that may be repeated is
 * done again where a record has been changed since. Throws if another process runs it.
 */
export async function openBulkRun(context: Context, { resource, spec, references, flags, values }: Asked) {
  const { io, t } = context
  context.addWords('runs', words)
  const command = `${resource.name} ${spec.verb}`
  const asker = (await (await context.session()).current())?.id ?? null
  const input = draftOf(values)
  const about = { command, host: context.host, asker, values }
  const ofLeft = interruptedRun()
  const journal = ofLeft ?? pathOf(io, { ...about, references })
  const before = readEntry(journal, io.now())
  const { runId, startedAt } = before ?? newRun(io)
  const done = before ? doneIn(journal) : new Set<number>()
  /** Records of an interrupted run that are not there any more. */
  const gone = new Set<number>()
  /** Records that are done under new keys, since the answer to a key of the interrupted run may tell of a past state. */
  const anew = new Set<number>()
  const { runId: newRunId } = newRun(io)
  let stored = before?.bulk

  const runningError = (pid: number) => commandRunningError(context, command, pid)
  const pid = livingHolder(lockOf(journal), io)
  if (pid !== null) throw runningError(pid)

  /** Returns the journal of an interrupted run whose left records are exactly those of this command. */
  function interruptedRun(): string | undefined {
    const given = new Set(references)
    return unfinishedRuns(io).find(({ bulk, journal: path }) => {
      if (!bulk || pathOf(io, { ...about, references: bulk.references }) !== path) return false
      const isDone = doneIn(path)
      const left = bulk.ids.filter((one) => !isDone.has(one))
      return left.length === given.size && left.every((one) => given.has(String(one)))
    })?.journal
  }

  const write = (bulk: Stored) => {
    const entry: JournalEntry = { runId, what: bulk.file ?? command, startedAt, bulk }
    writeEntry(journal, io, entry)
  }

  /** Returns whether a record that was done is not as the action leaves it any more, and the action may be repeated. */
  function isChangedSince(record: Found, action: string): boolean {
    const asked = { resource, action, record, input }
    return !gone.has(record.id) && isRepeatable(asked) && !isReached(asked)
  }

  /** Reads the records of an interrupted run. A record that is gone keeps its id alone. */
  async function readAgain(ids: readonly number[], page: ListQuery): Promise<Found[]> {
    const known = new Map<number, Found>()
    const client = await context.client()
    for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
      const query = { ...page, ids: ids.slice(at, at + IDS_AT_ONCE), limit: IDS_AT_ONCE, ...deletedToo(resource) }
      for (const row of (await client.list(resource, query)).rows as Found[]) known.set(row.id, row)
    }
    return ids.map((id) => {
      const row = known.get(id)
      if (!row) gone.add(id)
      return row ?? { id }
    })
  }

  return {
    /** Returns the records that are to be done. */
    async find(action: string, page: ListQuery): Promise<Found[]> {
      if (!stored) {
        const rows = (await findRecords(context, resource, references, action, page)) as Found[]
        const { idsFrom, ...again } = flags
        const file = typeof idsFrom !== 'string' ? null : idsFrom === '-' ? '-' : resolve(io.cwd, idsFrom)
        const { host } = context
        const ids = rows.map(({ id }) => id)
        stored = { host, noun: resource.name, verb: spec.verb, references, ids, flags: again, file, left: null }
        return rows
      }
      const left = stored.ids.filter((id) => !done.has(id))
      // The done records are looked at as well, unless the command names the left ones alone.
      const rows = await readAgain(ofLeft === undefined ? stored.ids : left, page)
      const open = rows.filter((row) => !done.has(row.id) || isChangedSince(row, action))
      for (const row of open)
        if (done.has(row.id) || (action !== 'delete' && isRepeatable({ resource, action, record: row, input })))
          anew.add(row.id)
      const [part, total] = [stored.ids.length - open.length, stored.ids.length].map((count) =>
        formatNumber(context.locale, count),
      )
      await context.note(t('cli.runs.resumed', { done: part, total }))
      return open
    },
    /** The number of records of the whole run. */
    total: () => stored?.ids.length ?? 0,
    /**
     * Does a record under its key. The key is the run's own: a different request under it was an earlier one of this run,
     * which was carried out, and whose answer got lost. A toggle is such a request, since it depends on the record.
     */
    async once(row: Row, write: (key: string) => Promise<Row>): Promise<Row> {
      try {
        const id = row['id'] as number
        return await write(`${anew.has(id) ? newRunId : runId}-${id}`)
      } catch (error) {
        if (before && error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_REUSED') return row
        throw error
      }
    },
    /** Returns whether a record was there when the run began, and is not now. */
    isGone: (row: Row): boolean => gone.has(row['id'] as number),
    /** Does the work while this process alone runs it, and keeps note of it. The journal is on disk before the first write. */
    run<T>(work: (record: BulkRecord) => Promise<T>): Promise<T> {
      const bulk = stored
      if (!bulk) throw new Error('the records were not looked for')
      return withLockOrFail(
        lockOf(journal),
        io,
        async () => {
          // A run that can no longer be continued may have left its list.
          if (!before) forgetJournal(journal)
          write(bulk)
          return work({
            done: (row) => appendFileSync(donePathOf(journal), `${String(row['id'])}\n`, { mode: 0o600 }),
            async end(left, whole) {
              removeLeft(bulk.left)
              const isTold = left.length > 0 && (bulk.file !== null || !whole || left.length > MAX_TOLD)
              const file = isTold ? writeLeft(io, leftName(bulk), left) : null
              if (whole) forgetJournal(journal)
              else write({ ...bulk, left: file })
              const path = file?.shown
              if (path !== undefined) await context.note(t('cli.runs.left', { count: left.length, path }))
              if (!whole) await context.note(t('cli.runs.again'))
            },
          })
        },
        runningError,
      )
    },
  }
}

/** The most failures whose records the messages name one by one: more are in a file, even if the line named them. */
const MAX_TOLD = 5

const leftName = ({ file, noun, verb }: Stored): string =>
  file === null || file === '-'
    ? `${noun}-${verb}.left.csv`
    : file.replace(/(\.left)?(\.(csv|tsv|txt))?$/i, '.left.csv')
