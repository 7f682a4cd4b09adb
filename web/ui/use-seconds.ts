import { useEffect, useState } from 'react'

const left = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Counts down the seconds until a moment (ms since 1970); 0 when it is over or there is none. */
export function useSecondsUntil(moment: number | null): number {
  const until = moment ?? 0
  const [seconds, setSeconds] = useState(() => left(until))
  // A new moment counts at once, and not a second later.
  const [counted, setCounted] = useState(until)
  if (counted !== until) {
    setCounted(until)
    setSeconds(left(until))
  }
  useEffect(() => {
    if (left(until) === 0) return
    const timer = setInterval(() => {
      const now = left(until)
      setSeconds(now)
      if (now === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}

/** Returns seconds as a clock that is read at a glance: `1:05`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
