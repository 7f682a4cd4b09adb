import { css } from 'styled-system/css'
import { openPalette } from '../commands/open-palette'

const CELL = '[role=gridcell], [role=rowheader], [role=columnheader]'
/** The elements that have a menu of the browser's own. */
const OWN_MENU = 'a, input, select, textarea'
/** The pixels between a cell and its whole text, and between that and the edge of the window. */
const GAP = 4

const cellAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(CELL) : null

/** Returns the text of a cell or heading that does not fit into it; null where it does, and for a control. */
function cutText(cell: HTMLElement): string | null {
  if (cell.querySelector('button')) return null
  // Chips name all of their codes in a hint, since the last ones are a number.
  if (cell.dataset['look'] === 'chips') return cell.title || null
  return [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(overflows) ? cell.innerText.trim() || null : null
}

/** Returns whether the content of an element is wider than the element. Text for screen readers alone does not count. */
function overflows(element: HTMLElement): boolean {
  if (element.clientWidth <= 1) return false
  const { paddingLeft, paddingRight } = getComputedStyle(element)
  const content = document.createRange()
  content.selectNodeContents(element)
  const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  return content.getBoundingClientRect().width > room + 0.5
}

let hinted: HTMLElement | null = null

/** Names a cut text as the hint of its cell, for as long as the pointer is over it: rows are filled with other records. */
function hint({ target }: Event): void {
  const cell = cellAt(target)
  if (cell === hinted) return
  hinted?.removeAttribute('title')
  hinted = null
  if (!cell || cell.title !== '') return
  const text = cutText(cell)
  if (text === null) return
  cell.title = text
  hinted = cell
}

let whole: HTMLElement | null = null

const hideWhole = () => {
  whole?.remove()
  whole = null
}

/** Shows a cut text below its cell while the cell has the focus. A screen reader reads the cell itself in full. */
function showWhole({ target }: { target: EventTarget | null }): void {
  hideWhole()
  const cell = cellAt(target)
  const text = cell?.isConnected && cell.matches(':focus-visible, :has(:focus-visible)') ? cutText(cell) : null
  if (!cell || text === null) return
  whole = document.createElement('div')
  whole.className = look
  whole.ariaHidden = 'true'
  whole.dataset['whole'] = ''
  whole.textContent = text
  document.body.append(whole)
  const [at, own] = [cell.getBoundingClientRect(), whole.getBoundingClientRect()]
  const fits = at.bottom + GAP + own.height <= innerHeight
  whole.style.top = `${fits ? at.bottom + GAP : at.top - GAP - own.height}px`
  whole.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - own.width - GAP))}px`
}

/** Opens the actions of a row in place of the browser's menu, which a link keeps, as does a press with Shift. */
function openMenu(event: MouseEvent): void {
  const { target, shiftKey } = event
  const row = target instanceof Element ? target.closest<HTMLElement>('[role=row][data-index]') : null
  if (!row || (shiftKey && event.button === 2) || (target as Element).closest(OWN_MENU)) return
  if (String(getSelection()).length > 0) return
  event.preventDefault()
  if (!row.contains(document.activeElement)) row.focus({ preventScroll: true })
  openPalette({ scope: 'at-hand' })
}

addEventListener('contextmenu', openMenu)
addEventListener('pointerover', hint, { passive: true })
addEventListener('focusin', showWhole)
addEventListener('focusout', hideWhole)
addEventListener('scroll', hideWhole, { capture: true, passive: true })

const look = css({
  position: 'fixed',
  zIndex: 'toast',
  maxWidth: '[min(480px, calc(100vw - 8px))]',
  paddingBlock: '1',
  paddingInline: '2',
  border: '1px solid token(colors.border.default)',
  borderRadius: 'sm',
  background: 'bg.surface',
  color: 'fg.default',
  boxShadow: 'popover',
  fontSize: 'sm',
  overflowWrap: 'anywhere',
  pointerEvents: 'none',
})

// This comes after the first rows, and a cell may have the focus by then.
showWhole({ target: document.activeElement })
