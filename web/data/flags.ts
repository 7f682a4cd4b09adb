import { useQuery } from '@tanstack/react-query'
import { features } from '@tocsin/core/api/auth'
import { openHttp } from './api'

/** How long flags that were read hold, in milliseconds. */
const HELD = 60_000
const NONE: Readonly<Record<string, boolean>> = {}

/** Returns the feature flags by name. All are off until they are read. */
export function useFlags(): Readonly<Record<string, boolean>> {
  const { data } = useQuery({
    queryKey: ['features'],
    queryFn: async () =>
      Object.fromEntries((await features(openHttp)).map(({ name, defaultValue }) => [name, defaultValue])),
    staleTime: HELD,
  })
  return data ?? NONE
}
