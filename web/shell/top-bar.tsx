import { useAtomValue } from 'jotai/react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { LOCALES } from '@tocsin/core/base/constants'
import { useAccount } from '../data/account'
import { pendingAtom } from '../data/api'
import { choosesClient, useSelectedClient } from '../data/selected-client'
import { keyboard } from '../keys/use-keys'
import { capsOf } from '../keys/show'
import { openPalette } from '../commands/open-palette'
import { choose, usePreferences } from '../preferences'
import { useT } from '../words'
import { AccountButton } from './account-button'
import { firstLetter } from '../ui/avatar'
import { Icon } from '../ui/icon'
import { Kbd } from '../ui/kbd'
import { Logo } from '../ui/logo'
import { Select } from '../ui/select'
import { Spinner } from '../ui/spinner'
import { srOnly } from '../ui/sr-only'

/** The element for the number of pending alerts, which comes later than the bar. */
export const PENDING_PLACE = 'pending'

/** The top bar: the palette, the spinner for requests under way, the client, the language and the account. */
export function TopBar({ onMenu }: { onMenu: () => void }) {
  const t = useT()
  const { locale } = usePreferences()
  const account = useAccount()
  return (
    <header className={bar}>
      <button type="button" className={menu} onClick={onMenu} aria-label={t('shell.menu')}>
        <Icon name="menu" />
      </button>
      <Link className={brand} href="/" aria-label={`tocsin: ${t('shell.home')}`}>
        <Logo />
        <span>tocsin</span>
      </Link>
      <button type="button" className={ask} aria-keyshortcuts="Control+K Meta+K" onClick={() => openPalette()}>
        <Icon name="search" />
        <span className={hint}>{t('shell.ask')}</span>
        <Kbd keys={capsOf('Mod+K', { mac: keyboard.mac })} />
      </button>
      <div className={right}>
        <Busy />
        <span id={PENDING_PLACE} />
        <ClientChip />
        <span className={wideOnly}>
          <Select
            label={t('web.language')}
            value={locale}
            options={LOCALES.map((one) => [one, t(`web.languages.${one}`)])}
            onChange={(chosen) => choose({ locale: chosen })}
          />
        </span>
        <AccountButton account={account} />
      </div>
    </header>
  )
}

/** Turns while requests are under way, once they take long enough to be noticed. */
function Busy() {
  const t = useT()
  const pending = useAtomValue(pendingAtom) > 0
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(pending), pending ? 150 : 0)
    return () => clearTimeout(timer)
  }, [pending])
  return (
    <output className={busy}>
      {shown && (
        <>
          <Spinner />
          <span className={srOnly}>{t('web.busy')}</span>
        </>
      )}
    </output>
  )
}

/** The selected client. Staff change it here and by the palette; a user of a client has just one. */
function ClientChip() {
  const t = useT()
  const account = useAccount()
  const { id, client } = useSelectedClient()
  const name = client?.name ?? (id === null ? t('shell.allClients') : `#${id}`)
  const letter = (
    <span className={initial} aria-hidden="true">
      {id === null ? <Icon name="building" /> : firstLetter(name)}
    </span>
  )
  if (account.userType === 'client')
    return client ? (
      <span className={chip}>
        {letter}
        <span className={chipText} dir="auto">
          {name}
        </span>
      </span>
    ) : null
  if (!choosesClient(account)) return null
  return (
    <button type="button" className={chip} onClick={() => openPalette({ command: 'client.switch' })}>
      <span className={srOnly}>{`${t('shell.client')}: `}</span>
      {letter}
      <span className={chipText} dir="auto">
        {name}
      </span>
      <Icon name="chevronsUpDown" />
    </button>
  )
}

const bar = css({
  display: 'flex',
  alignItems: 'center',
  gap: { base: '3', _narrow: '1' },
  height: 'appBar',
  flexShrink: '0',
  paddingInlineEnd: '4',
  paddingInlineStart: { base: '0', _narrow: '2' },
  background: 'bg.sidebar',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const menu = css({
  display: { base: 'none', _narrow: 'grid' },
  placeItems: 'center',
  width: 'touch',
  height: 'touch',
  border: 'none',
  borderRadius: 'sm',
  background: 'transparent',
  color: 'fg.muted',
})
const brand = css({
  // On a narrow screen the way home is in the menu, and the client's name needs the room.
  display: { base: 'inline-flex', _narrow: 'none' },
  alignItems: 'center',
  gap: '2',
  width: { base: 'sidebar', _tablet: 'auto' },
  flexShrink: '0',
  paddingInline: { base: '5', _tablet: '4' },
  color: 'fg.default',
  fontSize: 'lg',
  lineHeight: 'lg',
  fontWeight: 'semibold',
  letterSpacing: 'tight',
  textDecoration: 'none',
})
const ask = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  width: { base: 'toast', _tablet: 'auto', _narrow: 'touch' },
  flex: { base: '[0 1 auto]', _tablet: '1', _narrow: '[none]' },
  minWidth: { base: 'touch' },
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: '2.5',
  border: '1px solid token(colors.border.default)',
  borderRadius: 'sm',
  background: 'bg.surface',
  color: 'fg.subtle',
  cursor: 'pointer',
  justifyContent: { _narrow: 'center' },
  _hover: { background: 'bg.hover' },
  '& > :last-child': { display: { _narrow: 'none' } },
})
const hint = css({
  flex: '1',
  textAlign: 'start',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  // A narrow screen has no room for the name, which still names the button.
  _narrow: { srOnly: true },
})
const right = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: { base: '2', _narrow: '1' },
  // The field shrinks for the client's name if both do not fit.
  flexShrink: { base: '1', _tablet: '0', _narrow: '1' },
  marginInlineStart: 'auto',
  // The least width of the language and the account, also before the fonts load: the client's name shrinks.
  minWidth: { base: 'sidebar', _narrow: '0' },
})
const wideOnly = css({ display: { _narrow: 'none' } })
const busy = css({ display: 'grid', placeItems: 'center', width: 'icon', height: 'icon', color: 'fg.subtle' })
const chip = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  minWidth: '0',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: { base: '2', _narrow: '1' },
  border: 'none',
  borderRadius: 'sm',
  background: 'transparent',
  color: 'fg.default',
  fontSize: 'sm',
  fontWeight: 'medium',
  'button&': { cursor: 'pointer', _hover: { background: 'bg.hover' } },
})
const chipText = css({
  minWidth: '0',
  maxWidth: { base: 'sidebar', _tablet: '[180px]' },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const initial = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: '5',
  height: '5',
  borderRadius: 'xs',
  background: 'bg.inverse',
  color: 'fg.inverse',
  fontSize: '2xs',
  fontWeight: 'semibold',
  '& svg': { width: '3', height: '3' },
})
