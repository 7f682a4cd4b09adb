import { Menu } from '@ark-ui/react/menu'
import { Portal } from '@ark-ui/react/portal'
import { css } from 'styled-system/css'
import { LOCALES, type Locale } from '@tocsin/core/constants'
import type { Profile } from '@tocsin/core/session'
import { leave } from '../data/api'
import { mayLeave } from '../form/leave'
import { choose, HUES, MODES, usePreferences, type Hue, type Mode } from '../preferences'
import { useSingleKeys } from '../keys/use-keys'
import { useT } from '../words'
import { Icon } from '../ui/icon'
import { accountLabel, avatar, initialsOf } from './avatar'
import { openHelp } from './help'

/** Who one is, how the page looks, and the way out; open as soon as it is there. */
export default function AccountMenu({ account }: { account: Profile }) {
  const t = useT()
  const { theme, mode, locale } = usePreferences()
  const [singleKeys, chooseSingleKeys] = useSingleKeys()
  const name = account.name || account.username
  return (
    <Menu.Root defaultOpen positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger className={avatar} aria-label={accountLabel(account, t)} data-initials={initialsOf(name)} />
      <Portal>
        <Menu.Positioner className={above}>
          <Menu.Content className={list} data-overlay="">
            <div className={who}>
              <strong dir="auto">{name}</strong>
              <span dir="auto">{account.username}</span>
              <span>{t(`roles.${account.userType}.${account.role}`)}</span>
            </div>
            <Menu.RadioItemGroup value={theme} onValueChange={({ value }) => choose({ theme: value as Hue })}>
              <Menu.ItemGroupLabel className={caption}>{t('web.theme')}</Menu.ItemGroupLabel>
              {HUES.map((one) => (
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
            <Menu.Item
              className={item}
              value="leave"
              onSelect={() => void mayLeave().then((yes) => (yes ? leave() : undefined))}
            >
              <span className={mark}>
                <Icon name="logOut" />
              </span>
              {t('shell.signOut')}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
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

const above = css({ zIndex: 'modal' })
const list = css({
  display: 'grid',
  minWidth: 'sidebar',
  maxHeight: 'palette',
  overflow: 'auto',
  padding: '1.5',
  background: 'bg.popover',
  border: '1px solid token(colors.border.default)',
  borderRadius: 'md',
  boxShadow: 'popover',
  outline: 'none',
})
const who = css({
  display: 'grid',
  padding: '2',
  color: 'fg.muted',
  fontSize: 'xs',
  overflowWrap: 'anywhere',
  '& strong': { color: 'fg.default', fontSize: 'sm', fontWeight: 'semibold' },
})
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
  '&[data-highlighted]': { background: 'bg.active' },
})
const mark = css({ display: 'inline-grid', width: 'icon', height: 'icon', color: 'accent.fg', flexShrink: '0' })
const line = css({ marginBlock: '1', border: 'none', borderTop: '1px solid token(colors.border.subtle)' })
