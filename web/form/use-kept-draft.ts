import { atom } from 'jotai/vanilla'
import { useEffect, useRef, useState } from 'react'
import type { Fields } from '@tocsin/core/vocabulary/resource'
import { useAccount } from '../data/account'
import { store } from '../store'
import type { Changes } from '@tocsin/core/vocabulary/changes'
import { withoutSecrets } from './draft'
import { draftKey, readKept, removeOldDrafts, writeKept, type DraftOwner, type KeptDraft } from './kept-drafts'

/** The pause in typing before the changes are kept (ms). */
const QUIET = 300

const storage = () => localStorage

type Options = {
  resource: string
  id: number | null
  fields: Fields
  given?: Record<string, unknown> | undefined
  /** True where nothing is read of what is kept, and nothing kept. */
  unkept?: boolean | undefined
}

/** Keeps unsaved changes for a form that is not open yet. */
export const keepDraft = (owner: DraftOwner, { version, changes }: Omit<KeptDraft, 'at'>): void => {
  writeKept(storage, draftKey(owner), { at: new Date().toISOString(), version, changes })
}

/** Keeps the changes of a form on this machine, so that they survive a closed tab and an expired session. */
export function useKeptDraft({ resource, id, fields, given, unkept = false }: Options) {
  const account = useAccount()
  const [key] = useState(() =>
    unkept ? null : draftKey({ account: account.id, resource, id, ...(given ? { given } : {}) }),
  )
  const [restored, setRestored] = useState<KeptDraft | null>(() =>
    key === null ? null : readKept(storage, key, Date.now()),
  )
  // An atom, so that the whole form is not drawn again when its draft is kept.
  const [keptAt] = useState(() => atom<string | null>(null))
  const now = useRef<{ changes: Changes; version: number | null } | null>(null)
  const [write] = useState(() => () => {
    if (key === null || !now.current) return
    const changes = withoutSecrets(fields, now.current.changes)
    const { version } = now.current
    const isChanged = Object.keys(changes).length > 0
    const at = new Date().toISOString()
    store.set(keptAt, writeKept(storage, key, isChanged ? { at, version, changes } : null) ? at : null)
  })

  useEffect(() => removeOldDrafts(storage, Date.now()), [])
  useEffect(() => {
    addEventListener('pagehide', write)
    return () => {
      removeEventListener('pagehide', write)
      write()
    }
  }, [write])

  return {
    restored,
    /** The time at which the changes were kept here; null while they are not. */
    keptAt,
    /** Sets the changes to be written next. */
    note: (changes: Changes, version: number | null): void => {
      now.current = { changes, version }
    },
    write,
    /** Removes the draft, after a save or when it is discarded. */
    forget: (): void => {
      now.current = null
      setRestored(null)
      if (key !== null) writeKept(storage, key, null)
      store.set(keptAt, null)
    },
  }
}

/** Keeps the changes after a pause in typing. */
export function useKeeping({ note, write }: ReturnType<typeof useKeptDraft>, changes: Changes, version: number | null) {
  useEffect(() => {
    note(changes, version)
    const timer = setTimeout(write, QUIET)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `note` only writes to a ref
  }, [write, changes, version])
}
