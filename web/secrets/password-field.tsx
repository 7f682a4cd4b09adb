import { useState, type InputHTMLAttributes, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { css } from 'styled-system/css'
import { useT } from '../words'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { input } from '../ui/input-look'
import { srOnly } from '../ui/sr-only'
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
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field label={label} problem={problem} help={help}>
      {(control) => (
        <>
          <span className={together}>
            <input
              {...control}
              {...rest}
              ref={ref}
              className={input()}
              type={shown ? 'text' : 'password'}
              autoCapitalize="none"
              spellCheck={false}
              disabled={disabled}
              onChange={({ target }) => onChange(target.value)}
              onKeyDown={watch}
              onKeyUp={watch}
              onBlur={(event) => {
                setCapsLock(false)
                onBlur?.(event)
              }}
            />
            <Button
              look="quiet"
              icon={shown ? 'eyeOff' : 'eye'}
              iconOnly
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {t('secrets.show')}
            </Button>
          </span>
          <output className={capsLock ? told : srOnly}>{capsLock ? t('secrets.capsLock') : ''}</output>
        </>
      )}
    </Field>
  )
}

const together = css({
  position: 'relative',
  display: 'block',
  '& input': { paddingInlineEnd: { base: '10', _narrow: '12' } },
  '& button': { position: 'absolute', insetInlineEnd: '0', top: '0' },
})
const told = css({ textStyle: 'small', color: 'warning.fg' })
