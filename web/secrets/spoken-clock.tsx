import { css } from 'styled-system/css'

/** When a clock is heard, in seconds before its end: at each second it would drown what one does. */
const HEARD = [0, 10, 30, 60, 120, 150]

/** A time that runs out: seen at each second, heard now and then. */
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
      <output className={heard}>{spoken(told)}</output>
    </>
  )
}

const clock = css({ textStyle: 'small', color: 'fg.muted' })
const heard = css({ srOnly: true })
