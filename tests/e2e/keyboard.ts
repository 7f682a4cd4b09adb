import type { FileChooser, Locator, Page } from 'playwright'
import { see } from './see'

/** Presses keys one after the other: `press(page, 'g', 's')`. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/**
 * Presses a key of the home where it must do nothing: in the field of the palette, and below the list of keys, which has it
 * under `label`. Both are closed again; the caller looks at what the key would have changed.
 */
export async function pressElsewhere(page: Page, key: string, label: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await press(page, 'Control+k', key)
  await see(dialog.getByRole('combobox')).toHaveValue(key)
  await press(page, 'Escape', 'Escape')
  await see(dialog).toHaveCount(0)
  await press(page, '?')
  await see(dialog).toContainText(label)
  await press(page, key, 'Escape')
  await see(dialog).toHaveCount(0)
}

/** Keys that are typed one by one before the rest of a text comes at once. */
const TYPED = 3

/**
 * Types a text. In a field the first letters come key by key and the rest at once, which people do too and which costs
 * a tenth; any other listener gets every key.
 */
export async function type(page: Page, text: string): Promise<void> {
  const isField = await page.evaluate(
    () => document.activeElement?.matches('input:not([type=number]), textarea, [contenteditable]') ?? false,
  )
  const split = isField && text.length > 2 * TYPED ? TYPED : text.length
  await page.keyboard.type(text.slice(0, split))
  if (split < text.length) await page.keyboard.insertText(text.slice(split))
}

/** Replaces the text of the focused field, all at once as a paste does. */
export async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A')
  if (text === '') await page.keyboard.press('Delete')
  else await page.keyboard.insertText(text)
}

/**
 * Moves the focus of a table by a key until its row has a text, and returns that row. It waits for each move, since a row
 * that was read too early would be passed by.
 */
export async function moveTo(page: Page, key: string, text: string): Promise<Locator> {
  const row = page.locator('[role=row]:focus')
  while (!(await row.innerText()).includes(text)) {
    const at = await row.getAttribute('data-index')
    await page.keyboard.press(key)
    await see(row.and(page.locator(`:not([data-index="${at}"])`))).toHaveCount(1)
  }
  return row
}

/** Returns the key of the two that leads from the focus towards an element. */
const towards = (element: Awaited<ReturnType<Locator['elementHandle']>>) =>
  element.evaluate((one) =>
    document.activeElement!.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab',
  )

/**
 * Presses Tab until an element has the focus, as a user without a pointer does; backwards where it lies behind, which
 * is rarely as far as once around the page.
 */
export async function tabTo(page: Page, target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void> {
  await see(target).toBeVisible()
  // Found once: to look for it by its role before each press takes longer than the press.
  let element = await target.elementHandle()
  const stroke = key ?? (await towards(element))
  for (let pressed = 0; pressed < 120; pressed++) {
    const state = await element.evaluate((one) => (one.isConnected ? one === document.activeElement : null))
    if (state) return
    if (state === null) element = await target.elementHandle()
    else await page.keyboard.press(stroke)
  }
  await see(target, `${stroke} never got there`).toBeFocused({ timeout: 1 })
}

/** Chooses a file by the button that has the focus. */
export async function chooseFile(page: Page, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  // After the request to catch it, which is sent without waiting.
  await page.evaluate(() => 0)
  await press(page, 'Enter')
  await (await asked).setFiles(file)
}

type Role = Parameters<Page['getByRole']>[0]

export const expectFocus = (page: Page, role: Role, name: string | RegExp): Promise<void> =>
  see(page.getByRole(role, { name })).toBeFocused()

/** Describes the focused element: for messages of tests that press at random. */
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

/** The time for ten thousand keys, in milliseconds. */
export const LONG = process.env['TOCSIN_CHAOS'] ? 60 * 60_000 : 120_000
