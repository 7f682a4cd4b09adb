import { css } from 'styled-system/css'
import { PATTERNS } from '@tocsin/core/vocabulary/kinds'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import type { WidgetProps } from './widget'

/** Returns a colour in six digits, the only form that the browser's picker accepts. */
const sixDigits = (color: string): string => (color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color)

/** A colour as digits, with a sample that opens the browser's picker. */
export function ColorWidget({ label, value, control, onChange, onLeave }: WidgetProps) {
  const t = useT()
  const text = typeof value === 'string' ? value : ''
  return (
    <div className={frame}>
      <input
        className={sample}
        type="color"
        aria-label={`${t('form.pick')}: ${label}`}
        value={PATTERNS.color.test(text) ? sixDigits(text).toLowerCase() : '#000000'}
        onChange={({ target }) => onChange(target.value.toUpperCase())}
      />
      <input
        {...control}
        className={input({ kind: 'mono' })}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onLeave}
      />
    </div>
  )
}

const frame = css({ display: 'flex', gap: '2', minWidth: '0' })
const sample = css({
  flexShrink: '0',
  width: { base: 'control', _narrow: 'touch' },
  height: { base: 'control', _narrow: 'touch' },
  padding: '0.5',
  border: '1px solid token(colors.border.control)',
  borderRadius: 'sm',
  background: 'bg.surface',
  cursor: 'pointer',
})
