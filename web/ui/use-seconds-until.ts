import { useEffect, useState } from 'react'

const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/**
 * Returns the whole seconds until `moment` (milliseconds since 1970) and updates every second. Returns 0 once it has
 * passed, or if it is null.
 */
export function useSecondsUntil(moment: number | null): number {
  const until = moment ?? 0
  const [seconds, setSeconds] = useState(() => secondsUntil(until))
  // Starts again during the render in which `moment` changes, so that the old count is never shown.
  const [countedUntil, setCountedUntil] = useState(until)
  if (!Object.is(countedUntil, until)) {
    setCountedUntil(until)
    setSeconds(secondsUntil(until))
  }
  useEffect(() => {
    // Not by what is left: the moment may have passed since the render, which showed a last second.
    if (until === 0) return
    const timer = setInterval(() => {
      const now = secondsUntil(until)
      setSeconds(now)
      if (now === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}

/** Returns seconds as `m:ss`, for example `1:05`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
