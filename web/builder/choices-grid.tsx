import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { css } from 'styled-system/css'
import { hasLevels } from '@tocsin/core/form/field-options'
import { MAX_CHOICES } from '@tocsin/core/form/limits'
import type { Choice } from '@tocsin/core/form/choices-sheet'
import type { FormField } from '@tocsin/core/form/types'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { firstControl } from '../form/focus'
import { keyboard } from '../keys/use-keys'
import { usePreferences } from '../preferences'
import { useDrag } from '../ui/use-drag'
import { Button } from '../ui/button'
import { cx } from '../ui/cx'
import { Hints } from '../ui/hints'
import { Icon } from '../ui/icon'
import { useLatest } from '../ui/use-latest'
import { useT } from '../words'
import {
  choicesIn,
  countOf,
  levelAt,
  openedAt,
  placesOf,
  withLevel,
  withMoved,
  withPasted,
  withValueFilled,
  type Choices,
} from './choices'
import { ChoiceRow, LAST, line } from './choice-row'
import { SheetButton } from './sheet-dialog'
import { pastedChoices } from './texts'
import { Trouble } from './trouble'
import type { Builder } from './use-builder'

type Props = {
  builder: Builder
  field: FormField
  /** The path of the choices in the record. */
  path: string
  /** Returns the problem at a path in the record, as a sentence. */
  problemAt: (path: string) => string | null
}

/** The most levels of choices (clients §9). */
const LEVELS = 3
/** The height of the headings, in pixels. */
const HEAD = 28

/** The places of the choices within which a control lies: `….choices.2.choices.0.text` → [2]. */
function trailTo(path: string, wanted: string | null): number[] {
  if (!wanted?.startsWith(`${path}.`)) return []
  const places = wanted
    .slice(path.length + 1)
    .split('.')
    .filter((part) => /^\d+$/.test(part))
  return places.slice(0, -1).map(Number)
}

