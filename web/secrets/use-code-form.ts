import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError } from '@tocsin/core/base/errors'
import { addFocusHome } from '../ui/focus'
import { useT } from '../words'

type Failed = (error: ApiError) => void

/**
 * A form for a code that was sent to the user. `submit` sends the typed code; `run` runs any other request of the form,
 * such as for another code. `isOver` returns whether a failure ends the form, and then leaves it.
 */
export function useCodeForm(
  submit: (code: string) => Promise<void>,
  isOver: (error: ApiError) => boolean = () => false,
) {
  const t = useT()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [sent, setSent] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const again = useRef(() => {})
  useEffect(() => addFocusHome(() => (field.current?.disabled ? button.current : field.current)), [])
  // The field takes the focus once it is enabled again, with its content selected to be typed over.
  useEffect(() => {
    if (!busy) field.current?.select()
  }, [busy])

  const run = async (work: () => Promise<void>, failed?: Failed) => {
    if (busy) return
    again.current = () => void run(work, failed)
    setFailure(null)
    setMissing(false)
    setSent(false)
    // A disabled field cannot keep the focus.
    button.current?.focus()
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError) {
        if (isOver(error)) return
        failed?.(error)
      }
      setFailure(error)
    }
    setBusy(false)
  }

  return {
    run,
    busy,
    button,
    failure,
    retry: () => again.current(),
    sent,
    /** Shows that another code was sent, and clears the field, since the previous code is invalid. */
    tellSent: () => {
      setCode('')
      setSent(true)
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (code !== '') return void run(() => submit(code))
      setMissing(true)
      field.current?.focus()
    },
    field: {
      ref: field,
      value: code,
      onChange: setCode,
      problem: missing ? t('secrets.codeNeeded') : null,
      disabled: busy,
    },
  }
}
