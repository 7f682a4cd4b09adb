import type { Person } from '@tocsin/core/api/profile'
import { oneKey } from '../../data/hooks'
import { markStale, queryClient } from '../../data/query'

/** Puts one's own record, as the server returned it, into the cache, and marks the lists of users stale. */
export function keepPerson(person: Person): void {
  queryClient.setQueryData(oneKey(person.id, 'users', person.id), (before: object | undefined) => ({
    ...before,
    ...person,
  }))
  void markStale('users')
}
