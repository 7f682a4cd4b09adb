import { useEffect, useState } from 'react'
import { pendingAtom } from '../data/api'
import { store } from '../store'

/** Returns whether the first requests of the page have been answered. */
export function useFirstAnswers(): boolean {
  const [isAnswered, setAnswered] = useState(false)
  useEffect(() => {
    if (isAnswered) return
    const look = () => {
      if (store.get(pendingAtom) === 0) setAnswered(true)
    }
    look()
    return store.sub(pendingAtom, look)
  }, [isAnswered])
  return isAnswered
}
