import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { columns, whole } from './columns'
import { cx } from '../../ui/cx'

type Props = { id: string; label: string; children: ReactNode }

/** Fields that belong together, under their own name. */
export function GroupFields({ id, label, children }: Props) {
  return (
    <fieldset className={cx(frame, whole)} id={id} tabIndex={-1}>
      <legend className={name}>{label}</legend>
      <div className={columns}>{children}</div>
    </fieldset>
  )
}

const frame = css({ minWidth: '0', margin: '0', padding: '0', border: 'none', paddingTop: '2' })
const name = css({ textStyle: 'title', padding: '0', marginBottom: '3' })
