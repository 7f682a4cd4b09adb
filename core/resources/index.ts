import { camel } from '../base/naming'
import type { Resource } from '../vocabulary/resource'

/**
 * The module of every resource, one line each, loaded on demand: the CLI and the console fetch only those a command or a
 * screen uses. Each exports the declaration under the name in camel case.
 */
const modules = {
  clients: () => import('./clients/index'),
  projects: () => import('./projects/index'),
  sites: () => import('./sites/index'),
  teams: () => import('./teams/index'),
  users: () => import('./users/index'),
  apps: () => import('./apps/index'),
  'registration-codes': () => import('./registration-codes/index'),
  'monitoring-providers': () => import('./monitoring-providers/index'),
  'license-comments': () => import('./license-comments/index'),
  'public-codes': () => import('./public-codes/index'),
  'registration-forms': () => import('./registration-forms/index'),
  'registration-handlers': () => import('./registration-handlers/index'),
  'registration-handlers-v2': () => import('./registration-handlers-v2/index'),
  'registration-data-schemas': () => import('./registration-data-schemas/index'),
  'registration-data': () => import('./registration-data/index'),
  terms: () => import('./terms/index'),
  documents: () => import('./documents/index'),
  maps: () => import('./maps/index'),
  'mobile-users': () => import('./mobile-users/index'),
  'audit-events': () => import('./audit-events/index'),
  'app-versions': () => import('./app-versions/index'),
  channels: () => import('./channels/index'),
  templates: () => import('./templates/index'),
  surveys: () => import('./surveys/index'),
  'broadcast-messages': () => import('./broadcast-messages/index'),
  'survey-results': () => import('./survey-results/index'),
  alerts: () => import('./alerts/index'),
  'alert-assignments': () => import('./alert-assignments/index'),
  'alert-silences': () => import('./alert-silences/index'),
  'alert-deliveries': () => import('./alert-deliveries/index'),
  'alert-histories': () => import('./alert-histories/index'),
  blacklists: () => import('./blacklists/index'),
  'monitoring-providers-channels': () => import('./monitoring-providers-channels/index'),
  'monitoring-providers-users': () => import('./monitoring-providers-users/index'),
  tokens: () => import('./tokens/index'),
}

export type ResourceName = keyof typeof modules
export const RESOURCE_NAMES = Object.keys(modules) as ResourceName[]

export const isResourceName = (name: string): name is ResourceName => Object.hasOwn(modules, name)

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name
type Modules = { [Name in ResourceName]: () => Promise<Record<Camel<Name>, Resource>> }

/** Loads the declaration of a resource. */
export async function loadDeclaration(name: ResourceName): Promise<Resource> {
  const module: object = await (modules satisfies Modules)[name]()
  return (module as Record<string, Resource>)[camel(name)]!
}

/**
 * All declarations, in the order above: for the server, the OpenAPI document and the tests that hold of every resource.
 */
export async function allResources(): Promise<Resource[]> {
  return Promise.all(RESOURCE_NAMES.map(loadDeclaration))
}
