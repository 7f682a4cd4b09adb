import { terms } from '@tocsin/core/resources/terms/index'
import { handle } from '../records/handlers'
import { publishingOf } from './publishing'

export const termHandlers = handle(terms, { actions: publishingOf('terms') })
