import { useRef, type ChangeEvent, type Ref } from 'react'
import { css } from 'styled-system/css'
import { writtenCode } from '@tocsin/core/api/sign-in'
import { VERIFICATION_CODE_LENGTH } from '@tocsin/core/base/constants'
import { Field } from '../ui/field'
import { input } from '../ui/input-look'
import { cx } from '../ui/cx'
import './words'

type Props = {
  label: string
  value: string
  onChange: (code: string) => void
  problem?: string | null | undefined
  help?: string
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/**
 * A field for a code sent by mail or SMS. The code may be typed, pasted with blanks and dashes, or filled in by the
 * phone; the field holds the code as it was sent.
 */
export function CodeField({ label, value, onChange, problem, help, disabled, ref }: Props) {
  const composing = useRef(false)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (composing.current) return onChange(target.value)
    const code = writtenCode(target.value)
    if (code !== target.value) {
      // The caret stays behind the same character.
      const before = writtenCode(target.value.slice(0, target.selectionStart ?? undefined)).length
      target.value = code
      target.setSelectionRange(before, before)
    }
    onChange(code)
  }
  return (
    <Field label={label} problem={problem} help={help}>
      {(control) => (
        <input
          {...control}
          ref={ref}
          className={cx(input({ kind: 'mono' }), wide)}
          name="code"
          autoComplete="one-time-code"
          // A code has letters and digits, so a numeric keypad is not enough.
          inputMode="text"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          size={VERIFICATION_CODE_LENGTH}
          disabled={disabled}
          value={value}
          onChange={take}
          onCompositionStart={() => (composing.current = true)}
          onCompositionEnd={(event) => {
            composing.current = false
            onChange(writtenCode(event.currentTarget.value))
          }}
        />
      )}
    </Field>
  )
}

const wide = css({ fontSize: 'lg', letterSpacing: '[0.2em]' })
