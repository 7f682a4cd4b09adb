import type { ReactNode } from 'react'
import { cva } from 'styled-system/css'

export type Tone = 'plain' | 'outlined' | 'mono' | 'accent' | 'good' | 'trouble' | 'alarm'

/** A word that names a code, a type or a state. `dot` repeats a state in colour. Red is for alarms alone. */
export function Chip({ tone = 'plain', dot = false, children }: { tone?: Tone; dot?: boolean; children: ReactNode }) {
  return <span className={chip({ tone, dot })}>{children}</span>
}

/** The look alone, for elements drawn without React. */
export const chip = cva({
  base: {
    minHeight: 'chip',
    minWidth: '0',
    maxWidth: 'full',
    paddingInline: '2',
    borderRadius: 'xs',
    border: '1px solid transparent',
    fontSize: 'xs',
    lineHeight: 'xs',
    whiteSpace: 'nowrap',
    // `hidden` would move the chip's words off the baseline of the words around them.
    overflow: 'clip',
    textOverflow: 'ellipsis',
    // The active row has the same grey as the chip.
    '[data-active] &': { background: 'bg.surface' },
    '[aria-selected=true] &': { background: 'bg.surface', borderColor: 'accent.border' },
  },
  variants: {
    tone: {
      plain: { background: 'bg.muted', color: 'fg.muted' },
      outlined: { borderColor: 'border.default', color: 'fg.muted' },
      mono: { background: 'bg.muted', color: 'fg.default', fontFamily: 'mono' },
      accent: { background: 'accent.subtle', color: 'accent.fg' },
      good: { background: 'success.subtle', color: 'success.fg' },
      trouble: { background: 'warning.subtle', color: 'warning.fg', borderColor: 'warning.border' },
      alarm: { background: 'alarm.solid', color: 'alarm.on', fontWeight: 'semibold' },
    },
    dot: {
      true: {
        display: 'inline-flex',
        alignItems: 'center',
        gap: '1.5',
        _before: { content: '""', width: 'dot', height: 'dot', borderRadius: 'full', background: 'current' },
      },
      // In a flex box the browser would not shorten the text.
      false: { display: 'inline-block', paddingBlock: '[1px]' },
    },
  },
})
