import type { ReactNode } from 'react'
import { css } from 'styled-system/css'

type Props = { id: string; label: string; children: ReactNode }

/** Fields that belong together, under their own name. */
export function GroupFields({ id, label, children }: Props) {
  return (
    <fieldset className={frame} id={id} tabIndex={-1}>
      <legend className={name}>{label}</legend>
      {children}
    </fieldset>
  )
}

const frame = css({
  display: 'grid',
  gap: '4',
  minWidth: '0',
  margin: '0',
  padding: '0',
  border: 'none',
})
const name = css({ textStyle: 'title', padding: '0' })
