import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { ApiError, type ApiErrorParts } from '@tocsin/core/base/errors'
import type { Locale } from '@tocsin/core/base/constants'
import type { Encoding } from '@tocsin/core/csv/encoding'
import type { ImportMode, OnError } from '@tocsin/core/import/modes'
import type { SheetProblem } from '@tocsin/core/import/problems'
import type { ImportProgress, ImportResult } from '@tocsin/core/import/run'
import type { SheetResourceName } from '@tocsin/core/resources/sheets'
import type { Upload, UploadAnswer } from '@tocsin/core/import/upload'

/**
 * A failure as plain data: `postMessage` does not keep the class of an error. The `text` of `other` is a message key,
 * such as `fileChanged`, or the text of the error.
 */
export type Failure =
  | { kind: 'api'; parts: ApiErrorParts }
  | { kind: 'refusal'; code: string; values: Record<string, unknown> }
  | { kind: 'other'; text: string }

export function toFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { status, code, requestId, fields, details, retryAfter, wordless } = error
    return { kind: 'api', parts: { status, code, requestId, fields, details, retryAfter, wordless } }
  }
  if (error instanceof FileChanged)
    return { kind: 'other', text: error.when === 'before' ? 'fileChanged' : 'fileChangedMidway' }
  if (error instanceof CsvRefusal) return { kind: 'refusal', code: error.code, values: error.values }
  return { kind: 'other', text: String(error) }
}

/**
 * Thrown if the file has changed since it was planned, or can no longer be read. `when` is `during` once writing has
 * begun, else `before`.
 */
export class FileChanged extends Error {
  readonly when: 'before' | 'during'

  constructor(when: 'before' | 'during') {
    super(when)
    this.when = when
  }
}

/** Returns a failure as an error. Only API errors keep their class, since the sender of chunks tells no others apart. */
export const toError = (failure: Failure): Error =>
  failure.kind === 'api'
    ? new ApiError(failure.parts)
    : new Error(failure.kind === 'other' ? failure.text : failure.code)

/** The format of the file, as the worker recognised it. */
export type SheetFormat = { encoding: string; bom: boolean; delimiter: string; columns: number; knownColumns: number }

/** The result of a plan or of a write, without the fields that only the worker needs. */
export type Outcome = Omit<ImportResult, 'refused' | 'failure' | 'errors'> & {
  failure: Failure | null
  /** The rejected rows in the file's own dialect; null if there are none. */
  rejects: Blob | null
}

export type ToWorker =
  | { do: 'plan'; file: File; resource: SheetResourceName; mode: ImportMode; encoding: Encoding | null; locale: Locale }
  | { do: 'verify' }
  | { do: 'write'; runId: string; onError: OnError }
  | { do: 'answer'; id: number; answer: UploadAnswer }
  | { do: 'fail'; id: number; failure: Failure }

export type FromWorker =
  | { tell: 'opened'; opened: SheetFormat }
  | { tell: 'progress'; progress: ImportProgress }
  | { tell: 'problems'; problems: SheetProblem[] }
  | ({ tell: 'upload'; id: number; bytes: Uint8Array } & Parameters<Upload>[1])
  | { tell: 'planned'; outcome: Outcome; digest: string }
  | { tell: 'verified' }
  | { tell: 'written'; outcome: Outcome }
  | { tell: 'failed'; failure: Failure }
