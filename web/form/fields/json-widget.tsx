import { useState } from 'react'
import { input } from '../../ui/field'
import type { WidgetProps } from './widget'

const write = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2))

/** Free JSON. While what is typed is none, the form cannot be saved, and the last that was stays. */
export function JsonWidget({ form, path, value, control, onChange, onLeave }: WidgetProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <textarea
      {...control}
      className={input({ kind: 'mono' })}
      rows={6}
      spellCheck={false}
      value={typed ?? write(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        try {
          const read: unknown = target.value.trim() === '' ? null : JSON.parse(target.value)
          form.cannotRead(path, null)
          onChange(read)
        } catch {
          form.cannotRead(path, { key: 'formErrors.json' })
        }
      }}
      onBlur={onLeave}
    />
  )
}
