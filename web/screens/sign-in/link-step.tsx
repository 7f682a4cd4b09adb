import { useEffect, useRef, useState } from 'react'
import { css } from 'styled-system/css'
import { ApiError } from '@tocsin/core/base/errors'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { toast } from '../../notices/toast'
import { forgetAddressToken } from '../../data/address-token'
import { readProfiles } from '../../data/profiles'
import { noticeAtom, signInByLink } from '../../data/sign-in'
import { FailureBox } from '../../ui/notice-box'
import { store } from '../../store'
import { useT } from '../../words'
import { Spinner } from '../../ui/spinner'
import { sentence } from './sentence'

type Props = { token: string; onDone: () => void; onFailed: () => void }

/**
 * Signs in by the token of a link. The account is added to those stored here, and a notice names it, so that
 * the link of another person is not mistaken for one's own account (T66).
 */
export default function LinkStep({ token, onDone, onFailed }: Props) {
  const t = useT()
  const [failure, setFailure] = useState<ApiError | null>(null)
  const begun = useRef(false)
  const exchange = async () => {
    setFailure(null)
    try {
      const before = await readProfiles()
      const { id, name, username } = await signInByLink(token)
      const others = before.some((one) => one.id !== id)
      toast({
        tone: 'done',
        stays: true,
        text: (say) => say('signIn.link.done', { name, username }),
        ...(others ? { detail: (say: Translate) => say('signIn.link.kept') } : {}),
      })
      onDone()
    } catch (error) {
      // No response came, so the link may still be valid.
      if (error instanceof ApiError && error.status === 0) return setFailure(error)
      forgetAddressToken()
      store.set(noticeAtom, {
        tone: 'warning',
        text: (say) => sentence(error, say),
        requestId: error instanceof ApiError ? error.requestId : undefined,
      })
      onFailed()
    }
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void exchange()
    // oxlint-disable-next-line react/exhaustive-deps -- once, since a token can be used only once
  }, [])
  if (failure) return <FailureBox error={failure} sentence={sentence} onRetry={() => void exchange()} />
  return (
    <output className={frame}>
      <Spinner />
      <span>{t('signIn.link.busy')}</span>
    </output>
  )
}

const frame = css({ display: 'flex', alignItems: 'center', gap: '2', color: 'fg.muted' })
