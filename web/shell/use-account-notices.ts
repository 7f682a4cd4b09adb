import { useAtomValue } from 'jotai/react'
import { useEffect } from 'react'
import { toast } from '../notices/toast'
import { storeTroubleAtom } from '../data/profiles'
import '../accounts/words'

/** Warns the user if this browser stores nothing, or has lost stored accounts. */
export function useAccountNotices(): void {
  const trouble = useAtomValue(storeTroubleAtom)
  useEffect(() => {
    if (trouble) toast({ tone: 'trouble', text: (t) => t(`accounts.store.${trouble}`) })
  }, [trouble])
}
