/**
 * The reasons that a copy is refused or fails.
 *
 * About the source: ABSENT (nothing is there yet), OLD_SCHEMA (a server of this version has not started on it),
 * IN_SERVICE (servers are connected to it), UNFINISHED (a restore or move into it has not ended).
 *
 * About a backup: CORRUPT (damaged or cut off), NOT_A_BACKUP, NEWER (of a newer version, or of another one).
 *
 * About the target: NOT_EMPTY, AHEAD (its schema is newer than that of the copy), OTHER_COPY (an unfinished copy of another
 * schema is in it), SAME (it is the source), FILE_EXISTS, IN_SERVICE.
 *
 * DIFFERS: a table of the target is not what was copied. ABORTED: the caller's signal ended it.
 */
export type CopyErrorCode =
  | 'ABSENT'
  | 'OLD_SCHEMA'
  | 'IN_SERVICE'
  | 'UNFINISHED'
  | 'CORRUPT'
  | 'NOT_A_BACKUP'
  | 'NEWER'
  | 'NOT_EMPTY'
  | 'AHEAD'
  | 'OTHER_COPY'
  | 'SAME'
  | 'FILE_EXISTS'
  | 'DIFFERS'
  | 'ABORTED'

/** The facts that the message of an error names. */
export type CopyErrorFacts = { place?: string; table?: string; version?: string; migration?: string; count?: number }

export class CopyError extends Error {
  readonly code: CopyErrorCode
  readonly facts: CopyErrorFacts

  constructor(code: CopyErrorCode, facts: CopyErrorFacts = {}) {
    super([code, ...Object.values(facts)].join(' '))
    this.name = 'CopyError'
    this.code = code
    this.facts = facts
  }
}

/** Throws ABORTED once the signal is. */
export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CopyError('ABORTED')
}
