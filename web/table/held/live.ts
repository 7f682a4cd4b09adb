import type { RefObject } from 'react'
import type { GridHandle } from '../grid'
import type { List, ListView } from '../list'

type Parts = { list: List; view: ListView; grid: RefObject<GridHandle | null> }

/** A list whose rows come and change while they are read. It needs no key to be refreshed. */
export type Live = {
  /** The code of the list, which it brings along: returns the rows as they are now. It is a hook. */
  useView: (parts: Parts) => ListView
}
