import { useAtomValue } from 'jotai/react'
import { useEffect } from 'react'
import { toast } from '../notices/toast'
import { storeTroubleAtom } from '../data/profiles'
import '../accounts/words'

/** Says of this browser what who works in it has to know: that it keeps nothing, or has lost something. */
export function useAccountNotices(): void {
  const trouble = useAtomValue(storeTroubleAtom)
  useEffect(() => {
    if (trouble) toast({ tone: 'trouble', text: (t) => t(`accounts.store.${trouble}`) })
  }, [trouble])
}
