import { useAtom } from 'jotai/react'
import { useEffect } from 'react'
import { arrivedAtom, useAccount } from '../data/account'

/** Whether who has just signed in is to be told of MFA: once, and nobody who has it, lacks a password, or acts as somebody. */
export function useWelcome(): boolean {
  const { id, mfaMethod, hasPassword, impersonator } = useAccount()
  const [arrived, setArrived] = useAtom(arrivedAtom)
  const isMeant = mfaMethod.length === 0 && hasPassword && impersonator === null
  useEffect(() => {
    // Whatever changes later, this was the first screen.
    if (arrived === id && !isMeant) setArrived(null)
  }, [arrived, id, isMeant, setArrived])
  return arrived === id && isMeant
}
