import { SecretInput } from '../../secrets/secret-input'
import { useT } from '../../words'
import type { WidgetProps } from './widget'

/** A secret: hidden unless asked for, and marked for password managers. */
export function SecretWidget({ path, value, control, onChange, onLeave }: WidgetProps) {
  const t = useT()
  return (
    <SecretInput
      {...control}
      autoComplete={path.startsWith('old') ? 'current-password' : 'new-password'}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onLeave}
      showLabel={t('form.show')}
    />
  )
}
