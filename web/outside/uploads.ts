import { ApiError } from '@tocsin/core/base/errors'
import { inMegabytes } from '@tocsin/core/form/attachments'
import type { Answers } from '@tocsin/core/form/query'
import { MAX_FILE } from '@tocsin/core/vocabulary/files'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import type { Attached, Upload, Uploads } from '../forms/attaching'

/** Sends a file for a question. Throws ApiError, with the status 0 if no answer came. */
export type SendFile = (
  file: File,
  name: string,
  options: { signal: AbortSignal; onProgress: (sent: number) => void },
) => Promise<Attached>

/** The pause before a file that found no way is sent again, in milliseconds, and how often that happens by itself. */
const PAUSE = 10_000
const TRIES = 5

/** How far the files of some answers are, and the answers with the addresses of all of them once they have arrived. */
export type Whole = { is: 'whole'; answers: Answers } | { is: 'sending' | 'waiting' } | { is: 'failed'; name: string }

/** The refusals that every later request would meet as well: no right to answer, answered already, closed. */
const OVER: ReadonlySet<number> = new Set([401, 409, 410])

type Kept = {
  file: File
  field: string
  tries: number
  abort: AbortController
  stored?: Attached
  /** True if no file will be taken any more. */
  isOver?: true
}

/** Sends files one after another, and again by itself while there is no network. */
export function createUploads(send: SendFile): Uploads & { whole: (answers: Answers) => Whole } {
  let all: ReadonlyMap<string, Upload> = new Map()
  const kept = new Map<string, Kept>()
  const listeners = new Set<() => void>()
  let made = 0
  let line: Promise<unknown> = Promise.resolve()

  const tell = (url: string, more: Partial<Upload>) => {
    const before = all.get(url)
    if (!before) return
    all = new Map(all).set(url, { ...before, ...more })
    for (const listener of listeners) listener()
  }
  // A phone sends one file faster than three at once, and more of them wholly before the network goes.
  const begin = (url: string) => void (line = line.then(() => attempt(url)))

  async function attempt(url: string): Promise<void> {
    const one = kept.get(url)
    if (!one || all.get(url)?.is === 'arrived') return
    if (!navigator.onLine) return wait(url)
    tell(url, { is: 'sending', sent: 0 })
    try {
      one.stored = await send(one.file, one.field, {
        signal: one.abort.signal,
        onProgress: (sent) => tell(url, { sent }),
      })
      tell(url, { is: 'arrived', sent: 1 })
    } catch (error) {
      if (!kept.has(url)) return
      const { status } = error instanceof ApiError ? error : { status: -1 }
      const why = OVER.has(status) ? { key: 'notAttached' } : reasonOf(error)
      if (OVER.has(status)) one.isOver = true
      const isTemporary = status === 0 || status === 429 || status >= 500
      one.tries++
      if (isTemporary && (one.tries < TRIES || !navigator.onLine)) wait(url)
      else tell(url, { is: 'failed', ...(why ? { why } : {}) })
    }
  }

  function wait(url: string): void {
    tell(url, { is: 'waiting' })
    const again = () => {
      clearTimeout(timer)
      removeEventListener('online', again)
      begin(url)
    }
    const timer = setTimeout(again, PAUSE)
    addEventListener('online', again)
  }

  return {
    add(file, { name }, type) {
      const url = `file:${++made}`
      kept.set(url, { file, field: name, tries: 0, abort: new AbortController() })
      all = new Map(all).set(url, { name: file.name, is: 'sending', sent: 0 })
      begin(url)
      return { type, url }
    },
    again(url) {
      const one = kept.get(url)
      if (one) one.tries = 0
      begin(url)
    },
    drop(url) {
      kept.get(url)?.abort.abort()
      kept.delete(url)
      all = new Map([...all].filter(([one]) => one !== url))
    },
    all: () => all,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    whole(answers) {
      const states = new Map<string, Upload['is']>()
      const addressed: Record<string, unknown> = {}
      for (const [name, answer] of Object.entries(answers)) {
        const files = Array.isArray(answer) ? (answer as (Partial<Attached> | null)[]) : []
        for (const file of files) {
          const upload = all.get(file?.url ?? '')
          // The answer to the answers says how the survey ended.
          if (kept.get(file?.url ?? '')?.isOver) return { is: 'whole', answers }
          if (upload?.is === 'failed') return { is: 'failed', name }
          if (upload) states.set(file!.url!, upload.is)
        }
        addressed[name] = files.some((file) => kept.has(file?.url ?? ''))
          ? files.map((file) => kept.get(file?.url ?? '')?.stored ?? file)
          : answer
      }
      const open = [...states.values()].filter((is) => is !== 'arrived')
      if (open.length === 0) return { is: 'whole', answers: addressed }
      return { is: open.includes('sending') ? 'sending' : 'waiting' }
    },
  }
}

/** Returns why the server takes no such file, by a key of the words of attachments; undefined if it did not say so. */
function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.status === 413) return { key: 'tooLarge', values: { max: inMegabytes(MAX_FILE) } }
  const [problem] = error.fields
  switch (problem?.message) {
    case 'formErrors.fileType':
      return { key: 'wrongFile', values: problem.values ?? {} }
    case 'formErrors.fileTooLarge':
      return { key: 'tooLarge', values: problem.values ?? {} }
    case 'formErrors.fileEmpty':
    case 'formErrors.imageBroken':
    case 'formErrors.imageTooLarge':
      return { key: 'unreadable' }
    case 'formErrors.sentFiles':
      return { key: 'tooMany' }
    default:
      return undefined
  }
}
