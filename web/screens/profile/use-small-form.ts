import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError } from '@tocsin/core/base/errors'
import type { Fields, Reason } from '@tocsin/core/vocabulary/resource'
import { check } from '@tocsin/core/vocabulary/validate'
import { problemText } from '../../notices/problem-text'
import { useT } from '../../words'

type Values<Name extends string> = Record<Name, string>

type Options<Name extends string> = {
  fields: Fields
  start: Values<Name>
  /** The label of each field, in the reader's words. */
  labels: Record<Name, string>
  /** Sends the values. An error that it throws is shown at the fields that it names, else above the form. */
  send: (values: Values<Name>) => Promise<void>
}

/** A form of a few texts with the rules of core. Each problem is shown at its field, and the first takes the focus. */
export function useSmallForm<Name extends string>({ fields, start, labels, send }: Options<Name>) {
  const t = useT()
  const [values, setValues] = useState(start)
  const [problems, setProblems] = useState<Partial<Record<Name, Reason>>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const controls = useRef(new Map<Name, HTMLInputElement>())
  const names = Object.keys(labels) as Name[]

  // A change of the stored values, elsewhere or by an undo, replaces the values of the form if nothing was typed.
  const stored = useRef(start)
  const shown = useRef(values)
  shown.current = values
  const beginning = JSON.stringify(start)
  useEffect(() => {
    const before = stored.current
    stored.current = start
    if (names.every((name) => shown.current[name] === before[name])) setValues(start)
    // oxlint-disable-next-line react/exhaustive-deps -- only other values are another start
  }, [beginning])
  const nameOf = (field: unknown) => names.find((name) => name === field)

  const show = (list: readonly ({ field?: string } & Reason)[]): boolean => {
    const found: Partial<Record<Name, Reason>> = {}
    for (const { field, ...reason } of list) {
      const name = nameOf(field)
      if (name) found[name] ??= reason
    }
    setProblems(found)
    const first = names.find((name) => found[name])
    if (first) controls.current.get(first)?.focus()
    return first !== undefined
  }

  /** The values of this form's own fields. */
  const ownValues = Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, values[name]]))

  const submit = async (): Promise<void> => {
    if (busy) return
    setFailure(null)
    if (show(check(fields, ownValues))) return
    setBusy(true)
    try {
      await send(values)
    } catch (error) {
      // The form stays open with its input after any failure.
      const told = error instanceof ApiError ? error.fields : []
      const isTold = show(told.map(({ message, ...rest }) => ({ ...rest, key: message })))
      if (!isTold) setFailure(error)
      const about = error instanceof ApiError ? nameOf(error.details?.['field']) : undefined
      if (about) controls.current.get(about)?.select()
    } finally {
      setBusy(false)
    }
  }

  return {
    values,
    failure,
    busy,
    changed: names.some((name) => values[name] !== start[name]),
    /** Sets the values, and removes the problems and the failure. */
    reset: (to: Values<Name>): void => {
      setValues(to)
      setProblems({})
      setFailure(null)
    },
    fail: setFailure,
    submit,
    onSubmit: (event: FormEvent): void => {
      event.preventDefault()
      void submit()
    },
    focus: (name: Name): void => controls.current.get(name)?.focus(),
    /** Returns the props of a field. */
    field: (name: Name) => {
      const reason = problems[name]
      return {
        name,
        label: labels[name],
        value: values[name],
        problem: reason ? problemText(reason, labels[name], t) : null,
        ref: (control: HTMLInputElement | null): void => {
          if (control) controls.current.set(name, control)
          else controls.current.delete(name)
        },
        onChange: (text: string): void => {
          setValues((all) => ({ ...all, [name]: text }))
          setProblems(({ [name]: _, ...rest }) => rest as Partial<Record<Name, Reason>>)
        },
      }
    },
  }
}
