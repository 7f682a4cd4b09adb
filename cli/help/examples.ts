import { type CommandSpec, type Flag } from '@tocsin/core/command-line/commands'
import { formatCommand } from '@tocsin/core/command-line/line'
import { fieldIn } from '@tocsin/core/vocabulary/field-words'
import { isNumeric } from '@tocsin/core/vocabulary/kinds'
import type { Draft, Field, Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { actionOf, isNeeded } from '../actions'
import { DEMO } from './demo'

/**
 * The values of examples that are made of a declaration. Together they tell the story of one record that is created,
 * looked at, changed and deleted.
 */
const SAMPLES: Record<string, unknown> = {
  username: 'ana',
  code: 'ABC123',
  can: 'sites:view',
  role: 'admin',
  status: 'active',
  timezone: 'America/Sao_Paulo',
  formatted: 'Rua A, 1',
  callbackUrl: 'https://example.com/alerts',
  phone: '+55 48 99999-0000',
}
const REFERENCES: Record<string, string> = {
  clients: 'Acme',
  projects: 'default',
  'monitoring-providers': 'Central tocsin',
}

function sample(path: string, field: Field | undefined): unknown {
  const name = path.split('.').at(-1) ?? path
  if (field?.type === 'ref' || field?.told) return REFERENCES[field.of ?? ''] ?? 1
  if (Object.hasOwn(SAMPLES, name)) return SAMPLES[name]
  if (field?.type === 'email') return 'ana@example.com'
  if (field?.type === 'url') return 'https://example.org'
  if (field?.choices) return field.default ?? field.choices[0]
  return field && isNumeric(field.type) ? 1 : 'Example'
}

/** Returns the flags that a new record needs: those always required, and those required by its defaults. */
function neededFlags(spec: CommandSpec, fields: Fields, given: Draft): Flag[] {
  const defaults = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]))
  const draft: Draft = { ...defaults, ...given }
  return spec.flags.filter((flag) => {
    if (Object.hasOwn(given, flag.path)) return true
    const field = fieldIn(fields, flag.path, draft)
    const isOpen = field !== undefined && field.default === undefined && (field.when?.(draft) ?? true)
    return (
      isNeeded(spec, flag) || (isOpen && field.rules?.some((rule) => rule(null, draft)?.key === 'formErrors.required'))
    )
  })
}

/** Returns the lines that show how a derived command is typed. With a `kind` of record they are about that. */
export const examplesOf = (spec: CommandSpec, resource: Resource, kind: Draft | undefined): readonly string[] =>
  (kind === undefined && demoLines(`${resource.name} ${spec.verb}`)) || [exampleOf(spec, resource, kind)]

/** Returns the lines for the help of a resource itself. */
export const examplesOfResource = (name: string): readonly string[] =>
  demoLines(name) ?? [`tocsin ${name} list -o json`]

const demoLines = (path: string) => DEMO[path]?.map((line) => `tocsin ${line}`)

/** Returns a line that shows how a derived command is typed; `given` are values that it has, such as a kind. */
export function exampleOf(spec: CommandSpec, resource: Resource, given: Draft = {}): string {
  const { kind, verb, takes } = spec
  const fields = kind === 'action' ? (actionOf(resource, spec)?.input ?? {}) : resource.fields
  const title = spec.flags.filter(({ path }) => path === resource.title)
  const flags =
    kind === 'list'
      ? spec.flags.filter(({ of, type }) => of === 'clients' && type === 'ref')
      : kind === 'update'
        ? title.length > 0
          ? title
          : spec.flags.slice(0, 1)
        : actionOf(resource, spec)?.partial
          ? spec.flags.slice(0, 1)
          : neededFlags(spec, fields, kind === 'create' ? given : {})
  const named = kind === 'create' ? [...title, ...flags.filter((flag) => !title.includes(flag))] : flags
  const values = Object.fromEntries(named.map(({ path }) => [path, given[path] ?? sample(path, fieldIn(fields, path))]))
  // A record without a writable name, such as an event, is only known by its id.
  const titled = fieldIn(resource.fields, resource.title)
  const reference = titled?.readonly ? 1 : String(sample(resource.title, titled))
  const line = formatCommand(spec, { resource: spec.resource, verb, refs: takes === 'none' ? [] : [reference], values })
  if (spec.danger === 'type-name') return `${line} --confirm=${reference}`
  if (spec.danger) return `${line} --yes`
  return kind === 'create' && resource.fields['password']?.secret ? `${line} --password-stdin < password.txt` : line
}
