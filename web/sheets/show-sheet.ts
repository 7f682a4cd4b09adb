import { atom } from 'jotai/vanilla'
import type { ListQuery } from '@tocsin/core/api/client'
import type { ExportColumn } from '@tocsin/core/export/list'
import type { SheetTarget } from '@tocsin/core/resources/sheets'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { SiteType } from '@tocsin/core/resources/site-type'
import { store } from '../store'

/** A list to be saved as a file, as it is shown. */
export type ListSheet = {
  of: Resource
  query: ListQuery
  columns: readonly ExportColumn[]
  /** Loads the records that a page of rows points to, before the page is written. */
  ready: (rows: readonly Record<string, unknown>[]) => Promise<void>
}

/** The open import or export dialog. */
export type Sheet =
  | { kind: 'import'; clientId: number; target: SheetTarget }
  | { kind: 'export'; clientId: number; siteType: SiteType }
  | ({ kind: 'list' } & ListSheet)

export const sheetAtom = atom<Sheet | null>(null)

/** Opens a dialog, or closes it with null. */
export const showSheet = (sheet: Sheet | null): void => store.set(sheetAtom, sheet)
