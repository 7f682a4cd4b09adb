import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { Icon, type IconName } from './icon'

type Props = {
  icon: IconName
  /** An illustration in place of the icon. */
  picture?: ReactNode
  title: string
  detail?: ReactNode
  trouble?: boolean
  children?: ReactNode
}

/** Replaces rows or a record: nothing there, nothing found, not loaded. One sentence, the reason, and one next step. */
export function State({ icon, picture, title, detail, trouble = false, children }: Props) {
  return (
    <div className={frame} role={trouble ? 'alert' : 'status'}>
      <span className={trouble ? warn : quiet}>{picture ?? <Icon name={icon} className={big} />}</span>
      <p className={heading}>{title}</p>
      {detail && <div className={muted}>{detail}</div>}
      {children && <div className={buttons}>{children}</div>}
    </div>
  )
}

const frame = css({
  display: 'grid',
  justifyItems: 'center',
  gap: '2',
  paddingInline: '4',
  paddingBlock: '12',
  textAlign: 'center',
})
const big = css({ width: '5', height: '5' })
const quiet = css({ color: 'fg.muted' })
const warn = css({ color: 'danger.fg' })
const heading = css({ fontWeight: 'semibold' })
const muted = css({ color: 'fg.muted', maxWidth: 'verificationDialog', overflowWrap: 'anywhere' })
const buttons = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '2', marginTop: '2' })
