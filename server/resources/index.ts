import { allResources, type Noun } from '@tocsin/core/resources/index'
import type { AnyServed } from '../records/serve'
import { serveNoun, type ServedNoun } from '../records/nouns'
import { servedApps } from './apps/index'
import { servedAuditEvents } from './audit-events/index'
import { servedClients } from './clients/index'
import { servedLicenseComments } from './license-comments/index'
import { servedDocuments } from './documents/index'
import { servedMaps } from './maps/index'
import { servedMobileUsers } from './mobile-users/index'
import { servedMonitoringProviders } from './monitoring-providers/index'
import { servedProjects } from './projects/index'
import { servedPublicCodes } from './public-codes/index'
import { servedRegistrationData } from './registration-data/index'
import { servedRegistrationDataSchemas } from './registration-data-schemas/index'
import { servedRegistrationForms } from './registration-forms/index'
import { servedRegistrationHandlers } from './registration-handlers/index'
import { servedRegistrationHandlersV2 } from './registration-handlers-v2/index'
import { servedRegistrationCodes } from './registration-codes/index'
import { servedSites } from './sites/index'
import { servedTeams } from './teams/index'
import { servedTerms } from './terms/index'
import { servedUsers } from './users/index'

/** The way each resource is served; the history needs all the others. */
const served: Record<Exclude<Noun, 'audit-events'>, AnyServed> = {
  apps: servedApps,
  clients: servedClients,
  'license-comments': servedLicenseComments,
  documents: servedDocuments,
  maps: servedMaps,
  'mobile-users': servedMobileUsers,
  'monitoring-providers': servedMonitoringProviders,
  projects: servedProjects,
  'public-codes': servedPublicCodes,
  'registration-codes': servedRegistrationCodes,
  'registration-data': servedRegistrationData,
  'registration-data-schemas': servedRegistrationDataSchemas,
  'registration-forms': servedRegistrationForms,
  'registration-handlers': servedRegistrationHandlers,
  'registration-handlers-v2': servedRegistrationHandlersV2,
  sites: servedSites,
  teams: servedTeams,
  terms: servedTerms,
  users: servedUsers,
}

export async function serveNouns(): Promise<ReadonlyMap<string, ServedNoun>> {
  const resources = await allResources()
  const all: Record<string, AnyServed> = { ...served, 'audit-events': servedAuditEvents(resources) }
  return new Map(resources.map((resource) => [resource.name, serveNoun(resource, all[resource.name])]))
}
