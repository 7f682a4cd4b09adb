import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { Row } from '../../data/row'
import {
  contentWriter,
  element,
  kept,
  labelWriter,
  outlined,
  textWriter,
  type Paint,
  type TextOfRow,
} from '../../table/paint-cell'
import { initialsOf } from '../../ui/avatar'
import { chip } from '../../ui/chip'
import { cx } from '../../ui/cx'
import { outlineOf } from '../../ui/icon'
import { srOnly } from '../../ui/sr-only'
import { keepTicking } from './ticking'
import { ageText, stamp } from './time'

/** The time that a new row takes to appear (ms). */
const FADE = 220

type Status = {
  text: TextOfRow
  /** Returns the person who works on an alert; null while nobody does. */
  personOf: (row: Row) => { name: string; isMe: boolean } | null
  /** Returns who has the alert, as it is read out. */
  spoken: TextOfRow
  /** Returns whether the row has just come, once. */
  isFresh: (id: number) => boolean
  /** Returns the alert whose age stands at the end of the line; undefined where the age has a column. */
  alertOf: ((row: Row) => Alert) | undefined
}

/** Paints the derived status: pending is filled and red, assigned is a ring with the initials of the person. */
export function paintStatus({ text, personOf, spoken, isFresh, alertOf }: Status): Paint {
  return (cell) => {
    const old = alertOf && element('span', after)
    const fillAge = old && paintAge(alertOf)(old)
    const whole = element('span', status)
    const mark = whole.appendChild(element('span', ring))
    mark.ariaHidden = 'true'
    const word = whole.appendChild(document.createTextNode(''))
    const who = whole.appendChild(element('span', srOnly)).appendChild(document.createTextNode(''))
    const [hold, write, tell] = [contentWriter(cell), textWriter(word), textWriter(who)]
    const sign = kept<string>((letters) => (mark.dataset['initials'] = letters), '')
    const hint = kept<string>((title) => (whole.title = title), '')
    const look = kept<string>((is) => (whole.dataset['is'] = is), '')
    return (row) => {
      hold(row && whole)
      fillAge?.(row)
      if (!row) return
      if (old && !old.isConnected) whole.append(old)
      const person = personOf(row)
      const isPending = (row as unknown as Alert).status === 'pending'
      write(text(row))
      sign(isPending ? '!' : person ? initialsOf(person.name) : '')
      look(isPending ? 'pending' : person?.isMe ? 'mine' : 'assigned')
      const said = spoken(row)
      hint(said)
      tell(said && `, ${said}`)
      if (isFresh(row.id)) appear(cell.closest<HTMLElement>('[role=row]'))
    }
  }
}

/** Lets a row that has just come appear: once, and at once for readers who want no motion. */
function appear(row: HTMLElement | null): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  row?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE, easing: 'ease-out' })
}

/** Paints the age of an alert, which ticks until it is resolved. */
export function paintAge(alertOf: (row: Row) => Alert): Paint {
  return (cell) => {
    const whole = element('span', age)
    const text = whole.appendChild(document.createTextNode(''))
    const hold = contentWriter(cell)
    const look = kept<boolean>((is) => whole.toggleAttribute('data-pending', is), false)
    let stop = () => {}
    return (row) => {
      stop()
      stop = () => {}
      hold(row && whole)
      if (!row) return
      const alert = alertOf(row)
      look(alert.status === 'pending')
      if (alert.resolvedAt !== null) text.data = ageText(alert, 0)
      else
        stop = keepTicking(text, () => {
          // A row that was removed ticks no more.
          if (!cell.isConnected) queueMicrotask(() => !cell.isConnected && stop())
          return ageText(alert, Date.now())
        })
    }
  }
}

/** Paints a time with its day in a quieter grey. */
export function paintStamp(timeOf: TextOfRow): Paint {
  return (cell) => {
    const whole = element('time', time)
    const day = whole.appendChild(element('span', quiet)).appendChild(document.createTextNode(''))
    const clock = whole.appendChild(document.createTextNode(''))
    const [hold, writeDay, writeClock] = [contentWriter(cell), textWriter(day), textWriter(clock)]
    return (row) => {
      hold(row && whole)
      if (!row) return
      const [date = '', hour = ''] = stamp(timeOf(row)).split(' ')
      writeDay(date)
      writeClock(` ${hour}`)
    }
  }
}

