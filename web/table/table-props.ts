import type { ReactNode } from 'react'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../commands/command'
import type { Row } from '../data/row'

export type FilterChoices = Readonly<Record<string, Readonly<Record<string, string>>>>

export type TableProps = {
  of: Resource
  /** What the place fixes, such as the client of a tab: `{ ClientId: 7 }`. It is never taken from the address. */
  where?: ListQuery | undefined
  /** Default order where the noun's own is not meant. */
  order?: string | undefined
  /** False leaves the filter input out. */
  search?: boolean | undefined
  /** Names of the filters offered behind the button; else the noun's own that narrow a list. */
  filters?: readonly string[] | undefined
  /** Of a filter the choices that can be met here, and what they are called; else all that are declared. */
  filterChoices?: FilterChoices | undefined
  /** Columns to begin with; else the noun's own. */
  columns?: readonly string[] | undefined
  /** Where a row leads, where it is edited; without, nowhere. They say the same of the same row for as long as the list is shown. */
  openHref?: ((row: Row) => string) | undefined
  editHref?: ((row: Row) => string) | undefined
  /** Where a new one is made; without, nowhere. Nothing is made in a client that is locked. */
  createHref?: string | undefined
  /** Tells this list from others: for its choices, its commands, its memory. Else the noun. */
  owner?: string | undefined
  /** Before the list's names in the address, where two lists share a page. */
  prefix?: string | undefined
  pageSizes?: readonly number[] | undefined
  /** Whether a first visit gives the focus to the first row, and not only a return to it. */
  autoFocus?: boolean | undefined
  /** Nothing can be selected, as in a history. */
  selectable?: boolean | undefined
  /** Lent with the list's own commands: import, export. Keep it in a memo. */
  commands?: readonly Command[] | undefined
  /** What is shown can be saved as a file: by a button and by the palette, or by the palette alone. Else as its noun can (EXPORT-10). */
  exportable?: boolean | 'palette' | undefined
  /** Beside the columns button. */
  toolbar?: ReactNode | undefined
  /** Opens the palette on what can be done here (`.`). */
  onActions?: (() => void) | undefined
}
