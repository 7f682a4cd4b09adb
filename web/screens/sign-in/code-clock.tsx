import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { useT } from '../../words'
import { clockText, useSecondsUntil } from '../../ui/use-seconds'

/** When the clock is heard, in seconds before its end: at each second it would drown what one does. */
const HEARD = [0, 10, 30, 60, 120]

/** How long the code still counts; what asks for another one comes when its time is over (MFA-04, MFA-05). */
export function CodeClock({ until, children }: { until: number; children: ReactNode }) {
  const t = useT()
  const seconds = useSecondsUntil(until)
  const told = HEARD.find((one) => seconds <= one) ?? 0
  return (
    <div className={frame}>
      <p className={clock} role="timer">
        {seconds === 0 ? t('signIn.code.over') : t('signIn.code.valid', { time: clockText(seconds) })}
      </p>
      <output className={heard}>
        {seconds === 0 ? t('signIn.code.over') : t('signIn.code.heard', { count: told })}
      </output>
      {seconds === 0 && children}
    </div>
  )
}

const frame = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
})
const clock = css({ textStyle: 'small', color: 'fg.muted' })
const heard = css({ srOnly: true })
