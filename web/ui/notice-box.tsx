import { useState, type ReactNode } from 'react'
import { css, cva } from 'styled-system/css'
import { ApiError } from '@tocsin/core/base/errors'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { useSecondsUntil } from './use-seconds-until'
import { useT } from '../words'
import { Button } from './button'
import { CopyButton } from './copy-button'
import { Icon } from './icon'
import { srOnly } from './sr-only'

type Tone = 'done' | 'warning'
type Props = { tone: Tone; requestId?: string | undefined; children: ReactNode; action?: ReactNode }

/** An outcome, above the form it is about. */
export function NoticeBox({ tone, requestId, children, action }: Props) {
  const t = useT()
  return (
    <div className={box({ tone })}>
      <Icon name={tone === 'done' ? 'check' : 'triangleAlert'} />
      <div className={words}>
        <div role={tone === 'done' ? 'status' : 'alert'}>
          {children}
          {requestId && (
            <p className={request}>
              {t('web.request')} {requestId}
              <CopyButton text={requestId} what={t('web.request')} t={t} />
            </p>
          )}
        </div>
        {action}
      </div>
    </div>
  )
}

type FailureProps = {
  error: unknown
  sentence: (error: unknown, t: Translate) => string
  /** Retries the call; offered if there was no response. */
  onRetry?: () => void
}

/**
 * A failure: the problem, and the id to ask support with. During a wait the visible seconds count down; screen
 * readers hear only the first of them and the end.
 */
export function FailureBox(props: FailureProps) {
  const { error } = props
  const [held, setHeld] = useState({ error, count: 0 })
  // Each failure counts its own seconds.
  if (held.error !== error) setHeld({ error, count: held.count + 1 })
  return <Failure key={held.count} {...props} />
}

function Failure({ error, sentence, onRetry }: FailureProps) {
  const t = useT()
  const { status = -1, requestId, retryAfter = 0 } = error instanceof ApiError ? error : {}
  const [until] = useState(() => Date.now() + retryAfter)
  const seconds = useSecondsUntil(until)
  const waiting = (left: number) => (left === 0 ? t('web.waited') : sentenceWithSeconds(error, left, sentence, t))
  return (
    <NoticeBox
      tone="warning"
      requestId={requestId}
      action={
        onRetry &&
        status === 0 && (
          <Button size="small" icon="refreshCw" onClick={onRetry}>
            {t('web.again')}
          </Button>
        )
      }
    >
      {retryAfter > 0 ? (
        <>
          <p aria-hidden="true">{waiting(seconds)}</p>
          <p className={srOnly}>{waiting(seconds && Math.ceil(retryAfter / 1000))}</p>
        </>
      ) : (
        <p>{sentence(error, t)}</p>
      )}
    </NoticeBox>
  )
}

/** Returns the sentence of a failure with the seconds left to wait, added where its words do not contain them. */
function sentenceWithSeconds(
  error: unknown,
  seconds: number,
  sentence: FailureProps['sentence'],
  t: Translate,
): string {
  if (!(error instanceof ApiError) || error.details?.['seconds'] === undefined)
    return `${sentence(error, t)} ${t('web.wait', { seconds })}`
  const { status, code, requestId, details } = error
  return sentence(new ApiError({ status, code, requestId, details: { ...details, seconds } }), t)
}

const box = cva({
  base: {
    display: 'flex',
    gap: '2.5',
    padding: '3',
    borderRadius: 'md',
    border: '1px solid',
    overflowWrap: 'anywhere',
  },
  variants: {
    tone: {
      done: { borderColor: 'border.default', background: 'bg.subtle', '& > svg': { color: 'success.fg' } },
      warning: { borderColor: 'warning.border', background: 'warning.subtle', color: 'warning.fg' },
    },
  },
})
const words = css({ display: 'grid', gap: '2', justifyItems: 'start', minWidth: '0' })
const request = css({ display: 'flex', alignItems: 'center', gap: '1', textStyle: 'mono', marginTop: '1' })
