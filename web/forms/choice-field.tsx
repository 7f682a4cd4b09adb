import { useState, type CSSProperties } from 'react'
import { useFormWords } from './words'
import { cx } from '../ui/cx'
import { alone, choice, choices as choicesLook, control, mark } from './look'
import { choicesOf, isOn, numberOption, textOf, textOption, titleOf } from './options'
import { Asked, controlProps, Grouped, takeBackBySpace, Trouble, type ControlOf } from './question'

/** The frame of choices, in as many columns as the field has and the width allows. */
function Choices({ field, problem, children }: ControlOf & { children: React.ReactNode }) {
  const columns = numberOption(field, 'columns') ?? 1
  return (
    <div
      className={choicesLook}
      data-columns={columns > 1 ? '' : undefined}
      data-invalid={problem === undefined ? undefined : ''}
      style={columns > 1 ? ({ '--columns': columns } as CSSProperties) : undefined}
    >
      {children}
    </div>
  )
}

/** The text of a person's own, beside the choices. */
function OtherText({ field, id, text, write }: OtherProps) {
  const t = useFormWords()
  return (
    <input
      className={control}
      id={`${id}-other`}
      type="text"
      autoComplete="off"
      aria-label={t('yourAnswer', { title: titleOf(field) })}
      value={text}
      onChange={({ target }) => write(target.value)}
    />
  )
}
type OtherProps = Pick<ControlOf, 'field' | 'id'> & { text: string; write: (text: string) => void }

/** Returns the words for a choice that is not among the others. */
export function useOtherText(field: ControlOf['field']): string {
  const t = useFormWords()
  return textOption(field, 'otherText') ?? t('other')
}

/**
 * Returns what a question needs that takes one choice or a text of the person's own: whether the text is the answer, the control
 * that it is written in, and what chooses either.
 */
export function useOwnText({ field, answer, id, onAnswer }: ControlOf) {
  const isListed = choicesOf(field).some(({ value }) => value === answer)
  const [isOpen, setOpen] = useState(false)
  const isOwn = isOn(field, 'hasOther') && (isOpen || (typeof answer === 'string' && answer !== '' && !isListed))
  const write = (text: string) => {
    setOpen(true)
    onAnswer(field.name, text === '' ? undefined : text)
  }
  return {
    isOwn,
    openOwn: () => write(''),
    choose: (value: unknown) => {
      setOpen(false)
      onAnswer(field.name, value)
    },
    ownText: isOwn && <OtherText field={field} id={id} text={typeof answer === 'string' ? answer : ''} write={write} />,
  }
}

/** A question that is answered by one of the choices. An optional answer is taken back by choosing it again. */
export function RadiosField(props: ControlOf) {
  const { field, answer, id } = props
  const t = useFormWords()
  const otherText = useOtherText(field)
  const { isOwn, openOwn, choose, ownText } = useOwnText(props)
  const radio = (isChosen: boolean, text: string, key: string, take: () => void) => (
    <label key={key} className={choice}>
      <input
        type="radio"
        className={mark}
        name={id}
        checked={isChosen}
        onChange={take}
        onKeyDown={(event) => takeBackBySpace(event, field.required !== true, () => choose(undefined))}
        onClick={() => isChosen && field.required !== true && choose(undefined)}
      />
      <span>{text}</span>
    </label>
  )
  return (
    <Grouped {...props} role="radiogroup" hint={field.required === true ? undefined : t('again')}>
      <Choices {...props}>
        {choicesOf(field).map((one, at) =>
          radio(!isOwn && one.value === answer, textOf(one), `${one.value}-${at}`, () => choose(one.value)),
        )}
        {isOn(field, 'hasOther') && radio(isOwn, otherText, 'other', openOwn)}
      </Choices>
      {ownText}
    </Grouped>
  )
}

/** A question that is answered by any number of the choices. */
export function CheckboxesField(props: ControlOf) {
  const { field, answer, id, problem, onAnswer } = props
  const t = useFormWords()
  const otherText = useOtherText(field)
  const choices = choicesOf(field)
  const given: readonly unknown[] = Array.isArray(answer) ? answer : []
  const listed = new Set<unknown>(choices.map(({ value }) => value))
  const own = given.find((value): value is string => typeof value === 'string' && !listed.has(value))
  /** The text of the person's own as it is written; null while the answer has it. It may be that of a choice for a moment. */
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? own ?? ''
  const hasOwn = isOn(field, 'hasOther') && (typed !== null || own !== undefined)
  /** Answers with the choices in their order, and the person's own text behind them. */
  const set = (chosen: ReadonlySet<unknown>, text: string) => {
    const values = [...new Set<unknown>(choices.map(({ value }) => value).filter((value) => chosen.has(value)))]
    const all = text !== '' && !listed.has(text) ? [...values, text] : values
    onAnswer(field.name, all.length > 0 ? all : undefined)
  }
  const chosen = new Set(given.filter((value) => listed.has(value)))
  const toggle = (value: unknown) => {
    const next = new Set(chosen)
    if (!next.delete(value)) next.add(value)
    set(next, text)
  }
  const box = (isTicked: boolean | 'some', text: string, key: string, take: () => void) => (
    <label key={key} className={choice}>
      <input
        type="checkbox"
        className={mark}
        ref={(element) => {
          if (element) element.indeterminate = isTicked === 'some'
        }}
        aria-invalid={problem === undefined ? undefined : true}
        checked={isTicked === true}
        onChange={take}
      />
      <span>{text}</span>
    </label>
  )
  const all = listed.size > 0 && chosen.size === listed.size
  return (
    <Grouped {...props}>
      <Choices {...props}>
        {isOn(field, 'allowSelectAll') &&
          box(all || (chosen.size > 0 && 'some'), t('selectAll'), 'all', () => set(all ? new Set() : listed, text))}
        {choices.map((one, at) =>
          box(chosen.has(one.value), textOf(one), `${one.value}-${at}`, () => toggle(one.value)),
        )}
        {isOn(field, 'hasOther') &&
          box(hasOwn, otherText, 'other', () => {
            setTyped(hasOwn ? null : '')
            if (hasOwn) set(chosen, '')
          })}
      </Choices>
      {hasOwn && (
        <OtherText
          field={field}
          id={id}
          text={text}
          write={(text) => {
            setTyped(text)
            set(chosen, text)
          }}
        />
      )}
    </Grouped>
  )
}

/** A question that is answered by a tick. */
export function CheckboxField(props: ControlOf) {
  const { field, answer, look, id, problem, onAnswer } = props
  return (
    <>
      <label className={cx(choice, alone)} data-invalid={problem === undefined ? undefined : ''}>
        <input
          {...controlProps(props)}
          type="checkbox"
          className={mark}
          checked={answer === true}
          onChange={({ target }) => onAnswer(field.name, target.checked)}
        />
        <span>
          <Asked field={field} look={look} />
        </span>
      </label>
      <Trouble id={id} problem={problem} />
    </>
  )
}
