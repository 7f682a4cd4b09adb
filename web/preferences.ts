import { useSyncExternalStore } from 'react'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import type { Locale } from '@tocsin/core/base/constants'
import { isLoaded, loadLanguage } from './languages'
import { stored, storedInTab } from './stored'

export const THEMES = ['grey', 'blue'] as const
export const MODES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
export type Mode = (typeof MODES)[number]
export type ThemeInMode = `${Theme}-${'light' | 'dark'}`
export type Preferences = { locale: Locale; theme: Theme; mode: Mode }

const oneOf = <One extends string>(known: readonly One[], value: string | null): One =>
  known.find((one) => one === value) ?? known[0]!

/** The language in an address is for this visit: the tab keeps it, and no other one learns of it. */
const visit = storedInTab('locale')

const read = (): Preferences => {
  const asked = new URLSearchParams(location.search).get('locale')
  if (asked !== null) visit.set(asked)
  return {
    locale: chooseLocale(asked ?? visit.get(), stored('locale').get(), ...(navigator.languages ?? [])),
    theme: oneOf(THEMES, stored('theme').get()),
    mode: oneOf(MODES, stored('mode').get()),
  }
}

/** Returns one of the four themes; `dark` is the system's preference. */
export const themeOf = ({ theme, mode }: Pick<Preferences, 'theme' | 'mode'>, dark: boolean): ThemeInMode =>
  `${theme}-${mode === 'dark' || (mode === 'system' && dark) ? 'dark' : 'light'}`

const listeners = new Set<() => void>()
let current: Preferences | undefined

const snapshot = (): Preferences => (current ??= read())

/** Applies the preferences to the page itself: its theme and its language. */
export const applyPreferences = (): void => {
  const { locale, ...look } = snapshot()
  const page = document.documentElement
  page.lang = locale
  page.dataset['theme'] = themeOf(look, matchMedia('(prefers-color-scheme: dark)').matches)
}

/** Other tabs receive a choice through this channel, even where storage is full or refused. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tocsin-preferences')

/**
 * Changes and stores the reader's choices, here and in every other tab. A language chosen here wins over the one in the
 * address from now on.
 */
export const choose = (change: Partial<Preferences>): void => {
  // Where storage is refused, the choice still holds for the open pages.
  for (const [key, value] of Object.entries(change)) stored(key).set(value)
  take(change)
  channel?.postMessage(change)
}

/** The language chosen last, whose words may still be on their way. */
let wanted: Locale | undefined

/** Applies a change. Another language is shown once its words are here. */
const take = (change: Partial<Preferences>): void => {
  const { locale, ...rest } = change
  wanted = locale ?? wanted
  if (locale === undefined || isLoaded(locale)) return apply(change)
  apply(rest)
  loadLanguage(locale).then(
    () => {
      if (wanted === locale) apply({ locale })
    },
    // Without its words the language stays as it is, and can be chosen again.
    () => {},
  )
}

const apply = (change: Partial<Preferences>): void => {
  current = { ...snapshot(), ...change }
  if (change.locale) forgetVisitLocale()
  applyPreferences()
  for (const listener of listeners) listener()
}

channel?.addEventListener('message', ({ data }: MessageEvent<Partial<Preferences>>) => take(data))

const forgetVisitLocale = () => {
  visit.set(null)
  const address = new URL(location.href)
  if (!address.searchParams.has('locale')) return
  address.searchParams.delete('locale')
  history.replaceState(history.state, '', address)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, snapshot)

/** Returns the present choices, for code outside of components. */
export const currentPreferences = snapshot
export const currentLocale = (): Locale => snapshot().locale
