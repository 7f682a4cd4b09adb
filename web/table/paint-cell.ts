import { css } from 'styled-system/css'
import type { Row } from '../data/row'
import { EMPTY_TEXT } from '../record/display'
import { chip, type Tone } from '../ui/chip'
import { iconLook, outlineOf, type IconName } from '../ui/icon'
import { toggle } from '../ui/toggle'
import type { FillCell, GridColumn } from './grid-column'
import { cx } from '../ui/cx'

/** Paints the cells of a column, which may have a width of its own as a track of a grid. */
export type Paint = GridColumn['paint'] & { track?: string }
export type TextOfRow = (row: Row) => string
/** Adds to the name in a cell. Returns the function that fills what was added for a row. */
export type DressName = (cell: HTMLElement, name: HTMLElement) => (row: Row) => void

/** The most chips shown; the rest is shown as a number. */
const CHIPS = 2
/** The count that means that the row is loading. */
const AWAITED = -1

/** Makes an element of a class. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  look: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = look
  return made
}

/**
 * Returns a function that writes a value unless it equals the last one, which is kept here. Writing an equal value
 * costs as much as writing another, and reading it from the DOM half as much.
 */
export function kept<Value>(put: (value: Value) => void, first: Value): (value: Value) => void {
  let now = first
  return (value) => {
    if (value !== now) put((now = value))
  }
}
export const textWriter = (text: Text) => kept<string>((data) => (text.data = data), '')
const titleWriter = (at: HTMLElement) => kept<string>((text) => (at.title = text), '')
const hrefWriter = (to: HTMLElement) => kept<string>((href) => to.setAttribute('href', href), '')
const dashMarker = (cell: HTMLElement) => kept<boolean>((none) => cell.toggleAttribute('data-none', none), false)
export const labelWriter = (at: HTMLElement) => kept<string>((label) => (at.ariaLabel = label), '')

/** Returns a function that puts a content or nothing into a cell. `none` marks a dash, which a narrow screen hides. */
export function contentWriter(cell: HTMLElement): (content: Node | null, none?: boolean) => void {
  const hold = kept<Node | null>((content) => cell.replaceChildren(...(content ? [content] : [])), null)
  const mark = dashMarker(cell)
  return (content, none = false) => {
    hold(content)
    mark(none)
  }
}

/** Matches text whose first letter is right-to-left. An ellipsis follows the direction of the cell, not of its text. */
const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u
const directionWriter = (cell: HTMLElement) => {
  const turn = kept<string>((dir) => (cell.dir = dir), '')
  return (text: string) => turn(RIGHT_TO_LEFT.test(text) ? 'rtl' : '')
}

/** Paints plain text or a code. A text of more than `long` letters is also shown as a hint. */
export function paintText(look: 'plain' | 'mono', textOf: TextOfRow, long = Infinity): Paint {
  const of = look === 'mono' ? mono : muted
  return (cell) => {
    cell.className = cx(cell.className, of)
    const text = document.createTextNode('')
    const [hold, write, turn, hint] = [contentWriter(cell), textWriter(text), directionWriter(cell), titleWriter(cell)]
    return (row) => {
      const shown = row ? textOf(row) : ''
      hold(row && text, row !== null && shown === '')
      write(shown || EMPTY_TEXT)
      turn(shown)
      if (long < Infinity) hint(shown.length > long ? shown : '')
    }
  }
}

/**
 * Paints a row's name: a link where it has an address, a bar while it loads. `markOf` returns a word before it, and
 * `dress` adds to it.
 */
export function paintTitle(
  textOf: TextOfRow,
  hrefOf: ((row: Row) => string) | undefined,
  markOf?: TextOfRow,
  dress?: DressName,
): Paint {
  return (cell) => {
    const name = element(hrefOf ? 'a' : 'span', cx(title, hrefOf && link))
    const text = name.appendChild(document.createTextNode(''))
    const add = dress?.(cell, name)
    if (hrefOf) {
      name.tabIndex = -1
      name.dataset['open'] = ''
    }
    const waiting = element('span', bar)
    const mark = markOf && marked(name, markOf)
    const [hold, write, turn] = [contentWriter(cell), textWriter(text), directionWriter(cell)]
    const [hint, lead] = [titleWriter(name), hrefWriter(name)]
    return (row) => {
      hold(row ? (mark?.(row) ?? name) : waiting)
      if (!row) return
      const shown = textOf(row)
      write(shown)
      turn(shown)
      hint(shown)
      add?.(row)
      if (hrefOf) lead(hrefOf(row))
    }
  }
}

