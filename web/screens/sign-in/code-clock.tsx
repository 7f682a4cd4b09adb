import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { SpokenClock } from '../../secrets/spoken-clock'
import { useT } from '../../words'
import { clockText, useSecondsUntil } from '../../ui/use-seconds-until'

/** The time for which the code is still valid. After it, the button for another code is shown (MFA-04, MFA-05). */
export function CodeClock({ until, children }: { until: number; children: ReactNode }) {
  const t = useT()
  const seconds = useSecondsUntil(until)
  const over = t('signIn.code.over')
  return (
    <div className={frame}>
      <SpokenClock
        seconds={seconds}
        shown={seconds === 0 ? over : t('signIn.code.valid', { time: clockText(seconds) })}
        spoken={(count) => (seconds === 0 ? over : t('signIn.code.heard', { count }))}
      />
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
