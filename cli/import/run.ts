import { createHash } from 'node:crypto'
import { basename, relative, resolve } from 'node:path'
import type { Sheet } from '@tocsin/core/csv/sheet'
import { openSheet } from '@tocsin/core/csv/sheet'
import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { formatNumber } from '@tocsin/core/i18n'
import { importMessages } from '@tocsin/core/import/messages'
import { isLeft, writeToEnd } from '@tocsin/core/import/resume'
import { applyImport, planImport, type ImportProgress, type ImportResult } from '@tocsin/core/import/run'
import { FIGURES, nothingWritten, summaryOf, writesOf } from '@tocsin/core/import/summary'
import { placeOf, refusalText, rejectsName, wrongOf } from '@tocsin/core/import/words'
import type { SheetNoun } from '@tocsin/core/import/target'
import { importableOf } from '@tocsin/core/resources/sheets'
import { CommandError } from '../command-error'
import { confirm } from '../confirm'
import type { Context } from '../context'
import { EXIT, type ExitCode } from '../exit-codes'
import { importWords } from '../messages/import'
import { forgetRun, openJournal, type NotedJournal, type RunOf } from '../journal'
import { askedFields } from '../layout'
import { writeRecord } from '../output'
import { resolveReference } from '../references'
import { outcome } from './outcome'
import { importOptions, type ImportOptions } from './options'
import { showProgress, type Step } from './progress'
import { openRejects, type Rejects } from './rejects'
import { openedLine, planLine, problemLines } from './report'
import { openSource, type FileSource } from './source'
import { uploader } from './upload'

type Import = {
  context: Context
  options: ImportOptions
  noun: ReturnType<typeof importableOf>
  sheet: Sheet
  source: FileSource
  clientId: number
  /** As they were given, the rejects file by its whole path: to go on from anywhere. */
  flags: Record<string, unknown>
  /** What `--fields` asks for of the result. */
  keys: readonly string[] | null
}

/** What the result of an import tells. */
const RESULT = [...FIGURES, 'dryRun', 'changes', 'skippedRows', 'errors', 'warnings', 'rejects']

/** `sites import` and its like: opens the file, asks the server for a plan, and writes it. */
export async function runImport(
  context: Context,
  sheetNoun: SheetNoun,
  path: string,
  flags: Record<string, unknown>,
): Promise<ExitCode> {
  context.addWords('import', importWords)
  context.vocabulary.add(['import'], importMessages)
  const noun = importableOf(sheetNoun)
  const options = importOptions(sheetNoun, path, flags, noun.spec.names)
  const keys = askedFields(context.settings, RESULT)
  const source = await refusing(() => openSource(context.io, path), context, path === '-' ? 'stdin' : basename(path))
  try {
    const sheet = await refusing(() => openSheet(source, noun.spec, options.sheet), context, source.name)
    await context.note(openedLine(context, sheet))
    const clientId = await resolveReference(context, 'clients', options.client)
    const again = options.rejects === null ? flags : { ...flags, rejects: resolve(context.io.cwd, options.rejects) }
    const one = { context, options, noun, sheet, source, clientId, flags: again, keys }
    return await refusing(() => planAndWrite(one), context, source.name)
  } finally {
    await source.close()
  }
}

/** A file that is no sheet is a failure like any other, by name. */
async function refusing<T>(work: () => Promise<T>, { t }: Context, file: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CsvRefusal)) throw error
    const { line } = error.values
    throw new CommandError({
      code: error.code.toUpperCase(),
      exit: EXIT.invalid,
      key: 'cli.import.refused',
      values: {
        file: typeof line === 'number' ? placeOf(file, { line, column: 0 }) : file,
        reason: refusalText(error, t),
      },
    })
  }
}

async function planAndWrite(one: Import): Promise<ExitCode> {
  const { context, options, sheet } = one
  const { t } = context
  const plan = await pass(one, 'plan', null)
  if (plan.result.failure !== null || context.io.signal.aborted) {
    // What the server did not answer in full is no plan, and nothing was written: the reason is all there is to tell.
    plan.rejects.discard()
    return outcome(context, options, plan.result, true)
  }
  await context.note(planLine(context, plan.result))
  for (const line of problemLines(context, sheet.source.name, plan.result.errors, plan.result.counts))
    await context.note(line)
  for (const line of problemLines(context, sheet.source.name, plan.result.warnings, plan.result.warningCounts))
    await context.note(t('cli.import.warning', { line }))
  const { result } = plan
  const stops = result.rejected > 0 && options.onError === 'stop'
  const writes = writesOf(result)
  if (stops || options.dryRun || writes === 0) {
    if (!stops && !options.dryRun) forgetRun(context.io, runOf(one))
    const rejects = !options.dryRun || options.rejects !== null ? plan.rejects.keep() : (plan.rejects.discard(), null)
    // Nothing was written: what the plan would have written is not told as done, except by a plan that was asked for.
    return finish(one, stops && !options.dryRun ? { ...result, ...nothingWritten(result) } : result, {
      rejects,
      planned: true,
    })
  }
  plan.rejects.discard()
  if (context.io.stdin.isTerminal && context.io.stderr.isTerminal)
    await confirm(context, {
      danger: 'ask',
      question: t('cli.import.question', { count: writes }),
      name: '',
    })
  return write(one, result)
}

