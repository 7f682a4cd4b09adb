import { wordOf, type Kind } from '@tocsin/core/configuration/kinds'
import { countsOf, isPending, type Change, type Difference, type InsideChange } from '@tocsin/core/configuration/plan'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { terms } from '@tocsin/core/resources/terms/index'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import type { Context } from '../context'
import { safeForTerminal } from '../display-width'
import { namesOf } from '../many'
import { jsonText } from '../output'

/** The longest value in a line of a plan, in characters. */
const MAX_VALUE = 60

const SIGNS = { create: '+', update: '~', delete: '-', keep: ' ', unchanged: ' ' } as const

type Words = Pick<Context, 't' | 'locale'>

/** Returns a kind and a name as people read them: `app Guarda`. */
export function called({ t }: Pick<Context, 't'>, { resource }: Pick<Kind, 'resource'>, name: string): string {
  // The words of the resource call one of them terms, as other screens do.
  const kind = resource.name === terms.name ? 'cli.configuration.term' : `resources.${resource.name}.name`
  return `${t(kind).toLowerCase()} ${name}`
}

/** Returns the numbers of a plan in words. `key`: the sentence that they are put into. */
export function countsInWords({ t, locale }: Words, counts: Record<string, number>, key: string): string {
  const numbers = Object.entries(counts).map(([name, count]) => [name, formatNumber(locale, count)])
  return t(`cli.configuration.${key}`, Object.fromEntries(numbers) as Record<string, unknown>)
}

/** Writes a plan: as lines, or with JSON as one document. */
export async function showPlan(context: Context, client: object, changes: readonly Change[]): Promise<void> {
  if (context.format === 'json') return context.io.stdout.write(`${jsonText(planAsData(client, changes), 2)}\n`)
  const { t } = context
  const lines = changes.flatMap((change) => linesOf(change, context))
  await writeLines(context, [...lines, countsInWords(context, countsOf(changes), 'plan')])
  const kept = changes.flatMap(keptIn(context))
  if (kept.length > 0)
    await context.note(t('cli.configuration.kept', { count: kept.length, names: namesOf(context, kept) }))
}

/** Writes lines to stdout. */
export const writeLines = ({ io }: Pick<Context, 'io'>, lines: readonly string[]): Promise<void> =>
  io.stdout.write(lines.map((line) => `${safeForTerminal(line)}\n`).join(''))

/** Returns what stays although no file has it: an object, or channels of one. */
const keptIn =
  (words: Words) =>
  ({ action, kind, name, inside }: Change): string[] =>
    action === 'keep'
      ? [called(words, kind, name)]
      : inside.flatMap((one) => (one.action === 'keep' ? [called(words, { resource: kind.inside! }, one.name)] : []))

function linesOf(change: Change, words: Words): string[] {
  const { action, kind, name, file, values, inside, isReordered } = change
  if (action === 'unchanged' || action === 'keep') return []
  const { t } = words
  return [
    `${SIGNS[action]} ${called(words, kind, name)}${file === null ? '' : `  (${file})`}`,
    ...values.map((one) => `    ${valueLine(one, t)}`),
    ...(action === 'update' ? inside.flatMap((one) => insideLines(one, t)) : []),
    ...(action === 'update' && isReordered ? [`    ${t('cli.configuration.order')}`] : []),
  ]
}

function insideLines({ action, name, hasMoved, values }: InsideChange, t: Context['t']): string[] {
  if (action === 'unchanged' || action === 'keep') return []
  return [
    `    ${SIGNS[action]} ${t('cli.configuration.channel', { name })}`,
    ...(hasMoved ? [`        ${t('cli.configuration.moved')}`] : []),
    ...values.map((one) => `        ${valueLine(one, t)}`),
  ]
}

function valueLine({ path, before, after, variable }: Difference, t: Context['t']): string {
  if (variable !== undefined) return `${path}: ${t('cli.configuration.fromVariable', { variable })}`
  return `${path}: ${shortened(before, t)} → ${shortened(after, t)}`
}

function shortened(value: unknown, t: Context['t']): string {
  if (isEmpty(value)) return t('cli.configuration.empty')
  const characters = Array.from(jsonText(value))
  return characters.length > MAX_VALUE ? `${characters.slice(0, MAX_VALUE - 1).join('')}…` : characters.join('')
}

/** Returns a plan as programs read it: what would change, and what stays without a file. */
export function planAsData(client: object, changes: readonly Change[]): object {
  const told = (values: readonly Difference[]) =>
    values.map(({ path, before, after, variable }) => (variable ? { path, variable } : { path, before, after }))
  return {
    client,
    pending: isPending(changes),
    ...countsOf(changes),
    changes: changes
      .filter(({ action }) => action !== 'unchanged')
      .map(({ action, kind, name, file, stored, values, inside, isReordered }) => ({
        action,
        kind: wordOf(kind),
        name,
        file,
        id: stored?.id ?? null,
        values: told(values),
        channels: inside
          .filter((one) => one.action !== 'unchanged')
          .map((one) => ({
            action: one.action,
            name: one.name,
            id: one.stored?.stored?.id ?? null,
            moved: one.hasMoved,
            values: told(one.values),
          })),
        reordered: isReordered,
      })),
  }
}
