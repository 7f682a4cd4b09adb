import { css, cx } from 'styled-system/css'
import type { Row } from '../acts/targets'
import { NOTHING } from '../record/display'
import { chip } from '../ui/chip'
import { toggle } from '../ui/toggle'
import type { FillCell, GridColumn } from './grid-column'

type Paint = GridColumn['paint']
type TextOfRow = (row: Row) => string

/** Chips that fit before the rest is a number. */
const CHIPS = 2

/** An element that no key stops at: the row is the one stop. */
function element<Name extends keyof HTMLElementTagNameMap>(name: Name, look: string): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = look
  return made
}

/** Writing what is there already would cost as much as writing something else. */
const write = (text: Text, data: string) => {
  if (text.data !== data) text.data = data
}
const hint = (at: HTMLElement, text: string) => {
  if (at.title !== text) at.title = text
}

/** In a cell either its content or nothing; where there is no value a dash, which a narrow screen leaves out. */
function holding(cell: HTMLElement, content: Node): (shown: boolean, none?: boolean) => void {
  return (shown, none = false) => {
    if (!shown) cell.replaceChildren()
    else if (cell.firstChild !== content || cell.childNodes.length > 1) cell.replaceChildren(content)
    if (none !== 'none' in cell.dataset) cell.toggleAttribute('data-none', none)
  }
}

/** Begins from the right. An ellipsis stands at the end that the cell's direction says, whatever its text's. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u
const turn = (cell: HTMLElement, text: string) => {
  const dir = RIGHT_TO_LEFT.test(text) ? 'rtl' : ''
  if (cell.dir !== dir) cell.dir = dir
}

/** Plain text or a code; `long`: from how many letters on it is also told as a hint. */
export function paintText(look: 'plain' | 'mono', textOf: TextOfRow, long = Infinity): Paint {
  const of = look === 'mono' ? mono : muted
  return (cell) => {
    cell.className = cx(cell.className, of)
    const text = document.createTextNode('')
    const hold = holding(cell, text)
    return (row) => {
      const shown = row ? textOf(row) : ''
      hold(row !== null, row !== null && shown === '')
      write(text, shown || NOTHING)
      turn(cell, shown)
      if (long < Infinity) hint(cell, shown.length > long ? shown : '')
    }
  }
}

/** The name of a row: a real link where it leads somewhere, and a bar where it is awaited. */
export function paintTitle(textOf: TextOfRow, hrefOf: ((row: Row) => string) | undefined): Paint {
  return (cell) => {
    const name = element(hrefOf ? 'a' : 'span', cx(title, hrefOf && link))
    const text = name.appendChild(document.createTextNode(''))
    if (hrefOf) {
      name.tabIndex = -1
      name.dataset['open'] = ''
    }
    const waiting = element('span', bar)
    return (row) => {
      const content = row ? name : waiting
      if (cell.firstChild !== content) cell.replaceChildren(content)
      if (!row) return
      const shown = textOf(row)
      if (text.data === shown && name.dataset['of'] === String(row.id)) return
      write(text, shown)
      turn(cell, shown)
      hint(name, shown)
      if (hrefOf) name.setAttribute('href', hrefOf(row))
      name.dataset['of'] = String(row.id)
    }
  }
}

/** A way to another record. */
export function paintLink(textOf: TextOfRow, hrefOf: (row: Row) => string | null): Paint {
  return (cell) => {
    cell.className = cx(cell.className, muted)
    const to = element('a', cx(link, muted))
    to.tabIndex = -1
    to.dataset['link'] = ''
    const text = to.appendChild(document.createTextNode(''))
    const dash = document.createTextNode(NOTHING)
    const [holdLink, holdDash] = [holding(cell, to), holding(cell, dash)]
    return (row) => {
      const href = row && hrefOf(row)
      if (!row) return holdLink(false)
      if (href === null) return holdDash(true, true)
      holdLink(true)
      write(text, textOf(row))
      to.setAttribute('href', href)
    }
  }
}

type Switch = {
  isOn: (row: Row) => boolean
  /** Whether the viewer may switch it. */
  may: (row: Row) => boolean
  label: TextOfRow
  /** What stands there for who may not. */
  text: TextOfRow
}

