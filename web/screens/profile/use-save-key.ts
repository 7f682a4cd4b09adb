import { useState, type FocusEvent } from 'react'
import { useKeys } from '../../keys/use-keys'

/** Returns the props that give a form the save keys while it has the focus, among several forms on a page. */
export function useSaveKey(scope: 'form' | 'overlay' = 'form') {
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  useKeys(scope, { save: () => form?.requestSubmit() }, { enabled: form !== null })
  return {
    onFocus: ({ currentTarget }: FocusEvent<HTMLFormElement>): void => setForm(currentTarget),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>): void => {
      if (!currentTarget.contains(relatedTarget)) setForm(null)
    },
  }
}
