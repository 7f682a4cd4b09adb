import type { Row } from '../data/row'

/** Shows a row's value in its cell; null empties the cell, while a row is awaited or flung past. */
export type FillCell = (row: Row | null) => void

/**
 * A column as the grid draws it. A held key fills twenty rows in a frame, so cells are no components: `paint` makes what
 * is in a cell once, and what it gives fills it again and again.
 */
export type GridColumn = {
  id: string
  label: string
  /** A track of `grid-template-columns`. */
  track: string
  sortable?: boolean
  /** Names the row for those who hear the page. */
  heads?: boolean
  /** A switch stands at the right edge of the two lines of a narrow screen; a code gives way last there, chips never. */
  look?: 'switch' | 'code' | 'chips' | 'state' | undefined
  /** Its heading is heard and not seen. */
  unseen?: boolean
  /** Left out on a narrow screen. */
  wideOnly?: boolean
  paint: (cell: HTMLElement) => FillCell
}
