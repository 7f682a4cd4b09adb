import { useEffect, useRef, useState } from 'react'
import { useLatest } from '../ui/use-latest'

/** The pause in typing before a count is announced (ms), so that no count interrupts the reader. */
const SAID_AFTER = 600

/**
 * Announces to screen readers: a text once it has settled, or something at once. `subscribe` tells when the text may
 * have changed though nothing is drawn.
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
