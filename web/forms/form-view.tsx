import { memo, useCallback, useId, type ComponentType, type ReactNode } from 'react'
import type { Answers } from '@tocsin/core/form/query'
import type { FieldType, Form, FormField } from '@tocsin/core/form/types'
import { commentOf, filesOf } from '@tocsin/core/form/validate'
import { useLatest } from '../ui/use-latest'
import { answerUnder } from './answers'
import type { Attaching } from './attaching'
import { CheckboxesField, CheckboxField, RadiosField } from './choice-field'
import { control, formLook, group, hint, long, question } from './look'
import { isOn, titleOf } from './options'
import { controlProps, Grouped, Trouble, type ControlOf, type FormLook } from './question'
import { RatingField } from './rating-field'
import { DropdownField, LevelsField, SearchField } from './select-field'
import { LongField, TextField } from './text-field'
import { useFormWords } from './words'
import { cx } from '../ui/cx'

type Props = {
  form: Form
  answers: Answers
  /** The shown fields of the page (`shownPages`). */
  fields: readonly FormField[]
  onAnswer: (name: string, answer: unknown) => void
  /** The sentences to show, by the name of the answer. */
  problems: ReadonlyMap<string, string>
  look?: FormLook
  idPrefix?: string
  disabled?: boolean
  /** The field with the bar at its side. */
  marked?: string | undefined
  onEnterField?: (name: string) => void
  /** Returns the note below a question. */
  note?: (name: string) => ReactNode
  /** Takes the attachments. Without it the form says when they are added. */
  attaching?: Attaching | undefined
}

/** Draws a page of a form as real controls. A field is drawn again only when something of its own has changed. */
export function FormView({
  answers,
  fields,
  onAnswer,
  problems,
  look = 'live',
  idPrefix,
  disabled = false,
  marked,
  onEnterField,
  note,
  attaching,
}: Props) {
  const made = useId()
  const prefix = idPrefix ?? made
  const latest = useLatest({ onAnswer, onEnterField })
  const answer = useCallback((name: string, value: unknown) => latest().onAnswer(name, value), [latest])
  const enter = useCallback((name: string) => latest().onEnterField?.(name), [latest])
  const seen = new Map<string, number>()
  return (
    <fieldset className={formLook({ look })} role="presentation" disabled={disabled}>
      {fields.map((field) => {
        const { name } = field
        // A form that is being written may have a name twice.
        const times = seen.get(name) ?? 0
        seen.set(name, times + 1)
        const [comment, files] = [commentOf(name), filesOf(field)]
        return (
          <div key={`${name}-${times}`} className={question} data-marked={name === marked ? '' : undefined}>
            <OneField
              field={field}
              id={`${prefix}${name}${times > 0 ? `-${times}` : ''}`}
              look={look}
              answer={answerUnder(answers, name)}
              problem={problems.get(name)}
              comment={answerUnder(answers, comment)}
              commentProblem={problems.get(comment)}
              files={answerUnder(answers, files)}
              filesProblem={problems.get(files)}
              attaching={attaching}
              onAnswer={answer}
              onEnter={enter}
            />
            {note?.(name)}
          </div>
        )
      })}
    </fieldset>
  )
}

const CONTROLS: Readonly<Record<Exclude<FieldType, 'attachment'>, ComponentType<ControlOf>>> = {
  text: TextField,
  textarea: LongField,
  checkbox: CheckboxField,
  checkboxes: CheckboxesField,
  radios: RadiosField,
  dropdown: DropdownField,
  dropdown_search: SearchField,
  multilayer_dropdown: LevelsField,
  multilayer_dropdown_search: LevelsField,
  rating: RatingField,
}

type OneProps = ControlOf & {
  comment: unknown
  commentProblem: string | undefined
  files: unknown
  filesProblem: string | undefined
  attaching: Attaching | undefined
  onEnter: (name: string) => void
}

const OneField = memo(function OneField({
  comment,
  commentProblem,
  files,
  filesProblem,
  attaching,
  onEnter,
  ...props
}: OneProps) {
  const t = useFormWords()
  const { field, id } = props
  const { name, type } = field
  // A type that nobody knows any more is answered in the app.
  const Control = type === 'attachment' ? undefined : CONTROLS[type]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the focus does the same
    <div className={question} data-answer={name} onFocus={() => onEnter(name)} onClick={() => onEnter(name)}>
      {type === 'attachment' ? (
        <Grouped {...props}>
          <Files {...props} attaching={attaching} />
        </Grouped>
      ) : (
        Control && <Control {...props} />
      )}
      {type !== 'attachment' && isOn(field, 'allowAttachments') && (
        <fieldset className={group} data-answer={filesOf(field)} aria-label={t('attached', { title: titleOf(field) })}>
          <Files {...props} id={`${id}-files`} answer={files} problem={filesProblem} attaching={attaching} />
          <Trouble id={`${id}-files`} problem={filesProblem} />
        </fieldset>
      )}
      {isOn(field, 'allowComments') && (
        <CommentField {...props} id={`${id}-comment`} answer={comment} problem={commentProblem} />
      )}
    </div>
  )
})

/** The attachments of an answer, where the form takes them. */
function Files({ attaching, ...props }: ControlOf & Pick<OneProps, 'attaching'>) {
  const t = useFormWords()
  return attaching ? <attaching.Files {...props} uploads={attaching.uploads} /> : <p className={hint}>{t('later')}</p>
}

/** The comment beside an answer. */
function CommentField({ field, answer, id, problem, onAnswer }: ControlOf) {
  const t = useFormWords()
  const name = commentOf(field.name)
  return (
    <div className={question} data-answer={name}>
      <label className={hint} htmlFor={id}>
        {t('comment')}
      </label>
      <textarea
        {...controlProps({ field: { ...field, required: false }, id, problem })}
        className={cx(control, long)}
        aria-label={t('commentOn', { title: titleOf(field) })}
        rows={2}
        value={typeof answer === 'string' ? answer : ''}
        onChange={({ target }) => onAnswer(name, target.value === '' ? undefined : target.value)}
      />
      <Trouble id={id} problem={problem} />
    </div>
  )
}
