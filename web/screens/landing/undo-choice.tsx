import { useId, useState } from 'react'
import { withValues } from '@tocsin/core/vocabulary/changes'
import { initialValues } from '../../form/draft'
import { StaleChoice } from '../../form/stale-choice'
import { toastFailure } from '../../notices/toast'
import { nameOf } from '../../record/name-of'
import { Dialog } from '../../ui/dialog'
import { useT } from '../../words'
import { writeBack, type Choice } from './take-back'

/** The choice between the former values of a record and those that somebody has given it since. */
export default function UndoChoice({ choice, onClose }: { choice: Choice; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [{ taking, stale }, setChoice] = useState(choice)
  const [busy, setBusy] = useState(false)
  const { resource, way } = taking
  const { theirs } = stale
  const keepMine = async () => {
    setBusy(true)
    try {
      const next = await writeBack(taking, theirs)
      if (next) setChoice(next)
      else onClose()
    } catch (error) {
      onClose()
      const what = t('form.updateOf', { name: nameOf(resource, theirs, t) })
      toastFailure(error, (words) => words('web.not.undo', { what }), { resource })
    }
    setBusy(false)
  }
  const record = initialValues(resource.fields, theirs)
  const fieldId = (path: string) => `${id}-${path}`
  return (
    <Dialog
      title={t('landing.changes.undoOf', { what: t('form.updateOf', { name: nameOf(resource, theirs, t) }) })}
      open
      size="form"
      initialFocus={() => document.getElementById(fieldId('stale'))}
      onClose={onClose}
    >
      <StaleChoice
        stale={stale}
        form={{
          resource,
          fields: resource.fields,
          base: withValues(record, way.left),
          values: withValues(record, way.former),
          busy,
          fieldId,
          takeTheirs: onClose,
          keepMine,
        }}
      />
    </Dialog>
  )
}
