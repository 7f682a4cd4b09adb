import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Profile } from '@tocsin/core/api/session'
import { css } from 'styled-system/css'

export const accountLabel = ({ name, username }: Profile, t: Translate): string =>
  `${t('web.account')}: ${name || username}`

/** Returns the first letter as a reader sees it, even an emoji of several code points, in upper case. */
export const firstLetter = (text: string): string =>
  new Intl.Segmenter().segment(text)[Symbol.iterator]().next().value?.segment.toUpperCase() ?? ''

/** Returns the initials of a name: `Ana Maria Acme` → `AA`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => firstLetter(word ?? '')).join('')
}

export const avatar = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: { base: 'control', _narrow: 'touch' },
  height: { base: 'control', _narrow: 'touch' },
  border: '1px solid token(colors.border.default)',
  borderRadius: 'full',
  background: 'bg.muted',
  color: 'fg.muted',
  fontSize: '2xs',
  fontWeight: 'semibold',
  cursor: 'pointer',
  // The initials are drawn by CSS and are no text: the accessible name of the button is the full name.
  _before: { content: 'attr(data-initials)' },
})
