import { useLayoutEffect, useRef, useState } from 'react'
import { masked } from '@tocsin/core/form/masks'
import { cx } from '../ui/cx'
import { Icon } from '../ui/icon'
import { alert, control, frame, hint, long, pictured } from './look'
import { numberOption, textOption } from './options'
import { controlProps, Labelled, type ControlOf } from './question'
import { dateFormat } from './sentence'
import { dayAs, dayIn, formatOf, maskOfDate, numberIn } from './written'
import { useFormWords } from './words'

/** The writing of an answer: its text, and the answer of a text. */
type Writing = {
  show: (answer: unknown) => string
  read: (text: string) => unknown
  mask?: string | undefined
  inputMode?: 'numeric' | 'decimal'
}

const asText = (answer: unknown): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : ''
const TEXT: Writing = { show: asText, read: (text) => (text === '' ? undefined : text) }

function writingOf(field: ControlOf['field']): Writing {
  switch (field.options?.['fieldType']) {
    case 'number':
      // The keyboard of numbers on a phone may lack the minus.
      return {
        show: asText,
        read: numberIn,
        ...((numberOption(field, 'min') ?? -1) >= 0 ? { inputMode: 'decimal' } : {}),
      }
    case 'date': {
      const format = formatOf(textOption(field, 'format'))
      return {
        show: (answer) => dayAs(asText(answer), format),
        read: (text) => dayIn(text, format),
        mask: maskOfDate(format),
        inputMode: 'numeric',
      }
    }
    case 'maskedText': {
      const mask = textOption(field, 'mask')
      return { ...TEXT, mask, ...(mask !== undefined && /^[^A*]*$/.test(mask) ? { inputMode: 'numeric' } : {}) }
    }
    default:
      return TEXT
  }
}

/**
 * Returns the text of a control and what sets it. What is written stays as it is written, `8,50` as well, until the answer
 * is set from elsewhere.
 */
function useWritten({ field, answer, onAnswer }: ControlOf, { show, read, mask }: Writing) {
  const [held, setHeld] = useState({ answer, text: show(answer) })
  const text = Object.is(held.answer, answer) ? held.text : show(answer)
  const write = (typed: string) => {
    const text = mask === undefined ? typed : masked(mask, typed)
    const answer = read(text)
    setHeld({ answer, text })
    onAnswer(field.name, answer)
    return text
  }
  return { text, write }
}

/** A question that is answered in one line: a text, a number, a day, or a text with a mask. */
export function TextField(props: ControlOf) {
  const { field, id, problem } = props
  const t = useFormWords()
  const writing = writingOf(field)
  const { text, write } = useWritten(props, writing)
  const box = useRef<HTMLInputElement>(null)
  /** Where the cursor belongs after a mask has changed the text. */
  const cursor = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (cursor.current !== null) box.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = null
  })
  const format = field.options?.['fieldType'] === 'date' ? dateFormat(field, t) : undefined
  const limit = numberOption(field, 'limit')
  return (
    <Labelled {...props}>
      <span className={frame}>
        <input
          {...controlProps(props, limit !== undefined && `${id}-used`)}
          ref={box}
          className={cx(control, problem !== undefined && pictured)}
          type="text"
          autoComplete="off"
          inputMode={writing.inputMode}
          placeholder={textOption(field, 'placeholder') ?? format ?? writing.mask}
          value={text}
          onChange={({ target }) => {
            const at = target.selectionStart
            const { mask } = writing
            if (mask !== undefined && at !== null && at < target.value.length)
              cursor.current = masked(mask, target.value.slice(0, at)).length
            write(target.value)
          }}
        />
        {problem !== undefined && <Alert />}
      </span>
      <Used {...props} text={text} limit={limit} />
    </Labelled>
  )
}

/** A question that is answered in several lines. */
export function LongField(props: ControlOf) {
  const { field, id } = props
  const { text, write } = useWritten(props, TEXT)
  const limit = numberOption(field, 'limit')
  return (
    <Labelled {...props}>
      <textarea
        {...controlProps(props, limit !== undefined && `${id}-used`)}
        className={cx(control, long)}
        rows={Math.min(numberOption(field, 'lines') ?? DEFAULT_LINES, MOST_LINES)}
        placeholder={textOption(field, 'placeholder')}
        value={text}
        onChange={({ target }) => write(target.value)}
      />
      <Used {...props} text={text} limit={limit} />
    </Labelled>
  )
}

const DEFAULT_LINES = 3
const MOST_LINES = 30

/** The used part of the limit. */
function Used({ id, text, limit }: { id: string; text: string; limit: number | undefined }) {
  const t = useFormWords()
  return limit === undefined ? null : (
    <span className={hint} id={`${id}-used`}>
      {t('used', { used: text.length, max: limit })}
    </span>
  )
}

/** The picture in a control with a problem. */
export const Alert = () => <Icon name="circleAlert" className={alert} />
