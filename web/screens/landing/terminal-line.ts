/** The default origin of a terminal client. */
const DEFAULT_ORIGIN = 'http://127.0.0.1:4000'

/** Returns a line that works from the checkout against the server of this page. */
export const terminalLine = (origin: string, words: string): string =>
  `${origin === DEFAULT_ORIGIN ? '' : `TOCSIN_HOST=${origin} `}npx --no-install tocsin ${words}`
