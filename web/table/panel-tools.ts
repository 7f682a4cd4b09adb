import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Command } from '../commands/command'
import type { Row } from '../data/row'
import type { GridColumn } from './grid-column'
import { contentWriter, labelWriter, type Paint, type TextOfRow } from './paint-cell'
import { rowButton } from './row-button'
import type { Panels } from './panels'

/** Returns the command that opens the panel of a row, or closes it. The keys of the row do the same. */
export const panelCommand = ({ label, open, set }: Panels, row: Row): Command => ({
  id: 'list.panel',
  title: (t) => t(open === row.id ? 'table.panels.close' : 'table.panels.open', { panel: label(row) }),
  group: 'record',
  icon: 'chevronRight',
  asks: [],
  line: 'only-here',
  undo: 'nothing',
  run: () => set(row, open !== row.id),
})

/** Returns the column with the button that opens the panel of a row. */
export const panelColumn = (label: (row: Row) => string, t: Translate): GridColumn => ({
  id: 'panel',
  label: t('table.panels.column'),
  track: '36px',
  unseen: true,
  look: 'switch',
  paint: paintOpener(label),
})

/** Paints a button that opens the panel of a row. The grid handles the press. */
function paintOpener(label: TextOfRow): Paint {
  return (cell) => {
    const button = rowButton('panel', opener)
    const [hold, name] = [contentWriter(cell), labelWriter(button)]
    return (row) => {
      hold(row && button)
      if (row) name(label(row))
    }
  }
}

const opener = css({
  cursor: 'pointer',
  // The grey of the chevron has a contrast of at least 3:1 in every theme.
  backgroundImage:
    "[url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23777' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m9 6 6 6-6 6'/%3E%3C/svg%3E\")]",
  '[aria-expanded=true] &': { transform: 'rotate(90deg)' },
})
