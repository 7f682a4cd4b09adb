import { useAtomValue } from 'jotai/react'
import { lazy, Suspense } from 'react'
import { sheetAtom, showSheet } from './show-sheet'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog')).ImportDialog }))
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog')).ExportDialog }))
const ListExportDialog = lazy(async () => ({ default: (await import('./export-dialog')).ListExportDialog }))

/** Mounts the dialogs of files, loaded when the first is opened. It stands once, in the shell. */
export function SheetDialogs() {
  const sheet = useAtomValue(sheetAtom)
  const onClose = () => showSheet(null)
  return (
    <Suspense fallback={null}>
      {sheet?.kind === 'import' && <ImportDialog {...sheet} onClose={onClose} />}
      {sheet?.kind === 'export' && <ExportDialog {...sheet} onClose={onClose} />}
      {sheet?.kind === 'list' && <ListExportDialog {...sheet} onClose={onClose} />}
    </Suspense>
  )
}
