import { useEffect, useRef, useState } from 'react'
import type { Translate } from '@tocsin/core/vocabulary/i18n'

/** Time for which a button shows the result of its press, in milliseconds. */
const SHOWN = 2_000
/** Time for which a button shows a failure and how to copy by hand, in milliseconds. */
const FAILURE_SHOWN = 8_000

type Outcome = 'copied' | 'failed' | null

/**
 * Copies a text at the press of a button, which shows for a while whether that worked. Copying fails where the browser
 * refuses the permission, and at an insecure address, which has no clipboard.
 */
export function useCopy(text: string, t: Translate): { outcome: Outcome; said: string; copy: () => void } {
  const [outcome, setOutcome] = useState<Outcome>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const tell = (now: Outcome, shown: number) => {
    clearTimeout(timer.current)
    setOutcome(now)
    timer.current = setTimeout(() => setOutcome(null), shown)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      tell('copied', SHOWN)
    } catch {
      tell('failed', FAILURE_SHOWN)
    }
  }
  const said = outcome === null ? '' : t(outcome === 'copied' ? 'web.copied' : 'web.notCopied')
  return { outcome, said, copy: () => void copy() }
}
