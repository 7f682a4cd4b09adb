import { formatCommand, type CommandSpec, type Flag } from '@tocsin/core/commands'
import type { Field, Fields, Resource } from '@tocsin/core/resource'

/** The demo's large client: examples are typed as they stand, so they name what a fresh server holds. */
const CLIENT = 'Acme'

/** A value that the field accepts. */
function sample(flag: Flag, field: Field | undefined): unknown {
  if (flag.of === 'clients') return CLIENT
  if (flag.type === 'ref') return 1
  if (flag.choices) return field?.default ?? flag.choices[0]
  if (flag.type === 'number') return 1
  if (field?.type === 'email') return 'ana@example.com'
  return flag.name.includes('username') ? 'ana' : 'Example'
}

function fieldAt(fields: Fields, path: string): Field | undefined {
  const [name = '', ...rest] = path.split('.')
  const field = fields[name]
  return rest.length > 0 && field?.fields ? fieldAt(field.fields, rest.join('.')) : field
}

/** A line that shows how a derived command is typed. */
export function exampleOf(spec: CommandSpec, resource: Resource): string {
  const fields = spec.kind === 'action' ? (resource.actions[spec.verb]?.input ?? {}) : resource.fields
  const wanted = spec.flags.filter(({ required }) => required)
  const client = spec.kind === 'list' ? spec.flags.filter(({ of, type }) => of === 'clients' && type === 'ref') : []
  const first = spec.kind === 'update' ? spec.flags.filter(({ path }) => path === resource.title) : []
  const values = Object.fromEntries(
    [...wanted, ...client, ...first].map((flag) => [flag.path, sample(flag, fieldAt(fields, flag.path))]),
  )
  const line = formatCommand(spec, { noun: spec.noun, verb: spec.verb, refs: spec.takes === 'none' ? [] : [1], values })
  return spec.danger === 'ask' ? `${line} --yes` : line
}
