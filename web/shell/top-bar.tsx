import { css } from 'styled-system/css'
import { LOCALES } from '@tocsin/core/constants'
import type { Translate } from '@tocsin/core/i18n'
import { choose, HUES, MODES, usePreferences } from '../preferences'
import { Mark } from '../ui/mark'
import { Select } from '../ui/select'

/** Brand, and the choices that hold for the whole page: language, theme, mode. */
export function TopBar({ t }: { t: Translate }) {
  const { locale, theme, mode } = usePreferences()
  return (
    <header className={bar}>
      <span className={brand}>
        <Mark />
        tocsin
      </span>
      <div className={choices}>
        <Select
          label={t('language')}
          value={locale}
          options={LOCALES.map((one) => [one, t(`languages.${one}`)])}
          onChange={(chosen) => choose({ locale: chosen })}
        />
        <Select
          label={t('theme')}
          value={theme}
          options={HUES.map((one) => [one, t(`themes.${one}`)])}
          onChange={(chosen) => choose({ theme: chosen })}
        />
        <Select
          label={t('mode')}
          value={mode}
          options={MODES.map((one) => [one, t(`modes.${one}`)])}
          onChange={(chosen) => choose({ mode: chosen })}
        />
      </div>
    </header>
  )
}

const bar = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '2',
  minHeight: 'appBar',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '2',
  background: 'bg.sidebar',
  borderBottom: '1px solid token(colors.border.subtle)',
})
const brand = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  fontSize: 'lg',
  lineHeight: 'lg',
  fontWeight: 'semibold',
  letterSpacing: 'tight',
})
const choices = css({ display: 'flex', flexWrap: 'wrap', gap: '1' })
