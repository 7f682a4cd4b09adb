import type { Bookkeeping } from '../../vocabulary/resource'
import type { Published } from '../published'

/** A text of the provider. Once it is published, anybody may read it at an address that ends with its name. */
export type Document = Bookkeeping &
  Published & {
    /** The end of its public address; unique. */
    name: string
    /** HTML, cleaned when it is written and again when it is shown. */
    content: string
  }
