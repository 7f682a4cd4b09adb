import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { css } from 'styled-system/css'
import { fold } from '@tocsin/core/base/fold'
import { step } from '../form/step'
import { Icon, type IconName } from '../ui/icon'
import { input } from '../ui/input-look'
import { floating, option, optionList } from '../ui/options-look'
import { useT } from '../words'
import { cx } from '../ui/cx'
import './words'

export type Option = { value: string; text: string; note?: string; icon?: IconName }

type Props = {
  label: string
  options: readonly Option[]
  chosen: readonly string[]
  onChoose: (value: string) => void
  /** `left`: the focus has left the cell. */
  onClose: (how?: 'left') => void
  /** Returns an option for a text that none has; without it only options can be chosen. */
  other?: ((typed: string) => Option | null) | undefined
  /** True if several can be chosen: the list stays open. */
  several?: boolean
  /** Shows the options in two columns, each with its note. */
  wide?: boolean
}

/** The gap between a list and the edge of what scrolls, in pixels. */
const GAP = 8

// The roles of elements that are never focused themselves: the input handles all keys.
const LISTBOX = { role: 'listbox' } as const
const OPTION = { role: 'option', tabIndex: -1 } as const

/** Returns how well a text names an option: by its note or its text as a whole, by a beginning, or by a part. */
function rankOf({ text, note }: Option, typed: string): number {
  const [wanted, ...names] = [typed, note ?? '', text].map((one) => fold(one)) as [string, string, string]
  if (names.includes(wanted)) return 0
  if (names.some((name) => name.startsWith(wanted))) return 1
  return names.some((name) => name.includes(wanted)) ? 2 : 3
}

/** Returns the options that a typed text finds, the best first. */
export const found = (options: readonly Option[], typed: string): Option[] =>
  options
    .map((one) => ({ one, rank: rankOf(one, typed.trim()) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((one, another) => one.rank - another.rank)
    .map(({ one }) => one)

/** The open cell of a choice: a text that filters a list, and the list under it. */
export function OptionsBox({ label, options, chosen, onChoose, onClose, other, several = false, wide = false }: Props) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState('')
  const standing = options.findIndex(({ value }) => chosen.includes(value))
  const [at, setAt] = useState(several ? -1 : standing)
  const field = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const matching = typed.trim() === '' ? options : found(options, typed)
  const own =
    typed.trim() === '' || matching.some((one) => rankOf(one, typed.trim()) === 0) ? null : other?.(typed.trim())
  const shown = own ? [...matching, own] : matching
  const active = shown[typed.trim() === '' ? at : Math.max(at, 0)]

  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    const [list, frame] = [popup.current, popup.current?.closest('[data-scrolled]')]
    if (list && frame) {
      // A wide list moves to the left, rather than be cut off.
      const over = list.getBoundingClientRect().right - frame.getBoundingClientRect().right + GAP
      if (over > 0) list.style.translate = `${-over}px`
    }
    list?.scrollIntoView({ block: 'nearest' })
    field.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const activeId = active && `${id}-${shown.indexOf(active)}`
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const choose = (value: string) => {
    onChoose(value)
    setTyped('')
    setAt(-1)
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent, ctrlKey, metaKey } = event
    if (nativeEvent.isComposing || ctrlKey || metaKey) return
    if (key === 'ArrowDown' || key === 'ArrowUp')
      setAt(step(active ? shown.indexOf(active) : -1, shown.length, key === 'ArrowDown' ? 1 : -1))
    else if (key === 'Enter') {
      if (active) choose(active.value)
      else if (typed.trim() === '') onClose()
    } else if (key === 'Backspace' && typed === '' && several && chosen.length > 0) onChoose(chosen.at(-1)!)
    else if (key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      className={around}
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && onClose('left')}
    >
      <input
        ref={field}
        className={input()}
        role="combobox"
        aria-label={label}
        aria-expanded={shown.length > 0}
        aria-autocomplete="list"
        aria-controls={shown.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        placeholder={several ? undefined : options[standing]?.text}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
        }}
      />
      <div className={cx(floating, roomy, wide && wider)} ref={popup}>
        {shown.length > 0 ? (
          <div
            className={cx(optionList, wide && columns)}
            {...LISTBOX}
            id={`${id}-list`}
            aria-label={label}
            aria-multiselectable={several || undefined}
          >
            {shown.map((one, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the input handles the keys
              <div
                key={one.value}
                id={`${id}-${index}`}
                {...OPTION}
                aria-selected={chosen.includes(one.value)}
                data-active={one === active || undefined}
                className={option}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(one.value)}
              >
                <span className={mark}>
                  {chosen.includes(one.value) ? <Icon name="check" /> : one.icon && <Icon name={one.icon} />}
                </span>
                <span className={text} dir="auto">
                  {one.text}
                </span>
                {one.note !== undefined && <span className={note}>{one.note}</span>}
              </div>
            ))}
          </div>
        ) : (
          <output className={nothing}>{typed.trim() !== '' && t('rules.nothingFound', { q: typed.trim() })}</output>
        )}
      </div>
    </div>
  )
}

const around = css({ position: 'relative', minWidth: '0' })
const roomy = css({ minWidth: '[260px]', '& > div': { maxHeight: '[min(280px, 40vh)]' }, _narrow: { minWidth: '0' } })
const wider = css({ '@media (min-width: 1000px)': { width: '[528px]' } })
const columns = css({
  '@media (min-width: 1000px)': {
    display: 'grid',
    gridAutoFlow: 'column',
    gridTemplateRows: '[repeat(6, auto)]',
    gridAutoColumns: '[minmax(0, 1fr)]',
  },
})
const mark = css({ display: 'inline-flex', flexShrink: '0', width: 'icon', color: 'fg.muted' })
const text = css({ flex: '1', minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const note = css({ textStyle: 'mono', color: 'fg.muted', flexShrink: '0' })
const nothing = css({ display: 'block', paddingInline: '3', paddingBlock: '2', color: 'fg.muted', textStyle: 'small' })
