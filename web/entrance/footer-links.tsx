import { useId } from 'react'
import { css } from 'styled-system/css'
import { LINKS } from '@tocsin/core/base/links'
import { linkTo } from '../links'
import { useT } from '../words'
import { Reason } from '../ui/reason'
import './words'

/** Links to pages outside of the console. An entry without an address is shown with the reason why it has none. */
export function FooterLinks() {
  const t = useT()
  return (
    <footer>
      <ul className={list} aria-label={t('entrance.elsewhere')}>
        {LINKS.map((one) => (
          <li key={one}>
            <FooterLink href={linkTo(one)}>{t(`entrance.links.${one}`)}</FooterLink>
          </li>
        ))}
        <li>
          <FooterLink href="/terms.html">{t('entrance.links.terms')}</FooterLink>
        </li>
        <li>
          <FooterLink href="/privacy.html">{t('entrance.links.privacy')}</FooterLink>
        </li>
      </ul>
    </footer>
  )
}

function FooterLink({ href, children }: { href: string | undefined; children: string }) {
  const t = useT()
  const reason = useId()
  if (href === undefined)
    return (
      // The entry can take the focus, so that the reason can be read.
      <button type="button" className={nowhere} aria-disabled="true" aria-describedby={reason}>
        {children}
        <Reason id={reason}>{t('entrance.noAddress')}</Reason>
      </button>
    )
  return (
    // The link opens in a new tab, so that the input here stays.
    <a className={link} href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

const list = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  columnGap: '4',
  rowGap: '1',
  listStyle: 'none',
  margin: '0',
  padding: '0',
  fontSize: 'xs',
  lineHeight: 'xs',
})
const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  color: 'fg.muted',
  borderRadius: 'xs',
  _hover: { color: 'fg.default', textDecoration: 'underline', textUnderlineOffset: '[3px]' },
})
const nowhere = css({
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: { base: 'controlSm', _narrow: 'touch' },
  color: 'fg.subtle',
  borderRadius: 'xs',
  cursor: 'default',
})
