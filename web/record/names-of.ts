import { useQueries } from '@tanstack/react-query'
import { pointedTo } from '@tocsin/core/api/names'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useAccount } from '../data/account'
import { pointedQuery } from '../data/names'
import { findResource } from '../data/resources'
import { usePreferences } from '../preferences'
import { useT } from '../words'
import { titleOf } from './record-name'

/** Returns a function for the names of the records that these point to, read with one call for each resource. */
export function useNamesOf(
  resource: Resource,
  records: readonly Record<string, unknown>[],
): (resourceName: string, id: number) => string | undefined {
  const account = useAccount()
  const t = useT()
  const { locale } = usePreferences()
  const wanted = [...pointedTo(resource, Object.keys(resource.fields), records)].flatMap(([resourceName, ids]) => {
    const target = findResource(resourceName)
    return target && mayDo(account, target, 'view') ? [...ids].map((id) => ({ target, id })) : []
  })
  const answers = useQueries({ queries: wanted.map(({ target, id }) => pointedQuery(account.id, target, id)) })
  return (resourceName, id) => {
    const at = wanted.findIndex((one) => one.target.name === resourceName && one.id === id)
    const row = at < 0 ? undefined : answers[at]?.data
    return row ? titleOf(wanted[at]!.target, row, t, locale) : undefined
  }
}
