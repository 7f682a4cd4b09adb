import { useState } from 'react'
import { usePreferences } from '../../preferences'
import { input } from '../../ui/input-look'
import { readNumber, writeNumber } from '../number-text'
import type { WidgetProps } from './widget'

/** A number with the decimal sign of the language. The text stays as typed until the field is left. */
export function NumberWidget({ value, control, onChange, onLeave }: WidgetProps) {
  const { locale } = usePreferences()
  const [typed, setTyped] = useState<string | null>(null)
  // A value set from elsewhere (a map, a restored draft) replaces the text typed here.
  const text = typed !== null && readNumber(typed, locale) === value ? typed : writeNumber(value, locale)
  return (
    <input
      {...control}
      className={input()}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readNumber(target.value, locale))
      }}
      onBlur={() => {
        setTyped(null)
        onLeave()
      }}
    />
  )
}
