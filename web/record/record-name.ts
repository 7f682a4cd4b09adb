import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '@tocsin/core/errors'
import type { Locale } from '@tocsin/core/constants'
import type { Translate } from '@tocsin/core/i18n'
import { mayDo } from '@tocsin/core/permissions'
import type { Resource } from '@tocsin/core/resource'
import type { Row } from '../acts/targets'
import { useAccount } from '../data/account'
import { client } from '../data/api'
import { oneKey } from '../data/hooks'
import { findResource } from '../data/nouns'
import { usePreferences } from '../preferences'
import { useT } from '../words'
import { displayValue, NOTHING } from './display'

/** What a record is called where it is chosen or pointed to. */
export function titleOf(resource: Resource, row: Row, t: Translate, locale: Locale): string {
  const title = displayValue(resource, resource.title, row[resource.title], t, locale, { row })
  return title === NOTHING ? `#${row.id}` : title
}

/** The name of the record that an id stands for; its number until it is known, or where it may not be known. */
export function useRecordName(noun: string, id: number | null): { name: string; isKnown: boolean } {
  const account = useAccount()
  const t = useT()
  const { locale } = usePreferences()
  const resource = findResource(noun)
  const { data } = useQuery<Row, ApiError>({
    queryKey: oneKey(account.id, noun, id ?? 0),
    queryFn: async () => (await client.get(resource!, id!)) as Row,
    enabled: id !== null && resource !== undefined && mayDo(account, resource, 'view'),
  })
  if (id === null) return { name: '', isKnown: false }
  return data && resource
    ? { name: titleOf(resource, data, t, locale), isKnown: true }
    : { name: `#${id}`, isKnown: false }
}
