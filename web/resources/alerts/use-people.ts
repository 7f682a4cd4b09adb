import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '@tocsin/core/base/errors'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { useAccount } from '../../data/account'
import { http } from '../../data/api'
import { oneKey } from '../../data/hooks'
import type { Listed } from './person'

/** A person who can be told about an alert. `id` is that of their mobile profile. */
export type Reachable = { id: number; name: string; role: string; phone: string | null; email: string | null }

type People = {
  /** The reporter; null for an anonymous alert, and where the profile is gone. */
  contact: Reachable | null
  /** The active profiles of the site, managers first. */
  team: Reachable[]
  responsibles: Reachable[]
  /** The address of a map of the place, or of the site; null without either. */
  map: string | null
}

/** Returns the people of an alert who can be told about it: the reporter, and those who answer for the site. */
export const listedOf = ({ contact, responsibles }: People, t: Translate): Listed[] => [
  ...(contact ? [{ person: contact, role: t('alerts.contact'), target: 'contact' as const }] : []),
  ...responsibles.map((person) => ({ person, role: t('alerts.responsible'), target: 'responsible' as const })),
]

/** Reads the people of an alert (ALERT-13, A-156). */
export function usePeople(id: number) {
  const account = useAccount()
  return useQuery<People, ApiError>({
    queryKey: [...oneKey(account.id, 'alerts', id), 'people'],
    queryFn: async ({ signal }) =>
      (await http<People>({ method: 'GET', path: `alerts/${id}/responsibles`, signal })).data,
    staleTime: 60_000,
  })
}
