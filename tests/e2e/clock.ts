import type { Page } from 'playwright'
import { see } from './see'

/** The milliseconds from now to the moment at which a clock is stopped. */
const AHEAD = 1_000
/** The milliseconds that a stopped clock is moved on at a time: less than any wait that a test counts. */
const STEP = 20
/** The milliseconds between two moves of a stopped clock. */
const BETWEEN = 20

/**
 * Stops the clock of a page that was visited with one of its own. A slow machine may learn of the moment after it has
 * passed; then it gets another.
 */
export async function stopClock(page: Page): Promise<void> {
  for (;;) {
    const moment = await page.evaluate((ahead) => Date.now() + ahead, AHEAD)
    try {
      return await page.clock.pauseAt(moment)
    } catch (error) {
      if (!String(error).includes('Cannot fast-forward to the past')) throw error
    }
  }
}

/**
 * Moves a stopped clock on, little by little, until `look` gives the expected value: a busy machine draws, and begins
 * to wait, after the clock was moved. The clock stays close to real time: a page that begins its wait anew, as when the
 * index of records grows, reaches the end of that wait too.
 */
export const moveClock = <T>({ clock }: Page, look: () => T | Promise<T>) =>
  see.poll(
    async () => {
      await clock.runFor(STEP)
      return look()
    },
    { intervals: [BETWEEN] },
  )
