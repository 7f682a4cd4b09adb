import { memo, useCallback, useId, type ComponentType, type ReactNode } from 'react'
import type { Answers } from '@tocsin/core/form/query'
import type { FieldType, Form, FormField } from '@tocsin/core/form/types'
import { commentOf, filesOf } from '@tocsin/core/form/validate'
import { useLatest } from '../ui/use-latest'
import { answerUnder } from './answers'
import { AttachmentField, AttachmentsBeside, type Attach } from './attachments'
import { CheckboxesField, CheckboxField, RadiosField } from './choice-field'
import { control, formLook, hint, long, question } from './look'
import { isOn, titleOf } from './options'
import { controlProps, Trouble, type ControlOf, type FormLook } from './question'
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
  /** Sends a file and returns its address. Without it the form says that attachments are added in the app. */
  attach?: Attach
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
  attach,
}: Props) {
  const made = useId()
  const prefix = idPrefix ?? made
  const latest = useLatest({ onAnswer, onEnterField, attach })
  const answer = useCallback((name: string, value: unknown) => latest().onAnswer(name, value), [latest])
  const enter = useCallback((name: string) => latest().onEnterField?.(name), [latest])
  const send = useCallback<Attach>((file, field) => latest().attach!(file, field), [latest])
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
              attach={attach ? send : undefined}
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
  attach: Attach | undefined
  onEnter: (name: string) => void
}

const OneField = memo(function OneField({
  comment,
  commentProblem,
  files,
  filesProblem,
  attach,
  onEnter,
  ...props
}: OneProps) {
  const { field, id } = props
  const { name, type } = field
  // A type that nobody knows any more is answered in the app.
  const Control = type === 'attachment' ? undefined : CONTROLS[type]
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the focus does the same
    <div className={question} data-answer={name} onFocus={() => onEnter(name)} onClick={() => onEnter(name)}>
      {type === 'attachment' ? <AttachmentField {...props} attach={attach} /> : Control && <Control {...props} />}
      {type !== 'attachment' && isOn(field, 'allowAttachments') && (
        <div data-answer={filesOf(field)}>
          <AttachmentsBeside {...props} id={`${id}-files`} answer={files} problem={filesProblem} attach={attach} />
        </div>
      )}
      {isOn(field, 'allowComments') && (
        <CommentField {...props} id={`${id}-comment`} answer={comment} problem={commentProblem} />
      )}
    </div>
  )
})

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
