import { expect, it } from 'vitest'
import { inBrowser, see } from './console'
import { focusIsLost, LONG, press, seeded } from './keyboard'
import { wrongly } from './palette-aria'

inBrowser('the palette', (console) => {
  it('points at what is highlighted after each of many random keys', { timeout: LONG }, async () => {
    const page = await console.visit({ path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const keys = process.env['TOCSIN_CHAOS'] ? 10_000 : 60
    const random = seeded(20_260_304)
    const letters = 'aeiosrclm gut14>#@:?'
    const pressed: string[] = []
    await press(page, 'ControlOrMeta+K')
    for (let count = 0; count < keys; count++) {
      const dice = random(20)
      const key =
        dice < 9
          ? letters[random(letters.length)]!
          : (
              [
                'ArrowDown',
                'ArrowDown',
                'ArrowUp',
                'PageDown',
                'PageUp',
                'Backspace',
                'Backspace',
                'Backspace',
                'Home',
                'End',
                'Escape',
              ] as const
            )[dice - 9]!
      pressed.push(key)
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      // Two frames are enough where the machine has nothing else to do.
      const after = `after ${pressed.slice(-12).join(' ')} (key ${count})`
      await expect.poll(() => wrongly(page), { timeout: 2_000, message: after }).toBe(null)
      expect(await focusIsLost(page)).toBe(false)
      if ((await page.getByRole('dialog', { name: 'Search or run anything' }).count()) === 0)
        await press(page, 'ControlOrMeta+K')
    }
  })
})
