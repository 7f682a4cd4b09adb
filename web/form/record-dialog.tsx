import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { nameOf } from '../record/name-of'
import type { Row } from '../data/row'
import { toastFailure } from '../notices/toast'
import { useRecord } from '../data/hooks'
import { go } from '../navigation/go'
import { tellMade } from '../navigation/made'
import { Waiting } from '../ui/waiting'
import { Dialog } from '../ui/dialog'
import { useT } from '../words'
import type { FormHandle } from './resource-form'
import { failedText, savingOf } from './saved'
import './words'

/** The props of the form within a dialog. */
export type InDialog = {
  record: Row | null
  handle: Ref<FormHandle>
  onSaved: (row: Row) => void
  onCancel: () => void
  /** Closes the dialog after a failure as well; the text typed is there when it is opened again (ERR-26). */
  onFailed: (error: unknown) => void
}

type Props = {
  resource: Resource
  /** The record to edit; null to create one. */
  id: number | null
  /** The address at which the dialog opens again, with the text typed. */
  href: string
  /** `drawer`: at the right edge, with room for what is beside the fields. */
  size?: 'form' | 'drawer'
  onClose: () => void
  children: (form: InDialog) => ReactNode
}

/** Creates or edits a record in a dialog over the page that the record belongs to. */
export function RecordDialog({ resource, id, href, size = 'form', onClose, children }: Props) {
  const t = useT()
  const handle = useRef<FormHandle>(null)
  const { data, error } = useRecord(resource, id ?? 0, { enabled: id !== null })
  const record = (data ?? null) as Row | null
  useEffect(() => {
    if (!error || record) return
    onClose()
    toastFailure(error)
    // oxlint-disable-next-line react/exhaustive-deps -- the failure is reported once
  }, [error])
  const isRead = record !== null
  useEffect(() => {
    // While the record was being read, the dialog itself had the focus.
    if (isRead && document.activeElement?.matches('[data-overlay]')) handle.current?.first()?.focus()
  }, [isRead])
  const onSaved = (row: Row) => {
    onClose()
    tellMade({ resource: resource.name, id: row.id, isNew: id === null })
  }
  const resourceName = t(`resources.${resource.name}.name`).toLowerCase()
  const title =
    id === null
      ? t('form.createTitle', { what: resourceName })
      : t('form.editTitle', { name: record ? nameOf(resource, record, t) : resourceName })
  const onFailed = (failure: unknown) => {
    onClose()
    toastFailure(failure, (words) => failedText(resource, id, words), {
      action: { label: (words) => words('form.openAgain'), run: () => go(href) },
      subject: savingOf(resource, id),
    })
  }
  return (
    <Dialog
      title={title}
      open
      outside={false}
      size={size === 'drawer' ? 'wideDrawer' : size}
      initialFocus={() => handle.current?.first() ?? null}
      onClose={() => (handle.current ? handle.current.cancel() : onClose())}
    >
      {id !== null && !record ? <Waiting /> : children({ record, handle, onSaved, onCancel: onClose, onFailed })}
    </Dialog>
  )
}
