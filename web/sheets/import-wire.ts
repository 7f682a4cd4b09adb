import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { ApiError, type ApiErrorParts } from '@tocsin/core/base/errors'
import type { Locale } from '@tocsin/core/base/constants'
import type { Encoding } from '@tocsin/core/csv/encoding'
import type { ImportMode, OnError } from '@tocsin/core/import/modes'
import type { SheetProblem } from '@tocsin/core/import/problems'
import type { ImportProgress, ImportResult } from '@tocsin/core/import/run'
import type { SheetResourceName } from '@tocsin/core/resources/sheets'
import type { Upload, UploadAnswer } from '@tocsin/core/import/upload'

/** A failure in the form that crosses to another thread, where no class survives. */
export type Failure =
  | { kind: 'api'; parts: ApiErrorParts }
  | { kind: 'refusal'; code: string; values: Record<string, unknown> }
  | { kind: 'other'; text: string }

export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) {
    const { status, code, requestId, fields, details, retryAfter, wordless } = error
    return { kind: 'api', parts: { status, code, requestId, fields, details, retryAfter, wordless } }
  }
  if (error instanceof FileChanged)
    return { kind: 'other', text: error.when === 'before' ? 'fileChanged' : 'fileChangedMidway' }
  if (error instanceof CsvRefusal) return { kind: 'refusal', code: error.code, values: error.values }
  return { kind: 'other', text: String(error) }
}

/** Thrown if the file on the disk is not the planned one, or its handle can no longer be read. */
export class FileChanged extends Error {
  readonly when: 'before' | 'during'

  constructor(when: 'before' | 'during') {
    super(when)
    this.when = when
  }
}

/** Rebuilds the error; the sender of a chunk distinguishes only API errors. */
export const errorOf = (failure: Failure): Error =>
  failure.kind === 'api'
    ? new ApiError(failure.parts)
    : new Error(failure.kind === 'other' ? failure.text : failure.code)

/** The findings about the file. */
export type Opened = { encoding: string; bom: boolean; delimiter: string; columns: number; ofColumns: number }

/** The result of a pass over the file, without the parts for the worker alone. */
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
  | { tell: 'opened'; opened: Opened }
  | { tell: 'progress'; progress: ImportProgress }
  | { tell: 'problems'; problems: SheetProblem[] }
  | ({ tell: 'upload'; id: number; bytes: Uint8Array } & Parameters<Upload>[1])
  | { tell: 'planned'; outcome: Outcome; digest: string }
  | { tell: 'verified' }
  | { tell: 'written'; outcome: Outcome }
  | { tell: 'failed'; failure: Failure }
