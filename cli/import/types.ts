import type { Sheet } from '@tocsin/core/csv/sheet'
import type { importableOf } from '@tocsin/core/resources/sheets'
import type { Context } from '../context'
import type { Layout } from '../output'
import type { ImportOptions } from './options'
import type { FileSource } from './source'

/** One import: the file, the place it goes to, and what is asked of it. */
export type Import = {
  context: Context
  options: ImportOptions
  importable: ReturnType<typeof importableOf>
  sheet: Sheet
  source: FileSource
  clientId: number
  /** The flags as given, with the whole path of the rejects file: to continue from any folder. */
  flags: Record<string, unknown>
  /** The layout of the result. */
  layout: Layout
}
