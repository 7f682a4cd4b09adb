import type { Bookkeeping } from '../../vocabulary/resource'

/** A code of six characters that belongs to no client; unique over all. */
export type PublicCode = Bookkeeping & {
  code: string
  /** The state as a region (UF), in a few free letters. */
  state: string | null
  description: string | null
}
