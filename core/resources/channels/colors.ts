import { PATTERNS } from '../../vocabulary/kinds'

/** The colours that a new channel gets (CHCFG-03, CONST-28). */
export const NEW_COLORS = { bgColor1: '#4E4E4E', bgColor2: '#424242' }

/** The colours that a button is drawn in where its channel has none, or none that is valid (CHCFG-04, A-082). */
export const BUTTON_COLORS = { textColor: '#FCDD3E', bgColor1: '#2B2B2B', bgColor2: '#424242' }

/** Returns a colour if it is a hash and 3 or 6 hex digits, else another one (CHCFG-05). */
export const colorOr = (color: unknown, otherwise: string): string =>
  typeof color === 'string' && PATTERNS.color.test(color) ? color : otherwise

/** Returns the colours that the button of a channel is drawn in; each falls back by itself. */
export function buttonColors(config: Readonly<Record<string, unknown>>): typeof BUTTON_COLORS {
  return {
    textColor: colorOr(config['textColor'], BUTTON_COLORS.textColor),
    bgColor1: colorOr(config['bgColor1'], BUTTON_COLORS.bgColor1),
    bgColor2: colorOr(config['bgColor2'], BUTTON_COLORS.bgColor2),
  }
}