const SVG = 'http://www.w3.org/2000/svg'

/** Makes a picture, and the function that draws its outline. */
export function outlined(look: string) {
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('class', cx(iconLook, look))
  picture.setAttribute('viewBox', '0 0 24 24')
  picture.ariaHidden = 'true'
  const outline = picture.appendChild(document.createElementNS(SVG, 'path'))
  return { picture, draw: kept<string>((path) => outline.setAttribute('d', path), '') }
}

/** Returns the name with a word before it, where a long name cannot cut the word off; null where there is no word. */
function marked(name: Node, markOf: TextOfRow): (row: Row) => Node | null {
  const both = element('span', '')
  const word = element('span', cx(chip({ tone: 'trouble', dot: false }), before))
  const write = textWriter(word.appendChild(document.createTextNode('')))
  return (row) => {
    const said = markOf(row)
    write(said)
    if (said === '') return null
    if (name.parentNode !== both) both.replaceChildren(word, name)
    return both
  }
}

/** Paints a link to another record; its text alone where the record has no screen. */
export function paintLink(textOf: TextOfRow, hrefOf: (row: Row) => string | null): Paint {
  return (cell) => {
    cell.className = cx(cell.className, muted)
    const to = element('a', cx(link, muted))
    to.tabIndex = -1
    to.dataset['link'] = ''
    const text = to.appendChild(document.createTextNode(''))
    const alone = document.createTextNode('')
    const [hold, write, writeAlone, lead] = [contentWriter(cell), textWriter(text), textWriter(alone), hrefWriter(to)]
    return (row) => {
      const shown = row ? textOf(row) : ''
      const href = row && hrefOf(row)
      if (href === null) {
        writeAlone(shown || EMPTY_TEXT)
        return hold(row && alone, row !== null && shown === '')
      }
      hold(to)
      write(shown)
      lead(href)
    }
  }
}

/** Paints a state as a word and an icon. */
export function paintState(textOf: TextOfRow, lookOf: (row: Row) => { tone: Tone; icon: IconName } | undefined): Paint {
  return (cell) => {
    const word = element('span', '')
    const { picture, draw } = outlined(sign)
    const text = document.createTextNode('')
    word.append(picture, text)
    const [hold, write] = [contentWriter(cell), textWriter(text)]
    const color = kept<Tone | ''>((tone) => (word.className = chip({ tone: tone || 'plain', dot: false })), '')
    return (row) => {
      const look = row && lookOf(row)
      hold(look ? word : null, row !== null && !look)
      if (!row || !look) return
      draw(outlineOf(look.icon))
      color(look.tone)
      write(textOf(row))
    }
  }
}

type Switch = {
  isOn: (row: Row) => boolean
  /** Returns whether the viewer may switch the row. */
  may: (row: Row) => boolean
  /** Returns the reason why the row cannot be switched now; empty where it can. */
  blocked: TextOfRow
  label: TextOfRow
  /** The text shown to a viewer who may not switch it. */
  text: TextOfRow
}

/** Paints a switch. The grid handles its press. */
export function paintToggle({ isOn, may, blocked, label, text }: Switch): Paint {
  return (cell) => {
    const button = element('button', toggle)
    button.type = 'button'
    button.tabIndex = -1
    button.dataset['toggle'] = ''
    button.setAttribute('role', 'switch')
    const word = document.createTextNode('')
    const [hold, write, name] = [contentWriter(cell), textWriter(word), labelWriter(button)]
    const hint = titleWriter(button)
    const disabled = kept<boolean>((is) => (button.ariaDisabled = is ? 'true' : null), false)
    const toggled = kept<string>((on) => (button.ariaChecked = on), '')
    return (row) => {
      if (!row) return hold(null)
      if (!may(row)) {
        write(text(row))
        return hold(word)
      }
      hold(button)
      toggled(String(isOn(row)))
      const why = blocked(row)
      disabled(why !== '')
      hint(why)
      name(label(row))
    }
  }
}

/**
 * Paints the first codes as chips with the count of the rest: two chips where the column has room for them, else one.
 * Only styles choose between them, so that no row is written again when the column becomes wider.
 */
