import type { KeyboardEvent } from 'react'
import type { FieldElement } from './ask-page'

type Pressed = Pick<KeyboardEvent<FieldElement>, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'nativeEvent'> & {
  currentTarget: Pick<FieldElement, 'value' | 'selectionStart' | 'selectionEnd'>
}

/** Returns the text of a field after the browser has handled a key; null where that is not certain. */
export function textAfter({ key, altKey, ctrlKey, metaKey, nativeEvent, currentTarget }: Pressed): string | null {
  const { value, selectionStart: from, selectionEnd: to } = currentTarget
  if (altKey || ctrlKey || metaKey || nativeEvent.isComposing || from === null || to === null) return null
  if (key === 'Backspace' && from === to) return from === 0 ? null : value.slice(0, from - 1) + value.slice(to)
  if (key === 'Backspace') return value.slice(0, from) + value.slice(to)
  return Array.from(key).length === 1 ? value.slice(0, from) + key + value.slice(to) : null
}
