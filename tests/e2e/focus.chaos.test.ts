import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { inBrowser, see, signIn } from './console'
import { focused, LONG, press, seeded } from './keyboard'

/** The keys that a restless hand may press. */
const KEYS = [
  'j k ArrowDown ArrowUp PageDown PageUp Home End ArrowRight ArrowLeft',
  'x Space Shift+ArrowDown Shift+K Control+A s v i r t z Control+Shift+Z',
  '/ c e o . ? F1 1 2 3 4 Delete Control+K Control+S Control+Enter',
  'Enter Enter Enter Escape Escape Escape Escape Tab Tab Shift+Tab Backspace a l',
].flatMap((line) => line.split(' '))
const PAIRS = 'gc gs gt gu ga gr gh gp gx ns nt nu nr nc yy yc yl yr'.split(' ')
const OPERATIONS: readonly (readonly string[])[] = [...KEYS.map((key) => [key]), ...PAIRS.map((pair) => pair.split(''))]

/** Returns whether the focus is lost after the next frame, once the effect of a key is painted. */
const isLost = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(!document.activeElement || document.activeElement === document.body)),
        ),
      ),
  )

/** Goes back, as far as the console goes without being loaded again. */
const goBack = (page: Page): Promise<void> =>
  page.evaluate(() => {
    type Entry = { index: number; sameDocument: boolean }
    const { navigation } = globalThis as unknown as { navigation: { currentEntry: Entry; entries: () => Entry[] } }
    if (navigation.entries()[navigation.currentEntry.index - 1]?.sameDocument) history.back()
  })

inBrowser('the focus', (console) => {
  it('is never lost, whatever is pressed in whatever order', { timeout: LONG }, async () => {
    const operations = process.env['TOCSIN_CHAOS'] ? 10_000 : 60
    const random = seeded(728)
    const page = await console.visit({ ownSession: true, path: '/sites' })
    // The server may refuse requests of random keys; its refusals are no trouble here.
    console.trouble(page).expect(/status of 4\d\d/, /ERR_ABORTED/)
    page.context().on('page', (other) => void other.close())
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const pressed: string[] = []
    for (let count = 0; count < operations; count++) {
      const dice = random(OPERATIONS.length + 2)
      const keys = OPERATIONS[dice]
      pressed.push(keys?.join(' ') ?? 'Back')
      if (keys) await press(page, ...keys)
      else await goBack(page)
      // Signed out by the palette: the focus is checked there too, and the keys go on.
      const where = await focused(page)
      // After the last element of an uncovered page comes the browser's own bar, and then the first again.
      if (keys?.[0]?.endsWith('Tab') && (await isLost(page)) && (await page.locator('[data-overlay]').count()) === 0)
        await press(page, ...keys)
      expect(
        await isLost(page),
        `${count}: after ${pressed.slice(-15).join(', ')} at ${page.url()}, before ${where}`,
      ).toBe(false)
      if (new URL(page.url()).pathname === '/login') {
        await page.goto('/login')
        await signIn(page, 'acme-admin')
      }
      if (!page.url().startsWith(console.world.url)) await page.goto('/sites')
    }
  })
})
