import type { Person } from '@tocsin/core/api/profile'
import { oneKey } from '../../data/hooks'
import { markStale, queryClient } from '../../data/query'

/** Shows one's own record as the server just answered it, and has the lists read again. */
export function keepPerson(person: Person): void {
  queryClient.setQueryData(oneKey(person.id, 'users', person.id), (before: object | undefined) => ({
    ...before,
    ...person,
  }))
  void markStale('users')
}
