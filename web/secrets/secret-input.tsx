import { useState, type InputHTMLAttributes, type Ref } from 'react'
import { css } from 'styled-system/css'
import { Button } from '../ui/button'
import { input } from '../ui/input-look'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'spellCheck' | 'autoCapitalize'> & {
  ref?: Ref<HTMLInputElement> | undefined
  /** The name of the button. */
  showLabel: string
}

/** The input of a secret, with the button within it that shows the secret. */
export function SecretInput({ showLabel, ...props }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <span className={together}>
      <input
        {...props}
        className={input()}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button
        look="quiet"
        icon={shown ? 'eyeOff' : 'eye'}
        iconOnly
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {showLabel}
      </Button>
    </span>
  )
}

const together = css({
  position: 'relative',
  display: 'block',
  minWidth: '0',
  '& input': { paddingInlineEnd: { base: '10', _narrow: '12' } },
  '& button': { position: 'absolute', insetInlineEnd: '0', top: '0' },
})
