import { flagOf, kebab } from '../base/naming'
import { filterFields } from '../vocabulary/filters'
import type { Draft, Field, Fields, Permission, Resource } from '../vocabulary/resource'
import { fileFields, type FileField } from '../vocabulary/files'
import { fieldsOf, isOfSomeKind } from '../vocabulary/fields-of'

/** The type of a flag's text. `secret` texts are never flags: every process can see a command line. */
export type FlagType = 'text' | 'number' | 'boolean' | 'choice' | 'ref' | 'refs' | 'tags' | 'json'

export type Flag = {
  /** As typed behind the two dashes: `min-app-version`, `client`, `config.min-app-version`. */
  name: string
  /** The place of its value in the record or query: `config.minAppVersion`, `ClientId`. */
  path: string
  type: FlagType
  required: boolean
  choices?: readonly string[]
  /** `ref`, `refs`: the resource pointed to; the terminal takes a name for it as well. */
  of?: string
  /** `ref`, `refs`: what the provider offers to every client may be named as well. */
  offered?: true
}

export type CommandKind = 'list' | 'get' | 'create' | 'update' | 'delete' | 'action'

/** A command as the declarations give it, under the same name in the palette and in the terminal. */
export type CommandSpec = {
  resource: string
  verb: string
  kind: CommandKind
  can: Permission
  /** The number of records it is done to: none, one, or several. */
  takes: 'none' | 'one' | 'many'
  flags: readonly Flag[]
  /** The fields that take a file. The terminal has a flag for each, `--pdf-file`, with the path of the file. */
  files?: readonly FileField[]
  danger?: 'ask' | 'type-name'
  /**
   * True for an action that is really an update. An empty flag clears its field, so the flag must be given: an omission
   * clears nothing.
   */
  clears?: true
}

/** A command with everything filled in: `values` by flag path. */
export type Command = {
  resource: string
  verb: string
  refs: readonly (string | number)[]
  values: Record<string, unknown>
}

const FLAG_TYPES: Partial<Record<Field['type'], FlagType>> = {
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  choice: 'choice',
  ref: 'ref',
  refs: 'refs',
  tags: 'tags',
  list: 'json',
  json: 'json',
}

/** Returns the flags of a set of fields: groups are spelled with dots, read-only fields are left out. */
export function flagsOf(fields: Fields, options: { updating?: boolean; path?: string; flag?: string } = {}): Flag[] {
  const { updating = false, path = '', flag = '' } = options
  return Object.entries(fields).flatMap(([name, field]): Flag[] => {
    if (field.readonly === true || (updating && field.readonly)) return []
    if (field.secret && field.type !== 'group') return []
    const isRef = field.type === 'ref' || field.type === 'refs'
    const spelled = flag + (isRef ? flagOf(name) : kebab(name))
    if (field.type === 'group')
      return flagsOf(fieldsOf(field), { updating, path: `${path}${name}.`, flag: `${spelled}.` }).map((inner) =>
        // An option that one kind requires is refused by another.
        isOfSomeKind(field, inner.path.split('.').at(-1)!) ? { ...inner, required: false } : inner,
      )
    return [
      {
        name: spelled,
        path: path + name,
        type: FLAG_TYPES[field.type] ?? 'text',
        required:
          !updating &&
          !field.when &&
          field.default === undefined &&
          (field.rules?.some((rule) => rule.required ?? rule.requiredOnCreate) ?? false),
        ...(field.choices ? { choices: field.choices } : {}),
        ...(field.of ? { of: field.of } : {}),
        ...(field.offered ? { offered: field.offered } : {}),
      },
    ]
  })
}

/** The flags of every list (API-14). A list without texts has no `q`. The terminal adds its own, such as `all`. */
const LIST_FLAGS: readonly Flag[] = [
  { name: 'q', path: 'q', type: 'text', required: false },
  { name: 'limit', path: 'limit', type: 'number', required: false },
  { name: 'offset', path: 'offset', type: 'number', required: false },
  { name: 'order', path: 'order', type: 'text', required: false },
  { name: 'ids', path: 'ids', type: 'refs', required: false },
]

