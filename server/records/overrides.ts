import type { Draft, RecordOf, Resource, WrittenActionOf } from '@tocsin/core/vocabulary/resource'
import type { RawBuilder } from 'kysely'
import type { Origin } from '../attempts/requester'
import type { Actor } from '../context/actor'
import type { Changes, Context, Row } from '../context/context'
import type { Parts } from '../context/parts'
import type { Scope } from '../db/scope'
import type { Operation } from '../http/describe'
import type { Save, Saved } from './save'

/** A table of references from the records of a resource to those of another, by the names of its columns. */
export type Link = {
  table: string
  /** The column with the id of the record that points, beside `client_id`, its client. */
  from: string
  /** The column with the id of the record pointed to. */
  to: string
  /** What answers tell of a record pointed to (`told` of the field), as SQL over the row `l` of this table. */
  told: RawBuilder<unknown>
}

/** Rows that use a record, as SQL over the row `r`, and how a refusal calls them. */
export type HiddenUse = { of: (id: number) => RawBuilder<unknown>; called: RawBuilder<unknown> }

/** A condition that narrows a list, as SQL over the row `r`. */
export type Condition = {
  condition: RawBuilder<unknown>
  /**
   * The columns of the condition, if it uses nothing else. Kept counts by these columns then answer it without a new
   * count.
   */
  columns?: readonly string[]
}

/** The actor who proves their identity again, and the origin of the request. */
export type ReauthContext = Pick<Context, 'parts' | 'actor'> & { origin: Origin }

/**
 * How the server treats a resource differently from any other. What is absent follows the declaration. The names of the
 * actions come from the declaration, so that a missing one does not compile. `Proof` is the result of `writes.before`.
 */
export type ResourceOverrides<D extends Resource, Proof = undefined> = {
  reads: Reads<RecordOf<D>>
  writes?: Writes<RecordOf<D>, Proof>
  /** The rows that the actor sees, if `tenant` and `site` of the declaration do not decide; undefined if they do. */
  scope?: (scope: Scope, actor: Actor) => Condition | undefined
  /** The rows that others than their owner see, and the fields that those others see. */
  shared?: Shared<keyof RecordOf<D> & string>
  /** The tables of the references that are no columns: of each field whose declaration has `told`. */
  links?: { [K in keyof RecordOf<D>]?: Link }
  /** Where a row uses a record of another resource and no field says so: by the name of that resource. */
  uses?: Readonly<Record<string, HiddenUse>>
  /** The field behind each unique index, and the error code if it has one of its own. */
  unique?: { [constraint: string]: { field: string; code?: string } }
  /**
   * Runs after a list, a record or an action has been answered with these rows, outside of its transaction and before the
   * answer is sent. `verb` is the action, or `view`.
   */
  answered?: (parts: Parts, actor: Actor, rows: readonly Row[], verb: string) => Promise<void>
  /** Returns the client and the site whose history has the events of a record, if `tenant` and `site` do not say. */
  history?: (context: Context, record: RecordOf<D>) => Promise<{ clientId: number | null; siteId: number | null }>
  /** Overrides of the API description for actions that do not return the record. */
  apiDescriptions?: { [A in keyof D['actions'] & string]?: () => Partial<Operation> }
} & Actions<D>

export type Reads<R> = {
  /** The texts by which the palette and the terminal find a record; null if they never do. */
  searchable: Searchable | null
  /** Fields that are not columns, as SQL over the row `r`. */
  computed?: { [K in keyof R]?: RawBuilder<unknown> }
  /** Fields that SQL alone cannot compute. The function gets the record as read. */
  derived?: { [K in keyof R]?: (record: R, context: Context) => R[K] }
  /**
   * The conditions of a list by filter. Every list calls each of them, whether the filter is given or not. Null narrows
   * nothing. Undefined stands for the condition that follows from the field of the filter.
   */
  where?: { [filter: string]: (context: Context, query: Draft) => Condition | null | undefined }
  /** The rows within the scope that the actor sees, in lists and as single records; null for all of them. */
  visible?: (context: Context) => Condition | null
}

