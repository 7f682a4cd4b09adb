import { css } from 'styled-system/css'
import { Icon } from './icon'

/** A link to a page of somebody else. It opens in a new tab, and does not tell that page where it was followed. */
export function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <a className={link} href={href} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {children} <Icon name="arrowUpRight" />
    </a>
  )
}

const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  borderRadius: 'xs',
  color: 'accent.fg',
  textDecoration: 'underline',
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  '& svg': { width: 'iconSm', height: 'iconSm' },
})
