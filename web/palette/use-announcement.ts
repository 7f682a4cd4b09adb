import { useEffect, useRef, useState } from 'react'
import { useLatest } from '../ui/use-latest'

/** A count is said when nothing was typed for so long (ms): who types is not interrupted by each of them. */
const SAID_AFTER = 600

/**
 * What those who hear the page are told: a text once it has settled, or something at once. `subscribe` tells when the text
 * may be another though nothing is drawn.
 */
export function useAnnouncement(
  settled: () => string,
  subscribe: (listener: () => void) => () => void,
): { said: string; say: (text: string) => void } {
  const [said, say] = useState('')
  const latest = useLatest(settled)
  const coming = useRef<{ text: string; timer?: ReturnType<typeof setTimeout> }>({ text: '' })
  useEffect(() => {
    const note = () => {
      const text = latest()()
      if (text === coming.current.text) return
      clearTimeout(coming.current.timer)
      coming.current = { text, timer: setTimeout(() => say(text), SAID_AFTER) }
    }
    note()
    return subscribe(note)
  })
  useEffect(() => () => clearTimeout(coming.current.timer), [])
  return { said, say }
}
