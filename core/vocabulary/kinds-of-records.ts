import type { Draft, Resource } from './resource'

/** Returns the resources whose records are a kind of this resource's records. */
export const kindsAmong = (all: Iterable<Resource>, { name }: Pick<Resource, 'name'>): Resource[] =>
  [...all].filter(({ kindOf }) => kindOf?.resource === name)

/** Returns the resource that a record belongs to by its kind: a team read among the sites is a team. */
export const resourceOfRecord = (all: Iterable<Resource>, resource: Resource, record: Draft): Resource =>
  kindsAmong(all, resource).find(({ kindOf }) => record[kindOf!.field] === kindOf!.value) ?? resource
