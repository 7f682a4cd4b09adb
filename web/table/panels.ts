import type { Row } from '../data/row'
import type * as tools from './panel-tools'

/** The panel that each row of a list opens. The page shows it beside the list, one at a time. */
export type Panels = {
  /** The code of the panels, which such a list brings along: few lists have them. */
  tools: typeof tools
  /** The id of the element that is the panel. */
  id: string
  /** Returns what the panel of a row shows: `Channels of Guarda`. */
  label: (row: Row) => string
  /** The id of the row whose panel is open, or null. */
  open: number | null
  /** Opens the panel of a row, or closes it. */
  set: (row: Row, open: boolean) => void
}
