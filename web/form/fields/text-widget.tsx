import type { HTMLInputTypeAttribute } from 'react'
import type { FieldType } from '@tocsin/core/vocabulary/resource'
import { input } from '../../ui/field'
import type { WidgetProps } from './widget'

const TYPES: Partial<Record<FieldType, HTMLInputTypeAttribute>> = {
  email: 'email',
  url: 'url',
  phone: 'tel',
  date: 'date',
}

/** Text of one line: also an address of e-mail or of the web, a phone, a date. */
export function TextWidget({ field, value, control, onChange, onLeave }: WidgetProps) {
  // A web address never turns its direction, and is no word of a language.
  const isAddress = field.type === 'url'
  return (
    <input
      {...control}
      className={input()}
      type={TYPES[field.type] ?? 'text'}
      dir={isAddress ? 'ltr' : field.type === 'text' ? 'auto' : undefined}
      spellCheck={isAddress ? false : undefined}
      // What is written here is of others: the browser's own name and address are not meant.
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
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
