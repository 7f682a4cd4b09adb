import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { kindReason } from '@tocsin/core/vocabulary/kind-reasons'
import { SORTABLE_TYPES } from '@tocsin/core/vocabulary/kinds'
import type { Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { readWhere, WhereError } from '@tocsin/core/vocabulary/where'
import { usageError } from './command-error'
import type { Context } from './context'
import { millisecondsOf } from './duration'
import { refuseEmpty } from './given'

/** Returns the fields by which a list can be ordered; parts of groups with dots. */
export function sortablePaths(fields: Fields, path = ''): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.secret) return []
    if (field.type === 'group') return sortablePaths(fieldsOf(field), `${path}${name}.`)
    return SORTABLE_TYPES.has(field.type) ? [path + name] : []
  })
}

/**
 * Returns an order as the server takes it, `name DESC`. Also reads `name`, `-name` and `name:desc`. Throws a usage error
 * that lists the fields.
 */
export function orderGiven({ fields }: Resource, text: string): string {
  const [, descending, plain, direction = 'ASC'] =
    /^\s*(?:-([\w.]+)|([\w.]+)(?:[\s:]+(asc|desc))?)\s*$/i.exec(text) ?? []
  const path = descending ?? plain ?? ''
  const paths = sortablePaths(fields)
  if (!paths.includes(path))
    throw usageError(
      'cli.usage.choice',
      { flag: '--order', value: text, choices: paths.join(', ') },
      {
        field: '--order',
        hint: { key: 'cli.hints.order', values: { path: paths.includes('name') ? 'name' : paths[0] } },
      },
    )
  return `${path} ${descending === undefined ? direction.toUpperCase() : 'DESC'}`
}

/** Throws a usage error unless a bound of a list is a whole number of at least `min`. */
export function checkBound(name: 'limit' | 'offset', value: unknown, min: number, t: Translate): void {
  if (value === undefined) return
  const problem = !Number.isInteger(value)
    ? t('formErrors.integer')
    : Number(value) < min
      ? t('formErrors.minValue', { min })
      : null
  if (problem !== null) throw usageError('cli.usage.flagValue', { flag: name, problem }, { field: `--${name}` })
}

/**
 * Returns the moment of `--since` or `--until`: so long ago (`90m`, `12h`, `7d`, `2w`), or a date or point in time as it
 * is. Throws a usage error.
 */
function momentGiven(flag: string, text: string, now: number): string {
  const ago = millisecondsOf(text, ['m', 'h', 'd', 'w'])
  if (ago !== undefined) return new Date(now - ago).toISOString()
  if (kindReason({ type: 'date' }, text))
    throw usageError(
      'cli.usage.moment',
      { flag, value: text, examples: '90m, 12h, 7d, 2w, 2026-01-31, 2026-01-31T08:30:00Z' },
      { field: flag },
    )
  return text
}

/**
 * Returns the `where` of a list, of which `--since` and `--until` are two conditions more; undefined without any. Throws a
 * usage error that names the flag and the part at fault.
 */
export function whereGiven(
  resource: Resource,
  flags: Record<string, unknown>,
  { t, io }: Pick<Context, 't' | 'io'>,
): string | undefined {
  refuseEmpty([{ name: 'where' }, { name: 'since' }, { name: 'until' }], flags)
  const { where, since, until } = flags as Record<string, string | undefined>
  try {
    if (where !== undefined) readWhere(resource.fields, where)
  } catch (error) {
    if (!(error instanceof WhereError)) throw error
    const problem = t(`cli.${error.key}`, error.values)
    throw usageError(
      'cli.usage.flagValue',
      { flag: 'where', problem },
      { field: '--where', hint: { key: 'cli.hints.where' } },
    )
  }
  const now = io.now()
  const from = since === undefined ? null : momentGiven('--since', since, now)
  const to = until === undefined ? null : momentGiven('--until', until, now)
  if (from !== null && to !== null && Date.parse(from) > Date.parse(to))
    throw usageError('cli.usage.backwards', { since, until }, { field: '--until' })
  const conditions = [
    ...(where === undefined ? [] : [where]),
    ...(from === null ? [] : [`createdAt>=${from}`]),
    ...(to === null ? [] : [`createdAt<=${to}`]),
  ]
  return conditions.length === 0 ? undefined : conditions.join(' and ')
}
