import { useEffect, useRef, useState } from 'react'
import { useLatest } from '../ui/use-latest'

/** The pause in typing before a count is announced (ms), so that no count interrupts the reader. */
const SAID_AFTER = 600

/**
 * Announces the text of `settled` to screen readers once it has settled; `say` announces a text at once. `subscribe`
 * reports possible changes of the text that cause no render.
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
