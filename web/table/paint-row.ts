import type { Row } from '../data/row'
import type { FillCell, GridColumn } from './grid-column'
import { boxLook, cellLook, lines, rowLook, second } from './row-look'

/** The properties that all rows share. */
export type RowFrame = {
  /** The prefix of a row's id, before the number of its slot. */
  id: string
  columns: readonly GridColumn[]
  narrow: boolean
  selectable: boolean
  selectLabel: (row: Row) => string
  /** Returns whether a row is out of use or deleted, and so drawn faintly. */
  isFaint: (row: Row) => boolean
}

/** A row to paint: its slot, its place and its content. */
export type RowToPaint = {
  slot: number
  index: number
  /** The pixels from the top of the holder. */
  top: number
  row: Row | undefined
  selected: boolean
  /** True while it is lifted, or moves with the lifted row. */
  lifted: boolean
  /** True while its record is open beside the list. */
  current: boolean
  /** True while the list is flung past: only the name is shown. */
  nameOnly: boolean
  /** Increases when more names of the records that the rows point to are known; the rows are then written again. */
  known: number
  /** The panel that the row opens. */
  panel: { id: string; open: boolean } | undefined
}

export type PaintedRow = {
  element: HTMLElement
  readonly index: number
  /** Writes the changes since the last time. */
  fill: (next: RowToPaint) => void
  /** Makes new cells, for other columns. The row element stays, and so does its focus. */
  frame: (next: RowFrame) => void
}

const CHECK = 'M20 6 9 17l-5-5'
const SVG = 'http://www.w3.org/2000/svg'

function checkMark(): SVGElement {
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('viewBox', '0 0 24 24')
  picture.setAttribute('aria-hidden', 'true')
  picture.appendChild(document.createElementNS(SVG, 'path')).setAttribute('d', CHECK)
  return picture
}

function box(look: string, attributes: Record<string, string>): HTMLDivElement {
  const made = document.createElement('div')
  made.className = look
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

const cellOf = (name: string, role: string, at: number, look?: string) =>
  box(cellLook, {
    role,
    'aria-colindex': String(at),
    'data-column': name,
    ...(look ? { 'data-look': look } : {}),
    tabindex: '-1',
  })

/** Makes the cell of the tick and the function that fills it. */
function tickCell(): { cell: HTMLElement; fill: (label: string | null, selected: boolean) => void } {
  const cell = cellOf('select', 'gridcell', 1)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = boxLook
  button.tabIndex = -1
  button.dataset['select'] = ''
  button.setAttribute('role', 'checkbox')
  let mark: SVGElement | undefined
  return {
    cell,
    fill(label, selected) {
      if (label === null) return cell.replaceChildren()
      if (!button.parentNode) cell.append(button)
      button.ariaLabel = label
      if (button.ariaChecked === String(selected)) return
      button.ariaChecked = String(selected)
      if (selected) button.append((mark ??= checkMark()))
      else mark?.remove()
    },
  }
}

/** Makes a row element, to be filled with one record after another: making one costs three times as much as filling. */
export function paintRow(slot: number): PaintedRow {
  const element = box(rowLook, { role: 'row', tabindex: '-1' })
  let shared: RowFrame | undefined
  let tick: ReturnType<typeof tickCell> | undefined
  let cells: { heads: boolean; fill: FillCell }[] = []
  let now: RowToPaint | undefined

  return {
    element,
    get index() {
      return now?.index ?? -1
    },
    frame(next) {
      shared = next
      now = undefined
      element.id = `${next.id}-${slot}`
      tick = next.selectable ? tickCell() : undefined
      const before = tick ? 2 : 1
      const made = next.columns.map((column, at) => {
        const cell = cellOf(column.id, column.heads ? 'rowheader' : 'gridcell', before + at, column.look)
        return { column, cell, fill: column.paint(cell) }
      })
      cells = made.map(({ column, fill }) => ({ heads: column.heads === true, fill }))
      const all = (keep: (column: GridColumn) => boolean) =>
        made.filter(({ column }) => keep(column)).map(({ cell }) => cell)
      const first = tick ? [tick.cell] : []
      if (!next.narrow) return element.replaceChildren(...first, ...all(() => true))
      const [both, below] = [box(lines, { role: 'presentation' }), box(second, { role: 'presentation' })]
      below.append(...all(({ heads, look, wideOnly }) => !heads && look !== 'switch' && !wideOnly))
      both.append(...all(({ heads }) => heads === true), below)
      element.replaceChildren(...first, both, ...all(({ heads, look }) => !heads && look === 'switch'))
    },
    fill(next) {
      if (!shared) return
      const { index, top, row, selected, lifted, current, nameOnly, known, panel } = next
      const before = now
      now = next
      if (before?.top !== top) element.style.top = `${top}px`
      if (before?.index !== index) {
        element.ariaRowIndex = String(index + 2)
        element.dataset['index'] = String(index)
      }
      if ((before?.lifted ?? false) !== lifted) element.toggleAttribute('data-lifted', lifted)
      if (before?.panel?.open !== panel?.open) {
        element.ariaExpanded = panel ? String(panel.open) : null
        if (panel?.open) element.setAttribute('aria-controls', panel.id)
        else element.removeAttribute('aria-controls')
      }
      if ((before?.current ?? false) !== current) element.ariaCurrent = current ? 'true' : null
      const isOther = before === undefined || before.row !== row || before.known !== known
      if (isOther) {
        element.ariaBusy = row ? null : 'true'
        element.toggleAttribute('data-off', row !== undefined && shared.isFaint(row))
      }
      if (tick && (isOther || before.selected !== selected)) {
        element.ariaSelected = String(selected)
        tick.fill(row ? shared.selectLabel(row) : null, selected)
      }
      for (const { heads, fill } of cells)
        if (isOther || (!heads && before.nameOnly !== nameOnly)) fill(row && (heads || !nameOnly) ? row : null)
    },
  }
}
