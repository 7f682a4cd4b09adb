import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { KEYS } from '../keys/map'
import { capsOf } from '../keys/show'
import { keyboard } from '../keys/use-keys'
import { iconLook, outlineOf, type IconName } from '../ui/icon'
import { capLook, capsLook } from '../ui/kbd'
import { match, partsOf } from './marked'
import { aside, endCut, mono, name, option, optionId, picture, reason, small, why, words } from './option-look'
import type { Marks, Row } from './rows'
import { cx } from '../ui/cx'

/** A row to paint: its place among all rows found, counted from 1, its position in px, and whether Enter runs it. */
export type OptionToPaint = { row: Row; place: number; total: number; top: number; isHighlighted: boolean }

export type PaintedOption = {
  element: HTMLElement
  readonly row: Row | undefined
  /** Writes the changes since the last time. */
  show: (next: OptionToPaint) => void
}

const SVG = 'http://www.w3.org/2000/svg'

function pictureOf(look: string): { element: SVGElement; show: (icon: IconName) => void } {
  const element = document.createElementNS(SVG, 'svg')
  element.setAttribute('class', cx(iconLook, look))
  element.setAttribute('viewBox', '0 0 24 24')
  element.setAttribute('aria-hidden', 'true')
  const path = element.appendChild(document.createElementNS(SVG, 'path'))
  let shown: IconName | undefined
  return {
    element,
    show(icon) {
      if (icon !== shown) path.setAttribute('d', outlineOf((shown = icon)))
    },
  }
}

function span(look: string, ...content: Node[]): HTMLSpanElement {
  const made = document.createElement('span')
  made.className = look
  made.append(...content)
  return made
}

/** Matches text that begins left-to-right and continues right-to-left. */
const TURNS = /^\P{L}*\p{Script=Latin}.*[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Makes an element that shows a text with its matched parts marked. It reuses its nodes as far as they fit. */
function markedText(look: string): { element: HTMLElement; show: (text: string, marks: Marks) => void } {
  const element = span(look)
  let isMirrored = false
  let isMixed = false
  return {
    element,
    show(text, marks) {
      // The browser determines the direction only of a text that may contain right-to-left letters.
      const isOther = /[^\0-\u02ff\u2000-\u206f]/.test(text)
      if (isOther !== isMirrored) element.dir = isOther ? 'auto' : ''
      isMirrored = isOther
      const turns = isOther && TURNS.test(text)
      if (turns !== isMixed) element.className = cx(look, turns && endCut)
      isMixed = turns
      const parts = partsOf(text, marks)
      for (const [at, part] of parts.entries()) {
        const have = element.childNodes[at]
        if (have && (have.nodeType === Node.TEXT_NODE) !== part.isMatch) {
          const letters = (part.isMatch ? have.firstChild : have) as Text
          if (letters.data !== part.text) letters.data = part.text
          continue
        }
        const letters = document.createTextNode(part.text)
        const made = part.isMatch ? document.createElement('mark') : letters
        if (made !== letters) {
          ;(made as HTMLElement).className = match
          made.appendChild(letters)
        }
        if (have) have.replaceWith(made)
        else element.appendChild(made)
      }
      while (element.childNodes.length > parts.length) element.lastChild!.remove()
    },
  }
}

function caps(binding: string): HTMLElement {
  const all = span(capsLook)
  all.setAttribute('aria-hidden', 'true')
  for (const key of capsOf(binding, { mac: keyboard.mac })) {
    const cap = all.appendChild(document.createElement('kbd'))
    cap.className = capLook
    cap.textContent = key
  }
  return all
}

function reasonWhy(text: string): HTMLElement {
  const lock = pictureOf(small)
  lock.show('lock')
  return span(reason, lock.element, span(why, document.createTextNode(text)))
}

/**
 * Paints a row of the palette: its title, the matched parts, and its key, its id or the reason why it is blocked. The
 * element is made once and filled at every key: React would take longer to compare the content than this to write it.
 */
export function paintOption(t: Translate): PaintedOption {
  const element = document.createElement('div')
  element.className = option({ placed: 'window' })
  element.setAttribute('role', 'option')
  const icon = pictureOf(picture)
  const title = markedText(name)
  const note = markedText(aside)
  const both = span(words, title.element)
  const code = document.createTextNode('')
  const codeOf = span(mono, code)
  element.append(icon.element, both)
  let now: OptionToPaint | undefined
  let end = ''

  /** Fills the end of the row, after the words. Rows of one kind have the same element there. */
  const fillEnd = ({ blocked, code: id, keys, hotkey }: Row) => {
    const shortcut = keys ?? KEYS.find((one) => one.id === hotkey)?.keys.slice(0, 1) ?? []
    const why = blocked ? t(blocked.key, blocked.values) : ''
    if (!blocked && id && code.data !== id) code.data = id
    const next = blocked ? `why ${why}` : id ? 'code' : shortcut.join('\n')
    if (next === end) return
    end = next
    while (both.nextSibling) both.nextSibling.remove()
    element.append(...(blocked ? [reasonWhy(why)] : id ? [codeOf] : shortcut.map(caps)))
  }

  return {
    element,
    get row() {
      return now?.row
    },
    show(next) {
      const before = now
      now = next
      const { row, place, total, top, isHighlighted } = next
      if (before?.top !== top) element.style.top = `${top}px`
      if (before?.isHighlighted !== isHighlighted) element.setAttribute('aria-selected', String(isHighlighted))
      if (before?.total !== total) element.setAttribute('aria-setsize', String(total))
      if (before?.place !== place) element.setAttribute('aria-posinset', String(place))
      if (before?.row === row) return
      if (before?.row.key !== row.key) element.id = optionId(row.key)
      if (!before?.row.blocked !== !row.blocked) {
        if (row.blocked) element.setAttribute('aria-disabled', 'true')
        else element.removeAttribute('aria-disabled')
      }
      icon.show(row.icon)
      title.show(row.title, row.marks)
      if (row.note) note.show(row.note, row.noteMarks)
      if ((row.note !== '') !== (note.element.parentNode !== null)) {
        if (row.note) both.append(note.element)
        else note.element.remove()
      }
      fillEnd(row)
    },
  }
}
