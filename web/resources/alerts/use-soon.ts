import { useEffect, useState } from 'react'
import { useLatest } from '../../ui/use-latest'

/**
 * Returns a way to ask for some work, which is done within a time (ms), once for all who ask for it meanwhile. The work
 * returns whether it has to be done again.
 */
export function useSoon(within: number, work: () => Promise<boolean>): { soon: () => void } {
  const latest = useLatest(work)
  const [request] = useState(() => {
    let isAsked = false
    return {
      soon: () => {
        isAsked = true
      },
      async run() {
        if (!isAsked) return
        isAsked = false
        if (await latest()()) isAsked = true
      },
    }
  })
  useEffect(() => {
    const timer = setInterval(() => void request.run(), within)
    return () => clearInterval(timer)
  }, [request, within])
  return request
}
