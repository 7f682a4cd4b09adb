import type { HTMLInputTypeAttribute } from 'react'
import type { FieldType } from '@tocsin/core/vocabulary/resource'
import { input } from '../../ui/input-look'
import type { WidgetProps } from './widget'

const TYPES: Partial<Record<FieldType, HTMLInputTypeAttribute>> = {
  email: 'email',
  url: 'url',
  phone: 'tel',
  date: 'date',
}

/** Text of one line: also an e-mail or web address, a phone, a date, tags. */
export function TextWidget({ field, value, control, onChange, onLeave }: WidgetProps) {
  // A web address always runs from the left and is not spell-checked.
  const isAddress = field.type === 'url'
  return (
    <input
      {...control}
      className={input()}
      type={TYPES[field.type] ?? 'text'}
      dir={isAddress ? 'ltr' : field.type === 'text' ? 'auto' : undefined}
      spellCheck={isAddress ? false : undefined}
      // The values are other people's: the browser must not offer the reader's own name and address.
      autoComplete="off"
      // Tags are written with commas between them.
      value={typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : ''}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onLeave}
    />
  )
}

/** Text of several lines. */
export function LongTextWidget({ value, control, onChange, onLeave }: WidgetProps) {
  return (
    <textarea
      {...control}
      className={input({ kind: 'long' })}
      dir="auto"
      rows={3}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onLeave}
    />
  )
}
