import type { ApiError } from '@tocsin/core/base/errors'

/** All exit codes; `tocsin help exit-codes` is made of this table. */
export const EXIT = {
  success: 0,
  error: 1,
  usage: 2,
  invalid: 3,
  authentication: 4,
  forbidden: 5,
  notFound: 6,
  conflict: 7,
  partial: 8,
  temporary: 9,
  pending: 10,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

const BY_STATUS: Readonly<Record<number, ExitCode>> = {
  400: EXIT.invalid,
  401: EXIT.authentication,
  403: EXIT.forbidden,
  404: EXIT.notFound,
  409: EXIT.conflict,
  412: EXIT.conflict,
  413: EXIT.invalid,
  415: EXIT.invalid,
  422: EXIT.invalid,
  423: EXIT.forbidden,
  // The disk of the server is full: the same command may be run again once there is room.
  507: EXIT.temporary,
}

/** Codes that mean a conflict with any status: the specification has some of them as 400. */
const CONFLICTS = new Set([
  'BLOCKED',
  'STALE_VERSION',
  'SURVEY_LOCKED',
  'ALREADY_EXISTS',
  'CODE_ALREADY_EXISTS',
  'CANNOT_DELETE_WITH_RELATIONS',
  'IDEMPOTENCY_KEY_REUSED',
])

/** Returns the exit code of a failed call. Temporary means: the same command may be run again as it is. */
export function exitOf(error: ApiError): ExitCode {
  if (error.code === 'CLIENT_LOCKED') return EXIT.forbidden
  // The identity was not proved, although the specification has it as a bad request.
  if (error.code === 'MISSING_TOKEN') return EXIT.authentication
  if (CONFLICTS.has(error.code)) return EXIT.conflict
  if (error.temporary) return EXIT.temporary
  return BY_STATUS[error.status] ?? EXIT.error
}
