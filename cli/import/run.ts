import { createHash, randomUUID } from 'node:crypto'
import { basename, resolve } from 'node:path'
import { openSheet, type Sheet } from '@tocsin/core/csv/sheet'
import { SourceChanged } from '@tocsin/core/csv/source'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { importMessages } from '@tocsin/core/import/messages'
import { isLeft, writeToEnd } from '@tocsin/core/import/resume'
import { applyImport, planImport, type ImportProgress, type ImportResult } from '@tocsin/core/import/run'
import { nothingWritten, writesOf } from '@tocsin/core/import/summary'
import { rejectsName, wrongOf } from '@tocsin/core/import/words'
import type { SheetResourceName } from '@tocsin/core/resources/sheets'
import { importableOf } from '@tocsin/core/resources/sheets'
import { confirm } from '../confirm'
import type { Context } from '../context'
import type { ExitCode } from '../exit-codes'
import { importWords } from '../messages/import'
import {
  forgetRun,
  openJournal,
  refuseRunning,
  runExclusively,
  type ProgressJournal,
  type RunIdentity,
} from '../journal'
import { clientGiven } from '../given'
import { triesOf } from '../network/retries'
import { canAsk } from '../prompts'
import { resolveReference } from '../references'
import { finish, noteRejects, resultLayout } from './finish'
import { isCodeClash, mostRejected, outcome } from './outcome'
import { importOptions } from './options'
import { showProgress, type Step } from './progress'
import { changedError, withFileErrors } from './refusals'
import { openRejects, type Rejects } from './rejects'
import { openedLine, planLine, problemLines, samplesLine } from './report'
import { openSource } from './source'
import type { Import } from './types'
import { createUpload } from './upload'

/** Runs an import such as `sites import`: opens the file, has the server plan it, and writes it. */
export async function runImport(
  context: Context,
  sheetResource: SheetResourceName,
  path: string,
  flags: Record<string, unknown>,
): Promise<ExitCode> {
  context.addWords('import', importWords)
  context.vocabulary.add(['import'], importMessages)
  const importable = importableOf(sheetResource)
  const client = await clientGiven(context, flags)
  const options = importOptions(sheetResource, path, client, flags, importable.spec.names)
  // A program that reads the progress reads notes and errors as well.
  if (options.progress === 'json') context.settings.stderrJson = true
  const layout = resultLayout(context)
  const source = await withFileErrors(
    () => openSource(context.io, path),
    context,
    path === '-' ? 'stdin' : basename(path),
  )
  try {
    const sheet = await withFileErrors(() => openSheet(source, importable.spec, options.sheet), context, source.name)
    await context.note(openedLine(context, sheet))
    const clientId = await resolveReference(context, 'clients', options.client)
    // A later run may have another default client.
    const rejects = options.rejects === null ? {} : { rejects: resolve(context.io.cwd, options.rejects) }
    const again = { ...flags, client: String(clientId), ...rejects }
    const one = { context, options, importable, sheet, source, clientId, flags: again, layout }
    return await withFileErrors(() => planAndWrite(one), context, source.name)
  } finally {
    await source.close()
  }
}

async function planAndWrite(one: Import): Promise<ExitCode> {
  const { context, options, sheet } = one
  const { t } = context
  if (!options.dryRun) refuseRunning(context.io, runOf(one), sheet.source.name)
  const planned = rejectsOf(one)
  const result = await pass(one, 'plan', null, planned)
  if (result.failure !== null || context.io.signal.aborted) {
    // An incomplete plan is of no use and nothing was written, so only the reason is reported.
    planned.discard()
    if (result.failure instanceof SourceChanged) throw result.failure
    return outcome(context, options, result, true)
  }
  await context.note(planLine(context, result))
  if (result.samples.length > 0) await context.note(samplesLine(context, result.samples))
  for (const line of problemLines(context, sheet.source.name, result.errors, result.counts)) await context.note(line)
  for (const line of problemLines(context, sheet.source.name, result.warnings, result.warningCounts))
    await context.note(t('cli.import.warning', { line }))
  const stops = result.rejected > mostRejected(options)
  const writes = writesOf(result)
  if (stops || options.dryRun || writes === 0) {
    if (!stops && !options.dryRun) forgetRun(context.io, runOf(one))
    const rejects = !options.dryRun || options.rejects !== null ? planned.keep() : (planned.discard(), null)
    // Nothing was written, so planned rows must not be reported as written. A dry run reports its plan.
    return finish(one, stops && !options.dryRun ? { ...result, ...nothingWritten(result) } : result, {
      rejects,
      planned: true,
    })
  }
  planned.discard()
  if (canAsk(context))
    await confirm(context, {
      danger: 'ask',
      question: t('cli.import.question', { count: writes }),
      name: '',
    })
  // The user may have answered late. The file must still be the one that was planned.
  if (!(await one.source.unchanged())) throw changedError(context, sheet.source.name, 0)
  return runExclusively(context.io, runOf(one), sheet.source.name, () => write(one, result))
}

