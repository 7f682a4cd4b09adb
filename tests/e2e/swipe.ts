import type { Page } from 'playwright'

/** Swipes a finger sideways over the middle of a page, by so many pixels. */
export async function swipe(page: Page, by: number, down = 0): Promise<void> {
  const real = page
    .context()
    .pages()
    .find((one) => one.url() === page.url())!
  const session = await real.context().newCDPSession(real)
  const { width, height } = real.viewportSize()!
  const [x, y] = [width / 2 - by / 2, height / 2]
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (const part of [0.25, 0.5, 0.75, 1])
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: x + by * part, y: y + down * part }],
    })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
