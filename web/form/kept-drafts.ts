import type { Changes } from '@tocsin/core/vocabulary/changes'

/** The unsaved changes of a form, as they are kept on this machine. */
export type KeptDraft = {
  /** The time it was kept, in ISO 8601. */
  at: string
  /** The version of the record that the changes are based on. */
  version: number | null
  changes: Changes
}

/** The account and the record of a draft. Another account on this machine never sees the draft. */
export type DraftOwner = { account: number; resource: string; id: number | null; given?: Record<string, unknown> }

/** The age in milliseconds from which a draft is removed. */
const KEPT_FOR = 30 * 24 * 3_600_000
const PREFIX = 'draft:'

/** Returns the storage key of a draft. The key of a new record includes its given values, such as the client. */
export const draftKey = ({ account, resource, id, given = {} }: DraftOwner): string =>
  `${PREFIX}${account}:${resource}:${id ?? `new${JSON.stringify(Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1)))}`}`

/** Returns the kept draft; null where there is none, it is too old, or it cannot be read. */
export function readKept(storage: () => Storage, key: string, now: number): KeptDraft | null {
  try {
    const kept = JSON.parse(storage().getItem(key) ?? 'null') as KeptDraft | null
    if (!kept || typeof kept.changes !== 'object' || Number.isNaN(Date.parse(kept.at))) return null
    return now - Date.parse(kept.at) < KEPT_FOR ? kept : null
  } catch {
    return null
  }
}

/** Removes the drafts that are too old, of every account. */
export function removeOldDrafts(storage: () => Storage, now: number): void {
  try {
    for (const key of Object.keys(storage()))
      if (key.startsWith(PREFIX) && readKept(storage, key, now) === null) storage().removeItem(key)
  } catch {
    // Where storage is refused, there are no drafts.
  }
}

/**
 * Stores a draft, or removes it with null. Returns whether a draft is kept: where storage is full or refused, it is not, and
 * the form itself still holds the text.
 */
export function writeKept(storage: () => Storage, key: string, kept: KeptDraft | null): boolean {
  try {
    if (kept) storage().setItem(key, JSON.stringify(kept))
    else storage().removeItem(key)
    return kept !== null
  } catch {
    return false
  }
}
