import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { captionLook } from './list-look'
import { placed, within, type Placed } from './placed'
import { paintOption, type PaintedOption } from './paint-option'
import type { Results } from './results'
import type { Row } from './rows'

/** The number of slots, more than the rows ever in view, so that a row that stays in its place keeps its element. */
const SLOTS = 64
/** The height in px assumed until the list is measured, so that the first frame has its rows already. */
const FIRST_HEIGHT = 440

type PaintedGroup = { element: HTMLElement; caption: HTMLElement; name: string; top?: number }

export type ListPainter = {
  /** Shows the results. Scrolls as little as needed if the highlight or the query has changed or its row has moved. */
  paint: (results: Results<Row>) => void
  /** Returns the row that an element belongs to. */
  rowAt: (target: EventTarget | null) => Row | null
  /** Draws the list after a scroll or a change of its height. */
  look: (offset: number, height: number) => void
}

/**
 * Writes the rows in view into the DOM without React, which would take longer to compare them than it takes to write
 * them. The highlighted row is always mounted, wherever the list is scrolled to, since the field points at it.
 */
export function createListPainter(list: HTMLElement, sizer: HTMLElement, t: Translate): ListPainter {
  const options = new Map<number, PaintedOption>()
  const owners = new WeakMap<Element, PaintedOption>()
  const groups: PaintedGroup[] = []
  let results: Results<Row> | undefined
  let items: Placed = placed([], false)
  let narrow: boolean | undefined
  /** The last position of the highlighted row. */
  let top: number | undefined
  let [offset, height, sized] = [0, FIRST_HEIGHT, -1]

  const optionIn = (slot: number): PaintedOption => {
    let one = options.get(slot)
    if (!one) {
      options.set(slot, (one = paintOption(t)))
      owners.set(one.element, one)
    }
    return one
  }
  const groupAt = (at: number): PaintedGroup => {
    if (groups[at]) return groups[at]
    const element = document.createElement('div')
    element.setAttribute('role', 'group')
    const caption = document.createElement('div')
    caption.className = captionLook
    caption.setAttribute('aria-hidden', 'true')
    const made: PaintedGroup = { element, caption, name: '' }
    groups.push(made)
    return made
  }

  function write(): void {
    if (!results) return
    const { rows, highlight } = results
    const { captions, tops, total } = items
    if (total !== sized) sizer.style.height = `${(sized = total)}px`
    const at = rows.findIndex(({ key }) => key === highlight)
    const seen = within(items, offset, height)
    const shown = Array.from({ length: Math.max(0, seen.last - seen.first + 1) }, (_, index) => seen.first + index)
    if (at >= 0 && at < seen.first) shown.unshift(at)
    else if (at > seen.last) shown.push(at)

    const used = new Set<number>()
    const wanted = new Set<Node>()
    const drawn = shown.map((index) => {
      // The slot of a highlighted row far out of view may be taken.
      const slot = used.has(index % SLOTS) ? SLOTS : index % SLOTS
      used.add(slot)
      const one = optionIn(slot)
      wanted.add(one.element)
      return { index, one }
    })
    let group: PaintedGroup | undefined
    let count = 0
    let next: ChildNode | null = null
    for (const { index, one } of drawn) {
      const row = rows[index]!
      if (group?.name !== row.group) {
        cutFrom(next)
        group = groupAt(count++)
        next = begin(group, row.group, captions.get(index))
      }
      one.show({ row, place: index + 1, total: rows.length, top: tops[index]!, isHighlighted: index === at })
      while (next && next !== one.element && !wanted.has(next)) next = removed(next)
      if (next === one.element) next = next.nextSibling
      else group.element.insertBefore(one.element, next)
    }
    cutFrom(next)
    for (const unused of groups.slice(count)) unused.element.remove()
  }

  /** Sets the name and caption of a group, and returns its first child after the caption. */
  function begin(group: PaintedGroup, name: string, top: number | undefined): ChildNode | null {
    const { element, caption } = group
    if (group.name !== name) {
      group.name = name
      caption.textContent = captionOf(name, t)
      element.setAttribute('aria-label', captionOf(name, t))
    }
    if (top === undefined) caption.remove()
    else {
      if (group.top !== top) caption.style.top = `${(group.top = top)}px`
      if (element.firstChild !== caption) element.prepend(caption)
    }
    if (element.parentNode !== sizer) sizer.append(element)
    return top === undefined ? element.firstChild : caption.nextSibling
  }

  function arrange(now: Results<Row>): void {
    if (results?.rows === now.rows && narrow === NARROW.matches) return
    narrow = NARROW.matches
    items = placed(now.rows, narrow)
  }

  return {
    paint(now) {
      const before = results
      arrange(now)
      results = now
      const at = now.rows.findIndex(({ key }) => key === now.highlight)
      // Late rows may have pushed the highlighted row down.
      const isElsewhere = items.tops[at] !== top
      top = items.tops[at]
      if (at >= 0 && (isElsewhere || before?.highlight !== now.highlight || before.shownQuery !== now.shownQuery)) {
        // The known offset is used: reading it from the DOM would cause a layout at every key.
        const to = items.showing(at, offset, height)
        const isOther = to !== offset
        offset = to
        write()
        if (isOther) list.scrollTop = to
      } else write()
    },
    rowAt(target) {
      const element = target instanceof Element ? target.closest('[role=option]') : null
      return (element && owners.get(element)?.row) ?? null
    },
    look(to, of) {
      ;[offset, height] = [to, of]
      if (results) arrange(results)
      write()
    },
  }
}

const NARROW = matchMedia('(max-width: 719px)')

/** Removes a node and all that follow it. */
function cutFrom(node: ChildNode | null): void {
  for (let one = node; one;) one = removed(one)
}

/** Removes a node and returns the next one. */
function removed(node: ChildNode): ChildNode | null {
  const next = node.nextSibling
  node.remove()
  return next
}

/** Returns the caption of a group; groups of keys have the captions of the cheat sheet. */
const captionOf = (group: string, t: Translate): string =>
  t(group.startsWith('keys.') ? group.replace('keys.', 'keys.scopes.') : `palette.groups.${group}`)
