import { ICON_SUGGESTIONS } from '@tocsin/core/base/constants'
import { fold } from '@tocsin/core/base/fold'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { materialOutline, OUTLINES } from '../../../ui/material-icons'
import './words'

const NAMES = Object.keys(OUTLINES)

/** Returns the word for an icon; its name on the wire where the console does not know it. */
export const iconText = (name: string, t: Translate): string =>
  materialOutline(name) === undefined ? name : t(`channelEditor.icons.${name}`)

/** Returns the icons whose word or name on the wire has a text in it, those that begin with it first. */
export function iconsFor(text: string, t: Translate): string[] {
  const wanted = fold(text.trim())
  const spellings = (name: string) => [fold(iconText(name, t)), fold(name), fold(name.replaceAll('_', ' '))]
  const rank = (name: string) => (spellings(name).some((one) => one.startsWith(wanted)) ? 0 : 1)
  return NAMES.filter((name) => spellings(name).some((one) => one.includes(wanted)))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, ICON_SUGGESTIONS)
}

/** Returns the icon that a text names exactly. */
export const iconNamed = (text: string, t: Translate): string | undefined =>
  NAMES.find((name) => [fold(iconText(name, t)), name].includes(fold(text.trim())))