/** The choices of a field as a small grid, one level at a time; the last row adds a choice. */
export function ChoicesGrid({ builder, field, path, problemAt }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const { form, blocked } = builder.facts
  const grid = useRef<HTMLDivElement>(null)
  const all = choicesIn(field.options?.['choices'])
  const [opened, setOpened] = useState(() => openedAt(all, trailTo(path, builder.wanted)))
  const found = hasLevels(field.type) ? placesOf(all, opened) : null
  const trail = found ?? []
  // A choice that is gone stays closed when one with its value comes.
  if (found === null && opened.length > 0) setOpened([])
  /** A choice that is dragged: where it was, and where it is shown. */
  const [dragged, setDragged] = useState<{ from: number; to: number } | null>(null)
  const level = levelAt(all, trail)
  const rows = dragged ? withMoved(level, dragged.from, dragged.to) : level
  const count = countOf(all)
  const isFull = count >= MAX_CHOICES
  const here = trail.reduce((at, place) => `${at}.${place}.choices`, path)
  const now = useLatest({ all, trail, rows, isFull })

  const set = (next: Choices, { isTyped = false } = {}) =>
    builder.setOptions({ choices: withLevel(now().all, now().trail, next) }, 'choices', isTyped)
  const cell = (row: number, column: number) =>
    grid.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`)
  /** Focuses a cell. The row that adds a choice has none that removes it. */
  const goTo = (row: number, column: number) => {
    const there = cell(row, column) ?? cell(row, 0)
    there?.focus()
    if (there instanceof HTMLInputElement) there.select()
  }
  const full = () => builder.say(t('builder.choices.full', { max: MAX_CHOICES }))

  const change = (row: number, part: 'text' | 'value', text: string) => {
    const { rows: before, isFull: noMore } = now()
    if (row < before.length) return set(before.with(row, { ...before[row]!, [part]: text }), { isTyped: true })
    if (noMore) return full()
    // The last row becomes a choice, and keeps the caret: it is the same element.
    set([...before, { text: '', value: '', [part]: text }], { isTyped: true })
  }
  const leave = (row: number) => {
    const { rows: before } = now()
    const filled = withValueFilled(before, row)
    if (filled !== before) set(filled, { isTyped: true })
  }
  const remove = (row: number) => {
    const { rows: before } = now()
    flushSync(() => set(before.toSpliced(row, 1)))
    goTo(Math.min(row, before.length - 1), 0)
  }
  /** Moves a choice by one row, with the focus in it. */
  const shift = (row: number, column: number, by: 1 | -1) => {
    const { rows: before } = now()
    const next = withMoved(before, row, row + by)
    if (next === before || blocked !== null) return
    flushSync(() => set(next))
    goTo(row + by, column)
    builder.say(t('builder.choices.moved', { text: before[row]!.text, at: row + by + 1, total: before.length }))
  }
  const drag = useDrag<Choice>({
    scroller: grid,
    source: { at: (index) => rows[index] },
    headHeight: HEAD,
    isLifted: dragged !== null,
    onLift:
      blocked === null ? (choice) => setDragged({ from: rows.indexOf(choice), to: rows.indexOf(choice) }) : undefined,
    onMoveTo: (to) => setDragged((before) => (before && to < level.length ? { ...before, to } : before)),
    onDrop: () => {
      if (!dragged) return
      flushSync(() => {
        setDragged(null)
        if (dragged.from !== dragged.to) set(rows)
      })
      goTo(dragged.to, 0)
    },
  })
  const paste = (row: number, event: ClipboardEvent) => {
    const pasted = pastedChoices(event.clipboardData.getData('text'))
    if (!pasted || blocked !== null) return
    event.preventDefault()
    const { all: before, rows: level } = now()
    if (countOf(before) + pasted.length - (row < level.length ? 1 : 0) > MAX_CHOICES) return full()
    flushSync(() => set(withPasted(level, row, pasted)))
    goTo(row + pasted.length, 0)
    builder.say(t('builder.choices.pasted', { count: pasted.length }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const input = event.target as HTMLInputElement
    const at = input.closest<HTMLElement>('[data-row]')?.dataset['row']
    // The form is about to be saved, with the value of this choice.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && at !== undefined) leave(Number(at))
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return
    const column = Number(input.dataset['column'])
    if (Number.isNaN(column)) return
    const row = Number(at)
    const isButton = column === LAST
    const isAtStart = isButton || (input.selectionStart === 0 && input.selectionEnd === 0)
    const isAtEnd =
      !isButton && input.selectionStart === input.value.length && input.selectionEnd === input.value.length
    if (event.altKey) {
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
      shift(row, column, event.key === 'ArrowUp' ? -1 : 1)
    } else if (event.key === 'ArrowDown') goTo(Math.min(row + 1, rows.length), column)
    else if (event.key === 'ArrowUp') goTo(Math.max(row - 1, 0), column)
    else if (event.key === 'ArrowRight' && isAtEnd && cell(row, column + 1)) goTo(row, column + 1)
    else if (event.key === 'ArrowLeft' && isAtStart && column > 0) goTo(row, column - 1)
    else if (isButton) return
    else if (event.key === 'Enter') goTo(Math.min(row + 1, rows.length), 0)
    else if (event.key === 'Backspace' && input.value === '' && row < rows.length && isEmptyRow(rows[row]!)) remove(row)
    else return
    event.preventDefault()
  }
  const into = (next: readonly number[]) => {
    flushSync(() => setOpened(openedAt(now().all, next)))
    const first = firstControl(grid.current)
    first?.focus()
  }
  const latest = useLatest({ change, leave, remove, into })
  const [handlers] = useState(() => ({
    change: (row: number, part: 'text' | 'value', text: string) => latest().change(row, part, text),
    leave: (row: number) => latest().leave(row),
    remove: (row: number) => latest().remove(row),
    open: (row: number) => latest().into([...now().trail, row]),
  }))
  /** The path of the options, whose problem is that there are no choices. */
  const outer = path.slice(0, path.lastIndexOf('.'))
  const problem = problemAt(path) ?? problemAt(outer)
  const canDeepen = hasLevels(field.type) && trail.length < LEVELS - 1
  return (
    <section className={frame} aria-labelledby={`${form.fieldId(path)}-title`}>
      <header className={head}>
        <h3 className={title} id={`${form.fieldId(path)}-title`}>
          {t('builder.choices.title')}{' '}
          <span className={number} data-full={isFull || undefined}>
            {t('builder.count', { count: formatNumber(locale, count), max: formatNumber(locale, MAX_CHOICES) })}
          </span>
        </h3>
        <SheetButton builder={builder} field={field} />
      </header>
      {trail.length > 0 && (
        <nav className={way} aria-label={t('builder.choices.path')}>
          <Button look="quiet" size="small" onClick={() => into([])}>
            {t('builder.choices.top')}
          </Button>
          {trail.map((_, depth) => {
            const text = levelAt(all, trail.slice(0, depth))[trail[depth]!]!.text
            return (
              <span key={depth} className={step}>
                <Icon name="chevronRight" />
                {depth < trail.length - 1 ? (
                  <Button look="quiet" size="small" onClick={() => into(trail.slice(0, depth + 1))}>
                    {text}
                  </Button>
                ) : (
                  <span aria-current="step">{text}</span>
                )}
              </span>
            )
          })}
        </nav>
      )}
      {problem !== null && <Trouble id={`${form.fieldId(path)}-problem`}>{problem}</Trouble>}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the inputs inside */}
      <div className={sheet} ref={grid} onKeyDown={onKeyDown} data-dragging={dragged ? '' : undefined} {...drag}>
        <div className={cx(line, heading)} aria-hidden="true">
          <span />
          <span>{t('builder.choices.text')}</span>
          <span>{t('builder.choices.value')}</span>
          <span />
        </div>
        {(blocked === null ? [...rows, null] : rows).map((choice, row) => {
          const at = (part: string) => `${here}.${row}.${part}`
          return (
            <ChoiceRow
              // The last row is the same element when it becomes a choice.
              key={row}
              row={row}
              choice={choice}
              textId={form.fieldId(choice || row > 0 || trail.length > 0 ? at('text') : outer)}
              valueId={form.fieldId(at('value'))}
              textProblem={problemAt(at('text'))}
              valueProblem={problemAt(at('value'))}
              inner={choice && canDeepen ? choicesIn(choice.choices).length : null}
              readOnly={blocked !== null}
              isDragged={dragged?.to === row}
              onPaste={paste}
              {...handlers}
            />
          )
        })}
      </div>
      <Hints
        hidden={blocked !== null}
        of={[
          [['↵'], t('builder.choices.hints.next')],
          [[keyboard.mac ? '⌥' : 'Alt', '↑', '↓'], t('builder.choices.hints.move')],
          [['→'], t('builder.choices.hints.cells')],
        ]}
      />
    </section>
  )
}

const isEmptyRow = ({ text, value }: Choice) => (text ?? '') === '' && (value ?? '') === ''

const frame = css({ display: 'grid', gap: '2.5', minWidth: '0' })
const head = css({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '2', minHeight: 'controlSm' })
const title = css({ flex: '1', textStyle: 'title' })
const number = css({
  textStyle: 'small',
  color: 'fg.subtle',
  '&[data-full]': { color: 'danger.fg', fontWeight: 'medium' },
})
const way = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1' })
const step = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  '& > svg': { width: 'thumb', height: 'thumb', color: 'fg.subtle' },
})
const sheet = css({
  border: '1px solid token(colors.border.default)',
  borderRadius: 'md',
  overflow: 'auto',
  maxHeight: '[420px]',
})
const heading = css({
  minHeight: '[28px]',
  background: 'bg.subtle',
  color: 'fg.muted',
  textStyle: 'small',
  fontWeight: 'medium',
  position: 'sticky',
  top: '0',
  zIndex: 'sticky',
  '& > *': { display: 'flex', alignItems: 'center', paddingInline: '2.5' },
})