async function write(one: Import, planned: ImportResult): Promise<ExitCode> {
  const { context, source, options, clientId, flags } = one
  let plan = planned
  let began = context.io.now()
  let written: Rejects | undefined
  let last: ImportResult = plan
  let note: ProgressJournal['note']
  const result = await writeToEnd({
    open() {
      const journal = openJournal(context.io, runOf(one), source.name, {
        import: {
          host: context.host,
          noun: options.target.resource,
          clientId,
          path: source.path,
          digest: source.digest,
          flags,
          done: 0,
          total: plan.read,
        },
      })
      note = journal.note
      return journal
    },
    async write({ runId, resumed }) {
      if (resumed) await context.note(context.t('cli.import.resumed'))
      written?.discard()
      began = context.io.now()
      written = rejectsOf(one)
      const passed = (last = await pass(one, 'write', { plan, runId, note }, written))
      note(passed.read - passed.unsent, true)
      return passed
    },
    async plan() {
      // Rows that an earlier pass wrote and somebody has removed since would be missing among those written now.
      if (last.created === plan.created && last.updated === plan.updated) return false
      // Gathers no rejected rows: the temporary file still holds those of the write.
      const again = await pass(one, 'plan', null, null)
      if (isLeft(again)) plan = again
      return isLeft(again)
    },
  })
  if (isCodeClash(result) && writesOf(result) === 0) forgetRun(context.io, runOf(one))
  const rejects = written?.keep() ?? null
  // The file may have changed during the run and have its old content again.
  if (result.failure instanceof SourceChanged || !(await source.unchanged())) {
    await noteRejects(one, rejects)
    throw changedError(context, source.name, writesOf(result))
  }
  const known = new Set(plan.errors.map(({ line, column, code }) => `${line}:${column}:${code}`))
  const fresh = result.errors.filter(({ line, column, code }) => !known.has(`${line}:${column}:${code}`))
  for (const line of problemLines(context, source.name, fresh, {})) await context.note(line)
  const seconds = (context.io.now() - began) / 1000
  if (seconds >= 1) {
    const rate = formatNumber(context.locale, Math.round((result.read - result.unsent) / seconds))
    await context.note(context.t('cli.import.took', { seconds: seconds.toFixed(1), rate }))
  }
  return finish(one, result, { rejects, planned: false })
}

const runOf = ({ context, options, source, clientId }: Import): RunIdentity => ({
  digest: source.digest,
  host: context.host,
  clientId,
  ...options.target,
  mode: options.mode,
  onError: options.onError,
  ...(options.atomic ? { atomic: true } : {}),
})

/** The number of repeats of a chunk. */
const RETRIES = 7

type Writing = { plan: ImportResult; runId: string; note: (done: number) => void }

function rejectsOf({ context, options, sheet, source }: Import): Rejects {
  const { io, t } = context
  const path = options.rejects === null ? rejectsName(source.beside) : resolve(io.cwd, options.rejects)
  return openRejects(path, io, sheet, (problem) => wrongOf(problem, t))
}

/** Returns a sheet that says which part of its file has been read. */
function readingCounted(sheet: Sheet): { sheet: Sheet; share: () => number } {
  const { source } = sheet
  let read = 0
  async function* open() {
    for await (const bytes of source.open()) {
      read += bytes.length
      yield bytes
    }
  }
  return { sheet: { ...sheet, source: { ...source, open } }, share: () => Math.min(1, read / source.size) }
}

/** Reads the file once, to plan or to write. Only one pass at a time may gather rejects: all use the same file. */
async function pass(one: Import, step: Step, writing: Writing | null, rejects: Rejects | null): Promise<ImportResult> {
  const { context, options, importable, sheet, source, clientId } = one
  const { io } = context
  const read = readingCounted(sheet)
  const size = writing ? { total: writing.plan.read } : { share: read.share }
  const progress = showProgress(context, options.progress, step, size)
  const common = {
    upload: await createUpload(context, { clientId, target: options.target, name: source.name }),
    mode: options.mode,
    atomic: options.atomic,
    runId: writing?.runId ?? 'plan',
    requestId: randomUUID(),
    sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex'),
    retry: triesOf(context, RETRIES),
    pause: io.pause,
    random: io.random,
    signal: io.signal,
    progress: (step: ImportProgress) => {
      progress.update(step)
      writing?.note(step.created + step.updated + step.unchanged + step.skipped + step.rejected)
    },
    ...(rejects ? { onReject: rejects.add } : {}),
  }
  try {
    return writing
      ? await applyImport(sheet, importable, { ...common, onError: options.onError, plan: writing.plan })
      : await planImport(read.sheet, importable, common)
  } catch (error) {
    rejects?.discard()
    throw error
  } finally {
    await progress.end()
  }
}
