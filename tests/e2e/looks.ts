import type { Page } from 'playwright'
import { chooseElsewhere, see } from './console'

/** Calls `look` with the name of each look of a page, while the page has it: every theme, with and without forced colors. */
export async function inEveryLook(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  for (const theme of ['grey', 'blue'] as const) {
    await chooseElsewhere(page, { theme })
    for (const colorScheme of ['light', 'dark'] as const)
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ colorScheme, forcedColors })
        await see(page.locator('html')).toHaveAttribute('data-theme', `${theme}-${colorScheme}`)
        await look(`${theme}-${colorScheme}, forced colors ${forcedColors}`)
      }
  }
}
