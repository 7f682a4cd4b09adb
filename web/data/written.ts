import { atom } from 'jotai/vanilla'

/** Counts the writes of this page: a copy of server data is stale once this increases. */
export const writesAtom = atom(0)
