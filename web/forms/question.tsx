import type { KeyboardEvent, ReactNode } from 'react'
import type { FormField } from '@tocsin/core/form/types'
import type { ControlProps } from '../ui/field'
import { cx } from '../ui/cx'
import { srOnly } from '../ui/sr-only'
import { aside, group, heading, legend, star, trouble } from './look'
import { titleOf } from './options'
import { useFormWords } from './words'

/** The look of a form: a page for everybody, which marks the optional questions, or live in the console. */
export type FormLook = 'page' | 'live'

/** The properties of every control of a question. */
export type ControlOf<Answer = unknown> = {
  field: FormField
  answer: Answer
  id: string
  look: FormLook
  problem: string | undefined
  onAnswer: (name: string, answer: unknown) => void
}

/** Returns the props that tie a control to its problem and to other descriptions. */
export function controlProps(
  { field, id, problem }: Pick<ControlOf, 'field' | 'id' | 'problem'>,
  ...described: (string | false | undefined)[]
): ControlProps {
  const ids = [problem !== undefined && `${id}-problem`, ...described].filter(Boolean).join(' ')
  return {
    id,
    ...(problem === undefined ? {} : { 'aria-invalid': true }),
    ...(ids ? { 'aria-describedby': ids } : {}),
    ...(field.required === true ? { 'aria-required': true } : {}),
  }
}

/** The question itself, with the mark that says whether an answer is wanted. */
export function Asked({ field, look }: Pick<ControlOf, 'field' | 'look'>) {
  const t = useFormWords()
  return (
    <>
      {titleOf(field)}
      {look === 'page' && field.required !== true && <span className={aside}> {t('optional')}</span>}
      {look === 'live' && field.required === true && (
        <span className={star} aria-hidden="true">
          {' *'}
        </span>
      )}
    </>
  )
}

/** The sentence below a control. */
export const Trouble = ({ id, problem }: Pick<ControlOf, 'id' | 'problem'>) =>
  problem === undefined ? null : (
    <p className={trouble} id={`${id}-problem`}>
      {problem}
    </p>
  )

/** A question with one control. */
export const Labelled = ({ field, look, id, problem, children }: ControlOf & { children: ReactNode }) => (
  <>
    <label className={heading} htmlFor={id}>
      <Asked field={field} look={look} />
    </label>
    {children}
    <Trouble id={id} problem={problem} />
  </>
)

type GroupProps = ControlOf & { role?: 'radiogroup'; hint?: string | undefined; children: ReactNode }

/** A question with several controls, which its legend names together. */
export function Grouped({ field, look, id, problem, role, hint, children }: GroupProps) {
  const { 'aria-describedby': described, ...state } = controlProps({ field, id, problem }, hint && `${id}-hint`)
  return (
    <fieldset className={group} aria-describedby={described} {...(role ? { role, ...state } : { id: state.id })}>
      <legend className={cx(heading, legend)}>
        <Asked field={field} look={look} />
      </legend>
      {children}
      {hint && (
        <span className={srOnly} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <Trouble id={id} problem={problem} />
    </fieldset>
  )
}

/** Takes an optional answer back by Space on its radio. A press of the pointer clicks a chosen radio, and Space does not. */
export function takeBackBySpace(
  event: KeyboardEvent<HTMLInputElement>,
  isOptional: boolean,
  takeBack: () => void,
): void {
  if (event.key !== ' ' || !isOptional || !event.currentTarget.checked) return
  event.preventDefault()
  takeBack()
}
