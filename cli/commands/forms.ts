import { MAX_FIELD_NAME } from '@tocsin/core/form/limits'
import { loadPatterns } from '@tocsin/core/form/patterns'
import { formSchema } from '@tocsin/core/form/schema'
import { problemsBetween } from '@tocsin/core/form/schema-rules'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import type { Draft, Problem } from '@tocsin/core/vocabulary/resource'
import { check } from '@tocsin/core/vocabulary/validate'
import { CommandError } from '../command-error'
import type { Context } from '../context'
import { EXIT } from '../exit-codes'
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
    .argument(`<${t('cli.help.file')}>`, t('cli.forms.file'))
    .handler(async ([path]) => checkForm(context, path as string))
}

/**
 * Checks a form as the server does, without asking one. Throws CommandError with every problem and where it lies. The form
 * may lie in a registration form, a channel or a survey, as those are printed.
 */
async function checkForm(context: Context, path: string): Promise<void> {
  const given = await readJson(context.io, path)
  const named = path === '-' ? 'stdin' : path
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
      values: { path: named, count: problems.length },
      lines: problems.map((problem) => `${placeOf(problem, form['fields'])} ${t(problem.key, problem.values)}`),
    })
  const count = Array.isArray(form['fields']) ? form['fields'].length : 0
  await context.note(t('cli.forms.right', { path: named, count }))
}

/** Returns the problems of a form: those within its fields, and each between two of them at the later one. */
function problemsOf(form: Draft): Problem[] {
  const between = problemsBetween(form['fields']).map(({ at, path, ...reason }) => ({
    field: `fields.${at}.${path}`,
    ...reason,
  }))
  const told = new Set(between.map(({ key }) => key))
  return [...check(formSchema, form).filter(({ field, key }) => field !== 'fields' || !told.has(key)), ...between]
}

/** Returns where a problem lies: `fields.2.options.min (age)`. */
function placeOf({ field }: Problem, fields: unknown): string {
  const [, at] = /^fields\.(\d+)/.exec(field) ?? []
  const named: unknown = Array.isArray(fields) && at !== undefined ? fields[Number(at)] : undefined
  const name = isRecord(named) && typeof named['name'] === 'string' ? named['name'].slice(0, MAX_FIELD_NAME) : ''
  return name === '' ? field : `${field} (${name})`
}
