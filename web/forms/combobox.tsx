/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/no-static-element-interactions -- HTML has no combobox that is styled and searched; the control handles the keys */
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { fold } from '@tocsin/core/base/fold'
import type { Choice } from '@tocsin/core/form/choices-sheet'
import { cx } from '../ui/cx'
import { Icon } from '../ui/icon'
import { floating, option, optionList, optionNote } from '../ui/options-look'
import { srOnly } from '../ui/sr-only'
import { control, frame, opened, pictured } from './look'
import { textOf } from './options'
import { useFormWords } from './words'

/** The most choices that are drawn at once. */
const MOST = 100

type Props = {
  choices: readonly Choice[]
  value: string | undefined
  placeholder: string
  /** Whether a text that is no choice is an answer too. */
  takesText: boolean
  props: Record<string, unknown>
  onChoose: (value: string | undefined) => void
}

type Offer = { key: string; text: string; value: string }

/**
 * A text control with a list of the choices that contain what is typed (the combobox of WAI-ARIA): arrows move in the list,
 * Enter takes, Escape closes it and puts the chosen text back.
 */
export function Combobox({ choices, value, placeholder, takesText, props, onChoose }: Props) {
  const t = useFormWords()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  /** The text that is being typed; null while the chosen one is shown. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)

  const chosen = choices.find((one) => one.value === value)
  const chosenText = chosen ? textOf(chosen) : (value ?? '')
  const found = isOpen ? matching(choices, typed ?? '') : []
  const text = typed?.trim() ?? ''
  const isOwn = takesText && text !== '' && !found.some((one) => fold(textOf(one)) === fold(text))
  const offers: Offer[] = [
    ...found.slice(0, MOST).map((one, at) => ({ key: `${one.value}-${at}`, text: textOf(one), value: one.value })),
    ...(isOwn ? [{ key: '', text: t('useText', { text }), value: text }] : []),
  ]
  const at = Math.min(active, offers.length - 1)

  const close = () => {
    setOpen(false)
    setTyped(null)
  }
  const open = (first: number) => {
    setOpen(true)
    setActive(Math.max(0, first))
  }
  const take = (offer: Offer | undefined) => {
    if (!offer) return
    onChoose(offer.value)
    close()
  }
  const move = (to: number) => {
    setActive(to)
    list.current?.querySelector(`[id="${CSS.escape(`${id}-${to}`)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  /** Leaves the control: a choice that was typed whole is taken, an emptied text takes the answer back. */
  const leave = () => {
    const whole = typed === null ? undefined : choices.find((one) => fold(textOf(one)) === fold(typed.trim()))
    if (whole) onChoose(whole.value)
    else if (typed !== null && text === '') onChoose(undefined)
    else if (isOwn) onChoose(text)
    close()
  }
  const press = (event: KeyboardEvent) => {
    const { key, altKey } = event
    // The controls that a choice brings with it are there before the focus moves on.
    if (key === 'Tab') leave()
    const handle: Partial<Record<string, () => void>> = isOpen
      ? {
          ArrowDown: () => move(at >= offers.length - 1 ? 0 : at + 1),
          ArrowUp: () => (altKey ? close() : move(at <= 0 ? offers.length - 1 : at - 1)),
          PageDown: () => move(Math.min(offers.length - 1, at + PAGE)),
          PageUp: () => move(Math.max(0, at - PAGE)),
          Enter: () => take(offers[at]),
          Escape: close,
        }
      : {
          ArrowDown: () => open(choices.findIndex((one) => one.value === value)),
          ArrowUp: () => open(choices.length - 1),
        }
    const run = handle[key]
    if (!run || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }

  return (
    <span className={frame}>
      <input
        {...props}
        className={cx(control, pictured)}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && at >= 0 ? `${id}-${at}` : undefined}
        placeholder={placeholder}
        value={typed ?? chosenText}
        onChange={({ target }) => {
          setTyped(target.value)
          open(0)
        }}
        onClick={() => isOpen || open(choices.findIndex((one) => one.value === value))}
        onKeyDown={press}
        onBlur={leave}
      />
      <Icon name="chevronDown" />
      {isOpen && (
        <span className={cx(floating, opened)} onMouseDown={(event) => event.preventDefault()}>
          <div ref={list} className={optionList} id={`${id}-list`} role="listbox" aria-label={placeholder}>
            {offers.map((offer, index) => (
              <div
                key={offer.key}
                id={`${id}-${index}`}
                className={option}
                role="option"
                aria-selected={offer.value === value}
                data-active={index === at ? '' : undefined}
                onClick={() => take(offer)}
              >
                {offer.text}
              </div>
            ))}
          </div>
          {offers.length === 0 && <p className={cx(option, optionNote)}>{t('noMatch')}</p>}
          {found.length > MOST && (
            <p className={cx(option, optionNote)}>{t('someMatches', { shown: MOST, count: found.length })}</p>
          )}
        </span>
      )}
      <output className={srOnly}>
        {isOpen ? (offers.length === 0 ? t('noMatch') : t('matches', { count: found.length })) : ''}
      </output>
    </span>
  )
}

const PAGE = 8

/** Returns the choices whose text contains all words that are typed; those that begin with it are first. */
function matching(choices: readonly Choice[], typed: string): Choice[] {
  const words = fold(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...choices]
  const start = fold(typed.trim())
  const found = choices.filter((one) => {
    const text = fold(textOf(one))
    return words.every((word) => text.includes(word))
  })
  const begins = (one: Choice) => fold(textOf(one)).startsWith(start)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))]
}
