import { memo, useCallback, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { optionId } from './option-look'
import type { Identified } from './results'
import { useLatest } from '../ui/use-latest'
import type { Found } from './use-results'

/** The list that a field moves in, and the id of its element. */
export type Combobox = { id: string; list: Found<Identified> }

type Props = {
  /** Receives the element once it is mounted. */
  take: (element: HTMLInputElement | null) => void
  id: string
  className: string
  label: string
  first: string
  placeholder: string
  isNumber: boolean
  isFixed: boolean
  /** The id of the element that shows the problem. */
  problem: string | undefined
  /** The list that the field moves in, if there is one. */
  combobox: Combobox | null
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/**
 * A field of one line. React rewrites an input's attributes after every key and at every render, though none has
 * changed, and the browser then lays out the page again. So React holds neither the text nor the active option.
 */
export function TextField({ take, combobox, onType, onKeyDown, ...fixed }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const typed = useLatest(onType)
  const pressed = useLatest(onKeyDown)
  const taking = useLatest(take)

  // The listener is added before the field has the focus: a letter typed earlier would be shown but not handled.
  useLayoutEffect(() => {
    const element = field.current
    const listen = (event: Event) => {
      event.stopPropagation()
      if (element) typed()(element.value)
    }
    element?.addEventListener('input', listen)
    return () => element?.removeEventListener('input', listen)
  }, [typed])

  const id = combobox?.id
  const list = combobox?.list
  useLayoutEffect(() => {
    if (id === undefined || !list) return
    const show = () => {
      const { rows, highlight } = list.now()
      const isOpen = rows.length > 0
      point(field.current, 'aria-expanded', String(isOpen))
      point(field.current, 'aria-controls', isOpen ? id : undefined)
      point(field.current, 'aria-activedescendant', isOpen && highlight !== null ? optionId(highlight) : undefined)
    }
    show()
    return list.subscribe(show)
  }, [id, list])

  const keep = useCallback(
    (element: HTMLInputElement | null) => {
      field.current = element
      taking()(element)
    },
    [taking],
  )
  return <Bare {...fixed} take={keep} isCombobox={combobox !== null} pressed={pressed} />
}

function point(element: HTMLInputElement | null, name: string, value: string | undefined): void {
  if (!element || element.getAttribute(name) === (value ?? null)) return
  if (value === undefined) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

type BareProps = Omit<Props, 'combobox' | 'onType' | 'onKeyDown'> & {
  isCombobox: boolean
  pressed: () => Props['onKeyDown']
}

const Bare = memo(function Bare(props: BareProps) {
  const { take, pressed, id, className, label, first, placeholder, isNumber, isFixed, problem, isCombobox } = props
  return (
    <input
      ref={take}
      id={id}
      className={className}
      aria-label={label}
      {...(problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': problem })}
      type="text"
      dir="auto"
      autoComplete="off"
      autoCorrect="off"
      autoCapitalize="off"
      spellCheck={false}
      inputMode={isNumber ? 'decimal' : undefined}
      readOnly={isFixed}
      placeholder={placeholder}
      defaultValue={first}
      onKeyDown={(event) => pressed()(event)}
      {...(isCombobox ? { role: 'combobox', 'aria-autocomplete': 'list' as const } : {})}
    />
  )
})
