import { commandsOf, type CommandSpec } from '@tocsin/core/command-line/commands'
import { formatCommand } from '@tocsin/core/command-line/line'
import { kebab } from '@tocsin/core/base/naming'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import type { Values } from './command'
import { idsOf, inputOf } from './line'
import type { Targets } from './targets'

/** Returns the terminal's command for an action or a verb of a resource. */
export const specOf = (resource: Resource, action: string): CommandSpec => {
  const spec = commandsOf(resource).find(({ verb }) => verb === kebab(action))
  if (!spec) throw new Error(`${resource.name} has no ${action}`)
  return spec
}

/** Returns the terminal line of an action. The ids of everything that a list matches are piped from that list. */
export function lineOf(resource: Resource, action: string, targets: Targets, values: Draft = {}): string {
  const spec = specOf(resource, action)
  const refs = targets.kind === 'rows' ? targets.rows.map(({ id }) => id) : targets.kind === 'ids' ? targets.ids : []
  const cleared = spec.clears ? spec.flags.map(({ path }) => [path, values[path] ?? null] as const) : []
  const line = formatCommand(spec, {
    resource: spec.resource,
    verb: spec.verb,
    refs,
    values: { ...values, ...Object.fromEntries(cleared) },
  })
  if (targets.kind !== 'query') return line
  const { order: _, limit: __, offset: ___, ...query } = targets.query
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const list = formatCommand(specOf(resource, 'list'), {
    resource: spec.resource,
    verb: 'list',
    refs: [],
    values: given,
  })
  // `--ids-from -` reads the first column of each line, so excluded records are filtered out before it.
  const except = targets.except.length > 0 ? ` | grep -vxE '${targets.except.join('|')}'` : ''
  return `${list} --all --fields=id${except} | ${line} --ids-from - --yes`
}

/** Returns the command line that prints the same list in a terminal. */
export function listLine(resource: Resource, query: ListQuery): string {
  const values = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  return formatCommand(specOf(resource, 'list'), { resource: resource.name, verb: 'list', refs: [], values })
}

/** Returns the command line that prints these records. */
export function recordsLine(resource: Resource, targets: Targets): string {
  if (targets.kind === 'query') return listLine(resource, targets.query)
  const ids = targets.kind === 'ids' ? targets.ids : targets.rows.map(({ id }) => id)
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return verbLine(resource, 'get', only)
  return listLine(resource, { ids })
}

/** Returns the command line of a verb of one record. */
export const verbLine = (resource: Resource, verb: 'get' | 'update', id: number): string =>
  formatCommand(specOf(resource, verb), { resource: resource.name, verb, refs: [id], values: {} })

/** Returns a function that writes the line of a command from the values given so far. Cleared values are written too. */
export const writer =
  (spec: CommandSpec) =>
  (values: Values): string => {
    const given = Object.entries(inputOf(values)).filter(
      ([, value]) => value !== undefined && (value !== null || spec.clears),
    )
    return formatCommand(spec, {
      resource: spec.resource,
      verb: spec.verb,
      refs: idsOf(values),
      values: Object.fromEntries(given),
    })
  }

/** Returns the line of a command of a resource with the values given so far. */
export const commandLine = (resource: Resource, verb: string, values: Values): string =>
  writer(specOf(resource, verb))(values)
