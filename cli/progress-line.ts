import type { Context } from './context'
import { fitted } from './display-width'
import { orderedWrites } from './ordered-writes'

/** The pause between two drawings of the line, in milliseconds. */
const DRAWN = 100
const CLEARED = '\r\u001b[2K'

export type ProgressLine = {
  /** Shows the progress, if the last time is long enough ago. */
  draw: (text: () => string) => void
  /** Removes the line, so that something else can be written. */
  clear: () => Promise<void>
}

/** A line on stderr that is redrawn while work goes on; nothing if stderr is no terminal. */
export function progressLine({ io, settings }: Pick<Context, 'io' | 'settings'>): ProgressLine {
  const shows = io.stderr.isTerminal && !settings.quiet
  let last = io.now()
  let drawn = false
  const { write, settled } = orderedWrites(io.stderr)
  return {
    draw(text) {
      const now = io.now()
      if (!shows || now - last < DRAWN) return
      last = now
      drawn = true
      // A terminal may be narrower by now, and a line that takes two rows would leave one of them.
      write(CLEARED + fitted(text(), io.stderr.width - 1))
    },
    async clear() {
      if (drawn) write(CLEARED)
      drawn = false
      await settled()
    },
  }
}
