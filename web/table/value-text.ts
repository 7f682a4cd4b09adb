import type { Locale } from '@tocsin/core/constants'
import { formatNumber, type Translate } from '@tocsin/core/i18n'
import type { Row } from '../acts/targets'
import { valueAt, type Column } from './columns'

/** What stands where there is nothing. */
export const NONE = '–'

export type Reader = { t: Translate; locale: Locale; noun: string }

const formats = new Map<string, Intl.DateTimeFormat>()

/** In the reader's own zone. */
function dateText(value: string, locale: Locale): string {
  const time = Date.parse(value)
  if (Number.isNaN(time)) return value
  let format = formats.get(locale)
  if (!format)
    formats.set(locale, (format = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })))
  return format.format(time)
}

/** The default project has a name in the reader's language (PROJ-03). */
function defaultProject(row: Row, path: string, { t, noun }: Reader): string | undefined {
  const [owner, part] = path.includes('.') ? path.split('.') : [noun === 'projects' ? '' : undefined, path]
  if (owner !== '' && owner !== 'Project') return undefined
  const project: unknown = owner === '' ? row : row[owner]
  return (part === 'name' || part === 'description') && valueAt(project, 'isDefault') === true
    ? t(`resources.projects.default.${part}`)
    : undefined
}

/** `SiteId` → what the row carries of that site, if it does. */
const besides = (row: Row, path: string): unknown => {
  const name = path.replace(/Id$/, '')
  return valueAt(row[name] ?? row[name.charAt(0).toUpperCase() + name.slice(1)], 'name')
}

/** The text of a cell; empty where there is nothing. */
export function textOf(row: Row, { path, kind, field }: Column, reader: Reader): string {
  const { t, locale, noun } = reader
  const translated = defaultProject(row, path, reader)
  if (translated !== undefined) return translated
  const value = valueAt(row, path)
  if (value === null || value === undefined || value === '') return ''
  switch (kind) {
    case 'toggle':
    case 'yesno':
      return t(value === true ? 'table.yes' : 'table.no')
    case 'date':
      return dateText(String(value), locale)
    case 'choice': {
      const key = `resources.${noun}.choices.${path}.${String(value)}`
      const text = t(key)
      return text === key ? String(value) : text
    }
    case 'ref':
      return String(besides(row, path) ?? `#${String(value)}`)
    case 'chips':
      return Array.isArray(value) ? value.map((one) => String(valueAt(one, 'code') ?? '')).join(', ') : ''
    case 'number':
      return Number.isInteger(value) && Math.abs(value as number) >= 1000
        ? formatNumber(locale, value as number)
        : String(value).replace('.', locale === 'pt-BR' ? ',' : '.')
    default:
      if (typeof value !== 'object') return String(value)
      return Array.isArray(value)
        ? value.filter((one) => typeof one !== 'object').join(', ')
        : field.type === 'json'
          ? JSON.stringify(value)
          : ''
  }
}
