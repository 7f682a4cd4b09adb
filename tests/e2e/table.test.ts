import type { Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import { users } from '../../fixtures/users'
import { noFaults } from '../../server/faults'
import { axe, overflow } from './axe'
import { stopClock } from './clock'
import { chooseElsewhere, type Console, inBrowser, see } from './console'
import { hold } from './hold'
import { focused, focusIsLost, press, retype, tabTo, type } from './keyboard'
import { inEveryLook } from './looks'

type Site = { id: number; name: string; active: boolean; version: number }

const grid = (page: Page) => page.getByRole('grid', { name: 'Sites' })
/** The row that has the focus. */
const row = (page: Page) => grid(page).locator('[role=row]:focus')
const nameIn = (page: Page) => row(page).getByRole('rowheader')
/** Counted from 1, as people count. */
const expectRow = (page: Page, number: number) => see(row(page)).toHaveAttribute('aria-rowindex', String(number + 1))

const api = (console: Console) => {
  const call = async <Data>(method: string, path: string, body?: unknown) => {
    const answer = await console.world.call(await console.world.token('acme-admin'), method, path, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body as unknown as { data: Data; meta: { total: number } }
  }
  return {
    sites: (query: string) => call<Site[]>('GET', `sites?${query}`),
    site: async (id: number) => (await call<Site>('GET', `sites/${id}`)).data,
    create: async (name: string) =>
      (
        await call<Site>('POST', 'sites', {
          name,
          ClientId: 2,
          location: { formatted: 'Rua Um, 1' },
        })
      ).data,
    call,
  }
}

/** Opens a list with its first row in focus. */
async function openSites(console: Console, query = '', visit: Parameters<Console['visit']>[0] = {}): Promise<Page> {
  const page = await console.visit({ path: `/sites${query}`, ...visit })
  await see(row(page)).toBeVisible()
  return page
}

inBrowser('a table', (console) => {
  const { sites, site, create, call } = api(console)

  it('TABLE-03 walks from the first row with a held key, without a gap and without losing the focus', async () => {
    const page = await openSites(console)
    const { data } = await sites('limit=100&offset=100')
    await expectRow(page, 1)
    for (let step = 0; step < 200; step++) {
      await page.keyboard.down('ArrowDown')
      if (step % 25 === 24) expect(await focusIsLost(page)).toBe(false)
    }
    await page.keyboard.up('ArrowDown')
    await expectRow(page, 201)
    await press(page, 'ArrowUp', 'k', 'j')
    await expectRow(page, 200)
    await see(nameIn(page)).toContainText(data[99]!.name)
  })

  it('TABLE-05 goes to the last row of all and back, page by page and by number', async () => {
    const page = await openSites(console)
    const { data, meta } = await sites('limit=1&offset=1959')
    expect(meta.total).toBe(1960)
    await press(page, 'End')
    await expectRow(page, 1960)
    await see(nameIn(page)).toContainText(data[0]!.name)
    await see(page.getByText('of 1,960')).toBeVisible()
    await press(page, 'PageUp')
    const before = Number(await row(page).getAttribute('aria-rowindex'))
    expect(before).toBeLessThan(1960 - 10)
    await press(page, 'PageDown')
    await expectRow(page, 1960)
    await press(page, 'Control+Home')
    await expectRow(page, 1)
    await press(page, 'Control+End', 'Home')
    await expectRow(page, 1)
    await see(nameIn(page)).toContainText((await sites('limit=1')).data[0]!.name)
  })

  it('says with roles what it is, and nothing in it is inaccessible', async () => {
    const page = await openSites(console)
    await see(grid(page)).toHaveAttribute('aria-rowcount', '1961')
    await see(grid(page)).toHaveAttribute('aria-multiselectable', 'true')
    await press(page, 'x', 'Shift+ArrowDown')
    expect(await axe(page)).toEqual([])
  })

  it('TABLE-04 sorts from the headings by keys, and keeps it in the address', async () => {
    const page = await openSites(console)
    await press(page, 's')
    await see(grid(page).getByRole('columnheader').nth(1)).toBeFocused()
    // No row has the focus here, so none is selected by reach.
    await press(page, 'Shift+ArrowDown', 'Shift+J')
    await see(grid(page).getByRole('columnheader').nth(1)).toBeFocused()
    await see(page.getByRole('button', { name: 'Clear the selection' })).toHaveCount(0)
    await press(page, 'Enter')
    await see(page).toHaveURL(/order=name\+ASC/)
    await press(page, 'Enter')
    await see(page).toHaveURL(/order=name\+DESC/)
    await see(grid(page).getByRole('columnheader', { name: 'Name', exact: true })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    await press(page, 'Escape')
    const { data } = await sites('limit=1&order=name%20DESC')
    await see(nameIn(page)).toContainText(data[0]!.name)
    await page.reload()
    await see(nameIn(page)).toContainText(data[0]!.name)
  })

  it.each([
    [
      'en-US',
      [
        ['tag', 'Tag'],
        ['app', 'App name'],
        ['x', 'App name'],
      ],
    ],
    [
      'pt-BR',
      [
        ['tag', 'Tag'],
        ['codigos', 'Códigos de cadastro'],
        ['t', 'Tag'],
      ],
    ],
  ] as const)('W18 goes by letters to the heading that begins with them, in %s', async (locale, typed) => {
    const page = await openSites(console, '', { locale, ownClock: true })
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(request.url())
    })
    const heading = page.locator('[role=columnheader]:focus')
    /** A pause begins another word. Letters of one word belong together, however slowly a busy machine types them. */
    const pause = () => page.clock.runFor(1_000)
    await stopClock(page)
    await press(page, 's')
    // The rest of the console, which compares letters, may still be on its way.
    await see
      .poll(async () => {
        await pause()
        await press(page, 't')
        return heading.textContent()
      })
      .toBe('Tag')
    for (const [letters, name] of typed) {
      await pause()
      await type(page, letters)
      await see(heading).toHaveText(name)
    }
    await pause()
    await press(page, 't')
    await page.clock.resume()
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/sites\?order=tag\+ASC$/)
    // None of the letters did what it does among the rows.
    expect(writes).toEqual([])
    await press(page, 'Escape')
    await see(row(page).getByRole('switch')).toBeChecked()
  })

  it('filters as it is typed, says how many, and Esc takes it back', async () => {
    const page = await openSites(console)
    await press(page, '/')
    await type(page, 'creche iris conceicao')
    await press(page, 'Enter')
    await see(page).toHaveURL(/q=creche\+iris\+conceicao/)
    const { meta } = await sites('q=creche%20iris%20conceicao')
    expect(meta.total).toBeGreaterThan(1)
    await see(grid(page)).toHaveAttribute('aria-rowcount', String(meta.total + 1))
    await see(nameIn(page)).toContainText('Íris Conceição')
    await press(page, 'Escape')
    await see(page).not.toHaveURL(/q=/)
    await see(grid(page)).toHaveAttribute('aria-rowcount', '1961')
    expect(await focusIsLost(page)).toBe(false)
  })

  it('CONST-15 asks once, 500 milliseconds after the last key', async () => {
    const page = await openSites(console, '', { ownClock: true })
    const { clock } = page
    await press(page, '/')
    await stopClock(page)
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/sites' && url.searchParams.has('q')) asked.push(url.searchParams.get('q') ?? '')
    })
    await type(page, 'cre')
    await clock.runFor(499)
    await type(page, 'che')
    await clock.runFor(499)
    expect(asked).toEqual([])
    await clock.runFor(1)
    await see.poll(() => asked).toEqual(['creche'])
  })

  it('shows the defaults where the address says nonsense', async () => {
    const page = await openSites(
      console,
      '?order=%3Cscript%3E&offset=-7&limit=zzz&active=maybe&q=&nonsense[]=1&ClientId=x&showInactive=perhaps',
    )
    await expectRow(page, 1)
    await see(grid(page)).toHaveAttribute('aria-rowcount', '1961')
    await see(nameIn(page)).toContainText((await sites('limit=1')).data[0]!.name)
    // An unreadable filter is told: otherwise the whole list looks like the answer.
    await see(page.getByRole('log').getByRole('listitem')).toHaveText([
      /^The URL has an invalid filter: “Show inactive: perhaps”/,
    ])
  })

  it('TABLE-02 tells an empty search from an empty list, each with the next step', async () => {
    const page = await console.visit({ path: '/sites?q=zzzzqqqq' })
    await see(page.getByText('Nothing for “zzzzqqqq”')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(grid(page)).toBeVisible()
    const empty = await console.visit({ as: 'vazia-admin', path: '/sites' })
    await see(empty.getByText('There are no sites', { exact: false })).toBeVisible()
    await see(empty.getByRole('button', { name: /Create site/ }).first()).toBeVisible()
    expect(await axe(empty)).toEqual([])
  })

  it('S52 TABLE-02 shows an illustration of an empty table and of an empty search, in every theme and in forced colors', async () => {
    for (const [visit, icon] of [
      [{ as: 'vazia-admin', path: '/sites' }, 'mapPin'],
      [{ path: '/sites?q=zzzzqqqq', locale: 'pt-BR', size: { width: 360, height: 740 } }, 'search'],
    ] as const) {
      const page = await console.visit(visit)
      const picture = page.getByRole('status').locator(`svg[data-picture=${icon}]`)
      await see(picture).toBeVisible()
      // The words below it say all that it says.
      await see(picture).toHaveAttribute('aria-hidden', 'true')
      expect((await picture.boundingBox())!.width).toBeGreaterThanOrEqual(120)
      expect(await overflow(page)).toEqual([])
      const looks = new Set<string>()
      await inEveryLook(page, async (name) => {
        const [fill, stroke, sign] = await picture.evaluate((svg) => {
          const [badge, outline] = [svg.querySelector('circle')!, svg.querySelector('circle + path')!].map((one) =>
            getComputedStyle(one),
          )
          return [badge!.fill, badge!.stroke, outline!.stroke]
        })
        expect([stroke, sign], name).not.toContain(fill)
        looks.add(`${fill} ${stroke} ${sign}`)
      })
      // Four themes, and the system's colours, light and dark.
      expect(looks.size).toBe(6)
      expect(await axe(page)).toEqual([])
    }
  })

  it('selects by x, by reach and all that match, and says how many', async () => {
    const page = await openSites(console)
    await press(page, 'x')
    await see(row(page)).toHaveAttribute('aria-selected', 'true')
    await press(page, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+J')
    await see(page.getByText('4 selected').first()).toBeVisible()
    await press(page, 'Shift+ArrowUp')
    await see(page.getByText('3 selected').first()).toBeVisible()
    await press(page, 'Control+A')
    await see(page.getByText(/^(50|100) selected$/).first()).toBeVisible()
    await press(page, 'Control+A')
    await see(page.getByText('All 1,960 that match are selected').first()).toBeVisible()
    await press(page, 'Space')
    await see(page.getByText('All 1,959 that match are selected').first()).toBeVisible()
    await press(page, 'Escape')
    await see(page.getByRole('button', { name: 'Clear the selection' })).toHaveCount(0)
    await see(row(page)).toBeVisible()
  })

  it('W23 selects by the page, so that thirty rows take a few keys, and gives a page up again', async () => {
    const page = await openSites(console)
    const chosen = page.getByText(/^\d+ selected$/).first()
    const count = async () => Number.parseInt((await chosen.textContent()) ?? '', 10)
    await press(page, 'Shift+PageDown')
    await see(row(page)).toHaveAttribute('aria-selected', 'true')
    const one = await count()
    expect(one).toBeGreaterThan(10)
    await press(page, 'Shift+PageDown')
    await see.poll(count).toBe(2 * one - 1)
    // The rows between are selected too, the last of which has the focus.
    await see(row(page)).toHaveAttribute('aria-rowindex', String(2 * one))
    await press(page, 'Shift+PageUp')
    await see.poll(count).toBe(one)
    // The end of the list is reached, and no row beyond it.
    await press(page, 'Escape', 'Control+End')
    await see(row(page)).toHaveAttribute('aria-rowindex', '1961')
    await see(row(page)).toContainText('ACME-')
    await press(page, 'Shift+PageUp', 'Shift+PageDown', 'Shift+PageDown')
    await see.poll(count).toBe(1)
  })

  it('toggles the row with t and takes it back with z, in the database', async () => {
    const page = await openSites(console, '?showInactive=true')
    await press(page, 'ArrowDown', 'ArrowDown')
    await expectRow(page, 3)
    const { id } = (await sites('showInactive=true&limit=3')).data[2]!
    await press(page, 't')
    await see.poll(async () => (await site(id)).active).toBe(false)
    await see(row(page).getByRole('switch')).not.toBeChecked()
    // The line that does the same is offered.
    await see(page.getByText(`tocsin sites deactivate ${id}`).first()).toBeVisible()
    await press(page, 'z')
    await see.poll(async () => (await site(id)).active).toBe(true)
    await see(row(page).getByRole('switch')).toBeChecked()
    await press(page, 'Control+Shift+Z')
    await see.poll(async () => (await site(id)).active).toBe(false)
    await press(page, 'Control+Z')
    await see.poll(async () => (await site(id)).active).toBe(true)
    await expectRow(page, 3)
  })

  it.each([
    ['en-US', 'Leaves the list'],
    ['pt-BR', 'Sai da lista'],
  ] as const)(
    'S34 says in %s of a row that was switched off in a list without inactive ones: %s',
    async (locale, words) => {
      const page = await console.visit({ path: '/sites', locale })
      const here = page.locator('[role=row]:focus')
      await see(here).toBeVisible()
      const { id, name } = (await sites('limit=1')).data[0]!
      const mark = here.getByRole('rowheader').getByText(words, { exact: true })
      await press(page, 't')
      await see.poll(async () => (await site(id)).active).toBe(false)
      await see(mark).toBeVisible()
      await see(here).toContainText(name)
      expect(await axe(page)).toEqual([])
      await press(page, 'z')
      await see.poll(async () => (await site(id)).active).toBe(true)
      await see(mark).toHaveCount(0)
      await see(here).toContainText(name)
      // A list that shows inactive ones keeps the row.
      await page.goto('/sites?showInactive=true')
      await see(here).toContainText(name)
      await press(page, 't')
      await see.poll(async () => (await site(id)).active).toBe(false)
      await see(here.getByRole('switch')).not.toBeChecked()
      await see(mark).toHaveCount(0)
      await press(page, 'z')
      await see.poll(async () => (await site(id)).active).toBe(true)
    },
  )

  it('gives a toggle back where the server refuses it, and says why', async () => {
    const page = await openSites(console, '?showInactive=true')
    console.trouble(page).expect(/status of 500/)
    const { id } = (await sites('showInactive=true&limit=1')).data[0]!
    console.world.faults.current = (_, { method }) => {
      if (method !== 'GET') throw new Error('on purpose')
    }
    await press(page, 't')
    await see(page.getByRole('log').getByText(/req-\d+/)).toBeVisible()
    await see(row(page).getByRole('switch')).toBeChecked()
    expect((await site(id)).active).toBe(true)
    expect(await axe(page)).toEqual([])
    // A waiting notice covers no button of the open dialog.
    const atHand = (one: Locator) =>
      one.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
    await page.setViewportSize({ width: 360, height: 400 })
    await press(page, 'Delete')
    const buttons = page.getByRole('alertdialog').getByRole('button')
    await see(buttons).toHaveCount(2)
    for (const button of await buttons.all()) expect(await atHand(button)).toBe(true)
    await press(page, 'Escape')
    await tabTo(page, page.getByRole('banner').getByRole('button', { name: /Ana Acme/ }), 'Shift+Tab')
    await press(page, 'Enter')
    await see(page.getByRole('menu')).toBeFocused()
    await press(page, 'End')
    const last = page.getByRole('menuitem').last()
    await see(last).toHaveAttribute('data-highlighted', '')
    expect(await atHand(last)).toBe(true)
    await press(page, 'Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    // Once a retry succeeds, the failure is no longer shown.
    console.world.faults.current = noFaults
    await press(page, 't')
    await see(page.getByRole('log').getByText(/^Done: Deactivate/)).toBeVisible()
    await see(page.getByRole('log').getByRole('listitem')).toHaveCount(1)
    await press(page, 't')
    await see.poll(async () => (await site(id)).active).toBe(true)
  })

  it('API-18 does to all that match what was said by one PATCH each, with a count, and takes all of it back', async () => {
    const query = 'q=creche%20aurora%20lima'
    const before = (await sites(`${query}&limit=100`)).data
    expect(before.length).toBeGreaterThan(10)
    const page = await openSites(console, `?${query}`)
    await press(page, 'Control+A', 'Control+A', 't')
    const dialog = page.getByRole('alertdialog')
    await see(dialog).toContainText(String(before.length))
    await see(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await axe(page)).toEqual([])
    const written: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') written.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    const answer = hold(console.world, 'sites/:id')
    await press(page, 'Tab', 'Enter')
    // Its progress stands below the selection, and neither is in the way of the other.
    const strip = page.locator('output').filter({ has: page.getByRole('progressbar') })
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await see(strip).toBeInViewport({ ratio: 1 })
      const above = await page.getByRole('button', { name: 'Clear the selection' }).boundingBox()
      const below = await strip.boundingBox()
      expect((above?.y ?? 900) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
      expect(await overflow(page)).toEqual([])
    }
    answer()
    await see.poll(async () => (await sites(query)).meta.total).toBe(0)
    expect(written.sort()).toEqual(before.map(({ id }) => `PATCH /api/sites/${id}`).sort())
    await see(dialog).toHaveCount(0)
    expect(await focusIsLost(page)).toBe(false)
    await press(page, 'z')
    await see.poll(async () => (await sites(query)).meta.total).toBe(before.length)
  })

  it('asks before a deletion with the focus on the way back, by name, and goes on to the next row', async () => {
    const doomed = await create('Aaa to be deleted')
    await create('Aab to stay')
    const page = await openSites(console, '?q=Aa&order=name+ASC')
    await see(nameIn(page)).toContainText('Aaa to be deleted')
    await press(page, 'Delete')
    const dialog = page.getByRole('alertdialog')
    await see(dialog).toContainText('Aaa to be deleted')
    await see(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, 'Enter')
    await see(dialog).toHaveCount(0)
    await see(nameIn(page)).toContainText('Aaa to be deleted')
    await press(page, 'Delete')
    await see(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, 'Tab', 'Enter')
    await see(nameIn(page)).toContainText('Aab to stay')
    await see.poll(async () => (await sites(`ids=${doomed.id}&showInactive=true`)).meta.total).toBe(0)
  })

  it('gives back row, scroll and selection when one comes back from a record', async () => {
    const page = await openSites(console)
    for (let step = 0; step < 6; step++) await press(page, 'PageDown')
    // A row that has not come yet cannot be ticked.
    await see(nameIn(page)).not.toHaveText('')
    await press(page, 'x', 'ArrowDown', 'x', 'ArrowDown')
    await see(page.getByText('2 selected').first()).toBeVisible()
    const at = await row(page).getAttribute('aria-rowindex')
    await see(nameIn(page)).not.toHaveText('')
    const name = await nameIn(page).textContent()
    const scroll = await grid(page).evaluate((element) => element.scrollTop)
    expect(scroll).toBeGreaterThan(1000)
    await press(page, 'Enter')
    await see(page.getByRole('heading', { level: 1 })).toHaveText(name!.trim())
    await page.goBack()
    await see(row(page)).toHaveAttribute('aria-rowindex', at!)
    await see(nameIn(page)).toHaveText(name!)
    await see(page.getByText('2 selected').first()).toBeVisible()
    await see.poll(() => grid(page).evaluate((element) => Math.round(element.scrollTop))).toBe(Math.round(scroll))
  })

  it('W15 W16 comes back by Esc to the row that it was left from, and to the last record that was seen on the way', async () => {
    const page = await openSites(console, '?order=tag+DESC')
    await press(page, 'j', 'j', 'j')
    await expectRow(page, 4)
    const left = (await nameIn(page).textContent())!
    await press(page, 'n', 't')
    await see(page.getByRole('heading', { level: 1 })).toHaveText('Create team')
    await see(page.locator('main input:focus')).toBeVisible()
    await press(page, 'Escape')
    await see(page).toHaveURL(/\/sites\?order=tag\+DESC$/)
    await expectRow(page, 4)
    await see(nameIn(page)).toHaveText(left)

    await press(page, 'Enter')
    await see(page.getByRole('heading', { level: 1 })).toHaveText(left.trim())
    for (let at = 5; at <= 40; at++) {
      await press(page, 'j')
      await see(page.getByText(new RegExp(`^${at} of [\\d,]+$`))).toBeVisible()
    }
    const last = (await page.getByRole('heading', { level: 1 }).textContent())!
    await press(page, 'Escape')
    await see(page).toHaveURL(/\/sites\?order=tag\+DESC$/)
    await expectRow(page, 40)
    await see(nameIn(page)).toContainText(last)
    await see(row(page)).toBeInViewport()
  })

  it('edits the row with e, saves with Mod+Enter and is back at the row', async () => {
    const made = await create('Zzz to be renamed')
    const page = await openSites(console, '?q=Zzz')
    await press(page, 'e')
    const field = page.getByRole('textbox', { name: 'Name', exact: true }).first()
    await tabTo(page, field)
    await retype(page, 'Zzz renamed')
    await press(page, 'Control+Enter')
    await see.poll(async () => (await site(made.id)).name).toBe('Zzz renamed')
    await see(page).toHaveURL(/\/sites\?q=Zzz$/)
    await see(nameIn(page)).toContainText('Zzz renamed')
  })

  it('goes back from a new record to its row, wherever it stands in the list', async () => {
    const page = await openSites(console)
    await press(page, 'c')
    await tabTo(page, page.getByRole('textbox', { name: 'Name', exact: true }).first())
    await type(page, 'Yyy made here')
    await tabTo(page, page.getByRole('textbox', { name: 'Address', exact: true }).first())
    await type(page, 'Rua Um, 1')
    await press(page, 'Control+Enter')
    await see(nameIn(page)).toContainText('Yyy made here')
    await see(page).not.toHaveURL(/#row/)
  })

  it('shows names of every kind as text and nothing else', async () => {
    const names = [
      '<img src=x onerror="document.title=1">Qqq',
      'Qqq مدرسة النور',
      'Qqq 東京都立学校',
      'Qqq 👩‍🚒🏫',
      `Qqq ${'x'.repeat(250)}`,
    ]
    for (const name of names) await create(name)
    const page = await openSites(console, '?q=Qqq')
    for (const name of names) await see(grid(page).getByText(name, { exact: true })).toHaveCount(1)
    await see(page.locator('main img')).toHaveCount(0)
    expect(await overflow(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 800 })
    for (const name of names) await see(grid(page).getByText(name, { exact: true })).toHaveCount(1)
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await press(page, 'Enter')
    await see(page.getByRole('heading', { level: 1 })).toContainText('Qqq')
    expect(await overflow(page)).toEqual([])
  })

  it('says that the list did not load, with the request to ask about, and tries again', async () => {
    const page = await console.visit()
    console.trouble(page).expect(/status of 500/)
    console.world.faults.current = (_, { route }) => {
      if (route.includes('sites')) throw new Error('on purpose')
    }
    await press(page, 'g', 's')
    await see(page.getByText('The list did not load')).toBeVisible()
    await see(page.locator('main').getByText(/req-\d+/)).toBeVisible()
    expect(await axe(page)).toEqual([])
    console.world.faults.current = () => {}
    await press(page, 'r')
    await see(row(page)).toBeVisible()
  })

  it('TABLE-01 turns while the first rows are awaited, and says so', async () => {
    const page = await console.visit()
    const waiting: (() => void)[] = []
    console.world.faults.current = (_, { route }) =>
      route.includes('sites') ? new Promise<void>((resolve) => void waiting.push(resolve)) : undefined
    await press(page, 'g', 's')
    await see(page.getByText('Loading sites…')).toBeVisible()
    expect(await axe(page)).toEqual([])
    console.world.faults.current = () => {}
    for (const answer of waiting) answer()
    await see(row(page)).toBeVisible()
  })

  it.each([1440, 360])(
    'W60 has headings and cells in their places while the first rows are awaited, at %i px',
    async (width) => {
      const page = await console.visit({ size: { width, height: 800 } })
      const waiting: (() => void)[] = []
      console.world.faults.current = (_, { route }) =>
        route.includes('sites') ? new Promise<void>((resolve) => void waiting.push(resolve)) : undefined
      await press(page, 'g', 's')
      await see(page.getByText('Loading sites…')).toBeVisible()
      const headings = () =>
        page.locator('[data-heading]').evaluateAll((all) =>
          all.map((one) => {
            const { x, y, width: wide } = one.getBoundingClientRect()
            return [one.textContent, Math.round(x), Math.round(y), Math.round(wide)]
          }),
        )
      /** Returns the places of the first cells of the first two rows. */
      const cells = (selector: string) =>
        page.locator(selector).evaluateAll((all) =>
          all.slice(0, 2).map((one) => {
            const { y, height } = one.getBoundingClientRect()
            return [Math.round(y), Math.round(height)]
          }),
        )
      const [heads, rows] = [await headings(), await cells('[data-placeholder]')]
      expect(rows).toHaveLength(2)
      expect(await page.locator('[data-placeholder]').first().locator('> *').count()).toBe(heads.length)
      console.world.faults.current = () => {}
      for (const answer of waiting) answer()
      await see(row(page)).toBeVisible()
      expect(await cells('[role=row][data-index]')).toEqual(rows)
      const sameWithout = (all: typeof heads) => all.map(([, ...place]) => place)
      // The word for the tick is told to screen readers alone.
      expect(sameWithout(await headings())).toEqual(sameWithout(heads))
      expect(heads.slice(1).map(([text]) => text)).toEqual((await headings()).slice(1).map(([text]) => text))
    },
  )

  it('says that the server is away, and goes on when it is back', async () => {
    const page = await openSites(console)
    console.trouble(page).expect(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await press(page, 'g', 't')
    await see(page.getByText('The list did not load')).toBeVisible()
    await page.context().setOffline(false)
    await press(page, 'r')
    await see(page.getByRole('grid', { name: 'Teams' })).toBeVisible()
  })

  it('TABLE-06 CONST-06 CONST-09 GAP-09 A-012 fetches 50 rows at first, and 10 or 100 where that is chosen, for good', async () => {
    const asked: string[] = []
    const page = await console.visit()
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/api/sites') asked.push(url.searchParams.get('limit') ?? '')
    })
    await press(page, 'g', 's')
    await see(row(page)).toBeVisible()
    // The first page counts with a limit of 1, and may still be at it.
    expect(new Set(asked.filter((limit) => limit !== '1'))).toEqual(new Set(['50']))
    const choice = page.getByRole('combobox', { name: 'Rows per page' })
    await see(choice.locator('option')).toHaveText(['10', '50', '100'])
    await tabTo(page, choice)
    asked.length = 0
    await type(page, '100')
    await see.poll(() => asked.includes('100')).toBe(true)
    await page.reload()
    await see(choice).toHaveValue('100')
  })

  it('copies the id, the line and the row by y and a letter', async () => {
    const page = await openSites(console)
    const { id } = (await sites('limit=1')).data[0]!
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await press(page, 'y', 'y')
    await see.poll(clipboard).toBe(String(id))
    await press(page, 'y', 'c')
    await see.poll(clipboard).toBe(`tocsin sites get ${id}`)
    await press(page, 'y', 'l')
    await see.poll(clipboard).toBe(`${console.world.url}/sites/${id}/show`)
    await press(page, 'y', 'r')
    await see.poll(clipboard).toContain('\t')
  })

  it('works as two-line items at 360 pixels, in both languages', async () => {
    const page = await openSites(console, '', { size: { width: 360, height: 800 } })
    for (const locale of ['en-US', 'pt-BR'] as const) {
      await chooseElsewhere(page, { locale })
      expect(await overflow(page)).toEqual([])
      expect(await axe(page)).toEqual([])
      await press(page, 'Control+Home', 'ArrowDown', 'x', 'End')
      await expectRow(page, (await sites('limit=1')).meta.total)
      expect(await overflow(page)).toEqual([])
      expect(await focused(page)).not.toBe('body')
    }
  })

  it('gives the choice of the order the focus at 360 pixels, by the key and from the palette', async () => {
    const page = await openSites(console, '', { size: { width: 360, height: 800 } })
    const choice = page.getByRole('combobox', { name: 'Sort by' })
    await see(choice).toHaveCount(0)
    await press(page, 's')
    await see(choice).toBeFocused()
    expect(await axe(page)).toEqual([])
    await tabTo(page, grid(page).locator('[role=row][tabindex="0"]'))
    await press(page, 'ControlOrMeta+K')
    await type(page, '>sort by')
    await see(page.getByRole('dialog').getByRole('option').first()).toContainText('Sort by')
    await press(page, 'Enter')
    await see(page.getByRole('dialog')).toHaveCount(0)
    await see(choice).toBeFocused()
  })

  it('previews the names of what a record points to, as ways there', async () => {
    const page = await openSites(console)
    await press(page, 'v')
    const preview = page.locator('[data-preview]')
    await see(preview.getByRole('link', { name: 'Acme Educação', exact: true })).toHaveAttribute(
      'href',
      /clients\/2\/show/,
    )
    await see(preview.getByRole('link', { name: 'Alerta Escolar', exact: true })).toBeVisible()
    await see(preview).not.toContainText('#')
    // The focus stays in the list.
    await see(row(page)).toBeFocused()
  })

  it('SITE-03 shows as many codes as there is room for and how many more there are, never a part of one', async () => {
    const page = await openSites(console)
    const chips = grid(page).locator('[data-index="0"] [data-column=registrationCodes]')
    for (const [width, text] of [
      [360, 'AB7K2Q+1'],
      [1280, 'AB7K2Q+1'],
      [1920, 'AB7K2QPA07LV'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await see.poll(() => chips.evaluate((cell) => (cell as HTMLElement).innerText.replace(/\s/g, ''))).toBe(text)
      expect(await chips.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)
    }
  })

  it('keeps the active row in sight when the window becomes narrow, and wide again', async () => {
    const page = await openSites(console)
    await press(page, 'End')
    await see(row(page)).toHaveAttribute('data-index', /^1\d{3}$/)
    for (const size of [
      { width: 640, height: 360 },
      { width: 1280, height: 720 },
    ]) {
      await page.setViewportSize(size)
      await see(row(page)).toBeInViewport({ ratio: 1 })
    }
  })

  it('W62 omits at 360 pixels what does not fit, and leaves no room for a key that is not shown', async () => {
    const page = await openSites(console, '', { size: { width: 360, height: 800 } })
    /** Returns the texts of which fewer than 50 pixels are seen. */
    const stubs = () =>
      page.locator('[role=row] [role=presentation] [role=presentation] > [data-column]').evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const line = cell.parentElement!.getBoundingClientRect()
          const { top, width } = cell.getBoundingClientRect()
          const isSeen = top < line.bottom - 1 && width > 0
          return isSeen && cell.scrollWidth > cell.clientWidth + 1 && width < 50 ? [cell.textContent] : []
        }),
      )
    const seen = (column: string) =>
      row(page)
        .locator(`[data-column="${column}"]`)
        .evaluate((cell) => cell.getBoundingClientRect().top < cell.parentElement!.getBoundingClientRect().bottom - 1)
    await see(row(page)).toContainText('ACME-000001')
    expect([await seen('location.formatted'), await seen('App.name')]).toEqual([true, false])
    expect(await stubs()).toEqual([])
    for (const [letter, name] of [
      ['u', 'Users'],
      ['r', 'Registration codes'],
      ['m', 'Mobile profiles'],
      ['t', 'Teams'],
    ] as const) {
      await press(page, 'g', letter)
      await see(page.getByRole('grid', { name })).toBeVisible()
      expect(await stubs(), name).toEqual([])
    }
    const button = page.getByRole('link', { name: /^Create/ }).or(page.getByRole('button', { name: /^Create/ }))
    const [before, after] = await button.first().evaluate((one) => {
      const inner = document.createRange()
      inner.selectNodeContents(one)
      const [whole, text] = [one.getBoundingClientRect(), inner.getBoundingClientRect()]
      return [text.left - whole.left, whole.right - text.right].map(Math.round)
    })
    expect(after).toBe(before)
  })

  it('lets a long address and a long tag give way to a code at 360 pixels', async () => {
    const { id, version } = (await sites('limit=1')).data[0]!
    const address = { formatted: 'Avenida Presidente Juscelino Kubitschek de Oliveira, 12345, São Paulo - SP, Brasil' }
    await call('PATCH', `sites/${id}`, { version, tag: 'T'.repeat(60), location: address })
    const page = await openSites(console, '', { size: { width: 360, height: 800 } })
    const code = row(page).locator('[data-column=registrationCodes]')
    const cutOff = () =>
      code.evaluate(
        (cell) => cell.getBoundingClientRect().right > cell.parentElement!.getBoundingClientRect().right + 0.5,
      )
    await see(code).toContainText('AB7K2Q')
    expect(await cutOff()).toBe(false)
    // With the address as the first of the second line.
    const account = users.rows.find(({ username }) => username === 'acme-admin')!.id
    await page.evaluate(
      ([name, columns]) => localStorage.setItem(name!, columns!),
      [
        `table:${account}:sites:columns`,
        JSON.stringify(['name', 'location.formatted', 'registrationCodes', 'App.name']),
      ],
    )
    await page.reload()
    await see(row(page)).not.toContainText('TTT')
    await see(code).toContainText('AB7K2Q')
    expect(await cutOff()).toBe(false)
  })

  it('W21 shows below the cell that has the focus the text that is cut off, and only there', async () => {
    // The row after it has a name that fits.
    await api(console).create('Curta')
    await api(console).create(`Escola ${'Municipal '.repeat(12)}Vila Nova`)
    const page = await openSites(console, '?order=id+DESC')
    const whole = page.locator('[data-whole]')
    await see(nameIn(page)).toContainText('Vila Nova')
    await see(whole).toHaveCount(0)
    // The tick, and then the name.
    await press(page, 'ArrowRight', 'ArrowRight')
    await see(whole).toHaveText(/^Escola (Municipal ){12}Vila Nova$/)
    const [below, cell] = [await whole.boundingBox(), await page.locator('a:focus').boundingBox()]
    expect(below!.y).toBeGreaterThanOrEqual(cell!.y + cell!.height)
    await press(page, 'ArrowDown')
    await see(whole).toHaveCount(0)
    await press(page, 'ArrowUp')
    await see(whole).toBeVisible()
    await press(page, 'Escape')
    await see(whole).toHaveCount(0)
  })

  it('W24 opens the actions of a row where a browser would open its menu, and leaves a link its own', async () => {
    const page = await openSites(console)
    await press(page, 'j')
    const name = (await nameIn(page).textContent())!
    const palette = page.getByRole('dialog')
    // Until the actions of the list are here, the key is the browser's.
    await see
      .poll(async () => {
        await press(page, 'ContextMenu')
        return palette.count()
      })
      .toBe(1)
    await see(palette.getByRole('combobox')).toBeFocused()
    await see(palette).toContainText(name)
    await press(page, 'Escape')
    await expectRow(page, 2)
    const isTaken = (selector: string) =>
      grid(page)
        .locator('[data-index="2"]')
        .locator(selector)
        .first()
        .evaluate((one) => !one.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))
    expect(await isTaken('a[data-open]')).toBe(false)
    expect(await isTaken('[data-column="location.formatted"]')).toBe(true)
    // A press on another row makes that the active one.
    await see(palette).toBeVisible()
    await press(page, 'Escape')
    await expectRow(page, 3)
  })

  it('shows in each theme that the active row is awaited, and says that it could not be loaded', async () => {
    const page = await openSites(console)
    console.trouble(page).expect(/status of 500/)
    console.world.faults.current = (_, { route }) => {
      if (route.includes('sites')) throw new Error('on purpose')
    }
    await press(page, 'End')
    const bar = nameIn(page).locator('span')
    for (const theme of ['grey', 'blue'] as const) {
      await chooseElsewhere(page, { theme })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await see(page.locator('html')).toHaveAttribute('data-theme', `${theme}-${colorScheme}`)
        await see(page.getByRole('alert')).toContainText('These rows could not be loaded')
        await see(bar).toBeVisible()
        expect(await bar.evaluate(contrastWithRow), `${theme} ${colorScheme}`).toBeGreaterThan(1.5)
      }
    }
    console.world.faults.current = noFaults
    await press(page, 'r')
    await see(nameIn(page)).not.toHaveText('')
    await see(page.getByRole('alert')).toHaveCount(0)
  })
})

/** Returns the contrast of an element with its row (WCAG 2.2, contrast ratio). */
function contrastWithRow(element: Element): number {
  const luminance = (of: Element) => {
    const parts = getComputedStyle(of)
      .backgroundColor.match(/[\d.]+/g)!
      .slice(0, 3)
    const [red, green, blue] = parts.map((part) => {
      const value = Number(part) / 255
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const [dark, light] = [luminance(element), luminance(element.closest('[role=row]')!)].toSorted(
    (one, other) => one - other,
  )
  return (light! + 0.05) / (dark! + 0.05)
}
