import type { Page } from 'playwright'
import { afterEach, expect, it } from 'vitest'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { focusIsLost, press, retype, tabTo, type } from './keyboard'

const line = (page: Page) => page.getByRole('combobox', { name: 'Command line' })
const answer = (page: Page) => page.getByRole('region', { name: /^Answer of/ })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

inBrowser('the playground of a client', (console) => {
  afterEach(() => {
    console.world.parts.features = {}
  })

  it('CLIENT-09 FLAG-09 reads a typed line of one client by the console’s own calls, and shows what went over the wire', async () => {
    console.world.parts.features = { 'playground-view': true }
    const page = await console.visit({ as: 'root', path: '/clients/2/show' })
    await see(page.getByRole('tab', { name: 'Playground' })).toBeVisible()
    await press(page, '9')
    expect(new URL(page.url()).searchParams.get('tab')).toBe('playground')
    await tabTo(page, line(page))
    expect(await axe(page)).toEqual([])

    // As in the palette: possible next words are offered, and a key takes one.
    await type(page, 'si')
    await see(page.getByRole('option', { name: 'sites' })).toBeVisible()
    await press(page, 'ArrowDown')
    await see(line(page)).toHaveAttribute('aria-activedescendant', /.+/)
    await press(page, 'Tab', 'ArrowDown', 'Enter')
    await see(line(page)).toHaveValue('sites list ')
    await type(page, '--lim')
    await press(page, 'ArrowDown', 'Enter')
    expect(await axe(page)).toEqual([])
    await type(page, '2')
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/sites')
    await press(page, 'Enter')
    const url = new URL((await asked).url())
    expect(Object.fromEntries(url.searchParams)).toEqual({ limit: '2', ClientId: '2' })
    await see(page.getByText(/^2 of 1,960 rows in \d+ ms$/)).toBeVisible()
    await see(line(page)).toBeFocused()
    await see(page.getByText('/api/sites?limit=2&ClientId=2').first()).toBeVisible()
    await see(page.getByText('tocsin sites list --limit=2 --client=2').first()).toBeVisible()
    await see(page.getByText(/^curl .*\$TOCSIN_TOKEN/)).toContainText(`${url.origin}/api/sites?limit=2&ClientId=2`)
    await see(page.getByText(/^req-\d+$/)).toBeVisible()

    // The answer is scrolled and copied by key.
    await tabTo(page, answer(page))
    await see(answer(page)).toContainText('"ClientId": 2')
    await press(page, 'End')
    await expect.poll(() => answer(page).evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
    await press(page, 'y', 'r')
    await expect.poll(async () => (JSON.parse(await clipboard(page)) as { data: unknown[] }).data.length).toBe(2)
    await press(page, 'y', 'c')
    await expect.poll(() => clipboard(page)).toBe('tocsin sites list --limit=2 --client=2')
    expect(await axe(page)).toEqual([])

    // A line that writes, or reads another client's records, is refused in words, and nothing is asked.
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await tabTo(page, line(page), 'Shift+Tab')
    for (const [typed, words] of [
      ['sites list --client=borealis', 'The playground reads Acme Educação alone: leave --client out.'],
      [
        'sites deactivate 12',
        '“sites deactivate” writes, and the playground only reads. Use the palette or the terminal for it.',
      ],
      ['sites list --limit=many', '--limit must be a number.'],
      ['sites list --q="norte', 'A quote is not closed. Close it;'],
      ['sites list --client=3', 'The playground reads Acme Educação alone: leave --client out.'],
    ] as const) {
      await retype(page, typed)
      await press(page, 'Enter')
      await see(line(page)).toHaveAccessibleDescription(new RegExp(words.slice(0, 30)))
      await see(page.getByText(words)).toBeVisible()
      await see(line(page)).toHaveValue(typed)
      // No answer is shown under a line that was not run.
      await see(answer(page)).toHaveCount(0)
      await see(page.getByText('/api/sites?limit=2&ClientId=2')).toHaveCount(0)
    }
    expect(sent).toEqual([])
    console.trouble(page).expect(/status of 400/)
    // A refusal of the server is told in its words, with the field and the request.
    await retype(page, 'sites list --limit=0')
    await press(page, 'Enter')
    await see(page.getByText(/^Status 400: .*limit.* Request req-\d+\.$/)).toBeVisible()
    // A quote within quotes closes nothing, and one row is a row.
    await retype(page, `sites list --q="D'Avila" --sho`)
    await see(page.getByRole('option', { name: '--show-inactive' })).toBeVisible()
    await press(page, 'Escape')
    await retype(page, 'sites list --ids=1 --client="Acme Educação"')
    await press(page, 'Enter')
    await see(page.getByText(/^1 of 1 row in \d+ ms$/)).toBeVisible()
    await retype(page, 'projects get 3')
    await press(page, 'Enter')
    await see(page.getByText('This record is of another client: Acme Educação has no such record.')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 700 })
    expect(await overflow(page)).toEqual([])
    expect(await focusIsLost(page)).toBe(false)

    // The flag goes off: so does the tab, its number leads nowhere, and its address to the first tab.
    console.world.parts.features = {}
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await see(page.getByRole('tab', { name: 'Summary', selected: true })).toBeVisible()
    await see(page.getByRole('tab', { name: 'Playground' })).toHaveCount(0)
    await press(page, '9')
    await see(page.getByRole('tab', { name: 'Summary', selected: true })).toBeVisible()
  })
})
