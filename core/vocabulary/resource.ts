import type { Words } from './messages'
import type { MediaType } from './files'
import type { JsonSchema } from './json-schema'
import type { Account, Viewer } from './permissions'

/** A record that is not complete or not yet checked. */
export type Draft = Record<string, unknown>

/** A problem with one field: a message key with values, no sentence. `field` is a path such as `location.formatted`. */
export type Problem = { field: string; key: string; values?: Record<string, unknown> }

/** The reason for a refusal: a message key, with values where the sentence needs them. */
export type Reason = { key: string; values?: Record<string, unknown> }

/**
 * Returns the problem with a value, or null. The same rule stops the form, the CSV row and the request at the
 * server. A rule made by `rules.ts` carries its JSON Schema keywords; a free function adds none.
 */
export type Rule = ((value: unknown, record: Draft) => Reason | null) & {
  schema?: (type: FieldType) => JsonSchema
  required?: true
  /** True if only a new record has to have a value. */
  requiredOnCreate?: true
  /** True if a missing plus is not added to a phone. */
  asksPlus?: true
}

export type FieldType =
  | 'text'
  | 'longtext'
  | 'html'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'choice'
  | 'color'
  | 'phone'
  | 'email'
  | 'url'
  | 'json'
  | 'ref'
  | 'refs'
  | 'group'
  | 'list'
  | 'tags'

export type Field = {
  type: FieldType
  rules?: readonly Rule[]
  /** `ref`, `refs`: the resource pointed to. */
  of?: string
  /** `integer`: the id of a record of the resource that this field of the same record names. */
  ofField?: string
  /**
   * `refs`: the references are rows of a table (`links` in server/records/overrides.ts). Answers have records instead of
   * ids, with these fields beside the id, the name first. A request gives ids, or such records.
   */
  told?: readonly string[]
  /** An input of an action that no person is asked for: a program knows it. */
  unasked?: true
  /** `ref`, `refs`: a record that the provider offers to every client may be named as well (`offers` of its resource). */
  offered?: true
  /** `ref`: narrows the records that may be named, by what the rest of the record says. */
  among?: Among
  /** `ref`: the record stays when the record that it points to is deleted, and does not prevent that deletion. */
  outlives?: true
  /** `ref`: the record is a part of the one it names, and is deleted with it. */
  partOf?: true
  /** `integer`: a place that counts from 0; people count it from 1. */
  ordinal?: true
  choices?: readonly string[]
  /** `choice`: those that a form shows and does not offer. Records that have them stay valid. */
  disabled?: readonly string[]
  /** `choice`: returns those that a viewer may give a record. An error names no others. */
  permitted?: (viewer: Viewer, record: Draft) => readonly string[]
  /**
   * The value belongs to its client: it ties the record to another of theirs, is a key of theirs, or says whom they trust. A
   * template is made without it.
   */
  tied?: true
  /** `url`: a file may be sent instead (API-13). The server stores it and writes its address here. */
  upload?: TakenFile
  /** `text`: the value may have several lines, since sheets have such values; a form shows one line. */
  lines?: 'several'
  /** `group`, `list`: the fields inside, those of every kind. Read them by `fieldsOf`. */
  fields?: Fields
  /** `group`: further fields inside, which differ by the kind of the record around it. */
  variants?: Variants
  default?: unknown
  /**
   * `true`: only the server writes it. `'after-create'`: given once, then fixed. Sent back unchanged, both are
   * accepted.
   */
  readonly?: true | 'after-create'
  /** `readonly`: it changes without a new version of the record, so that a request may give an earlier value of it. */
  unversioned?: true
  /** `json`: the value is a query, about the properties of a profile or about the fields of the form that it is part of. */
  query?: 'profile' | 'form'
  /** Returns a value as people read it, for a field that a screen adds or shows in its own way. `row` is its record. */
  text?: (value: unknown, row: Readonly<Record<string, unknown>>) => string
  /** Returns the message key of the words in place of a value that is absent, as people read it: an anonymous reporter. */
  absent?: (row: Readonly<Record<string, unknown>>) => string
  /** `boolean`: true asks for something to be done, and is not kept: answers always have false. */
  momentary?: true
  /** The field of which this is another name: a request may give the value under either. */
  sameAs?: string
  /** Never returned, never logged, masked in the history. */
  secret?: true
  /** The permission without which the field is neither offered in a form nor changed. Everybody who sees the record reads it. */
  can?: string
  /**
   * The filter with which a list has the field, also where it lies in a group. A thousand such values would be too much for
   * a list without it.
   */
  listedWith?: string
  /**
   * `group`: the value may be a large document. It is stored and answered without its empty parts, and a request for its
   * record may be larger than others.
   */
  large?: true
  /** The field exists only while this holds; otherwise it is neither shown, asked for nor checked. */
  when?: (draft: Draft) => boolean
}
export type Fields = { readonly [name: string]: Field }

/** A file that a field takes. */
export type TakenFile = {
  /** The name of the part of the form that has it, and of the flag: `pdfFile`, `--pdf-file`. */
  as: string
  /** The types that it may have, which its contents show. */
  types: readonly MediaType[]
}

