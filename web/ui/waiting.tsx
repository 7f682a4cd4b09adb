import { useEffect, useState } from 'react'
import { css } from 'styled-system/css'
import { useT } from '../words'
import { Spinner } from './spinner'

/** Shown only to who waits long enough to wonder, in milliseconds. */
const PATIENCE = 150

/** Something is being fetched, for who waits longer than 150 ms. */
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
          <span>{t('shell.busy')}</span>
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
