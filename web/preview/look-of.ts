import { APP_COLORS } from '@tocsin/core/resources/apps/theme'
import type { AppConfig } from '@tocsin/core/resources/apps/types'
import { colorOr } from '@tocsin/core/resources/channels/colors'
import { isEmpty } from '@tocsin/core/vocabulary/empty'

/** What the preview reads of an app, stored or in a form, where anything may be missing or half typed. */
export type PreviewApp = { name: string | null; label: string | null; config: Partial<AppConfig> | null }

export type Banner = {
  /** The path of an image of this server; null for any other address. */
  src: string | null
  /** The host of a foreign image, which is never loaded; null where there is none. */
  host: string | null
  /** The nickname on the banner; null where it is not shown. */
  nickname: string | null
}

export type PhoneLook = { title: string; banner: Banner | null; colors: typeof APP_COLORS }

const firstOf = (...texts: readonly (string | null | undefined)[]): string =>
  texts.find((text) => !isEmpty(text))?.trim() ?? ''

/** Returns how the phone shows an app. Colours that are missing or invalid are those of a new app. */
export function lookOf({ name, label, config }: PreviewApp, origin: string): PhoneLook {
  const { banner, showBannerNickname, bannerNickname, nickname } = config ?? {}
  const image = imageAt(banner?.url, origin)
  const shown = showBannerNickname === true ? firstOf(bannerNickname, nickname, label, name) : ''
  return {
    title: firstOf(nickname, label, name),
    banner: image || shown !== '' ? { src: null, host: null, ...image, nickname: shown || null } : null,
    colors: Object.fromEntries(
      Object.entries(APP_COLORS).map(([color, usual]) => [color, colorOr(config?.[color as 'textColor'], usual)]),
    ) as typeof APP_COLORS,
  }
}

/** Returns the path of an image of this server, or the host of a foreign one; null where there is no address yet. */
function imageAt(address: string | null | undefined, origin: string): Pick<Banner, 'src' | 'host'> | null {
  const text = address?.trim() ?? ''
  if (text === '' || !URL.canParse(text, origin)) return null
  const { origin: its, protocol, host, pathname, search } = new URL(text, origin)
  // A file that was just chosen has an address in this page.
  if (its === origin && protocol === 'blob:') return { src: text, host: null }
  return its === origin ? { src: pathname + search, host: null } : host === '' ? null : { src: null, host }
}
