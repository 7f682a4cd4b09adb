import { createHash, randomUUID } from 'node:crypto'
import { basename, relative, resolve } from 'node:path'
import type { Sheet } from '@tocsin/core/csv/sheet'
import { openSheet } from '@tocsin/core/csv/sheet'
import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { quoteWord } from '@tocsin/core/command-line/commands'
import { SourceChanged } from '@tocsin/core/csv/source'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { importMessages } from '@tocsin/core/import/messages'
import { isLeft, writeToEnd } from '@tocsin/core/import/resume'
import { applyImport, planImport, type ImportProgress, type ImportResult } from '@tocsin/core/import/run'
import { FIGURES, nothingWritten, summaryOf, writesOf } from '@tocsin/core/import/summary'
import { placeOf, refusalText, rejectsName, wrongOf } from '@tocsin/core/import/words'
import type { SheetNoun } from '@tocsin/core/resources/sheets'
import { importableOf } from '@tocsin/core/resources/sheets'
import { CommandError } from '../command-error'
import { confirm } from '../confirm'
import type { Context } from '../context'
import { EXIT, type ExitCode } from '../exit-codes'
import { importWords } from '../messages/import'
import { forgetRun, openJournal, refuseRunning, runAlone, type NotedJournal, type RunOf } from '../journal'
import { askedFields } from '../layout'
import { writeFigures } from '../output'
import { resolveReference } from '../references'
import { outcome } from './outcome'
import { importOptions, type ImportOptions } from './options'
import { showProgress, type Step } from './progress'
import { openRejects, type Rejects } from './rejects'
import { openedLine, planLine, problemLines, samplesLine } from './report'
import { openSource, type FileSource } from './source'
import { uploader } from './upload'

type Import = {
  context: Context
  options: ImportOptions
  noun: ReturnType<typeof importableOf>
  sheet: Sheet
  source: FileSource
  clientId: number
  /** The flags as given, with the whole path of the rejects file: to continue from any folder. */
  flags: Record<string, unknown>
  /** The fields of the result that `--fields` requests. */
  keys: readonly string[] | null
}

/** The fields of an import's result. */
const RESULT = [
  ...FIGURES,
  'dryRun',
  'encoding',
  'samples',
  'changes',
  'skippedRows',
  'errors',
  'counts',
  'warnings',
  'warningCounts',
  'rejects',
]

/** `sites import` and its like: opens the file, asks the server for a plan, and writes it (A-063 to A-065). */
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

/** Reports a file that is no sheet like any other failure, by name. */
async function refusing<T>(work: () => Promise<T>, context: Context, file: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SourceChanged) throw changed(context, file, 0)
    if (!(error instanceof CsvRefusal)) throw error
    const { line } = error.values
    const pairs = mapsOf(error)
    throw new CommandError({
      code: error.code.toUpperCase(),
      exit: EXIT.invalid,
      key: 'cli.import.refused',
      values: {
        file: typeof line === 'number' ? placeOf(file, { line, column: 0 }) : file,
        reason: refusalText(error, context.t),
      },
      ...encodingHint(error),
      ...(pairs.length > 0
        ? { hint: { key: 'cli.import.map', values: { count: pairs.length, flags: pairs.join(' ') } } }
        : {}),
    })
  }
}

/** Returns the flags that give the required columns of a refused header its other columns, in their order. */
function mapsOf({ code, values }: CsvRefusal): string[] {
  const { fields, unknown } = values
  if (code !== 'header_unknown_or_missing' || !Array.isArray(fields) || !Array.isArray(unknown)) return []
  return unknown.slice(0, fields.length).map((header, index) => `--map ${quoteWord(`${header}=${fields[index]}`)}`)
}

/** Returns what to do about a file of no certain encoding; only an encoding that suits it is proposed. */
function encodingHint({ code, values }: CsvRefusal): { hint?: { key: string; values?: Record<string, unknown> } } {
  if (code === 'encoding_mixed') return { hint: { key: 'cli.import.mixedEncoding' } }
  if (code !== 'encoding_unknown') return {}
  const { better } = values
  return typeof better === 'string'
    ? { hint: { key: 'cli.import.betterEncoding', values: { better } } }
    : { hint: { key: 'cli.import.nameEncoding' } }
}

async function planAndWrite(one: Import): Promise<ExitCode> {
  const { context, options, sheet } = one
  const { t } = context
  if (!options.dryRun) refuseRunning(context.io, runOf(one), sheet.source.name)
  const planned = rejectsOf(one)
  const result = await pass(one, 'plan', null, planned)
  if (result.failure !== null || context.io.signal.aborted) {
    // A plan without a full answer is none, and nothing was written: only the reason is told.
    planned.discard()
    if (result.failure instanceof SourceChanged) throw result.failure
    return outcome(context, options, result, true)
  }
  await context.note(planLine(context, result))
  if (result.samples.length > 0) await context.note(samplesLine(context, result.samples))
  for (const line of problemLines(context, sheet.source.name, result.errors, result.counts)) await context.note(line)
  for (const line of problemLines(context, sheet.source.name, result.warnings, result.warningCounts))
    await context.note(t('cli.import.warning', { line }))
  const stops = result.rejected > 0 && options.onError === 'stop'
  const writes = writesOf(result)
  if (stops || options.dryRun || writes === 0) {
    if (!stops && !options.dryRun) forgetRun(context.io, runOf(one))
    const rejects = !options.dryRun || options.rejects !== null ? planned.keep() : (planned.discard(), null)
    // Nothing was written: rows of the plan are not told as done, unless the plan was all that was requested.
    return finish(one, stops && !options.dryRun ? { ...result, ...nothingWritten(result) } : result, {
      rejects,
      planned: true,
    })
  }
  planned.discard()
  if (context.io.stdin.isTerminal && context.io.stderr.isTerminal)
    await confirm(context, {
      danger: 'ask',
      question: t('cli.import.question', { count: writes }),
      name: '',
    })
  // The answer may have taken long: only the shown file is written.
  await refuseChanged(one, 0)
  return runAlone(context.io, runOf(one), sheet.source.name, () => write(one, result))
}

