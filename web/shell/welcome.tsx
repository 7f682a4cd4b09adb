import { useSetAtom } from 'jotai/react'
import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import { arrivedAtom, useAccount } from '../data/account'
import { go } from '../navigation/go'
import { Button } from '../ui/button'
import { Dialog, DialogButtons } from '../ui/dialog'
import { useT } from '../words'
import { nameOfAccount } from '../accounts/account-acts'

/**
 * Suggests MFA to a user who has signed in with only a password (PROFILE-09). It waits while the terminal of a link asks
 * to be let in, since that is what the user came for.
 */
export default function Welcome() {
  const t = useT()
  const account = useAccount()
  const setArrived = useSetAtom(arrivedAtom)
  const later = useRef<HTMLButtonElement>(null)
  const [query] = useSearchParams()
  const close = () => setArrived(null)
  if (query.has('terminal')) return null
  return (
    <Dialog
      open
      title={t('accounts.welcome.title', { name: nameOfAccount(account) })}
      description={t('accounts.welcome.detail')}
      onClose={close}
      initialFocus={() => later.current}
    >
      <DialogButtons>
        <Button ref={later} keys={['Esc']} onClick={close}>
          {t('accounts.welcome.later')}
        </Button>
        <Button
          look="primary"
          onClick={() => {
            close()
            go('/profile')
          }}
        >
          {t('accounts.welcome.open')}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
