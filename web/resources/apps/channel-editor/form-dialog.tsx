import { useId, useLayoutEffect, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { css } from 'styled-system/css'
import { FormBuilder } from '../../../builder/form-builder'
import { createReach, type Reach } from '../../../builder/reach'
import type { Form } from '../../../form/use-draft'
import { useKeys } from '../../../keys/use-keys'
import { valueAt } from '../../../record/field-at'
import { Button } from '../../../ui/button'
import { Dialog, DialogButtons } from '../../../ui/dialog'
import { useT } from '../../../words'
import './words'

/** The path of the fields of a channel's form. */
export const FORM_FIELDS = 'config.schema.fields'

type Props = {
  form: Form
  /** The name of the channel. */
  name: string
  /** Opens the dialog where a field in it has to be shown. */
  reach: Reach
}

/** The button that opens the form of a channel in the builder, over the same draft. */
export function FormButton({ form, name, reach }: Props) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [inner] = useState(createReach)
  useLayoutEffect(() => {
    reach.by((path) => {
      flushSync(() => setOpen(true))
      inner.go(path)
    })
    return () => reach.by(null)
  }, [reach, inner])
  const fields = valueAt(form.values, FORM_FIELDS)
  return (
    <>
      <Button size="small" icon="pencil" onClick={() => setOpen(true)}>
        {t('channelEditor.formFields', { count: Array.isArray(fields) ? fields.length : 0 })}
      </Button>
      {isOpen && <FormDialog form={form} name={name} reach={inner} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The builder in a dialog. What is changed there is saved with the channel. */
function FormDialog({ form, name, reach, onClose }: Props & { onClose: () => void }) {
  const t = useT()
  const id = useId()
  return (
    <Dialog
      open
      size="editor"
      // Esc goes back one step at a time.
      closable={false}
      title={t('channelEditor.formOf', { name })}
      initialFocus={() =>
        document.getElementById(id)?.querySelector<HTMLElement>('[role=option][tabindex="0"]') ?? null
      }
      onClose={onClose}
    >
      <Inside id={id} form={form} reach={reach} onClose={onClose} />
    </Dialog>
  )
}

function Inside({ id, form, reach, onClose }: { id: string; form: Form; reach: Reach; onClose: () => void }) {
  const t = useT()
  useKeys('overlay', { save: onClose })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key === 'Escape' && isHere) onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc of everything within
    <div className={frame} id={id} onKeyDown={onKeyDown}>
      <FormBuilder form={form} path={FORM_FIELDS} reach={reach} />
      <DialogButtons>
        <Button look="primary" keys={['Esc']} onClick={onClose}>
          {t('channelEditor.formDone')}
        </Button>
      </DialogButtons>
    </div>
  )
}

const frame = css({ display: 'flex', flexDirection: 'column', gap: '4', flex: '1', minHeight: '0' })
