import type { Locator, Page } from 'playwright'
import { see } from './see'

/** Presses keys one after the other: `press(page, 'g', 's')`. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

export const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text)

/** Replaces what stands in the field that has the focus. */
export async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A')
  if (text === '') await page.keyboard.press('Delete')
  else await page.keyboard.type(text)
}

/** Presses Tab until something has the focus, as who cannot see where it is would. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await see(target).toBeVisible()
  for (let pressed = 0; pressed < 120; pressed++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await see(target, `${key} never got there`).toBeFocused({ timeout: 1 })
}

type Role = Parameters<Page['getByRole']>[0]

export const expectFocus = (page: Page, role: Role, name: string | RegExp): Promise<void> =>
  see(page.getByRole(role, { name })).toBeFocused()

/** What has the focus, in words: for messages of tests that press at random. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element) return 'nothing'
    const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
    return `${element.tagName.toLowerCase()}${element.role ? `[role=${element.role}]` : ''} ${name}`.trim()
  })

export const focusIsLost = (page: Page): Promise<boolean> =>
  page.evaluate(() => !document.activeElement || document.activeElement === document.body)

/** Numbers below a limit, the same in every run with the same seed. */
export function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Ten thousand keys take a while, in milliseconds. */
export const LONG = process.env['TOCSIN_CHAOS'] ? 60 * 60_000 : 120_000
