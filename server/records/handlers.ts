import type { Draft, RecordOf, Resource, WrittenActionOf } from '@tocsin/core/vocabulary/resource'
import type { RawBuilder } from 'kysely'
import type { Actor } from '../context/actor'
import type { Scope } from '../db/scope'
import type { Origin } from '../attempts/asker'
import type { Changes, Context, Row } from '../context/context'

/** A condition that narrows a list, as SQL over the row `r`. */
export type Condition = {
  condition: RawBuilder<unknown>
  /** The columns of the condition, if it has no other terms: rows counted by these columns need no new count. */
  columns?: readonly string[]
}

/** The actor who proves their identity again, and the origin of the request. */
export type Prover = Pick<Context, 'parts' | 'actor'> & { origin: Origin }

/**
 * The differences of a noun; `crud.ts` does everything that is absent. A verb is replaced, not wrapped: the function
 * gets the default as `next` and calls it or not. The actions' names come from the declaration, so that a missing one
 * does not compile.
 */
export type Handlers<D extends Resource> = {
  /** The texts by which palette and terminal find its records; null if they do not find them. */
  found: Found | null
  /** Fields that are not columns, as SQL over the row `r`. */
  computed?: { [K in keyof RecordOf<D>]?: RawBuilder<unknown> }
  /** Filters that are not simply a column's value; null narrows nothing. */
  filters?: { [name: string]: (value: never, context: Context) => RawBuilder<unknown> | null }
  /** The rows the asker sees, where `tenant` and `site` of the declaration do not say it; undefined: as they say. */
  scope?: (scope: Scope, actor: Actor) => Condition | undefined
  /** Rows that are shared with others than their owner, and the fields others see of them. */
  shared?: Shared<keyof RecordOf<D> & string>
  /** Its references do not keep a record from being deleted: its records outlive the ones they name. */
  keepsNothing?: true
  /** It has no text to search in. */
  unsearched?: true
  /** The rows within their scope that the asker sees, in lists and one by one; null: all of them. */
  visible?: (context: Context) => Condition | null
  /** Rows a list always leaves out for this viewer. */
  only?: (context: Context, query: Draft) => Condition | null
  /** Completes the answered record where the database does not hold all of it. */
  present?: (record: RecordOf<D>, context: Context) => RecordOf<D>
  /** The values of a new record that depend on its maker, unless they are given. */
  given?: (actor: Context['actor']) => Draft
  /** Fills in or refuses a draft before it is checked. */
  prepare?: (context: Context, draft: Draft, stored: RecordOf<D> | null) => Promise<Draft> | Draft
  /** Reserves a value of a record for it alone, where the value is unique; fills it in where it is not given. */
  claim?: (context: Context, changes: Draft, clientId: number | null) => Promise<Draft>
  /** Columns to write that no declared field has (a password's hash). */
  columns?: (context: Context, changes: Draft) => Promise<Record<string, unknown>>
  /**
   * Work before a record is made (its id is null) or updated that must not hold a transaction, or that stays whatever
   * becomes of the request: comparing a password and counting a wrong one. Its result is found in the context.
   */
  beforehand?: (asker: Prover, id: number | null, changes: Draft) => Promise<unknown> | undefined
  /**
   * Writes a field that is kept in other records (a place's managers are profiles of it), after the record itself and
   * before its history.
   */
  alongside?: (context: Context, record: Draft & { id: number }, changes: Draft) => Promise<void>
  create?: (context: Context, draft: Draft, next: (draft: Draft) => Promise<Row>) => Promise<Row>
  update?: (context: Context, row: RecordOf<D>, changes: Draft, next: (changes: Draft) => Promise<Row>) => Promise<Row>
  /** `unused` refuses while something points to the record; `next` asks that itself. */
  remove?: (context: Context, row: RecordOf<D>, next: () => Promise<void>, unused: () => Promise<void>) => Promise<void>
  /** The field that each unique index guards, and the code if it has one of its own. */
  unique?: { [constraint: string]: { field: string; code?: string } }
} & ActionHandlers<D>

type ActionFunction<D extends Resource> = (context: Context, row: RecordOf<D>, input: Draft) => Promise<ActionOutcome>

export type ActionOutcome = {
  /** The changes it made, for the record's history. */
  changes: Changes
  /** The answer in place of the record: a secret, told once and kept nowhere, under no idempotency key either. */
  secret?: Draft
}

/** Every action that is not an update needs its function: a missing one does not compile. */
type ActionHandlers<D extends Resource> = [WrittenActionOf<D>] extends [never]
  ? { actions?: undefined }
  : { actions: { [A in WrittenActionOf<D>]: ActionFunction<D> } }

/** The texts besides its title by which a record is found, as SQL over its row `r`. */
export type Found = {
  /** The text that tells records of one title apart. */
  subtitle: RawBuilder<unknown>
  /** Lines that are matched beside the title. */
  words?: RawBuilder<unknown>
  /** Rows that are never found. */
  where?: RawBuilder<unknown>
}

/** Rows that the provider shares with its clients, or that a client shares with people who look after several. */
export type Shared<Name extends string = string> = {
  /** Returns whether a scope shows the provider's own rows beside the clients'; by default none does. */
  to?: (scope: Scope) => boolean
  /**
   * The fields that are told of a shared row, beside the bookkeeping and its owner; a search reads no other texts of
   * it. The schema's search function says the same.
   */
  fields: readonly Name[]
  /** The shared rows, as SQL over the row `r`, for an asker who sees these clients; by default the provider's own. */
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
