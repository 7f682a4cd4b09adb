import type { Changes } from './draft'

/** What was changed and not saved, as it is kept on this machine. */
export type KeptDraft = {
  /** When, ISO 8601. */
  at: string
  /** The version of the record that the changes are based on. */
  version: number | null
  changes: Changes
}

/** Whose draft of what: nobody else on this machine is ever shown it. */
export type DraftOwner = { account: number; noun: string; id: number | null; given?: Record<string, unknown> }

/** Older ones (milliseconds) nobody comes back for. */
const KEPT_FOR = 30 * 24 * 3_600_000
const PREFIX = 'draft:'

/** A new record's draft belongs to the place it is made in: one of another client is another draft. */
export const draftKey = ({ account, noun, id, given = {} }: DraftOwner): string =>
  `${PREFIX}${account}:${noun}:${id ?? `new${JSON.stringify(Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1)))}`}`

/** The kept draft; null where there is none or it cannot be read. */
export function readKept(storage: () => Storage, key: string, now: number): KeptDraft | null {
  try {
    const kept = JSON.parse(storage().getItem(key) ?? 'null') as KeptDraft | null
    if (!kept || typeof kept.changes !== 'object' || Number.isNaN(Date.parse(kept.at))) return null
    return now - Date.parse(kept.at) < KEPT_FOR ? kept : null
  } catch {
    return null
  }
}

/** Keeps a draft, or forgets it where nothing is changed. Full or refused storage loses the draft and nothing else. */
export function writeKept(storage: () => Storage, key: string, kept: KeptDraft | null): void {
  try {
    if (kept) storage().setItem(key, JSON.stringify(kept))
    else storage().removeItem(key)
  } catch {
    // The form itself still holds what was typed.
  }
}
