import { Menu } from '@ark-ui/react/menu'
import { css } from 'styled-system/css'
import { LOCALES, type Locale } from '@tocsin/core/base/constants'
import type { Profile } from '@tocsin/core/api/session'
import { useAtomValue } from 'jotai/react'
import { addAccount, nameOfAccount, removeAccount, signOut, switchAccount } from '../accounts/account-acts'
import { profilesAtom } from '../data/account'
import { go } from '../navigation/go'
import { choose, THEMES, MODES, usePreferences, type Theme, type Mode } from '../preferences'
import { useSingleKeys } from '../keys/use-keys'
import { useT } from '../words'
import { Icon } from '../ui/icon'
import { accountLabel, avatar, initialsOf } from '../ui/avatar'
import { openHelp } from '../keys/help'
import { srOnly } from '../ui/sr-only'
import { cx } from '../ui/cx'

/** The menu of the account button: accounts, appearance, key help and sign-out. It is open when it mounts. */
export default function AccountMenu({ account }: { account: Profile }) {
  const t = useT()
  const { theme, mode, locale } = usePreferences()
  const [singleKeys, chooseSingleKeys] = useSingleKeys()
  const others = useAtomValue(profilesAtom).filter(({ id }) => id !== account.id)
  return (
    <Menu.Root defaultOpen positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger
        className={avatar}
        aria-label={accountLabel(account, t)}
        data-initials={initialsOf(nameOfAccount(account))}
      />
      <Menu.Positioner>
        <Menu.Content className={list} data-overlay="">
          <Menu.ItemGroup className={active}>
            <Menu.ItemGroupLabel>
              <Card account={account} />
            </Menu.ItemGroupLabel>
            <Menu.Item className={item} value="profile" onSelect={() => go('/profile')}>
              <span className={mark}>
                <Icon name="user" />
              </span>
              {t('accounts.profile')}
            </Menu.Item>
            <Menu.Item className={item} value="leave" onSelect={() => void signOut()}>
              <span className={mark}>
                <Icon name="logOut" />
              </span>
              {t('accounts.signOut')}
            </Menu.Item>
          </Menu.ItemGroup>
          <Menu.ItemGroup>
            {others.length > 0 && <Menu.ItemGroupLabel className={caption}>{t('accounts.others')}</Menu.ItemGroupLabel>}
            {others.map((one) => (
              <div className={row} key={one.id} role="presentation">
                <Menu.Item className={choosable} value={`switch:${one.id}`} onSelect={() => void switchAccount(one)}>
                  <span className={srOnly}>{t('accounts.switchLead')}</span>
                  <Card account={one} />
                </Menu.Item>
                <Menu.Item
                  className={beside}
                  value={`remove:${one.id}`}
                  aria-label={t('accounts.remove', { name: nameOfAccount(one) })}
                  onSelect={() => void removeAccount(one)}
                >
                  <Icon name="x" />
                </Menu.Item>
              </div>
            ))}
            <Menu.Item className={item} value="add" onSelect={() => void addAccount()}>
              <span className={mark}>
                <Icon name="plus" />
              </span>
              {t('accounts.add')}
            </Menu.Item>
          </Menu.ItemGroup>
          <Menu.Separator className={line} />
          <Menu.RadioItemGroup value={theme} onValueChange={({ value }) => choose({ theme: value as Theme })}>
            <Menu.ItemGroupLabel className={caption}>{t('web.theme')}</Menu.ItemGroupLabel>
            {THEMES.map((one) => (
              <Choice key={one} value={one} label={t(`web.themes.${one}`)} />
            ))}
          </Menu.RadioItemGroup>
          <Menu.RadioItemGroup value={mode} onValueChange={({ value }) => choose({ mode: value as Mode })}>
            <Menu.ItemGroupLabel className={caption}>{t('web.mode')}</Menu.ItemGroupLabel>
            {MODES.map((one) => (
              <Choice key={one} value={one} label={t(`web.modes.${one}`)} />
            ))}
          </Menu.RadioItemGroup>
          <Menu.RadioItemGroup value={locale} onValueChange={({ value }) => choose({ locale: value as Locale })}>
            <Menu.ItemGroupLabel className={caption}>{t('web.language')}</Menu.ItemGroupLabel>
            {LOCALES.map((one) => (
              <Choice key={one} value={one} label={t(`web.languages.${one}`)} />
            ))}
          </Menu.RadioItemGroup>
          <Menu.Separator className={line} />
          <Menu.CheckboxItem
            className={item}
            value="singleKeys"
            checked={singleKeys}
            onCheckedChange={(on) => chooseSingleKeys(on)}
          >
            <span className={mark}>{singleKeys && <Icon name="check" />}</span>
            <Menu.ItemText>{t('shell.singleKeys')}</Menu.ItemText>
          </Menu.CheckboxItem>
          <Menu.Item className={item} value="help" onSelect={openHelp}>
            <span className={mark}>
              <Icon name="keyboard" />
            </span>
            {t('shell.keys')}
          </Menu.Item>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}

/** Shows who an account is: name, username, user type, role and impersonator (ACCOUNT-02). */
function Card({ account }: { account: Profile }) {
  const t = useT()
  const { username, userType, role, impersonator } = account
  return (
    <span className={who}>
      <strong dir="auto">{nameOfAccount(account)}</strong>
      <span dir="auto">{username}</span>
      <span>
        {t(`resources.users.choices.userType.${userType}`)} · {t(`roles.${userType}.${role}`)}
      </span>
      {impersonator && (
        <span dir="auto">{t('accounts.actedBy', { name: impersonator.name || impersonator.username })}</span>
      )}
    </span>
  )
}

function Choice({ value, label }: { value: string; label: string }) {
  return (
    <Menu.RadioItem className={item} value={value}>
      <span className={mark}>
        <Menu.ItemIndicator>
          <Icon name="check" />
        </Menu.ItemIndicator>
      </span>
      <Menu.ItemText>{label}</Menu.ItemText>
    </Menu.RadioItem>
  )
}

const list = css({
  // The frame around the menu takes over this `zIndex`.
  position: 'relative',
  zIndex: 'modal',
  display: 'grid',
  minWidth: 'sidebar',
  maxHeight: 'palette',
  overflow: 'auto',
  padding: '1.5',
  background: 'bg.popover',
  border: '1px solid token(colors.border.default)',
  borderRadius: 'md',
  boxShadow: 'popover',
  outline: '[0]',
})
const who = css({
  display: 'grid',
  flex: '1',
  minWidth: '0',
  color: 'fg.muted',
  fontSize: 'xs',
  overflowWrap: 'anywhere',
  '& strong': { color: 'fg.default', fontSize: 'sm', fontWeight: 'semibold' },
})
const active = css({ '& > :first-child': { display: 'flex', padding: '2' } })
const row = css({ display: 'flex', alignItems: 'stretch' })
const caption = css({
  textStyle: 'caption',
  color: 'fg.subtle',
  paddingInline: '2',
  paddingTop: '2',
  paddingBottom: '1',
})
const item = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: '2',
  borderRadius: 'sm',
  cursor: 'pointer',
  '&[data-highlighted]': {
    background: 'bg.active',
    _forced: { outline: '[2px solid Highlight]', outlineOffset: '[-2px]' },
  },
})
const choosable = cx(item, css({ flex: '1', minWidth: '0', paddingBlock: '1.5' }))
const beside = cx(item, css({ width: { base: 'control', _narrow: 'touch' }, padding: '0', justifyContent: 'center' }))
const mark = css({ display: 'inline-grid', width: 'icon', height: 'icon', color: 'accent.fg', flexShrink: '0' })
const line = css({ marginBlock: '1', border: 'none', borderTop: '1px solid token(colors.border.subtle)' })
