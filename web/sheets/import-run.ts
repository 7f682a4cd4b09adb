import type { Encoding } from '@tocsin/core/csv/encoding'
import { ON_ERROR, type ImportMode, type OnError } from '@tocsin/core/import/modes'
import type { Upload } from '@tocsin/core/import/upload'
import { isLeft, writeToEnd, type Journal } from '@tocsin/core/import/resume'
import { writesOf } from '@tocsin/core/import/summary'
import { defaultMode } from '@tocsin/core/import/target'
import type { SheetTarget } from '@tocsin/core/resources/sheets'
import { uploadTo } from '@tocsin/core/import/upload-to'
import { toast } from '../notices/toast'
import { client } from '../data/api'
import { markStale } from '../data/query'
import { currentLocale } from '../preferences'
import { openWorker } from '../trusted-worker'
// oxlint-disable-next-line import/default -- the bundler gives the address of the built worker
import workerUrl from './import.worker?worker&url'
import { forgetRun, memory, openJournal, type Kept, type RunOf } from './import-journal'
import { importLine } from './lines'
import type { ImportEvent } from './import-state'
import { toFailure, type FromWorker, type Outcome, type ToWorker } from './worker-protocol'
import { newId } from '../new-id'

/** The messages that end a task of the worker. */
type Ended = Extract<FromWorker, { tell: 'planned' | 'verified' | 'written' | 'failed' }>

type Parts = { account: number; clientId: number; target: SheetTarget; tell: (event: ImportEvent) => void }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's messages have none
const post = (to: Worker | undefined, message: ToWorker) => to?.postMessage(message)

/** The failure of an import that another tab is running at the same time. */
const ELSEWHERE = { kind: 'other', text: 'elsewhere' } as const

const kept = (): Kept => {
  try {
    localStorage.setItem('import', '')
    localStorage.removeItem('import')
    return localStorage
  } catch {
    return memory
  }
}

/**
 * Runs one import after another into a client. The pipeline runs in a worker; the page sends the chunks, since it
 * holds the session and refreshes its token. A write under way runs to its end even if the dialog is closed.
 */
export function createImport({ account, clientId, target, tell }: Parts) {
  let worker: Worker | undefined
  let chosen: { file: File; mode: ImportMode; encoding: Encoding | null; digest: string } | undefined
  let ended: ((message: Ended) => void) | undefined
  let writing = false
  let reportsProblems = true

  async function sendChunk(
    upload: Upload,
    { id, bytes, ...options }: Extract<FromWorker, { tell: 'upload' }>,
    to: Worker,
  ): Promise<void> {
    try {
      const answer = await upload(bytes, options)
      post(to, { do: 'answer', id, answer })
    } catch (error) {
      post(to, { do: 'fail', id, failure: toFailure(error) })
    }
  }

  /** Starts a new worker for each file, so that ending the worker stops the import. */
  function start(name: string): Worker {
    worker?.terminate()
    const one = (worker = openWorker(workerUrl))
    const upload = uploadTo({ client, clientId, target, name })
    one.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (worker !== one) return
      if (data.tell === 'upload') void sendChunk(upload, data, one)
      else if (data.tell === 'opened') tell({ type: 'opened', opened: data.opened })
      else if (data.tell === 'progress') tell({ type: 'progress', progress: data.progress, now: performance.now() })
      else if (data.tell === 'problems') {
        if (reportsProblems) tell({ type: 'problems', problems: data.problems })
      } else ended?.(data)
    })
    one.addEventListener('error', (event) => {
      event.preventDefault()
      if (worker === one) ended?.({ tell: 'failed', failure: { kind: 'other', text: event.message } })
    })
    return one
  }

  const ask = (message: ToWorker) =>
    new Promise<Ended>((resolve) => {
      ended = resolve
      post(worker, message)
    })

  const askForPlan = (file: File, mode: ImportMode, encoding: Encoding | null) =>
    ask({ do: 'plan', file, resource: target.resource, mode, encoding, locale: currentLocale() })

  async function plan(file: File, mode: ImportMode, encoding: Encoding | null): Promise<void> {
    chosen = undefined
    const one = start(file.name)
    tell({ type: 'planning', file, mode, encoding, now: performance.now() })
    const answer = await askForPlan(file, mode, encoding)
    if (worker !== one) return
    if (answer.tell === 'failed') tell({ type: 'failed', failure: answer.failure })
    else if (answer.tell === 'planned') {
      chosen = { file, mode, encoding, digest: answer.digest }
      // Nothing is left to write, so there is no interrupted run of this file to resume.
      if (answer.outcome.failure === null && writesOf(answer.outcome) === 0)
        for (const onError of ON_ERROR) forgetRun(runOf(onError), kept())
      tell({ type: 'planned', outcome: answer.outcome })
    }
  }

  const runOf = (onError: OnError): RunOf => {
    const { digest = '', mode = defaultMode(target.resource) } = chosen ?? {}
    return { digest, account, clientId, target, mode, onError }
  }

  async function write(onError: OnError): Promise<void> {
    if (!chosen || writing) return
    writing = true
    const name = `import:${JSON.stringify(runOf(onError))}`
    try {
      // The same import in another tab would resume this run while it is under way.
      if (navigator.locks)
        await navigator.locks.request(name, { ifAvailable: true }, (lock) =>
          lock ? writeAlone(onError) : tell({ type: 'failed', failure: ELSEWHERE }),
        )
      else await writeAlone(onError)
    } finally {
      writing = false
      worker?.terminate()
      worker = undefined
    }
  }

  async function writeAlone(onError: OnError): Promise<void> {
    const { file, mode, encoding } = chosen!
    const verified = await ask({ do: 'verify' })
    if (verified.tell === 'failed') {
      tell({ type: 'failed', failure: verified.failure })
      return
    }
    const outcome = await writeToEnd({
      open: () => openJournal(runOf(onError), kept(), Date.now(), newId),
      write: (journal) => writeUnder(journal, onError),
      plan: () => isMissing(file, mode, encoding),
    })
    if (!outcome) return
    await markStale(target.resource)
    tell({ type: 'written', outcome, now: performance.now() })
    tellDone(target, outcome, importLine({ target, name: file.name, clientId, mode, onError, encoding }))
  }

  async function writeUnder({ runId, resumed }: Journal, onError: OnError): Promise<Outcome | null> {
    tell({ type: 'writing', resumed, now: performance.now() })
    const answer = await ask({ do: 'write', runId, onError })
    if (answer.tell === 'failed') tell({ type: 'failed', failure: answer.failure })
    return answer.tell === 'written' ? answer.outcome : null
  }

  async function isMissing(file: File, mode: ImportMode, encoding: Encoding | null): Promise<boolean> {
    reportsProblems = false
    const again = await askForPlan(file, mode, encoding)
    reportsProblems = true
    return again.tell === 'planned' && isLeft(again.outcome)
  }

  return {
    plan,
    write,
    /** Ends a plan under way, or forgets a finished plan. A write under way goes on. */
    leave() {
      if (writing) return
      worker?.terminate()
      worker = undefined
      tell({ type: 'left' })
    },
    isWriting: () => writing,
  }
}

/** Reports the outcome. Registration data has a message of its own (RDATA-05). */
function tellDone({ resource }: SheetTarget, outcome: Outcome, line: string): void {
  const { created, updated, failure } = outcome
  if (failure && writesOf(outcome) === 0) return
  toast({
    tone: failure ? 'trouble' : 'done',
    text: (t) =>
      t(resource === 'registration-data' ? 'notices.uploadCsvComplete' : 'sheets.imported', { created, updated }),
    line,
    subject: line,
  })
}
