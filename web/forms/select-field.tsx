import type { Choice } from '@tocsin/core/form/choices-sheet'
import { cx } from '../ui/cx'
import { Icon } from '../ui/icon'
import { useOtherText, useOwnText } from './choice-field'
import { Combobox } from './combobox'
import { control, frame, pictured } from './look'
import { choicesOf, choicesWithin, isOn, textOf, textOption, titleOf } from './options'
import { controlProps, Grouped, Labelled, type ControlOf } from './question'
import { useFormWords } from './words'

/** The value of the option for a text of the person's own; a choice's value has no such sign. */
const OTHER = '\u0000other'

type SelectProps = {
  choices: readonly Choice[]
  value: unknown
  placeholder: string
  other?: string | undefined
  props: Record<string, unknown>
  onChoose: (value: string | undefined) => void
}

/** The browser's own list. What was answered and is not offered any more stays, until another one is chosen. */
function Select({ choices, value, placeholder, other, props, onChoose }: SelectProps) {
  const chosen = typeof value === 'string' ? value : ''
  const isKnown = chosen === '' || chosen === OTHER || choices.some((one) => one.value === chosen)
  return (
    <span className={frame}>
      <select
        {...props}
        className={cx(control, pictured)}
        value={chosen}
        onChange={({ target }) => onChoose(target.value === '' ? undefined : target.value)}
      >
        <option value="">{placeholder}</option>
        {!isKnown && <option value={chosen}>{chosen}</option>}
        {choices.map((one, at) => (
          <option key={`${one.value}-${at}`} value={one.value}>
            {textOf(one)}
          </option>
        ))}
        {other !== undefined && <option value={OTHER}>{other}</option>}
      </select>
      <Icon name="chevronDown" />
    </span>
  )
}

/** A question that is answered by one choice of a list. */
export function DropdownField(props: ControlOf) {
  const { field, answer } = props
  const t = useFormWords()
  const otherText = useOtherText(field)
  const { isOwn, openOwn, choose, ownText } = useOwnText(props)
  return (
    <Labelled {...props}>
      <Select
        choices={choicesOf(field)}
        value={isOwn ? OTHER : answer}
        placeholder={textOption(field, 'placeholder') ?? t('choose')}
        other={isOn(field, 'hasOther') ? otherText : undefined}
        props={controlProps(props)}
        onChoose={(value) => (value === OTHER ? openOwn() : choose(value))}
      />
      {ownText}
    </Labelled>
  )
}

/** A question that is answered by one choice of a list that can be searched. */
export function SearchField(props: ControlOf) {
  const { field, answer, onAnswer } = props
  const t = useFormWords()
  return (
    <Labelled {...props}>
      <Combobox
        choices={choicesOf(field)}
        value={typeof answer === 'string' ? answer : undefined}
        placeholder={textOption(field, 'placeholder') ?? t('search')}
        takesText={isOn(field, 'hasOther')}
        props={controlProps(props)}
        onChoose={(value) => onAnswer(field.name, value)}
      />
    </Labelled>
  )
}

/** Returns the lists of the levels that can be answered: one more than there are answers, as far as choices go. */
function levelsOf(field: ControlOf['field'], values: readonly unknown[]): Choice[][] {
  const levels = [choicesOf(field)]
  for (const value of values) {
    const found = levels.at(-1)!.find((choice) => choice.value === value)
    const within = found ? choicesWithin(found) : []
    if (within.length === 0) break
    levels.push(within)
  }
  return levels
}

/** A question that is answered level by level. Another answer on one level takes those below it back. */
export function LevelsField(props: ControlOf) {
  const { field, answer, id, onAnswer } = props
  const t = useFormWords()
  const values: readonly unknown[] = Array.isArray(answer) ? answer : []
  const isSearched = field.type === 'multilayer_dropdown_search'
  const placeholder = textOption(field, 'placeholder') ?? t(isSearched ? 'search' : 'choose')
  return (
    <Grouped {...props}>
      {levelsOf(field, values).map((choices, level) => {
        const shared = {
          choices,
          placeholder,
          props: {
            id: `${id}-${level}`,
            'aria-label': t('level', { title: titleOf(field), level: level + 1 }),
            ...(props.problem === undefined ? {} : { 'aria-invalid': true }),
            ...(level === 0 && field.required === true ? { 'aria-required': true } : {}),
          },
          onChoose: (value: string | undefined) => {
            const path = [...values.slice(0, level), ...(value === undefined ? [] : [value])]
            onAnswer(field.name, path.length > 0 ? path : undefined)
          },
        }
        const value = values[level]
        // A level begins anew below another answer.
        const key = values.slice(0, level).join('\n')
        return isSearched ? (
          <Combobox key={key} {...shared} value={typeof value === 'string' ? value : undefined} takesText={false} />
        ) : (
          <Select key={key} {...shared} value={value} />
        )
      })}
    </Grouped>
  )
}
