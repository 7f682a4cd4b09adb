import { ApiError, type FieldError } from '@tocsin/core/base/errors'
import { passwordFailure } from '@tocsin/core/vocabulary/password'
import type { Use } from '@tocsin/core/api/in-use'
import type { Refusal } from '@tocsin/core/vocabulary/why-not'
import type { Problem, Reason } from '@tocsin/core/vocabulary/resource'
import { DatabaseError } from '../db/database-error'
import { FORM_LIMITS, JSON_LIMIT } from './limits'

/** The most fields that one answer names, and characters of each name: more than any form has. A body may have any. */
const MAX_FIELDS = 100
const MAX_NAME_LENGTH = 100

/**
 * Returns problems of fields as one error. Its first field has the text to show; all of them are shown at their fields
 * (A-004, A-006).
 */
export function invalid(problems: readonly Problem[]): ApiError {
  const fields = problems.slice(0, MAX_FIELDS).map(({ field, key, values }): FieldError => ({
    field: field.slice(0, MAX_NAME_LENGTH),
    message: key,
    ...codeOf(key),
    ...(values ? { values } : {}),
  }))
  return new ApiError({ status: 400, code: 'VALIDATION_FAILED', fields })
}

/** Throws ApiError 400 if there are problems of fields. */
export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw invalid(problems)
}

function codeOf(message: string): Pick<FieldError, 'code'> {
  const code = passwordFailure(message)
  return code ? { code } : {}
}

/** Returns the error of an unknown parameter, or of one with a value it cannot have. */
export const badParameter = (parameter: string, code = 'INVALID_PARAMETER') =>
  new ApiError({ status: 400, code, details: { parameter: parameter.slice(0, 100) } })

export const notFound = () => new ApiError({ status: 404, code: 'NOT_FOUND' })

/** Returns a refusal that names the missing permission, or the reason it is not enough here. */
export function forbidden(permissions: readonly string[], reason?: string): ApiError {
  return new ApiError({
    status: 403,
    code: 'FORBIDDEN',
    details: {
      ...(permissions.length > 0 ? { permission: permissions.join(' | ') } : {}),
      // If no permission would help, the refusal depends on who the user is.
      ...(reason || permissions.length === 0 ? { reason: reason ?? 'notices.notForYou' } : {}),
    },
  })
}

/** Returns the refusal of an action that the record's present state blocks, with the reason. */
export const blocked = ({ key, values }: Reason) =>
  new ApiError({ status: 400, code: 'BLOCKED', details: { reason: key, ...values } })

/** Returns the refusal to delete a record that others point to, with those others. */
export const inUse = (relations: readonly Use[]): ApiError =>
  new ApiError({ status: 400, code: 'CANNOT_DELETE_WITH_RELATIONS', details: { relations } })

/** Returns the refusal of a change in a locked client. */
export const clientLocked = (clientId: number | null) =>
  new ApiError({ status: 401, code: 'CLIENT_LOCKED', details: { ClientId: clientId } })

/** Returns the answer for an obstacle to a change. */
export function refused({ obstacle, reason }: Refusal, clientId: number | null): ApiError {
  if (obstacle === 'account') return forbidden([], reason.key)
  return obstacle === 'lock' ? clientLocked(clientId) : blocked(reason)
}

/** Our own SQLSTATE of a write into a locked client, raised by the schema's trigger. */
const CLIENT_LOCKED = 'TL001'

/** Returns the answer to a database failure; undefined for an unforeseen one. */
export function fromDatabase(error: DatabaseError): ApiError | undefined {
  switch (error.code) {
    case 'BUSY':
      return new ApiError({ status: 503, code: 'BUSY', retryAfter: 1000 })
    case 'TIMEOUT':
      return new ApiError({ status: 503, code: 'DATABASE_TIMEOUT', retryAfter: 2000 })
    case 'GONE':
    case 'IN_USE':
      return new ApiError({ status: 503, code: 'DATABASE_UNAVAILABLE', retryAfter: 2000 })
    case 'DISK_FULL':
      return new ApiError({ status: 507, code: 'DISK_FULL' })
    case 'CONFLICT':
      return new ApiError({ status: 503, code: 'CONFLICT', retryAfter: 100 })
    case 'OTHER':
      return bySqlState(error)
  }
}

function bySqlState(error: DatabaseError): ApiError | undefined {
  switch (error.sqlState) {
    case CLIENT_LOCKED:
      return new ApiError({ status: 401, code: 'CLIENT_LOCKED' })
    case '23505': // unique_violation that the resource has not turned into a problem of a field
      return new ApiError({ status: 400, code: 'ALREADY_EXISTS' })
    case '23503': // foreign_key_violation: on a delete, unseen rows of `table` refer to this record
      return inUse([{ noun: error.table?.replaceAll('_', '-') ?? '' }])
    case '42501': // row level security, which the code should have applied before
      return notFound()
    default:
      return undefined
  }
}

type HttpFailure = { statusCode?: number; code?: string }

const BY_FRAMEWORK: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'INVALID_JSON',
  FST_REQ_FILE_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_PARTS_LIMIT: 'PAYLOAD_TOO_LARGE',
  FST_FILES_LIMIT: 'PAYLOAD_TOO_LARGE',
  FST_FIELDS_LIMIT: 'PAYLOAD_TOO_LARGE',
  FST_PROTO_VIOLATION: 'FORBIDDEN_KEY',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
}

/** The limit that was exceeded, for the details of the answer. */
const LIMIT_OF: Record<string, Record<string, unknown>> = {
  FST_PARTS_LIMIT: { parts: FORM_LIMITS.parts },
  FST_FILES_LIMIT: { files: FORM_LIMITS.files },
  FST_FIELDS_LIMIT: { fields: FORM_LIMITS.fields },
}

/**
 * Returns any error as the sender of the request may see it. `foreseen` is false for an error whose cause only the log
 * may have (T73). `bodyLimit`: the bytes that the body of the request may have.
 */
export function toApiError(error: unknown, bodyLimit = JSON_LIMIT): { error: ApiError; foreseen: boolean } {
  if (error instanceof ApiError) return { error, foreseen: true }
  if (error instanceof DatabaseError) {
    const known = fromDatabase(error)
    if (known) return { error: known, foreseen: true }
  }
  const { statusCode, code = '' } = Object(error) as HttpFailure
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return {
      error: new ApiError({
        status: statusCode,
        code: BY_FRAMEWORK[code] ?? 'BAD_REQUEST',
        details: code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? { max: bodyLimit } : LIMIT_OF[code],
      }),
      foreseen: true,
    }
  return { error: new ApiError({ status: 500, code: 'INTERNAL_ERROR' }), foreseen: false }
}

/** Returns the envelope of a failure. */
export function failureBody(error: ApiError, requestId: string): Record<string, unknown> {
  return {
    success: false,
    error: {
      message: error.code,
      ...(error.fields.length > 0 ? { errors: error.fields } : {}),
      ...(error.details ? { details: error.details } : {}),
    },
    meta: { id: requestId },
  }
}
