import { expect, it } from 'vitest'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { focusIsLost, tabTo } from './keyboard'

inBrowser('the harness', (console) => {
  it('throws on every use of a pointer, by the page and by what it finds', async () => {
    const page = await console.visit({ as: null })
    const field = page.locator('input').first()
    const uses = [
      () => page.click('input'),
      () => page.mouse.move(1, 1),
      () => page.touchscreen.tap(1, 1),
      () => field.click(),
      () => field.first().hover(),
      () => page.getByRole('textbox').nth(1).fill('x'),
      () => page.mainFrame().locator('input').tap(),
    ]
    for (const use of uses) expect(use).toThrow('is not the keyboard')
    await see(field).toBeFocused()
    const [handle] = await page.locator('input').all()
    expect(() => handle!.click()).toThrow('is not the keyboard')
  })

  it('finds what the content policy refuses, what is thrown and what is logged', async () => {
    const page = await console.visit({ as: null })
    const { found } = console.trouble(page)
    await page.evaluate(() => {
      document.head.append(Object.assign(document.createElement('style'), { textContent: 'a{}' }))
      setTimeout(() => {
        throw new Error('thrown on purpose')
      })
    })
    await see.poll(() => found.some((one) => one.includes('policy style-src'))).toBe(true)
    await see.poll(() => found.some((one) => one.includes('thrown on purpose'))).toBe(true)
    found.length = 0
  })

  it('finds what no screen reader could tell, and a focus that is lost', async () => {
    const page = await console.visit({ as: null })
    await tabTo(page, page.locator('input[name=password]'))
    expect(await focusIsLost(page)).toBe(false)
    await page.evaluate(() => document.getElementById('root')!.append(document.createElement('img')))
    expect((await axe(page)).join()).toContain('image-alt')
    await page.evaluate(() => {
      document.body.innerText = 'gone'
    })
    expect(await focusIsLost(page)).toBe(true)
  })
})