/** Throws if the file has changed since the plan; `written`: rows of it that are in already. */
async function refuseChanged({ source, context }: Import, written: number): Promise<void> {
  if (await source.unchanged()) return
  throw changed(context, source.name, written)
}

const changed = (context: Context, file: string, written: number): CommandError =>
  new CommandError({
    code: 'FILE_CHANGED',
    exit: written > 0 ? EXIT.partial : EXIT.conflict,
    key: written > 0 ? 'cli.import.changed' : 'cli.import.changedBefore',
    values: { file, count: formatNumber(context.locale, written) },
  })

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
      written = rejectsOf(one)
      const passed = await pass(one, 'write', { plan, runId, note }, written)
      note(passed.read - passed.unsent, true)
      return passed
    },
    async plan() {
      // Without gathering rejected rows: those of the write are kept aside until the run is through.
      const again = await pass(one, 'plan', null, null)
      if (isLeft(again)) plan = again
      return isLeft(again)
    },
  })
  await refuseChanged(one, writesOf(result))
  // It had changed for a while, and has its old content again.
  if (result.failure instanceof SourceChanged) throw changed(context, source.name, writesOf(result))
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

/** Returns a path as it can be typed in the working folder of the command. */
function shortPath(cwd: string, path: string): string {
  const short = relative(cwd, resolve(cwd, path))
  return short.startsWith('..') ? path : short
}

type Writing = { plan: ImportResult; runId: string; note: (done: number) => void }

function rejectsOf({ context, options, sheet, source }: Import): Rejects {
  const { io, t } = context
  const path = options.rejects === null ? rejectsName(source.beside) : resolve(io.cwd, options.rejects)
  return openRejects(path, io, sheet, (problem) => wrongOf(problem, t))
}

/** Goes through the file once: to ask, or to write. Two passes that gather rejected rows would share one file. */
async function pass(one: Import, step: Step, writing: Writing | null, rejects: Rejects | null): Promise<ImportResult> {
  const { context, options, noun, sheet, source, clientId } = one
  const { io } = context
  const progress = showProgress(context, options.progress, step, writing?.plan.read ?? null)
  const common = {
    upload: await uploader(context, { clientId, target: options.target, name: source.name }),
    mode: options.mode,
    runId: writing?.runId ?? 'plan',
    requestId: randomUUID(),
    sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex'),
    pause: io.pause,
    random: io.random,
    signal: io.signal,
    progress: (step: ImportProgress) => {
      progress.tell(step)
      writing?.note(step.created + step.updated + step.unchanged + step.skipped + step.rejected)
    },
    ...(rejects ? { onReject: rejects.add } : {}),
  }
  try {
    return writing
      ? await applyImport(sheet, noun, { ...common, onError: options.onError, plan: writing.plan })
      : await planImport(sheet, noun, common)
  } catch (error) {
    rejects?.discard()
    throw error
  } finally {
    await progress.end()
  }
}

/** Writes the figures on stdout and tells on stderr what to do about the rows not written. */
async function finish(
  one: Import,
  result: ImportResult,
  { rejects, planned }: { rejects: string | null; planned: boolean },
): Promise<ExitCode> {
  const { context, options, sheet } = one
  const { t, io } = context
  const summary = summaryOf(result)
  const { errors, counts, warnings, warningCounts, changes, skippedRows, samples } = result
  const row = {
    ...summary,
    dryRun: options.dryRun,
    encoding: sheet.encoding,
    samples,
    changes,
    skippedRows,
    errors,
    // Only the first of each code are listed, so their number is told beside them.
    counts,
    warnings,
    warningCounts,
    rejects: rejects && shortPath(io.cwd, rejects),
  }
  const columns = (one.keys ?? FIGURES).map((path) => ({
    path,
    label: Object.hasOwn(summary, path) ? t(`cli.import.figures.${path}`) : path,
  }))
  await writeFigures(
    row,
    { format: context.format, color: context.color, t, columns, keys: one.keys ?? Object.keys(row) },
    io.stdout,
  )
  // The specification names an outcome of registration data (RDATA-05).
  const through = result.unsent === 0 && result.read > result.rejected
  if (options.target.noun === 'registration-data' && !options.dryRun && through)
    await context.note(t('notices.uploadCsvComplete', { created: result.created, updated: result.updated }))
  if (rejects) await context.note(t('cli.import.rejects', { path: row.rejects }))
  return outcome(context, options, result, planned)
}
