import { memo, type ClipboardEvent } from 'react'
import { css } from 'styled-system/css'
import type { Choice } from '@tocsin/core/form/choices-sheet'
import { Button } from '../ui/button'
import { cx } from '../ui/cx'
import { Grip } from '../ui/grip'
import { Icon } from '../ui/icon'
import { useT } from '../words'
import { Trouble } from './trouble'

/** The column of the button that removes a choice, behind its text and its value. */
export const LAST = 2

type RowProps = {
  row: number
  /** Null for the row that adds a choice. */
  choice: Choice | null
  textId: string
  valueId: string
  textProblem: string | null
  valueProblem: string | null
  /** The number of choices in the next level; null where there is none. */
  inner: number | null
  readOnly: boolean
  isDragged: boolean
  change: (row: number, part: 'text' | 'value', text: string) => void
  leave: (row: number) => void
  remove: (row: number) => void
  open: (row: number) => void
  onPaste: (row: number, event: ClipboardEvent) => void
}

const isSameRow = (one: RowProps, other: RowProps): boolean =>
  (Object.keys(one) as (keyof RowProps)[]).every((key) => key === 'onPaste' || one[key] === other[key])

/** A row of the grid of choices: the text, the value, and what leads further. */
export const ChoiceRow = memo(function ChoiceRow({
  row,
  choice,
  textId,
  valueId,
  textProblem,
  valueProblem,
  inner,
  readOnly,
  isDragged,
  change,
  leave,
  remove,
  open,
  onPaste,
}: RowProps) {
  const t = useT()
  const words = { number: row + 1 }
  const describe = (problem: string | null) =>
    problem === null ? {} : { 'aria-invalid': true as const, title: problem }
  return (
    <div
      className={line}
      data-row={row}
      data-index={row}
      data-dragged={isDragged || undefined}
      onPaste={(event) => onPaste(row, event)}
    >
      {choice && !readOnly ? (
        <span className={cx(place, handle)} data-lift="" aria-hidden="true">
          <span>{row + 1}</span>
          <Grip look={small} />
        </span>
      ) : (
        <span className={place} aria-hidden="true">
          {choice ? row + 1 : <Icon name="plus" className={small} />}
        </span>
      )}
      <input
        id={textId}
        className={cell}
        data-column={0}
        dir="auto"
        autoComplete="off"
        readOnly={readOnly}
        {...(choice && !readOnly ? { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' } : {})}
        aria-label={t(choice ? 'builder.choices.textOf' : 'builder.choices.newTextOf', words)}
        placeholder={choice ? undefined : t('builder.choices.newText')}
        value={choice?.text ?? ''}
        onChange={({ target }) => change(row, 'text', target.value)}
        onBlur={() => leave(row)}
        {...describe(textProblem)}
      />
      <input
        id={valueId}
        className={cx(cell, mono)}
        data-column={1}
        autoComplete="off"
        spellCheck={false}
        readOnly={readOnly}
        aria-label={t(choice ? 'builder.choices.valueOf' : 'builder.choices.newValueOf', words)}
        placeholder={choice ? undefined : t('builder.choices.newValue')}
        value={choice?.value ?? ''}
        onChange={({ target }) => change(row, 'value', target.value)}
        {...describe(valueProblem)}
      />
      <span className={end}>
        {choice && inner !== null && (
          <Button look="quiet" size="small" icon="chevronRight" iconOnly onClick={() => open(row)}>
            {t('builder.choices.open', { text: choice.text, count: inner })}
          </Button>
        )}
        {choice && !readOnly && (
          <Button look="quiet" size="small" icon="x" iconOnly data-column={LAST} onClick={() => remove(row)}>
            {t('builder.choices.remove', words)}
          </Button>
        )}
      </span>
      {(textProblem ?? valueProblem) !== null && <Trouble look={below}>{textProblem ?? valueProblem}</Trouble>}
    </div>
  )
}, isSameRow)

const below = css({ gridColumn: '2 / -1', paddingInline: '2.5', paddingBottom: '1' })
/** The columns of a row. */
export const line = css({
  display: 'grid',
  gridTemplateColumns: {
    base: '[30px minmax(0, 1fr) minmax(0, 148px) auto]',
    _narrow: '[24px minmax(0, 3fr) minmax(0, 2fr) auto]',
  },
  alignItems: 'stretch',
  minHeight: { base: 'control', _narrow: 'touch' },
  borderTop: '1px solid token(colors.border.subtle)',
  '&:first-child': { borderTop: 'none' },
  '&:focus-within': { background: 'bg.active' },
  '&[data-dragged]': { background: 'bg.selected', boxShadow: 'popover' },
})
const handle = css({
  cursor: 'grab',
  '[data-dragging] &': { cursor: 'grabbing' },
  '& > svg': { display: 'none' },
  '[data-row]:hover > &, [data-dragged] > &': { '& > svg': { display: 'block' }, '& > span': { display: 'none' } },
})
const place = css({ display: 'grid', placeItems: 'center', color: 'fg.subtle' })
const small = css({ width: 'iconSm', height: 'iconSm' })
const cell = css({
  minWidth: '0',
  width: 'full',
  paddingInline: '2.5',
  border: 'none',
  borderInlineStart: '1px solid token(colors.border.subtle)',
  background: 'transparent',
  color: 'fg.default',
  fontSize: { base: 'sm', _narrow: 'lg' },
  _placeholder: { color: 'fg.subtle' },
  _focus: {
    background: 'bg.surface',
    borderRadius: 'xs',
    outline: '2px solid token(colors.focus.ring)',
    outlineOffset: '[-2px]',
  },
  '&[aria-invalid]': { boxShadow: '[inset 0 0 0 1px token(colors.danger.border)]' },
})
const mono = css({ fontFamily: 'mono' })
const end = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  minWidth: '[34px]',
  gap: '0.5',
  // The frame of the grid would cut the ring off.
  '& > button:focus-visible': { outlineOffset: '[-2px]' },
})
