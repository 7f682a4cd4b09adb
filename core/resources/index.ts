import type { Resource } from '../resource'

/** Every noun, one line each, loaded when it is needed: the CLI and the console fetch only what a command or a screen uses. */
export const nouns = {
  clients: async () => (await import('./clients/index')).clients,
  projects: async () => (await import('./projects/index')).projects,
  sites: async () => (await import('./sites/index')).sites,
  teams: async () => (await import('./teams/index')).teams,
  users: async () => (await import('./users/index')).users,
  apps: async () => (await import('./apps/index')).apps,
  'registration-codes': async () => (await import('./registration-codes/index')).registrationCodes,
  'license-comments': async () => (await import('./license-comments/index')).licenseComments,
  'public-codes': async () => (await import('./public-codes/index')).publicCodes,
  'audit-events': async () => (await import('./audit-events/index')).auditEvents,
} satisfies Record<string, () => Promise<Resource>>

export type Noun = keyof typeof nouns
export const NOUNS = Object.keys(nouns) as Noun[]

export const isNoun = (name: string): name is Noun => Object.hasOwn(nouns, name)

/** All declarations, in the order above: for the server, the OpenAPI document and the tests that hold of every noun. */
export async function allResources(): Promise<Resource[]> {
  return Promise.all(NOUNS.map((noun): Promise<Resource> => nouns[noun]()))
}
