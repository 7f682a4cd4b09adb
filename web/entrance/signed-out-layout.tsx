import { useEffect, type ReactNode } from 'react'
import { css } from 'styled-system/css'
import { LOCALES } from '@tocsin/core/base/constants'
import { choose, usePreferences } from '../preferences'
import { useT } from '../words'
import { Icon } from '../ui/icon'
import { Logo } from '../ui/logo'
import { Select } from '../ui/select'
import { FooterLinks } from './footer-links'
import { Rings } from './rings'
import './words'

type Props = {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** The layout of the screens before the sign-in: a card beside the brand, with links below the card. */
export function SignedOutLayout({ title, lead, children }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  useEffect(() => {
    document.title = `${title} · tocsin`
  }, [title])
  return (
    <div className={page}>
      <aside className={picture}>
        <Brand />
        <Rings />
        <div>
          <p className={tagline}>{t('entrance.tagline')}</p>
          <p className={about}>{t('web.about')}</p>
        </div>
      </aside>
      <main className={side} id="content">
        <div className={corner}>
          <Icon name="languages" />
          <Select
            label={t('web.language')}
            value={locale}
            options={LOCALES.map((one) => [one, t(`web.languages.${one}`)])}
            onChange={(chosen) => choose({ locale: chosen })}
          />
        </div>
        <div className={card}>
          <div className={narrowOnly}>
            <Brand />
            <p className={quiet}>{t('entrance.tagline')}</p>
          </div>
          <div>
            <h1 className={heading} id="entrance" dir="auto">
              {title}
            </h1>
            {lead && <div className={quiet}>{lead}</div>}
          </div>
          {children}
          <p className={disclaimer}>
            <Icon name="phone" />
            <span>{t('web.disclaimer')}</span>
          </p>
        </div>
        <FooterLinks />
      </main>
    </div>
  )
}

const Brand = () => (
  <span className={brand}>
    <Logo />
    tocsin
  </span>
)

/** The style of a form on the card. The card's title names the form. */
export const entranceForm = css({ display: 'grid', gap: '4', '& > button': { width: 'full' } })

const page = css({
  display: 'grid',
  gridTemplateColumns: { base: '[7fr 5fr]', _narrow: '[minmax(0, 1fr)]' },
  minHeight: '[100dvh]',
  background: 'bg.surface',
})
const picture = css({
  position: 'relative',
  display: { base: 'flex', _narrow: 'none' },
  flexDirection: 'column',
  justifyContent: 'space-between',
  overflow: 'hidden',
  padding: '10',
  background: 'bg.sidebar',
  borderInlineEnd: '1px solid token(colors.border.subtle)',
  '& > *:not(svg)': { position: 'relative' },
})
const brand = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  fontSize: 'xl',
  lineHeight: 'xl',
  fontWeight: 'semibold',
  letterSpacing: 'tight',
})
const tagline = css({ textStyle: 'figure', maxWidth: 'form', textWrap: 'balance' })
const about = css({ marginTop: '3', maxWidth: 'drawer', color: 'fg.muted', fontSize: 'md', lineHeight: 'md' })
const side = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '6',
  minWidth: '0',
  padding: { base: '6', _narrow: '4' },
})
const corner = css({ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', color: 'fg.muted' })
const card = css({ display: 'grid', gap: '4', width: 'full', maxWidth: 'signIn', margin: 'auto' })
const narrowOnly = css({ display: { base: 'none', _narrow: 'grid' }, gap: '1', marginBottom: '2' })
const heading = css({ textStyle: 'heading', overflowWrap: 'anywhere' })
const quiet = css({ color: 'fg.muted', overflowWrap: 'anywhere' })
const disclaimer = css({
  display: 'flex',
  gap: '2.5',
  padding: '3',
  borderRadius: 'md',
  border: '1px solid token(colors.border.subtle)',
  background: 'bg.subtle',
  color: 'fg.muted',
  fontSize: 'xs',
})
