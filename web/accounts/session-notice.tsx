import { useAtomValue } from 'jotai/react'
import type { ApiError } from '@tocsin/core/base/errors'
import { sentenceOf } from '../notices/sentence'
import { lostSessionAtom } from '../data/account'
import { storeTroubleAtom } from '../data/profiles'
import { FailureBox, NoticeBox } from '../ui/notice-box'
import { useT } from '../words'
import './words'

/** Shows above the sign-in why the session of this tab ended, and problems of this browser's storage. */
export function SessionNotice() {
  const t = useT()
  const lost = useAtomValue(lostSessionAtom)
  const trouble = useAtomValue(storeTroubleAtom)
  return (
    <>
      {lost && <Lost error={lost} />}
      {trouble && (
        <NoticeBox tone="warning">
          <p>{t(`accounts.store.${trouble}`)}</p>
        </NoticeBox>
      )}
    </>
  )
}

const EXPIRED = new Set(['EXPIRED_REFRESH_TOKEN', 'JWT_EXPIRED'])

function Lost({ error }: { error: ApiError }) {
  const t = useT()
  // If the session ended because the user may no longer sign in, the server's own reason is shown.
  if (error.code === 'INVALID_USER') return <FailureBox error={error} sentence={sentenceOf} />
  const isOver = error.status === 401
  return (
    <NoticeBox tone="warning" requestId={error.requestId}>
      {isOver ? (
        <p>
          {t(EXPIRED.has(error.code) ? 'notices.sessionExpired' : 'notices.notSignedIn')} {t('accounts.lost.kept')}
        </p>
      ) : (
        <>
          <p>
            {sentenceOf(error, t)} {t('accounts.lost.unreached')}
          </p>
          <p>{t('accounts.lost.kept')}</p>
        </>
      )}
    </NoticeBox>
  )
}
