import { Fragment } from 'react'
import { css } from 'styled-system/css'
import { Chip, type Tone } from '../ui/chip'
import { Icon } from '../ui/icon'

export type Step = { id: string; label: string; tone: Tone }

/** The scope of the palette, from the widest step to the narrowest: Backspace takes off the last. */
export function Trail({ steps, label }: { steps: readonly Step[]; label: string }) {
  if (steps.length === 0) return null
  return (
    <ol className={trail} aria-label={label}>
      {steps.map(({ id, label: text, tone }, at) => (
        <Fragment key={id}>
          {at > 0 && (
            <li className={arrow} aria-hidden="true">
              <Icon name="chevronRight" className={small} />
            </li>
          )}
          <li className={step} dir="auto">
            <Chip tone={tone}>{text}</Chip>
          </li>
        </Fragment>
      ))}
    </ol>
  )
}

const trail = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: { base: 'nowrap', _narrow: 'wrap' },
  gap: '1.5',
  listStyle: 'none',
  margin: '0',
  paddingBlock: '0',
  paddingTop: '3',
  paddingInline: '4',
  overflow: 'hidden',
})
const arrow = css({ display: 'inline-flex', color: 'fg.subtle', flexShrink: '0' })
const step = css({ minWidth: '0', display: 'inline-flex', overflow: 'hidden' })
const small = css({ width: '3', height: '3' })
