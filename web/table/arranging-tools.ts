import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../commands/command'
import type { Row } from '../data/row'
import type { GridColumn } from './grid-column'
import { contentWriter, element, labelWriter, textWriter, type Paint, type TextOfRow } from './paint-cell'
import { rowButton } from './row-button'

export { useArranging } from './use-arranging'
export { useDrag } from '../ui/use-drag'

/** Returns the command that lifts a row. Once it is dropped, a notice has the line for the terminal. */
export const liftCommand = (resource: Resource, name: string, run: () => void): Command => ({
  id: `${resource.name}.move`,
  title: (t) => t('table.arranging.lift', { name }),
  group: 'record',
  icon: 'chevronsUpDown',
  key: 'lift',
  asks: [],
  line: 'only-here',
  undo: 'nothing',
  run,
})

/** Returns the column with the place of each row, from which the row is lifted. */
export const handleColumn = (
  placeOf: (row: Row) => number,
  nameOf: (row: Row) => string,
  t: Translate,
): GridColumn => ({
  id: 'lift',
  label: t('table.arranging.column'),
  track: '64px',
  unseen: true,
  look: 'switch',
  paint: paintHandle(
    (row) => String(placeOf(row)),
    (row) => t('table.arranging.lift', { name: nameOf(row) }),
  ),
})

/** Paints the place of a row and a button that lifts it. The grid handles the press. */
function paintHandle(textOf: TextOfRow, label: TextOfRow): Paint {
  return (cell) => {
    const button = rowButton('lift', handle)
    const both = element('span', placed)
    const text = document.createTextNode('')
    both.append(text, button)
    const [hold, write, name] = [contentWriter(cell), textWriter(text), labelWriter(button)]
    return (row) => {
      hold(row && both)
      if (!row) return
      write(textOf(row))
      name(label(row))
    }
  }
}

const placed = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '1',
  width: 'full',
  color: 'fg.muted',
  fontVariantNumeric: 'tabular-nums',
})
const handle = css({
  cursor: 'grab',
  // The grey of the six dots has a contrast of at least 3:1 in every theme.
  backgroundImage:
    "[url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23777' stroke-width='3' stroke-linecap='round'%3E%3Cpath d='M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01'/%3E%3C/svg%3E\")]",
})
