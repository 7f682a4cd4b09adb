import type { Words } from './messages'
import type { JsonSchema } from './json-schema'
import type { Account, Viewer } from './permissions'

/** A record on its way: before it is complete, or before anybody looked at it. */
export type Draft = Record<string, unknown>

/** What is wrong with one field: a message key with values, never a sentence. `field` is a path such as `location.formatted`. */
export type Problem = { field: string; key: string; values?: Record<string, unknown> }

/** Why something is refused: a message key, with values where the sentence needs them. */
export type Reason = { key: string; values?: Record<string, unknown> }

/**
 * Says what is wrong with a value, or null. The rule that stops the form stops the CSV row and the request at the
 * server. A rule made by `rules.ts` carries its JSON Schema keywords; a free function adds none.
 */
export type Rule = ((value: unknown, record: Draft) => Reason | null) & {
  schema?: (type: FieldType) => JsonSchema
  required?: true
  /** A phone without its plus is not read as one that has it. */
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
  | 'file'

export type Field = {
  type: FieldType
  rules?: readonly Rule[]
  /** `ref`, `refs`: the noun pointed to. */
  of?: string
  choices?: readonly string[]
  /** `text`: a sheet may bring it in several lines, although a form asks for one. */
  lines?: 'several'
  /** `group`, `list`: the fields inside. */
  fields?: Fields
  default?: unknown
  /** `true`: the server's alone. `'after-create'`: given once, then fixed. Sent back unchanged, both are accepted. */
  readonly?: true | 'after-create'
  /** Never answered, never logged, masked in the audit history. */
  secret?: true
  /** The field exists only while this holds; otherwise it is neither shown, asked for nor checked. */
  when?: (draft: Draft) => boolean
}
export type Fields = { readonly [name: string]: Field }

/**
 * A permission string, or a function of who asks where the specification makes it depend on that, and of the
 * record where it depends on that as well (USERS-09): without one it names what any record could want.
 */
export type Permission = string | readonly string[] | ((viewer: Viewer, row?: Draft) => string | readonly string[])

export type Verb = 'view' | 'create' | 'update' | 'delete'

export type Action<R> = {
  can: Permission
  /** What is asked for before it runs. */
  input?: Fields
  /** Why it cannot be done to this record now, by whoever asks; null when it can. */
  blocked?: (row: R, viewer: Account) => Reason | null
  /** The action is really an update: what it changes, given what was asked for. */
  patch?: (row: R, input: Draft) => Partial<R>
  /** The wire path behind `{noun}/{id}/` where it is not the action's own name. */
  path?: string
  /** It can be done although the record's client is locked: it changes nothing of the client's, or is the lock itself. */
  whileLocked?: true
  /** It can be run on a selection. */
  many?: true
  /** The action that takes it back, or `delete`; itself, where it is given what was there before; or `irreversible`. */
  undo: string
  /** Nouns of the record's own that nobody can change any more: how many there are of each is said before it is done. */
  stops?: readonly string[]
  /** Asks first; `type-name` wants the record's name typed. */
  danger?: 'ask' | 'type-name'
}

export type Declaration<R, N extends string, A extends string> = {
  /** Path segment, CLI noun, message key and (with `-` as `_`) table name at once. */
  name: N
  /** Only where the wire differs from the name: the path of its calls and of its screens (`registration-data/schemas`). */
  path?: string
  /**
   * The resource of which these are the records of one kind, told by the value of a field: they are written under its path, and
   * what points to them names it (a team is a site whose `siteType` is `team`, A-070).
   */
  kindOf?: { noun: string; field: keyof R & string; value: string }
  /** The field a person knows the record by. */
  title: keyof R & string
  /** Other fields that name a record as the title does: a client's nickname, a user's user name. */
  aliases?: readonly (keyof R & string)[]
  /** Whether the record of this id is the viewer's own: it can be read and changed without a permission, and while its client is locked. */
  own?: (id: number, viewer: Account) => boolean
  /** Why this viewer changes nothing of a record, whatever they may do to others of its kind. */
  untouchable?: (record: R, viewer: Account, action: string) => Reason | null
  /** Why a record as it is now cannot be deleted. */
  undeletable?: (record: R) => Reason | null
  /** A verb that is absent does not exist. */
  can: { view: Permission; create?: Permission; update?: Permission; delete?: Permission }
  fields: { readonly [K in keyof R]-?: Field }
  /** List columns, in order; dotted for what lies within a group. */
  columns: readonly string[]
  /** What a list can be narrowed by, beyond `q`, `ids` and the fields that point to other nouns. */
  filters?: Fields
  /** Default order, `field DIRECTION`; id ASC when absent. */
  order?: string
  /** The field that ties a record to a client; scoping is written once, in the server. It is fixed after creation. */
  tenant?: keyof R & string
  /**
   * The field that ties a record to a site, `id` where the record is one. Who is bound to a site reads nothing of another, and
   * changes nothing of a resource without this. The policy of the table says the same.
   */
  site?: keyof R & string
  /** The boolean that puts a record out of use; a list leaves out what is off unless it is asked for it. */
  switch?: keyof R & string
  /** The date since when a record is deleted; it stays to be restored, and a list leaves it out unless it is asked for it. */
  deleted?: keyof R & string
  actions: { readonly [K in A]: Action<R> }
  /** Both languages of every name above, typed against it. */
  messages: Words<keyof R & string, A>
}

/** What `resource` gives: the actions keep what they are, so that it is known which of them somebody has to write. */
type Declared<R, N extends string, X> = Declaration<R, N, keyof X & string> & { actions: X }

/** A declaration with its record type forgotten, for code that is only about rows. */
// oxlint-disable-next-line typescript/no-explicit-any -- the record type is what is forgotten
export type Resource = Declaration<any, string, string>

/** The record type a declaration was made for. */
export type RecordOf<D> =
  D extends Declared<infer R, string, Record<string, unknown>>
    ? R
    : D extends Declaration<infer R, string, string>
      ? R
      : never
export type ActionOf<D> = D extends { actions: infer A } ? keyof A & string : never
/** The actions that are no updates: somebody has to write them. */
export type WrittenActionOf<D> = D extends { actions: infer A }
  ? { [K in keyof A & string]: A[K] extends { patch: unknown } ? never : K }[keyof A & string]
  : never

/**
 * Declares a noun: `export const sites = resource<Site>()({ ... })`. The record type is written by hand, so hovering
 * says `Site`; a missing field, a missing translation or a misspelt action name does not compile. Which actions are
 * really updates stays known, so that the server must write a function for each of the others.
 */
export function resource<R extends { id: number }>() {
  return <const N extends string, const X extends Record<string, Action<R>>>(
    declaration: Declaration<R, N, keyof X & string> & { actions: X },
  ): Declared<R, N, X> => declaration
}

/** The field that says which client a record belongs to: a client belongs to itself. */
export const clientFieldOf = ({ name, tenant }: Pick<Resource, 'name' | 'tenant'>): string | undefined =>
  name === 'clients' ? 'id' : tenant

/** The client that a record belongs to. */
export function clientOf(resource: Pick<Resource, 'name' | 'tenant'>, record: Draft): number | null {
  const value = record[clientFieldOf(resource) ?? '']
  return typeof value === 'number' ? value : null
}

/** The path of a noun's calls and screens, without a slash around it. */
export const pathOf = ({ path, name }: Pick<Resource, 'path' | 'name'>): string => path ?? name

/**
 * What every record carries and only the server writes. Sent back in a whole record, the id has to be the record's, the version
 * counts as If-Match does, and the times are ignored.
 */
export type Bookkeeping = { id: number; version: number; createdAt: string; updatedAt: string }
export const bookkeeping = {
  id: { type: 'integer', readonly: true },
  version: { type: 'integer', readonly: true },
  createdAt: { type: 'date', readonly: true },
  updatedAt: { type: 'date', readonly: true },
} as const satisfies Fields
