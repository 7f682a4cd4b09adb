import { useAtomValue } from 'jotai/react'
import { lazy, Suspense } from 'react'
import { sheetAtom, showSheet } from './show-sheet'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog')).ImportDialog }))
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog')).ExportDialog }))
const ListExportDialog = lazy(async () => ({ default: (await import('./export-dialog')).ListExportDialog }))

/** Renders the open import or export dialog and loads its code first. Only the shell renders this component. */
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
