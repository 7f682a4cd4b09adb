import { useId, type ButtonHTMLAttributes, type ReactNode, type Ref } from 'react'
import { css, cva } from 'styled-system/css'
import { Icon, type IconName } from './icon'
import { Kbd } from './kbd'
import { Reason } from './reason'
import { Spinner } from './spinner'
import { srOnly } from './sr-only'
import { cx } from './cx'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'className'> & {
  look?: 'primary' | 'default' | 'quiet' | 'danger'
  size?: 'normal' | 'small'
  icon?: IconName | undefined
  /** Shows the icon alone; `children` becomes the spoken name. */
  iconOnly?: boolean
  /** The key with the same effect, as caps. */
  keys?: readonly string[] | undefined
  /** The reason why the button cannot be pressed now. It stays focusable, so that the reason can be read. */
  blocked?: string | null | undefined
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** A button. A blocked one shows the reason, a busy one keeps its width, and double presses do nothing. */
export function Button({
  look = 'default',
  size = 'normal',
  icon,
  iconOnly = false,
  keys,
  blocked,
  busy = false,
  onClick,
  children,
  ...rest
}: Props) {
  const reason = useId()
  const inactive = Boolean(blocked) || busy
  return (
    <button
      type="button"
      {...rest}
      className={cx(button({ look, size }), iconOnly && square)}
      aria-disabled={inactive || undefined}
      aria-busy={busy || undefined}
      aria-describedby={blocked ? reason : rest['aria-describedby']}
      title={
        blocked
          ? undefined
          : iconOnly && typeof children === 'string'
            ? [children, ...(keys ?? [])].join(' · ')
            : rest.title
      }
      onClick={(event) => {
        if (inactive) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy ? <Spinner /> : icon ? <Icon name={icon} /> : null}
      {iconOnly ? <span className={srOnly}>{children}</span> : children}
      {keys && !iconOnly ? <Kbd keys={keys} /> : null}
      {blocked ? <Reason id={reason}>{blocked}</Reason> : null}
    </button>
  )
}
const square = css({ width: { base: 'control', _narrow: 'touch' }, padding: '0', justifyContent: 'center' })
/** The look of a button, for a link that acts as one. */
export const button = cva({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    flexShrink: '0',
    borderRadius: 'sm',
    border: '1px solid',
    fontWeight: 'medium',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    textDecoration: 'none',
    _ariaDisabled: {
      background: 'bg.muted',
      borderColor: 'border.subtle',
      color: 'fg.subtle',
      boxShadow: '[none]',
      cursor: 'default',
    },
  },
  variants: {
    look: {
      primary: {
        background: 'accent.solid',
        borderColor: 'accent.solid',
        color: 'accent.on',
        _hover: { background: 'accent.hover' },
        _active: { background: 'accent.pressed' },
      },
      default: {
        background: 'bg.surface',
        borderColor: 'border.default',
        color: 'fg.default',
        boxShadow: 'raised',
        _hover: { background: 'bg.hover' },
        _active: { background: 'bg.active' },
      },
      quiet: {
        background: 'transparent',
        borderColor: 'transparent',
        color: 'fg.muted',
        _hover: { background: 'bg.hover', color: 'fg.default' },
      },
      danger: {
        background: 'bg.surface',
        borderColor: 'danger.border',
        color: 'danger.fg',
        _hover: { background: 'danger.subtle' },
      },
    },
    size: {
      normal: {
        minHeight: { base: 'control', _narrow: 'touch' },
        paddingInline: '3',
        fontSize: 'sm',
        lineHeight: 'sm',
      },
      small: {
        minHeight: { base: 'controlSm', _narrow: 'touch' },
        paddingInline: '2',
        fontSize: 'xs',
        lineHeight: 'xs',
      },
    },
  },
})
