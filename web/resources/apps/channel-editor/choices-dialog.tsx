import { useRef, useState, type FormEvent } from 'react'
import { css } from 'styled-system/css'
import { ApiError } from '@tocsin/core/base/errors'
import type { ChoicesSheet } from '@tocsin/core/form/choices-sheet'
import { CHOICES_PART, FIELD_OPTIONS_PATH, hasLevels } from '@tocsin/core/form/field-options'
import { CHOSEN_TYPES } from '@tocsin/core/form/schema-rules'
import { client } from '../../../data/api'
import type { Form } from '../../../form/use-draft'
import { problemText } from '../../../notices/problem-text'
import { sentenceOf } from '../../../notices/sentence'
import { toast } from '../../../notices/toast'
import { valueAt } from '../../../record/field-at'
import { Button } from '../../../ui/button'
import { Dialog, DialogButtons } from '../../../ui/dialog'
import { Field } from '../../../ui/field'
import { input } from '../../../ui/input-look'
import { NoticeBox } from '../../../ui/notice-box'
import { srOnly } from '../../../ui/sr-only'
import { useT } from '../../../words'
import './words'

/** The path of the fields of a channel's form. */
const PATH = 'config.schema.fields'

type FormField = { name?: string; type?: string; options?: Record<string, unknown> | null }

/** Returns the fields of the form that are answered by choosing, with their places. */
const chosenFields = (form: Form): { at: number; field: FormField }[] =>
  ((valueAt(form.values, PATH) ?? []) as FormField[])
    .map((field, at) => ({ at, field }))
    .filter(({ field }) => CHOSEN_TYPES.some((type) => type === field.type))

/** The button that reads the choices of a field from a CSV sheet (CHAN-25). */
export function ChoicesButton({ form }: { form: Form }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const hasChoices = chosenFields(form).length > 0
  return (
    <>
      <Button
        size="small"
        look="quiet"
        blocked={form.blocked ?? (hasChoices ? null : t('channelEditor.choices.none'))}
        onClick={() => setOpen(true)}
      >
        {t('channelEditor.choices.open')}
      </Button>
      {isOpen && <ChoicesDialog form={form} onClose={() => setOpen(false)} />}
    </>
  )
}

function ChoicesDialog({ form, onClose }: { form: Form; onClose: () => void }) {
  const t = useT()
  const fields = chosenFields(form)
  const [at, setAt] = useState(fields[0]?.at ?? 0)
  const [file, setFile] = useState<File | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const chosen = file?.name ?? t('form.file.choose')
  const field = fields.find((one) => one.at === at)?.field
  const lines = failure instanceof ApiError ? failure.fields : []

  const read = async (event: FormEvent) => {
    event.preventDefault()
    // The form of the channel is around this one, and is not meant.
    event.stopPropagation()
    if (!file || isBusy) return
    setBusy(true)
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const { data } = await client.upload<ChoicesSheet>(
        FIELD_OPTIONS_PATH,
        { [CHOICES_PART]: { name: file.name, type: 'text/csv', bytes } },
        { type: field?.type },
      )
      const now = (valueAt(form.values, PATH) ?? []) as FormField[]
      form.set(
        PATH,
        now.map((one, index) => (index === at ? { ...one, options: { ...one.options, choices: data.choices } } : one)),
      )
      toast({ tone: 'done', text: (words) => words('notices.uploadCsvValid', { field: field?.name ?? '' }) })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title={t('channelEditor.choices.title')}
      description={t('channelEditor.choices.how')}
      onClose={onClose}
    >
      <form className={stacked} onSubmit={(event) => void read(event)}>
        {failure !== null && (
          <NoticeBox tone="warning" requestId={failure instanceof ApiError ? failure.requestId : undefined}>
            {lines.length > 0 ? (
              <>
                {t('notices.uploadCsvInvalid')}
                <ul className={problems}>
                  {lines.map(({ message, values }, index) => (
                    <li key={index}>
                      {problemText(
                        { key: message, ...(values ? { values } : {}) },
                        t('channelEditor.choices.sheet'),
                        t,
                      )}
                    </li>
                  ))}
                </ul>
              </>
            ) : (
              sentenceOf(failure, t)
            )}
          </NoticeBox>
        )}
        <Field label={t('channelEditor.choices.field')}>
          {(control) => (
            <select {...control} className={input()} value={at} onChange={({ target }) => setAt(Number(target.value))}>
              {fields.map((one) => (
                <option key={one.at} value={one.at}>
                  {one.field.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label={t('channelEditor.choices.sheet')}
          help={t(hasLevels(field?.type ?? '') ? 'channelEditor.choices.levels' : 'channelEditor.choices.columns')}
        >
          {(control) => (
            <div>
              <input
                ref={chooser}
                className={srOnly}
                type="file"
                accept=".csv,.txt,text/csv"
                tabIndex={-1}
                aria-hidden="true"
                onChange={({ target }) => {
                  setFile(target.files?.[0] ?? null)
                  setFailure(null)
                  // The same file can be chosen again after it was corrected.
                  target.value = ''
                }}
              />
              <Button
                {...control}
                icon="upload"
                aria-label={`${chosen}: ${t('channelEditor.choices.sheet')}`}
                onClick={() => chooser.current?.click()}
              >
                {chosen}
              </Button>
            </div>
          )}
        </Field>
        <DialogButtons>
          <Button onClick={onClose} keys={['Esc']}>
            {t('acts.cancel')}
          </Button>
          <Button type="submit" look="primary" busy={isBusy} blocked={file ? null : t('channelEditor.choices.choose')}>
            {t('channelEditor.choices.read')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const stacked = css({ display: 'grid', gap: '4', minWidth: '0' })
const problems = css({ margin: '0', marginTop: '1', paddingInlineStart: '4', listStyle: 'disc' })
