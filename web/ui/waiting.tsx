import { useEffect, useState } from 'react'
import { css } from 'styled-system/css'
import { useT } from '../words'
import { Spinner } from './spinner'

/** Delay before the spinner is shown, in milliseconds. */
const PATIENCE = 150

/** Shows that content is being fetched, after 150 ms of waiting. */
export function Waiting() {
  const t = useT()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className={frame}>
      {shown && (
        <>
          <Spinner />
          <span>{t('web.busy')}</span>
        </>
      )}
    </output>
  )
}

const frame = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  padding: '12',
  color: 'fg.muted',
})
