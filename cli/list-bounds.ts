import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { SORTABLE_TYPES } from '@tocsin/core/vocabulary/kinds'
import type { Fields, Resource } from '@tocsin/core/vocabulary/resource'
import { usageError } from './command-error'

/** Returns the fields by which a list can be ordered; parts of groups with dots. */
function sortablePaths(fields: Fields, path = ''): string[] {
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
  const [, minus = '', path = '', direction = 'ASC'] = /^\s*(-?)([\w.]+)(?:[\s:]+(asc|desc))?\s*$/i.exec(text) ?? []
  const paths = sortablePaths(fields)
  if (!paths.includes(path) || (minus !== '' && /:|\s\S/.test(text.trim())))
    throw usageError(
      'cli.usage.choice',
      { flag: '--order', value: text, choices: paths.join(', ') },
      {
        field: '--order',
        hint: { key: 'cli.hints.order', values: { path: paths.includes('name') ? 'name' : paths[0] } },
      },
    )
  return `${path} ${minus ? 'DESC' : direction.toUpperCase()}`
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
