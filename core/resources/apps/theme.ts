import { PRODUCT } from '../../base/constants'

/** The colours of a new app (ENT-APP-03). */
export const APP_COLORS = {
  backgroundColor: '#007DD8',
  textColor: '#FFFFFF',
  headerColor: '#007DD8',
  secondaryColor: '#363435',
  secondaryBackgroundColor: '#FAFAFA',
}

/** The height that the ratios of a theme divide, in pixels: of an app, and of its small picture (CONST-32). */
const BASE_HEIGHT = { whole: 300, minified: 60 }
export type PhoneSize = keyof typeof BASE_HEIGHT

/** The themes of a mobile app, each with the ratios of its buttons (CONST-31, CONST-33). */
const THEMES: Record<string, { primary: number; secondary: number }> = {
  [PRODUCT]: { primary: 2.5, secondary: 5.2 },
  business: { primary: 4.04, secondary: 6.06 },
}

export const THEME_NAMES = Object.keys(THEMES)

/** Returns the height of a button in pixels. A theme that is not known has the heights of the default one. */
export function buttonHeight(themeName: unknown, rank: 'primary' | 'secondary', size: PhoneSize = 'whole'): number {
  const known = THEME_NAMES.find((name) => name === themeName) ?? PRODUCT
  return BASE_HEIGHT[size] / THEMES[known]![rank]
}
