import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { css } from 'styled-system/css'
import { LISTED, type Comparison } from '@tocsin/core/form/query'
import type { RuleSubject } from '@tocsin/core/form/query-subjects'
import { readDay, valueText } from '@tocsin/core/form/query-words'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { readNumber, writeNumber } from '../form/number-text'
import { usePreferences } from '../preferences'
import { input } from '../ui/input-look'
import { useT } from '../words'
import { OptionsBox, type Option } from './options-box'
import './words'

type Props = {
  condition: Comparison
  subject: RuleSubject | undefined
  /** `stays`: the cell stays open for further values. `left`: the focus has left it. */
  onChange: (value: unknown, how?: 'stays' | 'left') => void
  onClose: (how?: 'left') => void
}

/** The open cell of a value: a list of choices, or a text, a number or a day to type. */
export function ValueEditor({ condition, subject, onChange, onClose }: Props) {
  const t = useT()
  const kind = subject?.kind ?? 'text'
  const label = t('rules.value')
  const isListed = LISTED.has(condition.operator)
  const values = isEmpty(condition.value) ? [] : [condition.value].flat()
  if (kind === 'boolean') {
    const options = [true, false].map((value) => ({ value: String(value), text: t(value ? 'query.yes' : 'query.no') }))
    return (
      <OptionsBox
        label={label}
        options={options}
        chosen={values.map(String)}
        onChoose={(value) => onChange(value === 'true')}
        onClose={onClose}
      />
    )
  }
  if (!subject?.choices && !isListed)
    return <TypedValue value={condition.value} kind={kind} {...{ label, onChange, onClose }} />
  return (
    <Several label={label} values={values} subject={subject} several={isListed} onChange={onChange} onClose={onClose} />
  )
}

type SeveralProps = {
  label: string
  values: readonly unknown[]
  subject: RuleSubject | undefined
  several: boolean
  onChange: Props['onChange']
  onClose: Props['onClose']
}

/** Chooses values of a list, or takes typed ones where there is no list. */
function Several({ label, values, subject, several, onChange, onClose }: SeveralProps) {
  const t = useT()
  const { locale } = usePreferences()
  const options = subject?.choices ?? []
  const read = (typed: string): unknown => {
    if (isCounted(subject)) return readNumber(typed, locale)
    return subject?.kind === 'date' ? readDay(typed, locale) : typed
  }
  const texts = values.map(String)
  const optionOf = (value: unknown): Option => ({
    value: String(value),
    text: valueText(value, subject, { t, locale }),
  })
  // Values that are no choices any more can still be taken out.
  const others = values.filter((value) => !options.some((one) => one.value === value)).map(optionOf)
  const other = (typed: string): Option | null => {
    const value = read(typed)
    return value === null || (isCounted(subject) && typeof value !== 'number') ? null : optionOf(value)
  }
  const choose = (chosen: string) => {
    const own = isCounted(subject) ? Number(chosen) : chosen
    if (!several) return onChange(own)
    const next = texts.includes(chosen) ? values.filter((one) => String(one) !== chosen) : [...values, own]
    // The values are in the order of the choices.
    const place = (one: unknown) => options.findIndex(({ value }) => value === one)
    onChange(subject?.choices ? next.toSorted((one, another) => place(one) - place(another)) : next, 'stays')
  }
  return (
    <OptionsBox
      label={label}
      options={[...options.map(({ value, text }) => ({ value, text })), ...others]}
      chosen={texts}
      onChoose={choose}
      onClose={onClose}
      several={several}
      other={subject?.choices ? undefined : other}
    />
  )
}

const isCounted = (subject: RuleSubject | undefined) => subject?.kind === 'number' || subject?.kind === 'rating'

type TypedProps = Pick<Props, 'onChange' | 'onClose'> & { value: unknown; kind: RuleSubject['kind']; label: string }

/** A value that is typed. It is taken by Enter, and when the cell is left. */
function TypedValue({ value, kind, label, onChange, onClose }: TypedProps) {
  const t = useT()
  const { locale } = usePreferences()
  const isNumber = kind === 'number' || kind === 'rating'
  const written = isNumber ? writeNumber(value, locale) : isEmpty(value) ? '' : String(value)
  const [typed, setTyped] = useState(written)
  const wrongId = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    if (kind !== 'date') field.current?.select()
  }, [kind])
  const read = isNumber ? readNumber(typed, locale) : typed.trim() === '' ? null : typed
  const isWrong = isNumber && typeof read === 'string'

  const take = (how?: 'left') => {
    if (typed === written) onClose(how)
    else if (!isWrong) onChange(read, how)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent, ctrlKey, metaKey } = event
    if (nativeEvent.isComposing) return
    if (key === 'Enter') {
      take()
      // The rule is applied by the same key.
      if (ctrlKey || metaKey) return
    } else if (key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <input
        ref={field}
        className={input()}
        type={kind === 'date' ? 'date' : 'text'}
        max={kind === 'date' ? '9999-12-31' : undefined}
        inputMode={isNumber ? 'decimal' : undefined}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? wrongId : undefined}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => (isWrong ? onClose('left') : take('left'))}
      />
      {isWrong && (
        <p className={wrong} id={wrongId}>
          {t('rules.problems.noNumber')}
        </p>
      )}
    </>
  )
}

const wrong = css({ display: 'block', marginTop: '1', color: 'danger.fg', textStyle: 'small' })