/**
 * The verbs that write. Each runs after the checks of permission, scope, version, read-only fields and value types, and
 * ends with `save.history`. An absent verb has the default of `crud.ts`.
 */
export type Writes<R, Proof> = {
  /**
   * Runs before the transaction that creates a record (`id` is null) or changes it. It is for work that must not hold a
   * transaction, such as comparing a password, and for work that must outlive a failed request, such as counting a
   * wrong one. A change that an action makes has no proof. `input` is what was given besides the fields (`creation`).
   */
  before?: (asker: ReauthContext, id: number | null, changes: Draft) => Promise<Proof>
  create?: (save: Save<R>, draft: Draft, proof: Proof | undefined, input: Draft) => Promise<Saved<R>>
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
  /** The answer instead of the record: a secret, shown once and never stored, not even under an idempotency key. */
  secret?: Draft
}

/** Every action without a `patch` needs a function: a missing one does not compile. */
type Actions<D extends Resource> = [WrittenActionOf<D>] extends [never]
  ? { actions?: undefined }
  : { actions: { [A in WrittenActionOf<D>]: ActionFunction<D> } }

/** The texts by which a record is found, besides its title, as SQL over the row `r`. */
export type Searchable = {
  /** The text that distinguishes records with the same title. */
  subtitle: RawBuilder<unknown>
  /** Further text that is matched besides the title. */
  extraText?: RawBuilder<unknown>
  /**
   * Returns the query of the ids of rows whose subtitle or further text matches up to three patterns of folded text, an
   * array, as far as the search text lacks them; null if it has them all. By default they are folded row by row, which
   * only a small table affords.
   */
  beyond?: ((patterns: RawBuilder<unknown>) => RawBuilder<unknown>) | null
  /** True if `beyond` looks at the name of another record, which is searched only where nothing else is found. */
  beyondIsAnother?: true
  /** The condition that a row must meet to be found. */
  condition?: RawBuilder<unknown>
}

/** Rows that the provider shares with its clients, or that a client shares with people who look after several. */
export type Shared<Name extends string = string> = {
  /** Returns whether a scope shows the provider's own rows besides the clients'. By default it does not. */
  to?: (scope: Scope) => boolean
  /**
   * The fields that a shared row reveals, besides the bookkeeping and its owner. A search reads no other texts of it.
   * The search function of the schema must agree.
   */
  fields: readonly Name[]
  /**
   * The shared rows, as SQL over the row `r`, for an actor who sees these clients; by default the provider's own rows.
   */
  rows?: (clientIds: readonly number[]) => RawBuilder<unknown>
  /** True if a shared row does not reveal its client either (T81). */
  anonymous?: true
}

/** `ResourceOverrides` without the types of the resource, for code that handles rows of any resource. */
export type AnyOverrides = Pick<ResourceOverrides<Resource>, 'scope' | 'unique' | 'answered'> & {
  reads: Omit<Reads<Row>, 'computed' | 'derived'> & {
    computed?: Record<string, RawBuilder<unknown>>
    derived?: Record<string, (record: Row, context: Context) => unknown>
  }
  writes?: Writes<Row, unknown>
  shared?: Shared
  history?: (context: Context, record: Row) => Promise<{ clientId: number | null; siteId: number | null }>
  links?: Readonly<Record<string, Link>>
  uses?: Readonly<Record<string, HiddenUse>>
  apiDescriptions?: Record<string, () => Partial<Operation>>
  actions?: Record<string, (save: Save<Row>, record: Row, input: Draft) => Promise<ActionOutcome | Saved<Row>>>
}

/**
 * Checks a resource's overrides against its declaration, then drops the types: `defineOverrides(apps, { reads: … })`.
 */
export function defineOverrides<D extends Resource, Proof = undefined>(
  _resource: D,
  overrides: ResourceOverrides<D, Proof>,
): AnyOverrides {
  return overrides as unknown as AnyOverrides
}
