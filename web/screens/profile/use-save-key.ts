import { useState, type FocusEvent } from 'react'
import { useKeys } from '../../keys/use-keys'

/** The keys that save a form, for the one of several on a page that has the focus; to be spread on the form. */
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
