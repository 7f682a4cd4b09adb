import type { ReactNode } from 'react'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../commands/command'
import type { Row } from '../data/row'
import type { Arranging } from './arranging'
import type { Held } from './held/held'
import type { Live } from './held/live'
import type { DressName, Paint } from './paint-cell'
import type { Panels } from './panels'

export type FilterChoices = Readonly<Record<string, Readonly<Record<string, string>>>>

export type TableProps = {
  of: Resource
  /** The filters that the page fixes, such as a tab's client: `{ ClientId: 7 }`. The address never changes them. */
  where?: ListQuery | undefined
  /** The default order; else the resource's own. */
  order?: string | undefined
  /** False leaves the filter input out. */
  search?: boolean | undefined
  /** The names of the filters offered behind the button; else the resource's own that narrow a list. */
  filters?: readonly string[] | undefined
  /** The choices of a filter that can occur here, with their names; else all that are declared. */
  filterChoices?: FilterChoices | undefined
  /** The initial columns; else the resource's own. */
  columns?: readonly string[] | undefined
  /** The addresses of a row and of its form; optional. They do not change for a row while the list is shown. */
  openHref?: ((row: Row) => string) | undefined
  editHref?: ((row: Row) => string) | undefined
  /** The address of the form for a new record; optional. Nothing is created in a locked client. */
  createHref?: string | undefined
  /** True where nothing else on the page creates a record: the list has a button for it beside the columns button. */
  createButton?: boolean | undefined
  /** The key of this list's choices, commands and memory; else the resource. */
  owner?: string | undefined
  /** The prefix of the list's names in the address, where two lists share a page. */
  prefix?: string | undefined
  pageSizes?: readonly number[] | undefined
  /** True where a first visit focuses the first row, and not only a return to the list. */
  autoFocus?: boolean | undefined
  /** False where nothing can be selected, as in a history. */
  selectable?: boolean | undefined
  /** The commands added to the list's own, such as an import. Callers memoize them. */
  commands?: readonly Command[] | undefined
  /**
   * True: a button and the palette save the list as a file. 'palette': only the palette does. Default: the setting of
   * the resource (EXPORT-10).
   */
  exportable?: boolean | 'palette' | undefined
  /** The commands on a row besides those of its resource. Callers memoize the function. */
  rowCommands?: ((row: Row) => readonly Command[]) | undefined
  /** The panels that the rows open. Callers memoize them. */
  panels?: Panels | undefined
  /** Shows later records only when they are asked for. `where` holds the rows back by its `upTo`. */
  held?: Held | undefined
  /** Rows that come and change while they are read. For as long as the list exists it is there, or it is not. */
  live?: Live | undefined
  /** Lets people put the rows in another order. */
  arranging?: Arranging | undefined
  /**
   * True for a list beside the record that is open: it shows the given columns alone, without buttons that a narrow list
   * has no room for.
   */
  compact?: boolean | undefined
  /** How the cells of some columns are painted, by their paths; else by the kinds of their fields. Callers memoize them. */
  paints?: Readonly<Record<string, Paint>> | undefined
  /** Adds to the name of each row. Callers memoize the function. */
  dressName?: DressName | undefined
  /**
   * The record that is open beside the list, with its index where the list is not narrowed, and the way into it when its
   * row is opened once more.
   */
  current?: { id: number; at: number | undefined; enter: () => void } | undefined
  /** The content beside the columns button. */
  toolbar?: ReactNode | undefined
}
