import { allResources, type Noun } from '@tocsin/core/resources/index'
import type { AnyHandlers } from '../records/handlers'
import { serveNoun, type ServedNoun } from '../records/nouns'
import { appHandlers } from './apps'
import { auditEventHandlers } from './audit-events'
import { clientHandlers } from './clients'
import { licenseCommentHandlers } from './license-comments'
import { documentHandlers } from './documents'
import { mapHandlers } from './maps'
import { mobileUserHandlers } from './mobile-users'
import { monitoringProviderHandlers } from './monitoring-providers'
import { projectHandlers } from './projects'
import { publicCodeHandlers } from './public-codes'
import {
  registrationDataHandlers,
  registrationDataSchemaHandlers,
  registrationFormHandlers,
  registrationHandlerHandlers,
  registrationHandlerV2Handlers,
} from './registration'
import { registrationCodeHandlers } from './registration-codes'
import { siteHandlers, teamHandlers } from './sites'
import { termHandlers } from './terms'
import { userHandlers } from './users'

/** What each resource does differently; the history's own needs all the others. */
const handlers: Record<Exclude<Noun, 'audit-events'>, AnyHandlers> = {
  apps: appHandlers,
  clients: clientHandlers,
  'license-comments': licenseCommentHandlers,
  documents: documentHandlers,
  maps: mapHandlers,
  'mobile-users': mobileUserHandlers,
  'monitoring-providers': monitoringProviderHandlers,
  projects: projectHandlers,
  'public-codes': publicCodeHandlers,
  'registration-codes': registrationCodeHandlers,
  'registration-data': registrationDataHandlers,
  'registration-data-schemas': registrationDataSchemaHandlers,
  'registration-forms': registrationFormHandlers,
  'registration-handlers': registrationHandlerHandlers,
  'registration-handlers-v2': registrationHandlerV2Handlers,
  sites: siteHandlers,
  teams: teamHandlers,
  terms: termHandlers,
  users: userHandlers,
}

export async function serveNouns(): Promise<ReadonlyMap<string, ServedNoun>> {
  const resources = await allResources()
  const all: Record<string, AnyHandlers> = { ...handlers, 'audit-events': auditEventHandlers(resources) }
  return new Map(resources.map((resource) => [resource.name, serveNoun(resource, all[resource.name])]))
}
