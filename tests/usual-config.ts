import { APP_COLORS } from '@tocsin/core/resources/apps/theme'

/** The config of an app that nobody has changed (ENT-APP-03). */
export const USUAL_CONFIG = {
  banner: { url: null },
  showBannerNickname: false,
  bannerNickname: null,
  nickname: null,
  ...APP_COLORS,
  themeName: 'tocsin',
}
