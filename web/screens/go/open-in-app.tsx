import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { LOCALES } from '@tocsin/core/base/constants'
import { linkTo } from '../../links'
import { addFocusHome } from '../../ui/focus'
import { choose, usePreferences } from '../../preferences'
import { Button, button } from '../../ui/button'
import { Logo } from '../../ui/logo'
import { Select } from '../../ui/select'
import { addWords, useT } from '../../words'
import { appAddress } from './app-address'
import { messages } from './messages'
import { cx } from '../../ui/cx'

addWords('go', messages)

/** The page of a link for the app, shown where the app did not open it. It sends no request and signs nobody in. */
export default function OpenInApp() {
  const t = useT()
  const { locale } = usePreferences()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${t('go.title')} · tocsin`
  }, [t])
  useEffect(() => {
    heading.current?.focus()
    return addFocusHome(() => heading.current)
  }, [])
  return (
    <main className={page} id="content">
      <div className={corner}>
        <Select
          label={t('web.language')}
          value={locale}
          options={LOCALES.map((one) => [one, t(`web.languages.${one}`)])}
          onChange={(chosen) => choose({ locale: chosen })}
        />
      </div>
      <div className={card}>
        <span className={brand}>
          <Logo />
          tocsin
        </span>
        <div>
          <h1 className={title} ref={heading} tabIndex={-1}>
            {t('go.title')}
          </h1>
          <p className={quiet}>{t('go.lead')}</p>
        </div>
        <a
          className={cx(button({ look: 'primary', size: 'normal' }), wide)}
          href={appAddress(location.pathname, location.search)}
        >
          {t('go.open')}
        </a>
        <p className={quiet}>{t('go.install')}</p>
        <div className={stores}>
          <Store name="android" />
          <Store name="ios" />
        </div>
        <p className={small}>
          {t('go.nothing')} <Link href="/">{t('go.console')}</Link>
        </p>
      </div>
    </main>
  )
}

/** A link to an app store, or a button with the reason there is none. */
function Store({ name }: { name: 'android' | 'ios' }) {
  const t = useT()
  const address = linkTo(name)
  return address === undefined ? (
    <Button icon="smartphone" blocked={t('go.noStore')}>
      {t(`go.${name}`)}
    </Button>
  ) : (
    <a className={button({ look: 'default', size: 'normal' })} href={address} rel="noreferrer">
      {t(`go.${name}`)}
    </a>
  )
}

const page = css({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '[100dvh]',
  padding: { base: '6', _narrow: '4' },
  background: 'bg.surface',
})
const corner = css({ display: 'flex', justifyContent: 'flex-end' })
const card = css({ display: 'grid', gap: '4', width: 'full', maxWidth: 'signIn', margin: 'auto' })
const brand = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  fontSize: 'lg',
  lineHeight: 'lg',
  fontWeight: 'semibold',
  letterSpacing: 'tight',
})
const title = css({ textStyle: 'heading' })
const quiet = css({ color: 'fg.muted', marginTop: '1' })
const wide = css({ width: 'full' })
const stores = css({ display: 'grid', gap: '2' })
const small = css({
  color: 'fg.muted',
  fontSize: 'xs',
  lineHeight: 'xs',
  '& a': { display: 'inline-block', minHeight: 'controlSm', color: 'accent.fg', textDecoration: 'underline' },
})
