import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { inBrowser, see } from './console'
import { press, tabTo } from './keyboard'

const row = (page: Page) => page.locator('[role=row]:focus')

/** Returns the parts of a list under a notice: rows, their switches and links, and actions on a selection. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll('[role=log] li')].map((one) => one.getBoundingClientRect())
    const grid = document.querySelector('main [role=grid]')!.getBoundingClientRect()
    const found: string[] = []
    for (const element of document.querySelectorAll(
      'main [role=row], main [role=switch], main [role=rowgroup] a, main [data-selecting] button',
    )) {
      const box = element.getBoundingClientRect()
      const isRow = element.closest('[role=grid]') !== null
      const [top, bottom] = isRow
        ? [Math.max(box.top, grid.top), Math.min(box.bottom, grid.bottom)]
        : [box.top, box.bottom]
      if (bottom - top < 2 || box.width === 0) continue
      const isUnder = (notice: DOMRect) =>
        bottom > notice.top && top < notice.bottom && box.right > notice.left && box.left < notice.right
      if (notices.some(isUnder)) found.push(`${element.role ?? element.tagName} ${element.textContent?.slice(0, 30)}`)
    }
    return found
  })

inBrowser('notices', (console) => {
  // The second is the first at twice its size.
  it.each([
    [1280, 720],
    [640, 360],
  ])('W13 cover no row or switch of the list, and no keys that may follow one, at %i by %i', async (width, height) => {
    const page = await console.visit({ path: '/sites' })
    await page.setViewportSize({ width, height })
    await see(row(page)).toBeVisible()
    await press(page, 'End')
    await see(row(page)).toContainText('Rua')
    const last = await row(page).getAttribute('aria-rowindex')
    await press(page, 't')
    const notice = page.getByRole('log').getByRole('listitem').first()
    await see(notice).toBeVisible()
    await see.poll(() => covered(page)).toEqual([])
    // The row of the notice still has the focus, and is seen.
    await see(row(page)).toHaveAttribute('aria-rowindex', last!)
    await see(row(page)).toBeInViewport({ ratio: 1 })

    await press(page, 'n')
    const keys = page.locator('div[aria-live=polite]:not([role=log]) > div')
    await see(keys).toBeVisible()
    expect(
      await keys.evaluate((panel) => {
        // The panel lets the pointer through, and elementFromPoint would miss it.
        panel.parentElement!.style.pointerEvents = 'auto'
        const { left, right, top, bottom } = panel.getBoundingClientRect()
        return [
          [left + 4, top + 4],
          [right - 4, top + 4],
          [left + 4, bottom - 4],
          [right - 4, bottom - 4],
        ].every(([x, y]) => panel.contains(document.elementFromPoint(x!, y!)))
      }),
    ).toBe(true)
    await press(page, 'Escape')
    // The space that was left free is given back.
    await tabTo(page, notice.getByRole('button', { name: 'Dismiss' }))
    await press(page, 'Enter')
    await see.poll(() => page.locator('main').evaluate((main) => getComputedStyle(main).paddingBottom)).toBe('0px')
  })

  it('W13 cover nothing of what can be done to a selection, on a phone and with two of them', async () => {
    const page = await console.visit({ path: '/sites?showInactive=true&order=id+ASC' })
    await page.setViewportSize({ width: 360, height: 740 })
    await see(row(page)).toBeVisible()
    const notices = page.getByRole('log').getByRole('listitem')
    for (const count of [1, 2]) {
      await press(page, 'x', 'j', 'x', 't')
      await see(page.getByRole('alertdialog')).toBeVisible()
      await press(page, 'Tab', 'Enter')
      await see(notices).toHaveCount(count)
      await see(page.locator('main').getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
      await see.poll(() => covered(page)).toEqual([])
      await press(page, 'Escape', 'j')
    }
  })
})
