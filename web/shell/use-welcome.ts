import { useAtom, useAtomValue } from 'jotai/react'
import { useEffect } from 'react'
import { arrivedAtom, useAccount } from '../data/account'
import { paletteAtom } from '../commands/open-palette'

/**
 * Returns whether to offer MFA after a sign-in: once, and not to a user who has it, lacks a password, or acts as
 * another user. The offer waits while the palette is open, as for the command of a link.
 */
export function useWelcome(): boolean {
  const { id, mfaMethod, hasPassword, impersonator } = useAccount()
  const [arrived, setArrived] = useAtom(arrivedAtom)
  const isMeant = mfaMethod.length === 0 && hasPassword && impersonator === null
  useEffect(() => {
    // Only the first screen counts, whatever changes later.
    if (arrived === id && !isMeant) setArrived(null)
  }, [arrived, id, isMeant, setArrived])
  const isAsking = useAtomValue(paletteAtom) !== null
  return arrived === id && isMeant && !isAsking
}
