import { useLayoutEffect, useRef, type RefObject } from 'react'

/** The value of the latest drawing, for what is called later than that. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