/** Paints a site with its client. */
export function paintPlace(siteOf: TextOfRow, clientOf: TextOfRow): Paint {
  return (cell) => {
    const whole = element('span', place)
    const site = whole.appendChild(element('span', name)).appendChild(document.createTextNode(''))
    const client = whole.appendChild(element('span', cx(quiet, wide))).appendChild(document.createTextNode(''))
    const [hold, write, writeClient] = [contentWriter(cell), textWriter(site), textWriter(client)]
    return (row) => {
      hold(row && whole)
      if (!row) return
      write(siteOf(row))
      writeClient(` · ${clientOf(row)}`)
    }
  }
}

/** Paints the reporter with a link that calls them. */
export function paintReporter(nameOf: TextOfRow, phoneOf: (row: Row) => string | null, label: TextOfRow): Paint {
  return (cell) => {
    const whole = element('span', place)
    const text = whole.appendChild(element('span', '')).appendChild(document.createTextNode(''))
    const call = element('a', phone)
    call.tabIndex = -1
    const { picture, draw } = outlined(small)
    draw(outlineOf('phone'))
    call.append(picture)
    const [hold, write, named] = [contentWriter(cell), textWriter(text), labelWriter(call)]
    const lead = kept<string>((href) => (call.href = href), '')
    const mayCall = kept<boolean>((may) => (may ? whole.append(call) : call.remove()), false)
    return (row) => {
      hold(row && whole)
      if (!row) return
      write(nameOf(row))
      const number = phoneOf(row)
      mayCall(number !== null)
      if (number === null) return
      lead(`tel:${number}`)
      named(label(row))
    }
  }
}

/** Paints `Yes`, or nothing. On a narrow screen, which has no headings, the label stands instead. */
export function paintFlag(textOf: TextOfRow, label: string, isTest = false): Paint {
  return (cell) => {
    const whole = element('span', isTest ? cx(chip({ tone: 'outlined', dot: false }), test) : flag)
    whole.append(
      Object.assign(element('span', wide), { textContent: '' }),
      Object.assign(element('span', narrow), { textContent: label }),
    )
    const write = textWriter(whole.firstElementChild!.appendChild(document.createTextNode('')))
    const hold = contentWriter(cell)
    return (row) => {
      const shown = row ? textOf(row) : ''
      hold(shown === '' ? null : whole, row !== null && shown === '')
      write(shown)
    }
  }
}

const status = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  verticalAlign: 'middle',
  '&[data-is=pending]': { color: 'alarm.fg', fontWeight: 'semibold' },
  _narrow: { display: 'flex' },
})
const after = css({ marginInlineStart: 'auto' })
const ring = css({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: '0',
  width: '5',
  height: '5',
  borderRadius: 'full',
  border: '1px solid token(colors.border.strong)',
  color: 'fg.muted',
  fontSize: '[0.625rem]',
  lineHeight: '[1]',
  fontWeight: 'semibold',
  _before: { content: 'attr(data-initials)' },
  '[data-is=mine] > &': { borderColor: 'accent.fg', color: 'accent.fg', borderWidth: '[2px]' },
  '[data-is=pending] > &': {
    background: 'alarm.solid',
    borderColor: 'alarm.solid',
    color: 'alarm.on',
    fontSize: 'xs',
    forcedColorAdjust: 'none',
  },
})
const age = css({ '&[data-pending]': { color: 'alarm.fg', fontWeight: 'semibold' } })
const time = css({ whiteSpace: 'nowrap' })
const quiet = css({ color: 'fg.muted' })
const place = css({ unicodeBidi: 'plaintext' })
const name = css({ fontWeight: 'medium', color: 'fg.default' })
const phone = css({
  display: 'inline-grid',
  placeItems: 'center',
  verticalAlign: '[-3px]',
  width: { base: '5', _narrow: 'touch' },
  height: '5',
  marginInlineStart: '1',
  borderRadius: 'xs',
  color: 'accent.fg',
})
const small = css({ width: 'iconSm', height: 'iconSm' })
const flag = css({ color: 'fg.default' })
const test = css({ color: 'fg.default' })
const wide = css({ _narrow: { display: 'none' } })
const narrow = css({ display: { base: 'none', _narrow: 'inline' } })
