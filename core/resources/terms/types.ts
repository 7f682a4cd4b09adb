import type { Bookkeeping } from '../../vocabulary/resource'
import type { Published } from '../published'

/** The text that a person agrees to before using an app; the provider's own belong to its client. */
export type Term = Bookkeeping &
  Published & {
    title: string
    /** HTML, cleaned when it is written and again when it is shown. */
    content: string
    active: boolean
    ClientId: number
  }
