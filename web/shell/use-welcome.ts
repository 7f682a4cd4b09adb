import { useAtom, useAtomValue } from 'jotai/react'
import { useEffect } from 'react'
import { arrivedAtom, useAccount } from '../data/account'
import { paletteAtom } from '../commands/open-palette'

/**
 * Whether who has just signed in is to be told of MFA: once, and nobody who has it, lacks a password, or acts as somebody.
 * Whoever came by the link of a command is asked about that first.
 */
export function useWelcome(): boolean {
  const { id, mfaMethod, hasPassword, impersonator } = useAccount()
  const [arrived, setArrived] = useAtom(arrivedAtom)
  const isMeant = mfaMethod.length === 0 && hasPassword && impersonator === null
  useEffect(() => {
    // Whatever changes later, this was the first screen.
    if (arrived === id && !isMeant) setArrived(null)
  }, [arrived, id, isMeant, setArrived])
  const isAsking = useAtomValue(paletteAtom) !== null
  return arrived === id && isMeant && !isAsking
}
