import { createContext, use, type ReactNode } from 'react'

/** The content below the sentence of a list that has no rows at all, in place of a general hint. */
const Empty = createContext<ReactNode>(null)

export const WhenEmpty = Empty.Provider
export const useWhenEmpty = () => use(Empty)
