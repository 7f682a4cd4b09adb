import { atom } from 'jotai/vanilla'

/** How often this page has written something: who keeps a copy of what the server has is behind when this rises. */
export const writesAtom = atom(0)
