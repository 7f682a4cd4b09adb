import { useState } from 'react'
import { css } from 'styled-system/css'
import { Button } from '../../ui/button'
import { input } from '../../ui/input-look'
import { useT } from '../../words'
import type { WidgetProps } from './widget'

/** A secret: hidden unless asked for, and marked for password managers. */
export function SecretWidget({ path, value, control, onChange, onLeave }: WidgetProps) {
  const t = useT()
  const [shown, setShown] = useState(false)
  return (
    <div className={frame}>
      <input
        {...control}
        className={input()}
        type={shown ? 'text' : 'password'}
        autoComplete={path.startsWith('old') ? 'current-password' : 'new-password'}
        spellCheck={false}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onLeave}
      />
      <Button icon={shown ? 'eyeOff' : 'eye'} iconOnly aria-pressed={shown} onClick={() => setShown(!shown)}>
        {t('form.show')}
      </Button>
    </div>
  )
}

const frame = css({ display: 'flex', gap: '2', minWidth: '0' })
