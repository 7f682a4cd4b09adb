import { allResources } from '@tocsin/core/resources/index'
import type { AnyHandlers } from '../handlers'
import { serveNoun, type ServedNoun } from '../nouns'
import { appHandlers } from './apps'
import { clientHandlers } from './clients'
import { projectHandlers } from './projects'
import { registrationCodeHandlers } from './registration-codes'
import { siteHandlers, teamHandlers } from './sites'
import { userHandlers } from './users'

/** The nouns with something to say; whoever is not here is served by `crud.ts` alone. */
const handlers: Record<string, AnyHandlers> = {
  apps: appHandlers,
  clients: clientHandlers,
  projects: projectHandlers,
  'registration-codes': registrationCodeHandlers,
  sites: siteHandlers,
  teams: teamHandlers,
  users: userHandlers,
}

export async function serveNouns(): Promise<ReadonlyMap<string, ServedNoun>> {
  const resources = await allResources()
  return new Map(resources.map((resource) => [resource.name, serveNoun(resource, handlers[resource.name])]))
}