async function write(one: Import, planned: ImportResult): Promise<ExitCode> {
  const { context, source, options, clientId, flags } = one
  let plan = planned
  let began = context.io.now()
  let written: Rejects | undefined
  let note: NotedJournal['note']
  const result = await writeToEnd({
    open() {
      const journal = openJournal(context.io, runOf(one), source.name, {
        host: context.host,
        noun: options.target.noun,
        clientId,
        path: source.path,
        digest: source.digest,
        flags,
        done: 0,
        total: plan.read,
      })
      note = journal.note
      return journal
    },
    async write({ runId, resumed }) {
      if (resumed) await context.note(context.t('cli.import.resumed'))
      written?.discard()
      began = context.io.now()
      const passed = await pass(one, 'write', { plan, runId, note })
      note(passed.result.read - passed.result.unsent, true)
      written = passed.rejects
      return passed.result
    },
    async plan() {
      const again = await pass(one, 'plan', null)
      again.rejects.discard()
      if (isLeft(again.result)) plan = again.result
      return isLeft(again.result)
    },
  })
  const known = new Set(plan.errors.map(({ line, column, code }) => `${line}:${column}:${code}`))
  const fresh = result.errors.filter(({ line, column, code }) => !known.has(`${line}:${column}:${code}`))
  for (const line of problemLines(context, source.name, fresh, {})) await context.note(line)
  const seconds = (context.io.now() - began) / 1000
  if (seconds >= 1) {
    const rate = formatNumber(context.locale, Math.round((result.read - result.unsent) / seconds))
    await context.note(context.t('cli.import.took', { seconds: seconds.toFixed(1), rate }))
  }
  return finish(one, result, { rejects: written?.keep() ?? null, planned: false })
}

const runOf = ({ context, options, source, clientId }: Import): RunOf => ({
  digest: source.digest,
  host: context.host,
  clientId,
  ...options.target,
  mode: options.mode,
  onError: options.onError,
})

/** As it can be typed from where the command was run. */
function shortPath(cwd: string, path: string): string {
  const short = relative(cwd, resolve(cwd, path))
  return short.startsWith('..') ? path : short
}

type Writing = { plan: ImportResult; runId: string; note: (done: number) => void }

/** Goes once through the file: to ask, or to write. */
async function pass(one: Import, step: Step, writing: Writing | null) {
  const { context, options, noun, sheet, source, clientId } = one
  const { io } = context
  const path = options.rejects === null ? rejectsName(source.beside) : resolve(io.cwd, options.rejects)
  const rejects = openRejects(path, io.pid, sheet, (problem) => wrongOf(problem, context.t))
  const progress = showProgress(context, options.progress, step, writing?.plan.read ?? null)
  const common = {
    upload: await uploader(context, { clientId, target: options.target, name: source.name }),
    mode: options.mode,
    runId: writing?.runId ?? 'plan',
    sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex'),
    pause: io.pause,
    random: io.random,
    signal: io.signal,
    progress: (step: ImportProgress) => {
      progress.tell(step)
      writing?.note(step.created + step.updated + step.unchanged + step.skipped + step.rejected)
    },
    onReject: rejects.add,
  }
  try {
    const result = writing
      ? await applyImport(sheet, noun, { ...common, onError: options.onError, plan: writing.plan })
      : await planImport(sheet, noun, common)
    return { result, rejects }
  } catch (error) {
    rejects.discard()
    throw error
  } finally {
    await progress.end()
  }
}

/** Writes the figures on stdout and says on stderr what there is to do about what was not written. */
async function finish(
  one: Import,
  result: ImportResult,
  { rejects, planned }: { rejects: string | null; planned: boolean },
): Promise<ExitCode> {
  const { context, options } = one
  const { t, io } = context
  const summary = summaryOf(result)
  const { errors, warnings, changes, skippedRows } = result
  const row = {
    ...summary,
    dryRun: options.dryRun,
    changes,
    skippedRows,
    errors,
    warnings,
    rejects: rejects && shortPath(io.cwd, rejects),
  }
  const columns = Object.keys(summary).map((path) => ({ path, label: t(`cli.import.figures.${path}`) }))
  await writeRecord(
    row,
    { format: context.format, color: context.color, t, columns, keys: Object.keys(row) },
    io.stdout,
  )
  // Registration data has an outcome of its own by name (RDATA-05).
  if (options.target.noun === 'registration-data' && !options.dryRun && result.unsent === 0)
    await context.note(t('notices.uploadCsvComplete', { created: result.created, updated: result.updated }))
  if (rejects) await context.note(t('cli.import.rejects', { path: row.rejects }))
  return outcome(context, options, result, planned)
}
