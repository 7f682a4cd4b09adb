import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '@tocsin/core/base/errors'
import type { Locale } from '@tocsin/core/base/constants'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import { useAccount } from '../data/account'
import { pointedQuery } from '../data/names'
import { findFace, wholeOf } from '../data/resources'
import { usePreferences } from '../preferences'
import { useT } from '../words'
import { displayValue, EMPTY_TEXT } from './display'
import { shortName } from './name-of'

/** Returns the name of a record in a choice or a reference. */
export function titleOf(resource: Resource, row: Row, t: Translate, locale: Locale): string {
  const title = displayValue(resource, resource.title, row[resource.title], t, locale, { row })
  return title === EMPTY_TEXT ? `#${row.id}` : shortName(resource, title)
}

/** Returns the name of a record by its id; `#id` until the name is known, or if the account may not see the record. */
export function useRecordName(resourceName: string, id: number | null): { name: string; isKnown: boolean } {
  const account = useAccount()
  const t = useT()
  const { locale } = usePreferences()
  const resource = findFace(resourceName)
  const { data } = useQuery<Row | null, ApiError>({
    ...pointedQuery(account.id, resource, id ?? 0),
    enabled: id !== null && resource !== undefined && mayDo(account, resource, 'view'),
  })
  if (id === null) return { name: '', isKnown: false }
  return data && resource
    ? { name: titleOf(wholeOf(resource), data, t, locale), isKnown: true }
    : { name: `#${id}`, isKnown: false }
}
