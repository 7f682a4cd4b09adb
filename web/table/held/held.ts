import type { ReactNode } from 'react'

/** A list that shows no record later than the newest of some moment, so that nothing moves while it is read. */
export type Held = {
  /** Shows the later records as well. */
  take: () => void
  /** The number of later records, as a button that takes them. */
  note: ReactNode
}
