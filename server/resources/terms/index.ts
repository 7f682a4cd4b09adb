import { terms } from '@tocsin/core/resources/terms/index'
import { sql } from 'kysely'
import { handle } from '../../records/handlers'
import { publishingOf } from '../publishing'

export const termHandlers = handle(terms, {
  found: { subtitle: sql`null` },
  actions: publishingOf('terms'),
})
