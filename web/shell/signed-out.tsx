import { useSetAtom } from 'jotai/react'
import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { css } from 'styled-system/css'
import { LOGOUT_REDIRECT_SECONDS } from '@tocsin/core/base/constants'
import type { Profile } from '@tocsin/core/api/session'
import { signedOutAccountAtom } from '../data/account'
import { addFocusHome } from '../ui/focus'
import { useT } from '../words'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { nameOfAccount } from '../accounts/account-acts'
import '../accounts/words'

/** Shows for a moment who was signed out, then opens the sign-in page (SESS-11, A-032). */
export default function SignedOut({ account }: { account: Profile }) {
  const t = useT()
  const [, navigate] = useLocation()
  const clearSignedOut = useSetAtom(signedOutAccountAtom)
  const button = useRef<HTMLButtonElement>(null)
  const goToSignIn = useCallback(() => {
    navigate('/login', { replace: true })
    clearSignedOut(null)
  }, [navigate, clearSignedOut])
  useEffect(() => {
    document.title = `${t('accounts.parted.title')} · tocsin`
  }, [t])
  useEffect(() => {
    button.current?.focus()
    return addFocusHome(() => button.current)
  }, [])
  useEffect(() => {
    const timer = setTimeout(goToSignIn, LOGOUT_REDIRECT_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [goToSignIn])
  return (
    <main className={page} id="content">
      <div className={card}>
        <Icon name="logOut" />
        <h1 className={heading}>{t('accounts.parted.title')}</h1>
        <output dir="auto">{t('accounts.parted.detail', { name: nameOfAccount(account) })}</output>
      </div>
      <Button ref={button} onClick={goToSignIn}>
        {t('accounts.parted.now')}
      </Button>
    </main>
  )
}

const page = css({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '6',
  minHeight: '[100dvh]',
  padding: '4',
  background: 'bg.surface',
})
const card = css({
  display: 'grid',
  justifyItems: 'center',
  gap: '2',
  maxWidth: 'drawer',
  textAlign: 'center',
  color: 'fg.muted',
  overflowWrap: 'anywhere',
})
const heading = css({ textStyle: 'heading', color: 'fg.default' })