/** The records that a reference may name, by the filters of their list. A form offers these, and the server takes these. */
export type Among = {
  /** Returns the filters for a record, which has an id unless it is new. */
  where: (record: Draft) => Readonly<Record<string, string | number | boolean>>
  /** The number of records that are offered at once, if other than that of every lookup. */
  perPage?: number
  /** The message for any other record. */
  otherwise: string
}

/**
 * The fields of a group by the kind of the record around it, which its field `by` says: the config of a phone channel
 * has a number, that of a link an address. A name that several kinds use has the same type in each.
 */
export type Variants = { by: string; of: { readonly [kind: string]: Fields } }

/**
 * A permission string, or a function of the viewer where the specification makes it depend on them, and of
 * the record where it depends on that as well (USERS-09): without a record it names what any record could need.
 */
export type Permission = string | readonly string[] | ((viewer: Viewer, row?: Draft) => string | readonly string[])

export type Verb = 'view' | 'create' | 'update' | 'delete'

export type Action<R> = {
  can: Permission
  /** The input of the action, asked for before it runs. */
  input?: Fields
  /** Returns the reason that the viewer cannot run the action on this record now; null if they can. */
  blocked?: (row: R, viewer: Account) => Reason | null
  /** True if the input names only what changes, as an update does. */
  partial?: true
  /** Returns the changes of an action that is really an update, given its input. */
  patch?: (row: R, input: Draft) => Partial<R>
  /** Returns whether a record is already as the action would leave it, if neither `patch` nor `deleted` shows that. */
  reached?: (row: R) => boolean
  /**
   * The read-only date that the action sets. An update that gives it another value runs the action, with the input among
   * the given fields; the server stores its own time (BCAST-05).
   */
  setsInUpdate?: keyof R & string
  /** Returns the list of the records that the action sends something to. Their number is told before it runs. */
  reaches?: (row: R) => { resource: string; where: Readonly<Record<string, string | number>> }
  /** The wire path behind `{resource}/{id}/`, if other than the action's own name. */
  path?: string
  /**
   * True if the action is allowed while the record's client is locked: it changes nothing of the client, or it is the
   * lock.
   */
  whileLocked?: true
  /** True when it can be run on a selection. */
  many?: true
  /** The action that takes it back, or `delete`; itself, when given the earlier value again; or `irreversible`. */
  undo: string
  /**
   * The resources of a client whose records nobody can change after the action. Their numbers are shown before it runs.
   */
  stops?: readonly string[]
  /**
   * Returns the filter that finds the record of the same resource that gives way to this one, if there is any. What becomes
   * of it is told before the action runs.
   */
  replaces?: (row: R) => Readonly<Record<string, string | number>>
  /**
   * The action answers something that is told once and stored nowhere, such as a link. Its name in the answer: the terminal
   * prints it alone, and the console shows it to be copied.
   */
  secret?: string
  /** The confirmation before the action runs. `type-name` requires the name of the record to be typed. */
  danger?: 'ask' | 'type-name'
}

export type Declaration<R, N extends string, A extends string> = {
  /** Path segment, CLI resource, message key and (with `-` as `_`) table name at once. */
  name: N
  /** The path of its calls and screens, if other than the name (`registration-data/schemas`). */
  path?: string
  /**
   * The resource of which these records are one kind, told by a field's value. They are written under its path, and
   * references to them name it (a team is a site whose `siteType` is `team`, A-070).
   */
  kindOf?: { resource: string; field: keyof R & string; value: string }
  /** The field by which a person recognises the record. */
  title: keyof R & string
  /** Other fields that name a record as the title does: a client's nickname, a user's username. */
  aliases?: readonly (keyof R & string)[]
  /**
   * Returns whether a record is the viewer's own. They read and change it without a permission and while its client is
   * locked.
   */
  own?: (id: number, viewer: Account) => boolean
  /** Returns the reason this viewer may not change a record, regardless of what they may do to others of its kind. */
  forbiddenReason?: (record: R, viewer: Account, action: string) => Reason | null
  /** Returns the reason a record cannot be deleted in its present state, or null. */
  undeletable?: (record: R) => Reason | null
  /**
   * A deletion that takes more than the record: the resources whose records are parts of it (`partOf`). The confirmation
   * counts them, and requires the name of the record to be typed.
   */
  deletion?: { danger: 'type-name'; parts: readonly string[] }
  /**
   * Returns the question to ask before such a record is saved, if that shows data to others. `before` is the
   * record as it is; null for a new one.
   */
  confirms?: (draft: Draft, before: Draft | null, viewer: Viewer) => Reason | null
  /**
   * Further input for a new record, which is not stored as such: the template that an app is made from. `can` is the
   * permission to send any of it.
   */
  creation?: {
    input: Fields
    can: Permission
    /** The answer to a creation has, under this name, a text that is told once and stored nowhere. */
    secret?: string
  }
  /** The permissions of the verbs. A verb that is absent does not exist. */
  can: { view: Permission; create?: Permission; update?: Permission; delete?: Permission }
  /** The verbs and actions that a monitoring provider's programs may use with an API token. By default none. */
  programs?: readonly (Verb | A)[]
  fields: { readonly [K in keyof R]-?: Field }
  /** List columns, in order; dotted for fields within a group. */
  columns: readonly string[]
  /** The filters of a list, beyond `q`, `ids` and the fields that point to other resources. */
  filters?: Fields
  /** True if the list has no text to search in. */
  unsearched?: true
  /** Default order, `field DIRECTION`; id ASC when absent. */
  order?: string
  /** The field that ties a record to a client; scoping is written once, in the server. It is fixed after creation. */
  tenant?: keyof R & string
  /**
   * The field that ties a record to a site; `id` if the record is a site. A user bound to a site reads nothing of
   * another, and changes nothing of a resource without this field. The policy of the table does the same.
   */
  site?: keyof R & string
  /**
   * The field with the user whose record it is. People make their own, also those bound to a site. The history is that of the
   * user's client and site.
   */
  personal?: keyof R & string
  /**
   * Every client may use the provider's own records. The filter adds them to a list of one client's records, and may need
   * a permission.
   */
  offers?: { filter: string; can?: string }
  /** The boolean that puts a record out of use; a list leaves out records that are off unless it is asked for them. */
  switch?: keyof R & string
  /**
   * The date of a record's deletion. The record stays, so that it can be restored. A list leaves it out unless the
   * request includes deleted ones.
   */
  deleted?: keyof R & string
  actions: { readonly [K in A]: Action<R> }
  /** Both languages of every name above, typed against it. */
  messages: Words<keyof R & string, A>
}

