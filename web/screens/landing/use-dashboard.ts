import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { readClientDashboard, readDashboard, type Dashboard } from '@tocsin/core/api/dashboard'
import type { Http } from '@tocsin/core/api/http'
import type { ApiError } from '@tocsin/core/base/errors'
import { useAccount } from '../../data/account'
import { http } from '../../data/api'

/** The second part of the keys of everything that the start page reads for itself. */
export const DASHBOARD = 'dashboard'

/** Reads figures of the start page. `call` tells one call from another. They are read again whenever the page opens. */
export function useFigures<T>(
  call: readonly unknown[],
  read: (http: Http) => Promise<T>,
  enabled = true,
): UseQueryResult<T, ApiError> {
  const { id } = useAccount()
  return useQuery<T, ApiError>({
    queryKey: [id, DASHBOARD, ...call],
    queryFn: () => read(http),
    enabled,
    staleTime: 0,
  })
}

export type Figures = UseQueryResult<Dashboard, ApiError>

/** Reads the figures of everything that the reader sees. */
export const useAllFigures = (): Figures => useFigures(['all'], readDashboard)
/** Reads the figures of the reader's own client. */
export const useOwnFigures = (): Figures => useFigures(['client'], (http) => readClientDashboard(http))
