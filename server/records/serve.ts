import type { Draft, RecordOf, Resource, WrittenActionOf } from '@tocsin/core/vocabulary/resource'
import type { RawBuilder } from 'kysely'
import type { Origin } from '../attempts/asker'
import type { Actor } from '../context/actor'
import type { Changes, Context, Row } from '../context/context'
import type { Scope } from '../db/scope'
import type { Operation } from '../http/describe'
import type { Save, Saved } from './save'

/** A condition that narrows a list, as SQL over the row `r`. */
export type Condition = {
  condition: RawBuilder<unknown>
  /** The columns of the condition, if it has no other terms: rows counted by these columns need no new count. */
  columns?: readonly string[]
}

/** The actor who proves their identity again, and the origin of the request. */
export type Prover = Pick<Context, 'parts' | 'actor'> & { origin: Origin }

/**
 * The difference between a resource and any other: everything absent is done as the declaration says. The names of the
 * actions come from the declaration, so that a missing one does not compile. `Proof` is the result of `writes.before`.
 */
export type Served<D extends Resource, Proof = undefined> = {
  reads: Reads<RecordOf<D>>
  writes?: Writes<RecordOf<D>, Proof>
  /** The rows the asker sees, where `tenant` and `site` of the declaration do not say it; undefined: as they say. */
  scope?: (scope: Scope, actor: Actor) => Condition | undefined
  /** Rows that are shared with others than their owner, and the fields others see of them. */
  shared?: Shared<keyof RecordOf<D> & string>
  /** The field that each unique index guards, and the code if it has one of its own. */
  unique?: { [constraint: string]: { field: string; code?: string } }
  /** The part of the description of the API in which an action differs: its answer is no record. */
  described?: { [A in keyof D['actions'] & string]?: () => Partial<Operation> }
} & Actions<D>

export type Reads<R> = {
  /** The texts by which palette and terminal find its records; null if they do not find them. */
  found: Found | null
  /** Fields that are not columns, as SQL over the row `r`. */
  computed?: { [K in keyof R]?: RawBuilder<unknown> }
  /** Fields that SQL alone cannot say, of the record as read. */
  answered?: { [K in keyof R]?: (record: R, context: Context) => R[K] }
  /**
   * Conditions of a list by the filter that they belong to, asked of every list, whether the filter is given or not.
   * Null narrows nothing; undefined: as the filter is derived from its field.
   */
  where?: { [filter: string]: (context: Context, query: Draft) => Condition | null | undefined }
  /** The rows within their scope that the asker sees, in lists and one by one; null: all of them. */
  visible?: (context: Context) => Condition | null
}

/**
 * The writing verbs. Each begins after permission, scope, version, read-only fields and the kinds of the values are
 * checked, and ends with `save.history`. What is absent saves the draft as it is.
 */
export type Writes<R, Proof> = {
  /**
   * Work before a record is made (its id is null) or changed that must not hold a transaction, or that stays whatever
   * becomes of the request: comparing a password and counting a wrong one. A change that an action makes has no proof.
   */
  before?: (asker: Prover, id: number | null, changes: Draft) => Promise<Proof>
  create?: (save: Save<R>, draft: Draft, proof: Proof | undefined) => Promise<Saved<R>>
  update?: (save: Save<R>, record: R, changes: Draft, proof: Proof | undefined) => Promise<Saved<R>>
  remove?: (save: Save<R>, record: R) => Promise<Saved<R>>
}

type ActionFunction<D extends Resource> = (
  save: Save<RecordOf<D>>,
  record: RecordOf<D>,
  input: Draft,
) => Promise<ActionOutcome | Saved<RecordOf<D>>>

/** The outcome of an action that changes more than the record itself. */
export type ActionOutcome = {
  /** The changes it made, for the record's history. */
  changes: Changes
  /** The answer in place of the record: a secret, told once and kept nowhere, under no idempotency key either. */
  secret?: Draft
}

/** Every action that is not an update needs its function: a missing one does not compile. */
type Actions<D extends Resource> = [WrittenActionOf<D>] extends [never]
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

/** The same with the resource forgotten, for the code that is only about rows. */
export type AnyServed = Pick<Served<Resource>, 'scope' | 'unique'> & {
  reads: Omit<Reads<Row>, 'computed' | 'answered'> & {
    computed?: Record<string, RawBuilder<unknown>>
    answered?: Record<string, (record: Row, context: Context) => unknown>
  }
  writes?: Writes<Row, unknown>
  shared?: Shared
  described?: Record<string, () => Partial<Operation>>
  actions?: Record<string, (save: Save<Row>, record: Row, input: Draft) => Promise<ActionOutcome | Saved<Row>>>
}

/** Ties a resource to the way it is served and forgets its types: `serve(apps, { reads: … })`. */
export function serve<D extends Resource, Proof = undefined>(_resource: D, served: Served<D, Proof>): AnyServed {
  return served as unknown as AnyServed
}
