import { allResources, type ResourceName } from '@tocsin/core/resources/index'
import type { AnyOverrides } from '../records/overrides'
import { serveResource, type ServedResource } from '../records/served-resource'
import { alertAssignmentsOverrides } from './alert-assignments/index'
import { alertDeliveriesOverrides } from './alert-deliveries/index'
import { alertHistoriesOverrides } from './alert-histories/index'
import { alertSilencesOverrides } from './alert-silences/index'
import { alertsOverrides } from './alerts/index'
import { appsOverrides } from './apps/index'
import { auditEventsOverrides } from './audit-events/index'
import { broadcastMessagesOverrides } from './broadcast-messages/index'
import { clientsOverrides } from './clients/index'
import { licenseCommentsOverrides } from './license-comments/index'
import { documentsOverrides } from './documents/index'
import { mapsOverrides } from './maps/index'
import { mobileUsersOverrides } from './mobile-users/index'
import { monitoringProvidersOverrides } from './monitoring-providers/index'
import { projectsOverrides } from './projects/index'
import { publicCodesOverrides } from './public-codes/index'
import { registrationDataOverrides } from './registration-data/index'
import { registrationDataSchemasOverrides } from './registration-data-schemas/index'
import { registrationFormsOverrides } from './registration-forms/index'
import { registrationHandlersOverrides } from './registration-handlers/index'
import { registrationHandlersV2Overrides } from './registration-handlers-v2/index'
import { registrationCodesOverrides } from './registration-codes/index'
import { sitesOverrides } from './sites/index'
import { teamsOverrides } from './teams/index'
import { tokensOverrides } from './tokens/index'
import { termsOverrides } from './terms/index'
import { usersOverrides } from './users/index'
import { appVersionsOverrides } from './app-versions/index'
import { blacklistsOverrides } from './blacklists/index'
import { monitoringProvidersChannelsOverrides } from './monitoring-providers-channels/index'
import { monitoringProvidersUsersOverrides } from './monitoring-providers-users/index'
import { channelsOverrides } from './channels/index'
import { surveyResultsOverrides } from './survey-results/index'
import { surveysOverrides } from './surveys/index'
import { templatesOverrides } from './templates/index'

/** The overrides of each resource except the history, whose overrides depend on all the other resources. */
const overrides: Record<Exclude<ResourceName, 'audit-events'>, AnyOverrides> = {
  apps: appsOverrides,
  'app-versions': appVersionsOverrides,
  'broadcast-messages': broadcastMessagesOverrides,
  clients: clientsOverrides,
  'license-comments': licenseCommentsOverrides,
  documents: documentsOverrides,
  maps: mapsOverrides,
  'mobile-users': mobileUsersOverrides,
  'monitoring-providers': monitoringProvidersOverrides,
  projects: projectsOverrides,
  'public-codes': publicCodesOverrides,
  'registration-codes': registrationCodesOverrides,
  'registration-data': registrationDataOverrides,
  'registration-data-schemas': registrationDataSchemasOverrides,
  'registration-forms': registrationFormsOverrides,
  'registration-handlers': registrationHandlersOverrides,
  'registration-handlers-v2': registrationHandlersV2Overrides,
  sites: sitesOverrides,
  teams: teamsOverrides,
  terms: termsOverrides,
  users: usersOverrides,
  channels: channelsOverrides,
  templates: templatesOverrides,
  surveys: surveysOverrides,
  'survey-results': surveyResultsOverrides,
  alerts: alertsOverrides,
  'alert-assignments': alertAssignmentsOverrides,
  'alert-deliveries': alertDeliveriesOverrides,
  'alert-histories': alertHistoriesOverrides,
  'alert-silences': alertSilencesOverrides,
  blacklists: blacklistsOverrides,
  'monitoring-providers-channels': monitoringProvidersChannelsOverrides,
  'monitoring-providers-users': monitoringProvidersUsersOverrides,
  tokens: tokensOverrides,
}

export async function serveResources(): Promise<ReadonlyMap<string, ServedResource>> {
  const resources = await allResources()
  const all: Record<string, AnyOverrides> = { ...overrides, 'audit-events': auditEventsOverrides(resources) }
  return new Map(resources.map((resource) => [resource.name, serveResource(resource, all[resource.name])]))
}
