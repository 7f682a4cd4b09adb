import { useState, type ReactNode } from 'react'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { tellReason } from '../../notices/toast'
import { useNarrow } from '../../table/use-narrow'
import { useLatest } from '../../ui/use-latest'
import { actOrTell, take } from './act'
import { HandOnDialog } from './hand-on-dialog'
import { focusNote } from './note-field'
import { NoteSheet } from './note-sheet'
import { ResolveDialog } from './resolve-dialog'

/** The actions on an alert as keys and buttons run them. */
export type Work = {
  take: (alert: Alert) => void
  /** Leads to the field of the note in the timeline, or opens the sheet for it on a narrow screen. */
  note: (alert: Alert) => void
  handOn: (alert: Alert) => void
  resolve: (alert: Alert) => void
  reopen: (alert: Alert) => void
}

/** Tells why nothing more is done about an alert that is resolved. Returns whether it is. */
function isOver({ resolvedAt }: Alert): boolean {
  if (resolvedAt === null) return false
  tellReason({ key: 'resources.alerts.resolved' })
  return true
}

/** Tells why an alert that is open is not reopened. Returns whether it is. */
function isOpen({ resolvedAt }: Alert): boolean {
  if (resolvedAt !== null) return false
  tellReason({ key: 'resources.alerts.notResolved' })
  return true
}

/** Returns the actions on alerts, and the dialog that one of them has opened. */
export function useWork(): { work: Work; dialog: ReactNode } {
  const [open, setOpen] = useState<{ kind: keyof typeof DIALOGS; alert: Alert } | null>(null)
  const isNarrow = useLatest(useNarrow())
  const [work] = useState<Work>(() => ({
    take: (alert) => isOver(alert) || void take(alert),
    note: (alert) => (isNarrow() ? setOpen({ kind: 'note', alert }) : focusNote(document)),
    handOn: (alert) => isOver(alert) || setOpen({ kind: 'handOn', alert }),
    resolve: (alert) => isOver(alert) || setOpen({ kind: 'resolve', alert }),
    reopen: (alert) => isOpen(alert) || void actOrTell(alert, 'reopen'),
  }))
  const Shown = open && DIALOGS[open.kind]
  return { work, dialog: Shown && <Shown alert={open.alert} onClose={() => setOpen(null)} /> }
}

const DIALOGS = { handOn: HandOnDialog, note: NoteSheet, resolve: ResolveDialog }
