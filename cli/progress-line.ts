import type { Context } from './context'

/** How often the line is drawn, in milliseconds. */
const DRAWN = 100
const CLEARED = '\r\u001b[2K'

export type ProgressLine = {
  /** Shows how far it is, where the last time is long enough ago. */
  draw: (text: () => string) => void
  /** Takes the line away, so that something else can be written. */
  clear: () => Promise<void>
}

/** One line on stderr that is drawn over and over while something goes on; nothing where stderr is no terminal. */
export function progressLine({ io, settings }: Pick<Context, 'io' | 'settings'>): ProgressLine {
  const shows = io.stderr.isTerminal && !settings.quiet
  let last = io.now()
  let drawn = false
  let writing: Promise<void> = Promise.resolve()
  // One write after the other; what goes wrong with the last of them is seen when the line is cleared.
  const write = (text: string) => (writing = writing.then(() => io.stderr.write(text)))
  return {
    draw(text) {
      const now = io.now()
      if (!shows || now - last < DRAWN) return
      last = now
      drawn = true
      void write(CLEARED + text())
    },
    async clear() {
      if (drawn) void write(CLEARED)
      drawn = false
      await writing
    },
  }
}