/** The result of `resource`: the actions keep their types, so that those that need a function stay known. */
type Declared<R, N extends string, X> = Declaration<R, N, keyof X & string> & { actions: X }

/** A declaration with its record type forgotten, for code that is only about rows. */
// oxlint-disable-next-line typescript/no-explicit-any -- the record type is what is forgotten
export type Resource = Declaration<any, string, string>

/**
 * The parts of a declaration that the console loads after its first list, except those of that list itself. The palette,
 * the sidebar and the addresses need only the rest, the face.
 */
export const BODY = [
  'fields',
  'columns',
  'filters',
  'order',
  'creation',
  'actions',
  'confirms',
  'undeletable',
  'forbiddenReason',
  'deletion',
  'personal',
  'aliases',
  'programs',
] as const satisfies readonly (keyof Resource)[]

/** A declaration of which perhaps only the face is loaded. */
export type Face = Omit<Resource, (typeof BODY)[number]> & Partial<Pick<Resource, (typeof BODY)[number]>>

/** The record type a declaration was made for. */
export type RecordOf<D> =
  D extends Declared<infer R, string, Record<string, unknown>>
    ? R
    : D extends Declaration<infer R, string, string>
      ? R
      : D extends Face
        ? // oxlint-disable-next-line typescript/no-explicit-any -- as in Resource
          any
        : never
export type ActionOf<D> = D extends { actions: infer A } ? keyof A & string : never
/** The actions that are no updates and need a function. */
export type WrittenActionOf<D> = D extends { actions: infer A }
  ? { [K in keyof A & string]: A[K] extends { patch: unknown } ? never : K }[keyof A & string]
  : never

/**
 * Declares a resource: `export const sites = resource<Site>()({ ... })`. The record type is written by hand, so
 * hovering says `Site`; a missing field, a missing translation or a misspelt action name does not compile. The actions
 * that are really updates stay known, so that the server must write a function for each of the others.
 */
export function resource<R extends { id: number }>() {
  return <const N extends string, const X extends Record<string, Action<R>>>(
    declaration: Declaration<R, N, keyof X & string> & { actions: X },
  ): Declared<R, N, X> => declaration
}

/** Returns the field that says which client a record belongs to: a client belongs to itself. */
export const clientFieldOf = ({ name, tenant }: Pick<Resource, 'name' | 'tenant'>): string | undefined =>
  name === 'clients' ? 'id' : tenant

/** Returns the client that a record belongs to. */
export function clientOf(resource: Pick<Resource, 'name' | 'tenant'>, record: Draft): number | null {
  const value = record[clientFieldOf(resource) ?? '']
  return typeof value === 'number' ? value : null
}

/** Returns the path of a resource's calls and screens, without slashes around it. */
export const pathOf = ({ path, name }: Pick<Face, 'path' | 'name'>): string => path ?? name

/**
 * The fields that every record has and only the server writes. In a whole record sent back, the id must match, the
 * version counts as If-Match does, and the times are ignored.
 */
export type Bookkeeping = { id: number; version: number; createdAt: string; updatedAt: string }
export const bookkeeping = {
  id: { type: 'integer', readonly: true },
  version: { type: 'integer', readonly: true },
  createdAt: { type: 'date', readonly: true },
  updatedAt: { type: 'date', readonly: true },
} as const satisfies Fields
