import { useRef, useState, type FormEvent } from 'react'
import { css } from 'styled-system/css'
import { readChoicesSheet, type ChoicesSheet } from '@tocsin/core/form/choices-sheet'
import { hasLevels } from '@tocsin/core/form/field-options'
import type { FormField } from '@tocsin/core/form/types'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import { problemText } from '../notices/problem-text'
import { Button } from '../ui/button'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { NoticeBox } from '../ui/notice-box'
import { srOnly } from '../ui/sr-only'
import { useT } from '../words'
import { choicesIn, planOf } from './choices'
import type { Builder } from './use-builder'

type Props = { builder: Builder; field: FormField }

/** The button that reads the choices of a field from a CSV sheet. */
export function SheetButton({ builder, field }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon="upload" blocked={builder.facts.blocked} onClick={() => setOpen(true)}>
        {t('builder.sheet.open')}
      </Button>
      {isOpen && <SheetDialog builder={builder} field={field} onClose={() => setOpen(false)} />}
    </>
  )
}

type Read = { name: string; sheet: ChoicesSheet | null; problems: readonly Reason[] }

/** Reads a sheet and shows what it would change. Nothing changes before that is confirmed (FIELD-11). */
function SheetDialog({ builder, field, onClose }: Props & { onClose: () => void }) {
  const t = useT()
  const [read, setRead] = useState<Read | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const levels = hasLevels(field.type)
  const chosen = read?.name ?? t('form.file.choose')
  const label = t('builder.sheet.file')
  const plan = read?.sheet && planOf(choicesIn(field.options?.['choices']), read.sheet.choices)

  const open = async (file: File) => {
    const found = await readChoicesSheet(new Uint8Array(await file.arrayBuffer()), { levels })
    setRead({
      name: file.name,
      ...('problems' in found ? { sheet: null, problems: found.problems } : { sheet: found, problems: [] }),
    })
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    // The form around the builder is not meant.
    event.stopPropagation()
    if (!read?.sheet || !plan) return
    builder.setOptions({ choices: read.sheet.choices }, 'choices')
    builder.say(t('builder.sheet.done', { count: plan.total }))
    onClose()
  }

  return (
    <Dialog
      open
      title={t('builder.sheet.title')}
      description={t(levels ? 'builder.sheet.levels' : 'builder.sheet.columns')}
      onClose={onClose}
    >
      <form className={stacked} onSubmit={apply}>
        <Field label={label}>
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
                  const [file] = target.files ?? []
                  if (file) void open(file)
                  // The same file can be chosen again after it was corrected.
                  target.value = ''
                }}
              />
              <Button
                {...control}
                icon="upload"
                aria-label={`${chosen}: ${label}`}
                onClick={() => chooser.current?.click()}
              >
                {chosen}
              </Button>
            </div>
          )}
        </Field>
        {read && read.problems.length > 0 && (
          <NoticeBox tone="warning">
            {t('builder.sheet.wrong')}
            <ul className={list}>
              {read.problems.map((reason, index) => (
                <li key={index}>
                  {reason.values?.['line'] === undefined ? problemText(reason, label, t) : t(reason.key, reason.values)}
                </li>
              ))}
            </ul>
          </NoticeBox>
        )}
        {plan && (
          <section aria-live="polite" className={stacked}>
            <h3 className={heading}>{t('builder.sheet.plan')}</h3>
            <ul className={list}>
              <li>
                {t('builder.sheet.read', { count: plan.total })}
                {read.sheet!.levels.length > 0 &&
                  `; ${t('builder.sheet.levelsRead', { levels: read.sheet!.levels.join(' › ') })}`}
              </li>
              {(['isNew', 'renamed', 'kept', 'gone'] as const)
                .filter((part) => plan[part] > 0)
                .map((part) => (
                  <li key={part}>{t(`builder.sheet.${part}`, { count: plan[part] })}</li>
                ))}
            </ul>
          </section>
        )}
        <DialogButtons>
          <Button onClick={onClose} keys={['Esc']}>
            {t('acts.cancel')}
          </Button>
          <Button type="submit" look="primary" blocked={plan ? null : t('builder.sheet.choose')}>
            {t('builder.sheet.apply', { count: plan?.total ?? 0 })}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const stacked = css({ display: 'grid', gap: '4', minWidth: '0' })
const heading = css({ textStyle: 'title' })
const list = css({ margin: '0', paddingInlineStart: '4', listStyle: 'disc' })
