import { useId, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import { Icon } from './icon'

/** The props that tie a control to its label, its help and its problem. */
export type ControlProps = {
  id: string
  'aria-invalid'?: true
  'aria-describedby'?: string
  'aria-required'?: true
}

type Props = {
  label: string
  required?: boolean
  /** The problem, as a sentence that states how to correct it. */
  problem?: string | null | undefined
  help?: ReactNode
  /** The note of a changed field: its value before. A dot before the label marks the field. */
  was?: ReactNode
  /** Content beside the label, such as a "forgot password" link. */
  aside?: ReactNode
  /** The control stands beside its label: a switch. */
  beside?: boolean
  id?: string
  children: (control: ControlProps) => ReactNode
}

/** A labelled control with its help and its problem under it. */
export function Field({ label, required = false, problem, help, was, aside, beside, id, children }: Props) {
  const made = useId()
  const control = id ?? made
  const described = [problem && `${control}-problem`, was && `${control}-was`, help && `${control}-help`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={beside ? row : frame}>
      <div className={head}>
        <label className={name} htmlFor={control}>
          {was && <span className={dot} />}
          {label}
          {required && (
            <span className={star} aria-hidden="true">
              *
            </span>
          )}
        </label>
        {aside}
      </div>
      {children({
        id: control,
        ...(problem ? { 'aria-invalid': true } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
        ...(required ? { 'aria-required': true } : {}),
      })}
      {problem && (
        <p className={trouble} id={`${control}-problem`}>
          <Icon name="circleAlert" />
          <span>{problem}</span>
        </p>
      )}
      {was && (
        <div className={note} id={`${control}-was`}>
          {was}
        </div>
      )}
      {help && (
        <div className={note} id={`${control}-help`}>
          {help}
        </div>
      )}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '1.5', minWidth: '0' })
const row = css({
  display: 'grid',
  gap: '1.5',
  columnGap: '3',
  alignItems: 'center',
  minWidth: '0',
  gridTemplateColumns: '[minmax(0, max-content) minmax(max-content, 1fr)]',
  '& > :nth-child(n + 3)': { gridColumn: '[1 / -1]' },
})
const head = css({ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: '3' })
const name = css({ fontWeight: 'medium' })
const dot = css({
  display: 'inline-block',
  verticalAlign: 'middle',
  width: 'dot',
  height: 'dot',
  marginInlineEnd: '1.5',
  borderRadius: 'full',
  background: 'fg.default',
  _forced: { background: '[CanvasText]' },
})
const star = css({ color: 'fg.subtle', marginInlineStart: '1' })
const note = css({ textStyle: 'small', color: 'fg.muted', overflowWrap: 'anywhere' })
const trouble = css({
  display: 'flex',
  gap: '1.5',
  textStyle: 'small',
  color: 'danger.fg',
  overflowWrap: 'anywhere',
  '& svg': { width: 'iconSm', height: 'iconSm' },
})
