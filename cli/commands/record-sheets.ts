import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { addCodes } from './codes'
import { addImport, addTemplate } from './import'
import { addLoginAs } from './login-as'

/** Adds the commands of users beyond the declared ones: the import of a client's users, and signing in as one. */
export function addUsers(context: Context, resourceCommand: LocalizedCommand, verb?: string): void {
  addLoginAs(context, resourceCommand, verb)
  if (verb === 'login-as') return
  addImport(context, resourceCommand, 'users')
  addTemplate(context, resourceCommand, 'users')
}

/** Adds the commands of registration codes beyond the declared ones: their import, and the making of many. */
export function addRegistrationCodes(context: Context, resourceCommand: LocalizedCommand, verb?: string): void {
  addCodes(context, resourceCommand, verb)
  if (verb === 'create') return
  addImport(context, resourceCommand, 'registration-codes')
  addTemplate(context, resourceCommand, 'registration-codes')
}
