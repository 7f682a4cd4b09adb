import { openSheet, type Sheet } from '@tocsin/core/csv/sheet'
import type { Source } from '@tocsin/core/csv/source'
import { createVocabulary, type Translate } from '@tocsin/core/vocabulary/i18n'
import { importMessages } from '@tocsin/core/import/messages'
import type { ImportMode } from '@tocsin/core/import/modes'
import type { SheetProblem } from '@tocsin/core/import/problems'
import { rejectsWriter } from '@tocsin/core/import/rejects'
import {
  applyImport,
  planImport,
  type ImportProgress,
  type ImportResult,
  type RejectedRow,
} from '@tocsin/core/import/run'
import type { Upload, UploadAnswer } from '@tocsin/core/import/upload'
import { wrongOf } from '@tocsin/core/import/words'
import { importableOf } from '@tocsin/core/resources/sheets'
import { messages as codeWords } from '@tocsin/core/resources/registration-codes/messages'
import { messages as siteWords } from '@tocsin/core/resources/sites/messages'
import { messages as userWords } from '@tocsin/core/resources/users/messages'
import { newId } from '../new-id'
import { growingFile } from './growing-file'
import { toError, toFailure, FileChanged, type FromWorker, type Outcome, type ToWorker } from './worker-protocol'
import { fileDigest, sha256 } from './sha256'

/** Interval between reports of the progress to the page, in milliseconds. */
const TOLD = 100
/** Number of problems sent to the page at once, and in all. */
const BATCH = 500
const LISTED = 100_000

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's messages have none
const tell = (message: FromWorker) => self.postMessage(message)

type Opened = {
  file: File
  digest: string
  sheet: Sheet
  resource: ReturnType<typeof importableOf>
  mode: ImportMode
  t: Translate
}
let opened: Opened | undefined
let plan: ImportResult | undefined

/** The chunks that the page is sending for this worker, since the page holds the session. */
const sent = new Map<number, { resolve: (answer: UploadAnswer) => void; reject: (error: Error) => void }>()
let calls = 0
const upload: Upload = (bytes, options) =>
  new Promise((resolve, reject) => {
    sent.set(++calls, { resolve, reject })
    tell({ tell: 'upload', id: calls, bytes, ...options })
  })

const sourceOf = (file: File): Source => ({
  name: file.name,
  size: file.size,
  async *open() {
    const reader = file.stream().getReader()
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
    } finally {
      reader.releaseLock()
    }
  },
})

/** Gathers the rejected rows for the page's list, and as a file of the same dialect. */
function gathering({ sheet, t }: Opened) {
  const writer = rejectsWriter(sheet, (problem) => wrongOf(problem, t))
  const file = growingFile('text/csv')
  let batch: SheetProblem[] = []
  let listed = 0
  const flush = () => {
    if (batch.length > 0) tell({ tell: 'problems', problems: batch })
    batch = []
  }
  return {
    add(row: RejectedRow) {
      if (file.isEmpty()) file.add(writer.header())
      file.add(writer.row(row))
      for (const problem of row.problems) if (listed++ < LISTED) batch.push(problem)
      if (batch.length >= BATCH) flush()
    },
    flush,
    file: () => (file.isEmpty() ? null : file.file()),
  }
}

function telling() {
  let last = 0
  return (progress: ImportProgress) => {
    const now = performance.now()
    if (now - last < TOLD) return
    last = now
    tell({ tell: 'progress', progress })
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

async function pass(
  current: Opened,
  go: (options: Parameters<typeof planImport>[2]) => Promise<ImportResult>,
): Promise<{ result: ImportResult; outcome: Outcome }> {
  const rejected = gathering(current)
  const result = await go({
    upload,
    mode: current.mode,
    runId: 'plan',
    requestId: newId(),
    sha256,
    pause,
    random: Math.random,
    progress: telling(),
    onReject: (row) => rejected.add(row),
  })
  rejected.flush()
  const { refused: _, failure, errors: __, ...figures } = result
  const outcome = { ...figures, failure: failure === null ? null : toFailure(failure), rejects: rejected.file() }
  return { result, outcome }
}

/** Runs work that reads the file. Throws FileChanged if the browser can no longer read it, as after a change of it. */
async function reading<T>(work: () => Promise<T>, when: FileChanged['when']): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(error.name))
      throw new FileChanged(when)
    throw error
  }
}

async function runPlan({
  file,
  resource: name,
  mode,
  encoding: forced,
  locale,
}: Extract<ToWorker, { do: 'plan' }>): Promise<void> {
  const vocabulary = createVocabulary()
  vocabulary.add(['import'], importMessages)
  vocabulary.add(['resources', 'sites'], siteWords)
  vocabulary.add(['resources', 'users'], userWords)
  vocabulary.add(['resources', 'registration-codes'], codeWords)
  const resource = importableOf(name)
  const sheet = await openSheet(sourceOf(file), resource.spec, forced === null ? {} : { encoding: forced })
  const digest = await fileDigest(file)
  const current = (opened = { file, digest, sheet, resource, mode, t: vocabulary.translate(locale) })
  const { encoding, bom, delimiter, header } = sheet
  const columns = { columns: header.recognised.length, knownColumns: sheet.spec.names.length }
  tell({ tell: 'opened', opened: { encoding, bom, delimiter, ...columns } })
  const { result, outcome } = await pass(current, (options) => planImport(sheet, resource, options))
  plan = result
  tell({ tell: 'planned', outcome, digest })
}

/** Checks that the file about to be written is the planned one. */
async function verify(): Promise<void> {
  if (!opened) throw new Error('nothing is planned')
  if ((await fileDigest(opened.file)) !== opened.digest) throw new FileChanged('before')
  tell({ tell: 'verified' })
}

async function runWrite({ runId, onError }: Extract<ToWorker, { do: 'write' }>): Promise<void> {
  if (!opened || !plan) throw new Error('nothing is planned')
  const { sheet, resource } = opened
  const before = plan
  const { outcome } = await pass(opened, (options) =>
    applyImport(sheet, resource, { ...options, runId, onError, plan: before }),
  )
  tell({ tell: 'written', outcome })
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.do === 'answer') sent.get(data.id)?.resolve(data.answer)
  else if (data.do === 'fail') sent.get(data.id)?.reject(toError(data.failure))
  else
    reading(
      () => (data.do === 'plan' ? runPlan(data) : data.do === 'verify' ? verify() : runWrite(data)),
      data.do === 'write' ? 'during' : 'before',
    ).catch((error: unknown) => tell({ tell: 'failed', failure: toFailure(error) }))
  if (data.do === 'answer' || data.do === 'fail') sent.delete(data.id)
})