export function paintChips(codesOf: (row: Row) => string[]): Paint {
  return (cell) => {
    const chips = Array.from({ length: CHIPS }, (_, at) => {
      const made = element('span', cx(chip({ tone: 'mono', dot: false }), spaced, at > 0 && roomy))
      return { made, write: textWriter(made.appendChild(document.createTextNode(''))) }
    })
    const [rest, restOfFew] = [element('span', cx(muted, roomy)), element('span', cx(muted, crowded))]
    const [many, manyOfFew] = [rest, restOfFew].map((to) =>
      textWriter(to.appendChild(document.createTextNode(''))),
    ) as [(text: string) => void, (text: string) => void]
    const dash = document.createTextNode(EMPTY_TEXT)
    const [mark, hint] = [dashMarker(cell), titleWriter(cell)]
    // The same count of chips means the same elements.
    const hold = kept<number>((count) => {
      if (count === AWAITED) return cell.replaceChildren()
      const shown: Node[] = chips.slice(0, count).map(({ made }) => made)
      if (count > CHIPS) shown.push(rest)
      if (count > 1) shown.push(restOfFew)
      cell.replaceChildren(...shown, ...(count === 0 ? [dash] : []))
    }, AWAITED)
    const fill: FillCell = (row) => {
      const codes = row ? codesOf(row) : []
      for (const [at, { write }] of chips.entries()) if (at < codes.length) write(codes[at]!)
      if (codes.length > CHIPS) many(`+${codes.length - CHIPS}`)
      if (codes.length > 1) manyOfFew(`+${codes.length - 1}`)
      hold(row ? Math.min(codes.length, CHIPS + 1) : AWAITED)
      mark(row !== null && codes.length === 0)
      hint(codes.length > 1 ? codes.join(', ') : '')
    }
    return fill
  }
}

/** Paints a pencil that links to the form; nothing where a row cannot be edited now. */
export function paintEdit(hrefOf: (row: Row) => string | null, label: TextOfRow): Paint {
  return (cell) => {
    const to = element('a', pencil)
    to.tabIndex = -1
    to.dataset['link'] = ''
    const [hold, lead, name, hint] = [contentWriter(cell), hrefWriter(to), labelWriter(to), titleWriter(to)]
    return (row) => {
      const href = row && hrefOf(row)
      hold(href === null ? null : to)
      if (!row || href === null) return
      lead(href)
      name(label(row))
      hint(`${label(row)} · E`)
    }
  }
}

// `plaintext` has the effect of `dir="auto"`, without the browser searching each new text for its direction.
const title = css({
  unicodeBidi: 'plaintext',
  fontWeight: 'medium',
  color: 'fg.default',
  '[data-off] &': { color: 'fg.muted' },
})
const link = css({ textDecoration: 'none', borderRadius: 'xs', _hover: { textDecoration: 'underline' } })
const muted = css({ unicodeBidi: 'plaintext', color: 'fg.muted' })
const mono = css({ unicodeBidi: 'plaintext', textStyle: 'mono' })
const sign = css({ display: 'inline-block', verticalAlign: '[-2px]', width: '3', height: '3', marginInlineEnd: '1.5' })
const spaced = css({ verticalAlign: 'middle', marginInlineEnd: '1.5' })
// The word is aligned to the baseline of the name, which has another size.
const before = css({ verticalAlign: 'baseline', marginInlineEnd: '1.5' })
const roomy = css({ _narrow: { display: 'none' }, '[data-crowded] &': { display: 'none' } })
const crowded = css({ display: { base: 'none', _narrow: 'inline' }, '[data-crowded] &': { display: 'inline' } })
// The bar is shown after a delay: a row that loads within 150 ms must not flicker.
const bar = css({
  display: 'block',
  width: '2/3',
  height: '3',
  borderRadius: 'xs',
  background: 'bg.muted',
  // The usual grey of the bar cannot be told apart from that of an active row.
  '[data-active] &, [aria-selected=true] &': { background: 'accent.border' },
  transition: '[visibility 0s 150ms]',
  '@starting-style': { visibility: 'hidden' },
})
const pencil = css({
  display: 'block',
  width: 'controlSm',
  height: 'controlSm',
  borderRadius: 'sm',
  // The browser draws an image once for all rows. Its grey has a contrast of at least 3:1 in every theme.
  backgroundImage:
    "[url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23777' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4'/%3E%3C/svg%3E\")]",
  backgroundRepeat: 'no-repeat',
  backgroundPosition: 'center',
  backgroundSize: '[16px]',
  _hover: { backgroundColor: 'bg.muted' },
})
