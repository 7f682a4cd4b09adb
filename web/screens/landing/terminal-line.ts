/** The origin a terminal client talks to unless it is told another. */
const DEFAULT_ORIGIN = 'http://127.0.0.1:4000'

/** A line that works from the checkout against the server that serves this page. */
export const terminalLine = (origin: string, words: string): string =>
  `${origin === DEFAULT_ORIGIN ? '' : `TOCSIN_HOST=${origin} `}npx --no-install tocsin ${words}`
