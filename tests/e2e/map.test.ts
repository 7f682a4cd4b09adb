import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe, overflow } from './axe'
import { goWithin, inBrowser, see } from './console'
import { press, retype, tabTo } from './keyboard'

const map = (page: Page) => page.getByRole('group', { name: /^Map\./ })
const field = (page: Page, name: string) => page.getByRole('spinbutton', { name }).or(page.getByLabel(name))

/** Returns the number of different colours of a map, and the most frequent one. */
const colours = (page: Page) =>
  map(page)
    .locator('canvas')
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
      const counts = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4) {
        const colour = `${data[at]} ${data[at + 1]} ${data[at + 2]}`
        counts.set(colour, (counts.get(colour) ?? 0) + 1)
      }
      return [...counts].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour)
    })

inBrowser('a map', (console) => {
  it.each(['/sites/1', '/teams/20001'])('SITE-14 shows the map of the form at zoom 14, of %s', async (path) => {
    const token = await console.world.token('acme-admin')
    await console.world.call(token, 'PATCH', path.slice(1), { lat: -12.9, lng: -38.5, radius: 1 })
    const page = await console.visit({ path })
    // At zoom 14 a circle of one kilometre, at that latitude, is 107 pixels from its middle to its rim.
    const pixelsPerKilometre = (256 * 2 ** 14) / (40_075.016_686 * Math.cos((12.9 * Math.PI) / 180))
    const circle = map(page).locator('circle').first()
    await see(circle).toBeVisible()
    expect(Number(await circle.getAttribute('r'))).toBeCloseTo(pixelsPerKilometre, 0)
    // One step closer is said to be 15.
    await tabTo(page, map(page))
    await press(page, '+', 'Enter')
    await see(map(page)).toBeFocused()
    await press(page, 'ArrowRight')
    await see(page.getByText(/^Centre: .*; zoom 15$/)).toHaveCount(1)
  })

  it('W30 fits the whole circle of a place into a small map, and leads to a map with streets', async () => {
    const token = await console.world.token('acme-admin')
    await console.world.call(token, 'PATCH', 'teams/20001', { lat: -12.9, lng: -38.5, radius: 5 })
    const page = await console.visit({ path: '/teams/20001/show' })
    const circle = map(page).locator('circle').first()
    /** Returns whether the circle lies in the frame of the map. */
    const fits = async () => {
      const [frame, round] = await Promise.all([map(page).boundingBox(), circle.boundingBox()])
      if (!frame || !round) return false
      return (
        round.x >= frame.x &&
        round.y >= frame.y &&
        round.x + round.width <= frame.x + frame.width &&
        round.y + round.height <= frame.y + frame.height
      )
    }
    for (const path of ['/teams/20001/show', '/teams/20001']) {
      await goWithin(page, path)
      await see.poll(fits, { message: path }).toBe(true)
      expect((await map(page).boundingBox())!.height).toBeLessThan(300)
      const link = page.getByRole('link', { name: 'Open on a map' })
      await see(link).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\/\?mlat=-12\.9&mlon=-38\.5#/)
      await see(link).toHaveAttribute('target', '_blank')
      await see(link).toHaveAttribute('rel', 'noopener noreferrer')
      expect(await axe(page)).toEqual([])
    }
    // The map follows the radius that is typed.
    const narrow = (await circle.boundingBox())!.width
    await tabTo(page, field(page, 'Radius (km)'))
    await retype(page, '1')
    await see.poll(async () => (await circle.boundingBox())!.width).toBeGreaterThan(narrow)
    await retype(page, '20')
    await see.poll(fits).toBe(true)
    await tabTo(page, page.getByRole('link', { name: 'Open on a map' }))
  })

  it('S33 CONST-19 A-073 sets a position by keys alone, and follows one that is typed', async () => {
    const page = await console.visit({ path: '/sites/create?ClientId=2' })
    await tabTo(page, map(page))
    await press(page, 'ArrowRight', 'ArrowDown', '+', 'Enter')
    await see(page.getByText(/^Position set to/)).toHaveCount(1)
    await see(field(page, 'Latitude')).not.toHaveValue('')
    // S33 The next pick is a closer one.
    await press(page, 'ArrowRight')
    await see(page.getByText(/^Centre: .*; zoom 9$/)).toHaveCount(1)
    await press(page, 'Enter', 'ArrowLeft', 'Enter', 'ArrowLeft')
    await see(page.getByText(/^Centre: .*; zoom 14$/)).toHaveCount(1)
    await see(map(page)).toBeFocused()
    await tabTo(page, field(page, 'Latitude'), 'Shift+Tab')
    await retype(page, '-90')
    await tabTo(page, field(page, 'Longitude'))
    await retype(page, '180')
    await tabTo(page, map(page))
    await see(page.getByText(/^Centre: -85\.05\d+, 180; zoom/)).toHaveCount(1)
    expect(await axe(page)).toEqual([])
  })

  it('CLIENT-12 CONST-19 shows where a client is, in the colours of the theme, and in words', async () => {
    const page = await console.visit({ as: 'admin', path: '/clients/2/show' })
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await see(map(page)).toBeVisible()
    expect((await map(page).boundingBox())!.height).toBeLessThanOrEqual(400)
    await see.poll(async () => (await colours(page)).length).toBeGreaterThan(2)
    const [land] = await colours(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await see.poll(async () => (await colours(page))[0]).not.toBe(land)
    await tabTo(page, page.getByText(/places on the map$/))
    await press(page, 'Enter')
    await see(page.getByText(/^and [\d,]+ more$/)).toBeVisible()
    expect(await axe(page)).toEqual([])
    expect(asked.filter((url) => !url.startsWith(console.world.url))).toEqual([])
  })

  it('S32 T49 shows the name of a site as text, at its pin and in the list', async () => {
    const root = await console.world.token('root')
    const made = async (resource: string, body: object) =>
      (await console.world.call(root, 'POST', resource, body)).body.data as { id: number }
    const manager = { username: 'mapped', email: 'mapped@example.org', name: 'Mapped' }
    const { id } = await made('clients', { name: 'Mapped', nickname: 'mapped', manager })
    const name = '<img src=x onerror=alert(1)>'
    await made('sites', { name, ClientId: id, location: { formatted: name }, lat: -90, lng: 180 })
    const page = await console.visit({ as: 'root', path: `/clients/${id}/show` })
    page.on('dialog', () => void console.trouble(page).found.push('a dialog of the browser'))
    await see(page.getByTitle(name, { exact: true })).toHaveCount(1)
    await tabTo(page, page.getByText('1 place on the map'))
    await press(page, 'Enter')
    await see(page.getByRole('link', { name, exact: true })).toHaveText(name)
    expect(await page.locator('img').count()).toBe(0)

    // At the edge of the world, with another far from it, its pin is seen whole on the narrowest screen.
    await made('sites', { name: 'Far', ClientId: id, location: { formatted: 'Far' }, lat: -23.5, lng: -46.6 })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.reload()
    for (const pin of [name, 'Far']) {
      await see(page.getByTitle(pin, { exact: true })).toHaveCount(1)
      const seen = (await map(page).boundingBox())!
      const { x, width } = (await page.getByTitle(pin, { exact: true }).boundingBox())!
      expect(x).toBeGreaterThanOrEqual(seen.x)
      expect(x + width).toBeLessThanOrEqual(seen.x + seen.width)
    }

    // S32 Where most places are together, the first view is theirs, and says that it leaves one out.
    for (const lng of [-46.61, -46.62, -46.63, -46.64])
      await made('sites', { name: `Near ${lng}`, ClientId: id, location: { formatted: 'x' }, lat: -23.5, lng })
    await page.reload()
    await see(page.getByText('6 places on the map, 1 of them outside this view')).toBeVisible()
    await see(page.getByTitle(name, { exact: true })).toHaveCount(0)
    await tabTo(page, map(page))
    await press(page, '-')
    await see(page.getByText('6 places on the map', { exact: true })).toBeVisible()
  })

  it('pans and zooms by keys and stops at the edges of the world', async () => {
    const page = await console.visit({ as: 'admin', path: '/clients/2/show', size: { width: 360, height: 740 } })
    await tabTo(page, map(page))
    for (let step = 0; step < 20; step++) await press(page, '-')
    await see(page.getByText(/zoom 0$/)).toHaveCount(1)
    for (let step = 0; step < 12; step++) await press(page, 'Shift+ArrowUp', 'Shift+ArrowLeft')
    await see(page.getByText('Centre: 85.051129, -180; zoom 0')).toHaveCount(1)
    for (let step = 0; step < 20; step++) await press(page, '+')
    await see(page.getByText(/zoom 18$/)).toHaveCount(1)
    await see(map(page)).toBeFocused()
    expect(await overflow(page)).toEqual([])
  })
})
