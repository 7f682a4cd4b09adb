import { useState, type InputHTMLAttributes, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { css } from 'styled-system/css'
import { useT } from '../words'
import { Field } from '../ui/field'
import { srOnly } from '../ui/sr-only'
import { SecretInput } from './secret-input'
import './words'

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'value' | 'disabled' | 'onBlur'> & {
  label: string
  autoComplete: 'current-password' | 'new-password'
  problem?: string | null | undefined
  help?: ReactNode
  ref?: Ref<HTMLInputElement>
  onChange: (text: string) => void
}

/** A password field with a button that shows the password, and a warning of Caps Lock. */
export function PasswordField({ label, problem, help, ref, onChange, onBlur, disabled, ...rest }: Props) {
  const t = useT()
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field label={label} problem={problem} help={help}>
      {(control) => (
        <>
          <SecretInput
            {...control}
            {...rest}
            ref={ref}
            disabled={disabled}
            showLabel={t('secrets.show')}
            onChange={({ target }) => onChange(target.value)}
            onKeyDown={watch}
            onKeyUp={watch}
            onBlur={(event) => {
              setCapsLock(false)
              onBlur?.(event)
            }}
          />
          <output className={capsLock ? told : srOnly}>{capsLock ? t('secrets.capsLock') : ''}</output>
        </>
      )}
    </Field>
  )
}

const told = css({ textStyle: 'small', color: 'warning.fg' })
