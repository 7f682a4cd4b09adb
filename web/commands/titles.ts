import { commandsOf, formatCommand, type CommandSpec } from '@tocsin/core/command-line/commands'
import { actionBefore, type Translate } from '@tocsin/core/vocabulary/i18n'
import { kebab } from '@tocsin/core/base/naming'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { nameOf } from '../record/name-of'
import { countOf, type Targets } from './targets'

/** Returns the terminal's command for an action or a verb of a resource. */
export const specOf = (resource: Resource, action: string): CommandSpec => {
  const spec = commandsOf(resource).find(({ verb }) => verb === kebab(action))
  if (!spec) throw new Error(`${resource.name} has no ${action}`)
  return spec
}

/** The verbs that every noun has; all others are a noun's own. */
const VERBS = { update: true, delete: true }

/** Returns the title of an action on its targets: `Deactivate 3 sites`, `Deactivate Abaeté`. */
export const titleOf =
  (resource: Resource, action: string, targets: Targets) =>
  (t: Translate): string => {
    const verb = action in VERBS ? t(`verbs.${action}`) : actionBefore(resource.name, action, t)
    const count = countOf(targets)
    const [only] = targets.kind === 'rows' ? targets.rows : []
    if (count === 1 && only) return t('acts.verbOf', { verb, what: nameOf(resource, only, t) })
    return t('acts.verbOfMany', { verb, count, noun: nounFor(resource, count)(t) })
  }

const nounFor = (resource: Resource, count: number) => (t: Translate) =>
  t(`resources.${resource.name}.${count === 1 ? 'name' : 'names'}`).toLowerCase()

/** Returns the line that does the same in a terminal; everything that a list matches is piped from that list. */
export function lineOf(resource: Resource, action: string, targets: Targets, values: Draft = {}): string {
  const spec = specOf(resource, action)
  const refs = targets.kind === 'rows' ? targets.rows.map(({ id }) => id) : targets.kind === 'ids' ? targets.ids : []
  const cleared = spec.clears ? spec.flags.map(({ path }) => [path, values[path] ?? null] as const) : []
  const line = formatCommand(spec, {
    noun: spec.noun,
    verb: spec.verb,
    refs,
    values: { ...values, ...Object.fromEntries(cleared) },
  })
  if (targets.kind !== 'query') return line
  const { order: _, limit: __, offset: ___, ...query } = targets.query
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  const list = formatCommand(specOf(resource, 'list'), { noun: spec.noun, verb: 'list', refs: [], values: given })
  // A pipe reads the first column of each line; records that were left out must not be in it.
  const except = targets.except.length > 0 ? ` | grep -vxE '${targets.except.join('|')}'` : ''
  return `${list} --all --fields=id${except} | ${line} --ids-from - --yes`
}
