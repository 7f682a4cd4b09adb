import type { KeyboardEvent } from 'react'
import { ratingSteps } from '@tocsin/core/form/rating'
import { Outline } from '../ui/outline'
import { rating, step as stepLook, unseen } from './look'
import { Grouped, takeBackBySpace, type ControlOf } from './question'
import { ratingOutline } from './rating-outline'
import { TextField } from './text-field'
import { useFormWords } from './words'

/** A question that is answered by a step of a scale. An optional answer is taken back by choosing it again. */
export function RatingField(props: ControlOf) {
  const { field, answer, id, problem, onAnswer } = props
  const t = useFormWords()
  const steps = ratingSteps(field.options)
  if (steps.length === 0)
    return <TextField {...props} field={{ ...field, options: { ...field.options, fieldType: 'number' } }} />
  const outline = ratingOutline(field)
  const value = typeof answer === 'number' ? answer : undefined
  const isOptional = field.required !== true
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    takeBackBySpace(event, isOptional, () => onAnswer(field.name, undefined))
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? steps.length - 1 : undefined
    if (to === undefined) return
    event.preventDefault()
    event.currentTarget.closest('fieldset')?.querySelectorAll('input')[to]?.focus()
    onAnswer(field.name, steps[to])
  }
  return (
    <Grouped {...props} role="radiogroup" hint={isOptional ? t('again') : undefined}>
      <div className={rating}>
        {steps.map((step) => (
          <label
            key={step}
            className={stepLook}
            data-on={value !== undefined && step <= value ? '' : undefined}
            data-chosen={step === value ? '' : undefined}
            data-invalid={problem === undefined ? undefined : ''}
          >
            <input
              className={unseen}
              type="radio"
              name={id}
              checked={step === value}
              onKeyDown={press}
              onChange={() => onAnswer(field.name, step)}
              onClick={() => step === value && isOptional && onAnswer(field.name, undefined)}
            />
            <Outline path={outline} />
            {step}
          </label>
        ))}
      </div>
    </Grouped>
  )
}
