import type { RecordSheetName } from '@tocsin/core/resources/sheets'
import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { addCodes } from './codes'
import { addExport, addImport, addTemplate } from './import'
import { addLoginAs } from './login-as'

/** Adds the commands of users beyond the declared ones: the import of a client's users, and signing in as one. */
export function addUsers(context: Context, resourceCommand: LocalizedCommand, verb?: string): void {
  addLoginAs(context, resourceCommand, verb)
  if (verb === 'login-as') return
  addSheet(context, resourceCommand, 'users')
}

/** Adds the commands of registration codes beyond the declared ones: their import, and the making of many. */
export function addRegistrationCodes(context: Context, resourceCommand: LocalizedCommand, verb?: string): void {
  addCodes(context, resourceCommand, verb)
  if (verb === 'create') return
  addSheet(context, resourceCommand, 'registration-codes')
}

function addSheet(context: Context, resourceCommand: LocalizedCommand, name: RecordSheetName): void {
  addImport(context, resourceCommand, name)
  addTemplate(context, resourceCommand, name)
  addExport(context, resourceCommand).handler(async (_, flags) =>
    (await import('./export-run')).runRecordsExport(context, name, flags),
  )
}
