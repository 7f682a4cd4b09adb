import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { inBrowser, see } from './console'
import { hold } from './hold'

/** Records every request for rows from here on, and for the features. */
function watch(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (searchParams.has('offset') || pathname === '/api/features') asked.push(pathname)
  })
  return asked
}

inBrowser('the first list', (console) => {
  it('is asked for as soon as the account is known, beside the features and before the shell is drawn', async () => {
    const page = await console.visit({ as: 'acme-admin' })
    const asked = watch(page)
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('[data-account]')) return
        observer.disconnect()
        performance.mark('shell')
      }).observe(document, { childList: true, subtree: true })
    })
    const answer = hold(console.world, 'features')
    await page.goto('/sites')
    await see(page.locator('[role=row][data-index]').first()).toBeVisible()
    answer()
    expect(asked.slice(0, 2)).toEqual(['/api/features', '/api/sites'])
    const [shell, list] = await page.evaluate(() => [
      performance.getEntriesByName('shell')[0]!.startTime,
      performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/sites?'))!.startTime,
    ])
    expect(list).toBeLessThan(shell)
  })

  it.each(['/sites?q=a&order=name%20DESC', '/users', '/monitoring-providers', '/teams'])(
    'asks for the rows of %s once: the list finds them, and asks for no others',
    async (path) => {
      const page = await console.visit({ as: 'acme-admin' })
      const asked = watch(page)
      await page.goto(path)
      await see(page.locator('[role=row][data-index]').first()).toBeVisible()
      expect(asked.filter((one) => one !== '/api/features')).toEqual([`/api${path.split('?')[0]}`])
    },
  )
})
