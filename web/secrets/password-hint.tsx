import { Fragment } from 'react'
import { css, cva } from 'styled-system/css'
import { passwordFailures, type PasswordFailure } from '@tocsin/core/vocabulary/password'
import { useT } from '../words'
import { Icon } from '../ui/icon'
import { srOnly } from '../ui/sr-only'
import './words'

const ITEMS = ['INVALID_LENGTH', 'NO_UPPERCASE', 'NO_LOWERCASE', 'NO_NUMBER'] as const satisfies PasswordFailure[]

type Props = {
  password: string
  touched: boolean
  /** True where the password is refused by a rule that is not among these. */
  refused?: boolean
}

/** The rules of a password in one sentence; once typing has begun, the unmet ones stand out. */
export function PasswordHint({ password, touched, refused = false }: Props) {
  const t = useT()
  const failures = passwordFailures(password)
  const lacks = (one: PasswordFailure) => touched && failures.includes(one)
  const missing = ITEMS.filter(lacks).map((one) => t(`secrets.hint.${one}`))
  return (
    <div>
      <p className={sentence}>
        {t('secrets.hint.lead')}{' '}
        {ITEMS.map((one, at) => (
          <Fragment key={one}>
            <span className={item({ state: !touched ? 'open' : lacks(one) ? 'unmet' : 'met' })} data-unmet={lacks(one)}>
              {touched && <Icon name={lacks(one) ? 'x' : 'check'} className={small} />}
              {t(`secrets.hint.${one}`)}
            </span>
            {at < ITEMS.length - 1 && '; '}
          </Fragment>
        ))}
      </p>
      {/* A screen reader does not announce colour and weight. */}
      <output className={srOnly}>
        {!touched
          ? ''
          : missing.length > 0
            ? t('secrets.missing', { items: missing.join('; ') })
            : refused
              ? ''
              : t('secrets.complete')}
      </output>
    </div>
  )
}

const sentence = css({ textStyle: 'small', color: 'fg.muted' })
const small = css({
  display: 'inline',
  width: 'iconSm',
  height: 'iconSm',
  marginInlineEnd: '0.5',
  verticalAlign: '[-2px]',
})
const item = cva({
  // An item stays together with its mark.
  base: { display: 'inline-block' },
  variants: {
    state: {
      open: {},
      met: { color: 'success.fg' },
      unmet: { color: 'danger.fg', fontWeight: 'semibold' },
    },
  },
})
