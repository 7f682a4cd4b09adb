import { useEffect, useState } from 'react'

/** A count is said when nothing was typed for so long (ms): who types is not interrupted by each of them. */
const SAID_AFTER = 600

/** What those who hear the page are told: a text once it has settled, or something at once. */
export function useAnnouncement(settled: string): { said: string; say: (text: string) => void } {
  const [said, say] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => say(settled), SAID_AFTER)
    return () => clearTimeout(timer)
  }, [settled])
  return { said, say }
}
