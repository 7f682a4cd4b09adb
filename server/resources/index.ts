import { allResources, type Noun } from '@tocsin/core/resources/index'
import type { AnyHandlers } from '../records/handlers'
import { serveNoun, type ServedNoun } from '../records/nouns'
import { appHandlers } from './apps/index'
import { auditEventHandlers } from './audit-events/index'
import { clientHandlers } from './clients/index'
import { licenseCommentHandlers } from './license-comments/index'
import { documentHandlers } from './documents/index'
import { mapHandlers } from './maps/index'
import { mobileUserHandlers } from './mobile-users/index'
import { monitoringProviderHandlers } from './monitoring-providers/index'
import { projectHandlers } from './projects/index'
import { publicCodeHandlers } from './public-codes/index'
import { registrationDataHandlers } from './registration-data/index'
import { registrationDataSchemaHandlers } from './registration-data-schemas/index'
import { registrationFormHandlers } from './registration-forms/index'
import { registrationHandlerHandlers } from './registration-handlers/index'
import { registrationHandlerV2Handlers } from './registration-handlers-v2/index'
import { registrationCodeHandlers } from './registration-codes/index'
import { siteHandlers } from './sites/index'
import { teamHandlers } from './teams/index'
import { termHandlers } from './terms/index'
import { userHandlers } from './users/index'

/** The handlers of each resource; those of the history need all the others. */
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