const listFlags = ({ unsearched }: Resource): readonly Flag[] =>
  unsearched ? LIST_FLAGS.filter(({ name }) => name !== 'q') : LIST_FLAGS

const made = new WeakMap<Resource, readonly CommandSpec[]>()

/** Returns every command of a resource: its verbs, then its actions, in the order of the declaration. */
export function commandsOf(resource: Resource): readonly CommandSpec[] {
  // A table asks for each of its actions, whenever its rows change.
  let specs = made.get(resource)
  if (!specs) made.set(resource, (specs = commandsFor(resource)))
  return specs
}

function commandsFor(resource: Resource): CommandSpec[] {
  const { name: resourceName, can, fields, actions, deletion, creation } = resource
  const files = fileFields(fields)
  const verb = (kind: Exclude<CommandKind, 'action'>, permission: Permission | undefined, rest: Partial<CommandSpec>) =>
    permission === undefined
      ? []
      : [
          {
            resource: resourceName,
            verb: kind,
            kind,
            can: permission,
            takes: 'none',
            flags: [],
            ...rest,
          } satisfies CommandSpec,
        ]
  return [
    ...verb('list', can.view, { flags: [...listFlags(resource), ...flagsOf(filterFields(resource))] }),
    ...verb('get', can.view, { takes: 'one' }),
    ...verb('create', can.create, { flags: flagsOf({ ...fields, ...creation?.input }), files }),
    ...verb('update', can.update, { takes: 'one', flags: flagsOf(fields, { updating: true }), files }),
    ...verb('delete', can.delete, { takes: deletion ? 'one' : 'many', danger: deletion?.danger ?? 'ask' }),
    ...Object.entries(actions).map(([name, action]): CommandSpec => ({
      resource: resourceName,
      verb: kebab(name),
      kind: 'action',
      can: action.can,
      takes: action.many ? 'many' : 'one',
      flags: flagsOf(action.input ?? {}, { updating: action.partial ?? false }),
      files: fileFields(action.input ?? {}),
      ...(action.danger ? { danger: action.danger } : {}),
      ...(action.patch && !action.partial ? { clears: true } : {}),
    })),
  ]
}

/** The reason a flag's text cannot be read: a message key with values. */
export class FlagError extends Error {
  readonly key: string
  readonly values: Record<string, unknown>
  constructor(key: string, values: Record<string, unknown>) {
    super(key)
    this.key = key
    this.values = values
  }
}

/** Returns the value of a flag's text; an empty text clears the field. References stay text, to be resolved later. */
export function readFlag(flag: Flag, text: string): unknown {
  if (text === '') return flag.type === 'refs' ? [] : null
  switch (flag.type) {
    case 'number': {
      const value = Number(text)
      if (text.trim() === '' || !Number.isFinite(value)) throw new FlagError('formErrors.number', { flag: flag.name })
      return value
    }
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw new FlagError('formErrors.type', { flag: flag.name })
      return text === 'true'
    case 'choice':
      if (!flag.choices?.includes(text))
        throw new FlagError('formErrors.oneOf', { flag: flag.name, choices: flag.choices?.join(', ') ?? '' })
      return text
    case 'ref':
      return /^\d+$/.test(text) ? Number(text) : text
    case 'refs':
      return text.split(',').map((part) => (/^\d+$/.test(part.trim()) ? Number(part) : part.trim()))
    case 'json':
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw new FlagError('formErrors.json', { flag: flag.name })
      }
    // The server parts tags at their commas.
    case 'tags':
    case 'text':
      return text
  }
}

/**
 * Returns the record that flags describe: `{ 'config.minAppVersion': '1.2.0' }` → `{ config: { minAppVersion: '1.2.0' }
 * }`.
 */
export function draftOf(values: Record<string, unknown>): Draft {
  const draft: Draft = {}
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('.')
    let target = draft
    for (const name of names.slice(0, -1)) target = (target[name] ??= {}) as Draft
    target[names.at(-1) as string] = value
  }
  return draft
}
