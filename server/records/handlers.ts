import type { Draft, RecordOf, Resource, WrittenActionOf } from '@tocsin/core/vocabulary/resource'
import type { RawBuilder } from 'kysely'
import type { Actor } from '../context/actor'
import type { Scope } from '../db/scope'
import type { Origin } from '../attempts/asker'
import type { Changes, Context, Row } from '../context/context'

/** What narrows a list, as SQL over the row `r`. */
export type Condition = {
  condition: RawBuilder<unknown>
  /** The columns that it speaks of, where it speaks of nothing else: what is counted by them is counted already. */
  columns?: readonly string[]
}

/** Who proves once more who they are, and from where they do. */
export type Prover = Pick<Context, 'parts' | 'actor'> & { origin: Origin }

/**
 * What a noun does differently; whatever is absent, `crud.ts` does. A verb is replaced, not wrapped: the function gets
 * the default as `next` and calls it or not. The actions' names come from the declaration, so that a missing one does
 * not compile.
 */
export type Handlers<D extends Resource> = {
  /** What its records are found by in palette and terminal; null where they are not. */
  found: Found | null
  /** Fields that are not columns, as SQL over the row `r`. */
  computed?: { [K in keyof RecordOf<D>]?: RawBuilder<unknown> }
  /** Filters that are not simply a column's value; null narrows nothing. */
  filters?: { [name: string]: (value: never, context: Context) => RawBuilder<unknown> | null }
  /** Which rows the asker sees, where `tenant` and `site` of the declaration do not say it; undefined: as they say. */
  scope?: (scope: Scope, actor: Actor) => Condition | undefined
  /** Rows that are shared with others than their owner, and what is told of them. */
  shared?: Shared<keyof RecordOf<D> & string>
  /** Its references keep no record from being deleted: it tells of what is gone as well. */
  keepsNothing?: true
  /** It has no text to search in. */
  unsearched?: true
  /** Which of the rows within their scope the asker sees, in lists and one by one; null: all of them. */
  visible?: (context: Context) => Condition | null
  /** Rows a list always leaves out for this viewer. */
  only?: (context: Context, query: Draft) => Condition | null
  /** The answered record, where something of it is not the database's to say. */
  present?: (record: RecordOf<D>, context: Context) => RecordOf<D>
  /** What a new record has, by who makes it, unless it is given. */
  given?: (actor: Context['actor']) => Draft
  /** Fills in or refuses a draft before it is checked. */
  prepare?: (context: Context, draft: Draft, stored: RecordOf<D> | null) => Promise<Draft> | Draft
  /** Keeps what is to be written of a record from everybody else, where it is one of its kind; fills it in where it is not given. */
  claim?: (context: Context, changes: Draft, clientId: number | null) => Promise<Draft>
  /** Columns to write that no declared field has (a password's hash). */
  columns?: (context: Context, changes: Draft) => Promise<Record<string, unknown>>
  /**
   * Work before a record is made (its id is null) or updated that must not hold a transaction, or that is kept whatever
   * becomes of the request: comparing a password and counting that it was wrong. What it gives is found in the context.
   */
  beforehand?: (asker: Prover, id: number | null, changes: Draft) => Promise<unknown> | undefined
  /**
   * Writes what a field says that is kept in other records (a place's managers are profiles of it), once the record itself
   * stands and before its history is written.
   */
  alongside?: (context: Context, record: Draft & { id: number }, changes: Draft) => Promise<void>
  create?: (context: Context, draft: Draft, next: (draft: Draft) => Promise<Row>) => Promise<Row>
  update?: (context: Context, row: RecordOf<D>, changes: Draft, next: (changes: Draft) => Promise<Row>) => Promise<Row>
  /** `unused` refuses while something points to the record; `next` asks that itself. */
  remove?: (context: Context, row: RecordOf<D>, next: () => Promise<void>, unused: () => Promise<void>) => Promise<void>
  /** What a unique index's name means to somebody: which field, and the code when it has one of its own. */
  unique?: { [constraint: string]: { field: string; code?: string } }
} & ActionHandlers<D>

type ActionFunction<D extends Resource> = (context: Context, row: RecordOf<D>, input: Draft) => Promise<ActionOutcome>

export type ActionOutcome = {
  /** What it changed, for the record's history. */
  changes: Changes
  /** What is answered in place of the record: a secret, told once and kept nowhere, under no idempotency key either. */
  secret?: Draft
}

/** Every action that is not an update needs its function: a missing one does not compile. */
type ActionHandlers<D extends Resource> = [WrittenActionOf<D>] extends [never]
  ? { actions?: undefined }
  : { actions: { [A in WrittenActionOf<D>]: ActionFunction<D> } }

/** What a record is found by besides its title, as SQL over its row `r`. */
export type Found = {
  /** What tells records of one title apart. */
  subtitle: RawBuilder<unknown>
  /** Lines that are matched beside the title. */
  words?: RawBuilder<unknown>
  /** Rows that are never found. */
  where?: RawBuilder<unknown>
}

/** Rows that the provider shares with its clients, or a client's with who looks after several. */
export type Shared<Name extends string = string> = {
  /** Whether the provider's own rows are seen beside the clients' in a scope; never unless given. */
  to?: (scope: Scope) => boolean
  /**
   * What is told of a shared row, beside the bookkeeping and whose it is; texts of these fields alone are searched for it. The
   * schema's search function says the same.
   */
  fields: readonly Name[]
  /** Which rows are shared, as SQL over the row `r`, for who sees these clients; the provider's own unless given. */
  rows?: (clientIds: readonly number[]) => RawBuilder<unknown>
}

/** Handlers with their noun forgotten, for the code that is only about rows. */
export type AnyHandlers = Omit<Handlers<Resource>, 'actions' | 'present' | 'computed' | 'shared' | 'found'> & {
  found?: Found | null
  shared?: Shared
  computed?: Record<string, RawBuilder<unknown>>
  present?: (record: Row, context: Context) => Row
  actions?: Record<string, (context: Context, row: Row, input: Draft) => Promise<ActionOutcome>>
}

/** Ties handlers to their declaration and forgets its types: `handle(apps, { ... })`. */
export function handle<D extends Resource>(_resource: D, handlers: Handlers<D>): AnyHandlers {
  return handlers as unknown as AnyHandlers
}
