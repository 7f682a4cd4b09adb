import { MAX_FIELD_NAME } from '@tocsin/core/form/limits'
import { loadPatterns } from '@tocsin/core/form/patterns'
import { formSchema } from '@tocsin/core/form/schema'
import { pagesOf } from '@tocsin/core/form/pages'
import { namesIn, problemsBetween, queryProblems } from '@tocsin/core/form/schema-rules'
import type { FormField } from '@tocsin/core/form/types'
import { fieldIn, withoutPlaces } from '@tocsin/core/vocabulary/field-words'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { valueAt } from '@tocsin/core/base/cells'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import type { Draft, Problem } from '@tocsin/core/vocabulary/resource'
import { check } from '@tocsin/core/vocabulary/validate'
import { CommandError } from '../command-error'
import type { Context } from '../context'
import { EXIT } from '../exit-codes'
import { pathName } from '../file-error'
import { readJson } from '../input'
import type { LocalizedCommand } from '../localized-command'
import { forms as words } from '../messages/forms'

/** Adds `forms check`. */
export function addForms(context: Context, root: LocalizedCommand): void {
  context.addWords('forms', words)
  const { t } = context
  root
    .child('forms', t('cli.commands.forms'), ['tocsin forms check form.json'])
    .child('check', t('cli.forms.check'), ['tocsin forms check form.json'])
    .prints('nothing')
    .argument(`<${t('cli.help.file')}>`, t('cli.forms.file'))
    .handler(async ([path]) => checkForm(context, path as string))
}

/**
 * Checks a form as the server does, without asking one. Throws CommandError with every problem and where it lies. The form
 * may lie in a registration form, a channel or a survey, as those are printed.
 */
async function checkForm(context: Context, path: string): Promise<void> {
  const given = await readJson(context.io, path)
  await loadPatterns()
  const config = isRecord(given['config']) ? given['config'] : given
  const form = isRecord(config['schema']) ? config['schema'] : Array.isArray(config['fields']) ? config : given
  const problems = problemsOf(form)
  const { t } = context
  if (problems.length > 0)
    throw new CommandError({
      code: 'VALIDATION_FAILED',
      exit: EXIT.invalid,
      key: 'cli.forms.wrong',
      values: { path, count: problems.length },
      lines: problems.map((problem) => `${placeOf(problem, form['fields'])} ${sentenceOf(problem, t)}`),
    })
  const fields = (form['fields'] ?? []) as FormField[]
  const rules = fields.flatMap(({ options }) => namesIn(options?.['visibleIfQuery'])).length
  const counts = [
    t('cli.forms.fields', { count: fields.length }),
    t('cli.forms.pages', { count: pagesOf(fields).length }),
    t('cli.forms.rules', { count: rules }),
  ]
  await context.note(t('cli.forms.right', { path: pathName(path, t), counts: counts.join(', ') }))
}

/** Returns the problems of a form in the order of its fields, those between two fields at the later one. */
function problemsOf(form: Draft): Problem[] {
  const between = problemsBetween(form['fields']).map(({ at, path, ...reason }) => ({
    field: `fields.${at}.${path}`,
    ...reason,
  }))
  const told = new Set(between.map(({ key }) => key))
  const own = check(formSchema, form)
    .filter(({ field, key }) => field !== 'fields' || !told.has(key))
    // A check names the first problem of a rule.
    .flatMap((problem) => {
      const reasons = /^fields\.\d+\.options\.visibleIfQuery$/.test(problem.field)
        ? queryProblems(valueAt(form, problem.field))
        : []
      return reasons.length > 0 ? reasons.map((reason) => ({ field: problem.field, ...reason })) : [problem]
    })
  const all = [...own, ...between]
  return all.toSorted((one, other) => (indexOf(one) ?? -1) - (indexOf(other) ?? -1))
}

/** Returns the place of the field that a problem lies in; undefined for one of the form as a whole. */
function indexOf({ field }: Problem): number | undefined {
  const [, at] = /^fields\.(\d+)/.exec(field) ?? []
  return at === undefined ? undefined : Number(at)
}

/** Returns where a problem lies: `fields.2.options.min (age)`. */
function placeOf(problem: Problem, fields: unknown): string {
  const at = indexOf(problem)
  const named: unknown = Array.isArray(fields) && at !== undefined ? fields[at] : undefined
  const name = isRecord(named) && typeof named['name'] === 'string' ? named['name'].slice(0, MAX_FIELD_NAME) : ''
  return name === '' ? problem.field : `${problem.field} (${name})`
}

/** Matches the place of choices below the third level. */
const FOURTH_LEVEL = /(\.choices\.\d+){3}\.choices$/

/** Returns a problem in words that go on from its place. */
function sentenceOf({ field, key, values }: Problem, t: Translate): string {
  if (FOURTH_LEVEL.test(field)) return t('cli.forms.levels')
  const type = /\.\d+$/.test(field) ? 'group' : fieldIn(formSchema, withoutPlaces(field))?.type
  const own = key === 'formErrors.type' ? `cli.forms.types.${type}` : `cli.forms.problems.${key.split('.').at(-1)}`
  const said = t(own, values)
  return said === own ? t(key, values) : said
}
