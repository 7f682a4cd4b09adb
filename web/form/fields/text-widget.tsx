import type { HTMLInputTypeAttribute } from 'react'
import type { FieldType } from '@tocsin/core/resource'
import { input } from '../../ui/field'
import type { WidgetProps } from './widget'

const TYPES: Partial<Record<FieldType, HTMLInputTypeAttribute>> = { email: 'email', phone: 'tel', date: 'date' }

/** Text of one line: also an address of e-mail, a phone, a date. */
export function TextWidget({ field, value, control, onChange, onLeave }: WidgetProps) {
  const isText = field.type === 'text'
  return (
    <input
      {...control}
      className={input()}
      type={TYPES[field.type] ?? 'text'}
      dir={isText ? 'auto' : undefined}
      // What is written here is of others: the browser's own name and address are not meant.
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onLeave}
    />
  )
}

/** A web address: one line, which never turns its direction, and no line end in what is pasted. */
export function AddressWidget({ value, control, onChange, onLeave }: WidgetProps) {
  return (
    <input
      {...control}
      className={input()}
      type="url"
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
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