/** A switch; the grid hears of its being pressed. */
export function paintToggle({ isOn, may, label, text }: Switch): Paint {
  return (cell) => {
    const button = element('button', toggle({ look: 'row' }))
    button.type = 'button'
    button.tabIndex = -1
    button.dataset['toggle'] = ''
    button.setAttribute('role', 'switch')
    const word = document.createTextNode('')
    const [holdButton, holdWord] = [holding(cell, button), holding(cell, word)]
    return (row) => {
      if (!row) return holdButton(false)
      if (!may(row)) {
        write(word, text(row))
        return holdWord(true)
      }
      holdButton(true)
      const on = String(isOn(row))
      if (button.ariaChecked !== on) button.ariaChecked = on
      button.ariaLabel = label(row)
    }
  }
}

/** The first codes as chips, and how many more there are. */
export function paintChips(codesOf: (row: Row) => string[]): Paint {
  return (cell) => {
    const chips = Array.from({ length: CHIPS }, () => {
      const made = element('span', cx(chip({ tone: 'mono', dot: false }), spaced))
      return { made, text: made.appendChild(document.createTextNode('')) }
    })
    const rest = element('span', muted)
    const many = rest.appendChild(document.createTextNode(''))
    const dash = document.createTextNode(NOTHING)
    const fill: FillCell = (row) => {
      const codes = row ? codesOf(row) : []
      const shown = chips.slice(0, codes.length)
      shown.forEach(({ text }, at) => write(text, codes[at]!))
      if (codes.length > CHIPS) write(many, `+${codes.length - CHIPS}`)
      const content: Node[] = [
        ...shown.map(({ made }) => made),
        ...(codes.length > CHIPS ? [rest] : []),
        ...(row && codes.length === 0 ? [dash] : []),
      ]
      if (content.length !== cell.childNodes.length || content.some((node, at) => cell.childNodes[at] !== node))
        cell.replaceChildren(...content)
      const none = row !== null && codes.length === 0
      if (none !== 'none' in cell.dataset) cell.toggleAttribute('data-none', none)
      hint(cell, codes.length > 1 ? codes.join(', ') : '')
    }
    return fill
  }
}

/** A pencil that leads to the form. */
export function paintEdit(hrefOf: (row: Row) => string, label: TextOfRow): Paint {
  return (cell) => {
    const to = element('a', pencil)
    to.tabIndex = -1
    to.dataset['link'] = ''
    const hold = holding(cell, to)
    return (row) => {
      hold(row !== null)
      if (!row) return
      to.setAttribute('href', hrefOf(row))
      to.ariaLabel = label(row)
    }
  }
}

// As `dir="auto"` would have it, and the browser does not search each new text for its direction.
const title = css({
  unicodeBidi: 'plaintext',
  fontWeight: 'medium',
  color: 'fg.default',
  '[data-off] &': { color: 'fg.muted' },
})
const link = css({ textDecoration: 'none', borderRadius: 'xs', _hover: { textDecoration: 'underline' } })
const muted = css({ unicodeBidi: 'plaintext', color: 'fg.muted' })
const mono = css({ unicodeBidi: 'plaintext', textStyle: 'mono' })
const spaced = css({ verticalAlign: 'middle', marginInlineEnd: '1.5' })
// Not at once: what is there within 150 ms must not flicker.
const bar = css({
  display: 'block',
  width: '2/3',
  height: '3',
  borderRadius: 'xs',
  background: 'bg.muted',
  transition: '[visibility 0s 150ms]',
  '@starting-style': { visibility: 'hidden' },
})
const pencil = css({
  display: 'block',
  width: 'controlSm',
  height: 'controlSm',
  borderRadius: 'sm',
  // A picture is drawn once for all rows; the grey stands out by 3 : 1 and more on every theme.
  backgroundImage:
    "[url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23777' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4'/%3E%3C/svg%3E\")]",
  backgroundRepeat: 'no-repeat',
  backgroundPosition: 'center',
  backgroundSize: '[16px]',
  _hover: { backgroundColor: 'bg.muted' },
})
