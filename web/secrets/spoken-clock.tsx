import { css } from 'styled-system/css'
import { srOnly } from '../ui/sr-only'

/** Seconds before the end at which a clock is read out: every second would be too much to listen to. */
const HEARD = [0, 10, 30, 60, 120, 150]

/** A countdown that is shown every second, and read out at the seconds in HEARD. */
export function SpokenClock({
  seconds,
  shown,
  spoken,
}: {
  seconds: number
  shown: string
  spoken: (count: number) => string
}) {
  const told = HEARD.find((one) => seconds <= one) ?? seconds
  return (
    <>
      <p className={clock} role="timer">
        {shown}
      </p>
      <output className={srOnly}>{spoken(told)}</output>
    </>
  )
}

const clock = css({ textStyle: 'small', color: 'fg.muted' })
