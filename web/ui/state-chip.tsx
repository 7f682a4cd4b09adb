import { cva } from 'styled-system/css'

/** A state in words, with a dot that repeats it in colour. Red is for alarms alone, so trouble is a warning. */
export function StateChip({ tone, children }: { tone: 'plain' | 'good' | 'trouble'; children: string }) {
  return <output className={chip({ tone })}>{children}</output>
}

const chip = cva({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: 'chip',
    paddingInline: '2',
    borderRadius: 'xs',
    fontSize: 'xs',
    lineHeight: 'xs',
    fontWeight: 'medium',
    _before: { content: '""', width: 'dot', height: 'dot', borderRadius: 'full', background: 'current' },
  },
  variants: {
    tone: {
      plain: { background: 'bg.muted', color: 'fg.muted' },
      good: { background: 'success.subtle', color: 'success.fg', _before: { background: 'success.dot' } },
      trouble: { background: 'warning.subtle', color: 'warning.fg' },
    },
  },
})
