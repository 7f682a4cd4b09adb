import { useState } from 'react'
import { readJsonText } from '@tocsin/core/base/json-text'
import { input } from '../../ui/input-look'
import type { WidgetProps } from './widget'

const write = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2))

/** Free JSON. While the text is not valid JSON, the form cannot be saved and the last valid value stays. */
export function JsonWidget({ form, path, value, control, onChange, onLeave }: WidgetProps) {
  /** The text as it was typed, and the value that it belongs to: one from elsewhere replaces the text. */
  const [typed, setTyped] = useState<{ text: string; of: string } | null>(null)
  const written = write(value)
  return (
    <textarea
      {...control}
      className={input({ kind: 'mono' })}
      rows={6}
      spellCheck={false}
      value={typed?.of === written ? typed.text : written}
      onChange={({ target }) => {
        const read = target.value.trim() === '' ? { value: null } : readJsonText(target.value)
        setTyped({ text: target.value, of: 'value' in read ? write(read.value) : written })
        if ('value' in read) {
          form.cannotRead(path, null)
          onChange(read.value)
        } else form.cannotRead(path, { key: 'formErrors.jsonAt', values: { line: read.line, column: read.column } })
      }}
      onBlur={onLeave}
    />
  )
}
