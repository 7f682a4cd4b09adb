import type { Locale } from '../base/constants'
import { isEmpty } from '../vocabulary/empty'
import { formatNumber, type Translate } from '../vocabulary/i18n'
import { isDay } from './days'
import { ALONE, isGroup, type Comparison, type Operator, type Query } from './query'
import { OWN_PROPERTY, type RuleSubject } from './query-subjects'

/** The reader of a query. `t` knows the words of `queryWords` as `query`. */
export type Reader = { t: Translate; locale: Locale }

/** A part of a sentence: the name of a field, a value, an "and" or "or", or the words between them. */
export type Said = { text: string; kind: 'subject' | 'value' | 'combinator' | 'plain' }

/** Returns the name of an operator as a choice of its list. */
export const operatorName = (operator: Operator, t: Translate): string => t(`query.operators.${operator}`)

/** Returns the name of the group at a place, such as `Group 2.2, all, 2 conditions`. Places count from 0. */
export const groupName = (place: readonly number[], { combinator, rules }: Query, t: Translate): string =>
  t(`query.group.${combinator}`, { place: place.map((at) => at + 1).join('.'), count: rules.length })

/**
 * Returns a query as one sentence: Show when Where do you work? is one of School or Health unit; and … Semicolons separate
 * the first level, so that the nesting can be heard.
 */
export const querySentence = (query: Query | null, subjects: readonly RuleSubject[], reader: Reader): string =>
  textOf(querySaid(query, subjects, reader))

/** Returns the sentence of a query in its parts. */
export function querySaid(query: Query | null, subjects: readonly RuleSubject[], reader: Reader): Said[] {
  const { t } = reader
  if (!query || query.rules.length === 0) return [plain(`${t('query.always')}.`)]
  return [plain(`${t('query.when')} `), ...groupSaid(query, 1, subjects, reader), plain('.')]
}

/** Returns one condition in words: `Age is greater than 30`. */
export const conditionText = (rule: Comparison, subjects: readonly RuleSubject[], reader: Reader): string =>
  textOf(conditionSaid(rule, subjects, reader))

const textOf = (parts: readonly Said[]): string => parts.map(({ text }) => text).join('')
const plain = (text: string): Said => ({ text, kind: 'plain' })

/** The marks before the "and" or "or" of a level. Groups of lower levels are in brackets. */
const MARKS = [';', ',', ''] as const

function groupSaid({ combinator, rules }: Query, level: number, subjects: readonly RuleSubject[], reader: Reader) {
  const { t } = reader
  if (rules.length === 0) return [plain(t('query.emptyGroup'))]
  const isBracketed = level > MARKS.length
  const said = rules.flatMap((rule, at): Said[] => {
    const isLong = level === 2 && isGroup(rule) && rule.rules.length > 1
    const word = isLong ? (combinator === 'and' ? 'andAlso' : 'orElse') : combinator
    const before: Said[] =
      at === 0
        ? []
        : [plain(`${MARKS[level - 1] ?? ''} `), { text: t(`query.${word}`), kind: 'combinator' }, plain(' ')]
    return [
      ...before,
      ...(isGroup(rule) ? groupSaid(rule, level + 1, subjects, reader) : conditionSaid(rule, subjects, reader)),
    ]
  })
  return isBracketed && rules.length > 1 ? [plain('('), ...said, plain(')')] : said
}

function conditionSaid({ field, operator, value }: Comparison, subjects: readonly RuleSubject[], reader: Reader) {
  const { t } = reader
  const subject = subjects.find(({ name }) => name === field)
  const said: Said[] = [
    { text: subject?.label ?? (labelOf(field) || t('query.missing')), kind: 'subject' },
    plain(` ${t(`query.said.${operator}`)}`),
  ]
  if (ALONE.has(operator)) return said
  const values = Array.isArray(value) && value.length > 0 ? (value as unknown[]) : [value]
  const joint = t(operator === 'anyOf' ? 'query.or' : 'query.and')
  return values.reduce<Said[]>((before, one, at) => {
    const between = at === 0 ? ' ' : at === values.length - 1 ? ` ${joint} ` : ', '
    return [...before, plain(between), { text: valueText(one, subject, reader), kind: 'value' }]
  }, said)
}

/** Returns the name of what is looked at where nothing else is known: the key of a client's own property of profiles. */
const labelOf = (field: string) => (field.startsWith(OWN_PROPERTY) ? field.slice(OWN_PROPERTY.length) : field)

/** Returns a single value in the reader's way: the text of a choice, a date, a number. */
export function valueText(value: unknown, subject: RuleSubject | undefined, { t, locale }: Reader): string {
  if (isEmpty(value)) return t('query.missing')
  if (typeof value === 'boolean') return t(value ? 'query.yes' : 'query.no')
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const choice = subject?.choices?.find((one) => one.value === text)
  if (choice) return choice.text
  if (typeof value === 'number' || (isCounted(subject) && NUMBER.test(text))) return numberText(text, locale)
  return subject === undefined || subject.kind === 'date' ? dayText(text, locale) : text
}

/** Returns an answer in words, with all of its values, or the number of its files; undefined if it is empty. */
export function answerText(answer: unknown, subject: RuleSubject | undefined, reader: Reader): string | undefined {
  if (isEmpty(answer)) return undefined
  const values = Array.isArray(answer) ? (answer as unknown[]) : [answer]
  if (subject?.kind === 'attachment') return formatNumber(reader.locale, values.length)
  return values.map((one) => valueText(one, subject, reader)).join(', ')
}

const isCounted = (subject: RuleSubject | undefined) => subject?.kind === 'number' || subject?.kind === 'rating'
const NUMBER = /^-?\d+(\.\d+)?$/

function numberText(text: string, locale: Locale): string {
  if (!NUMBER.test(text)) return text
  const [whole, part] = text.split('.')
  const grouped = formatNumber(locale, Number(whole))
  return part === undefined ? grouped : `${grouped}${locale === 'pt-BR' ? ',' : '.'}${part}`
}

/** Returns a day as the reader writes it: 31/12/2025 or 12/31/2025. A text that is no day stays as it is. */
function dayText(text: string, locale: Locale): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === undefined) return text
  return locale === 'pt-BR' ? `${day}/${month}/${year}` : `${Number(month)}/${Number(day)}/${year}`
}

/** Reads a day as the reader writes it, or as it is stored; null if the text is none. */
export function readDay(text: string, locale: Locale): string | null {
  const [, one = '', two = '', written = ''] = /^(\d\d?)[/.-](\d\d?)[/.-](\d{4})$/.exec(text.trim()) ?? []
  const [day, month] = locale === 'pt-BR' ? [one, two] : [two, one]
  const iso = written === '' ? text.trim() : `${written}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(iso) ? iso : null
}
