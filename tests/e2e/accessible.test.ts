import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe, contested, overflow } from './axe'
import { chooseElsewhere, goWithin, inBrowser, see } from './console'
import { press, tabTo, type } from './keyboard'
import { inEveryLook } from './looks'

/** Every screen, and the user who sees the most of it. */
const SCREENS: readonly (readonly [string, string])[] = [
  ['root', '/'],
  ['root', '/clients'],
  ...['summary', 'projects', 'sites', 'teams', 'providers', 'apps', 'users', 'licenses'].map(
    (tab) => ['root', `/clients/2/show?tab=${tab}`] as const,
  ),
  ['root', '/clients/2'],
  ['root', '/clients/3'],
  ['root', '/clients/create'],
  ['root', '/projects/5/show'],
  ['root', '/audit-events'],
  ['root', '/monitoring-providers/1/show'],
  ['root', '/monitoring-providers/create'],
  ['root', '/license-comments/tocsin/1'],
  ['root', '/public-codes'],
  ['root', '/documents/1'],
  ['root', '/terms/1/show'],
  ['root', '/maps'],
  ['root', '/mobile-users'],
  ['acme-admin', '/'],
  ['acme-admin', '/sites'],
  ['acme-admin', '/sites/1/show'],
  ['acme-admin', '/sites/1/show?tab=users'],
  ['acme-admin', '/sites/1'],
  ['acme-admin', '/sites/create'],
  ['acme-admin', '/teams'],
  ['acme-admin', '/teams/20001/show'],
  ['acme-admin', '/users'],
  ['acme-admin', '/users/7/show'],
  ['acme-admin', '/users/create'],
  ['acme-admin', '/apps'],
  ['acme-admin', '/channels'],
  ['acme-admin', '/channels/1/show'],
  ['acme-admin', '/channels/1'],
  ['acme-admin', '/registration-codes'],
  ['acme-admin', '/registration-codes/create'],
  ['acme-admin', '/registration-forms/1/show'],
  ['acme-admin', '/registration-forms/1'],
  ['acme-admin', '/registration-handlers'],
  ['acme-admin', '/registration-data/schemas/1/show'],
  ['acme-admin', '/client-terms'],
  ['acme-admin', '/terms/2'],
  ['acme-admin', '/nowhere/at/all'],
]

const MAIN = ['/', '/sites', '/sites/1/show', '/sites/create'] as const

/** The headings of a screen: within an editor's text they are text, and its role says so. */
const TITLE = 'h1:not([role=textbox] *)'

/** Waits until the screen has come: its heading, and no placeholders of awaited parts. */
async function settled(page: Page): Promise<void> {
  await see(page.locator(TITLE)).toHaveCount(1)
  await see(page.locator('main [role=status]').filter({ hasText: 'Loading' })).toHaveCount(0)
  await see(page.locator('main output').filter({ hasText: /^(Loading|Carregando)/ })).toHaveCount(0)
}

/** One main, one banner, headings in their order, a title of its own, a language. */
const outline = (page: Page): Promise<string[]> =>
  page.evaluate((title) => {
    const wrong: string[] = []
    const count = (selector: string, wanted: number) => {
      const found = document.querySelectorAll(selector).length
      if (found !== wanted) wrong.push(`${found} ${selector}`)
    }
    count('main', 1)
    count(title, 1)
    count('header:not(main *), [role=banner]', 1)
    let level = 1
    for (const one of document.querySelectorAll('main :is(h1, h2, h3, h4):not([role=textbox] *)')) {
      const next = Number(one.tagName.slice(1))
      if (next > level + 1) wrong.push(`h${next} after h${level}`)
      level = next
    }
    if (!document.title.endsWith(' · tocsin')) wrong.push(`title ${document.title}`)
    if (!document.documentElement.lang) wrong.push('no lang')
    return wrong
  }, TITLE)

inBrowser('every screen', (console) => {
  const WIDE = { width: 1440, height: 900 }
  /** A phone, and a small window at twice the size. */
  const narrow = async (page: Page, path: string) => {
    for (const size of [
      { width: 720, height: 450 },
      { width: 360, height: 800 },
    ]) {
      await page.setViewportSize(size)
      expect(await overflow(page), `${path} ${size.width}`).toEqual([])
    }
  }

  // Its words are longer; the screens that most people see are looked at in English as well.
  it.each([
    ['root', 'pt-BR', SCREENS.filter(([who]) => who === 'root').map(([, path]) => path)],
    ['acme-admin', 'pt-BR', SCREENS.filter(([who]) => who === 'acme-admin').map(([, path]) => path)],
    ['acme-admin', 'en-US', MAIN],
  ] as const)(
    'of %s in %s has no violation of axe, one outline and a title of its own, and no sideways scroll at 360 px and at twice the size',
    async (as, locale, paths) => {
      const page = await console.visit({ as, locale })
      console.trouble(page).expect(/status of 404/)
      const titles = new Set<string>()
      for (const path of paths) {
        await page.setViewportSize(WIDE)
        await goWithin(page, path)
        await settled(page)
        expect(await axe(page), path).toEqual([])
        expect(await outline(page), path).toEqual([])
        expect(await contested(page), path).toEqual([])
        titles.add(await page.title())
        await narrow(page, path)
      }
      expect(titles.size).toBeGreaterThanOrEqual(Math.min(8, paths.length))
    },
    // Twenty screens, each looked at in three sizes.
    180_000,
  )

  it('S37 draws a switch that is on alike in rows, forms and toolbars, in every theme and in forced colors', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites?showInactive=true&order=id+ASC' })
    const main = page.locator('main')
    /** Returns the looks of these switches: colours of the track, its border and its thumb, and the thumb's place. */
    const looks = async (state: 'on' | 'off') => {
      const switches = main.locator(`[role=switch][aria-checked=${state === 'on'}]`)
      await see(switches.first()).toBeVisible()
      const all = await switches.evaluateAll((found) =>
        found.map((one) => {
          const [track, thumb] = [getComputedStyle(one), getComputedStyle(one, '::before')]
          return [track.backgroundColor, track.borderTopColor, thumb.backgroundColor, thumb.left].join(' ')
        }),
      )
      return { all: [...new Set(all)], rows: await switches.and(page.locator('[role=row] *')).count() }
    }
    const seen = async (path: string, state: 'on' | 'off', inRows: boolean) => {
      await goWithin(page, path)
      const { all, rows } = await looks(state)
      expect([path, rows > 0]).toEqual([path, inRows])
      expect([path, all]).toEqual([path, [expect.any(String)]])
      return all[0]!
    }
    await inEveryLook(page, async (name) => {
      // The list has switches that are on in its rows and its toolbar, the form of a site has one.
      const on = await seen('/sites?showInactive=true&order=id+ASC', 'on', true)
      expect(await seen('/sites/1', 'on', false)).toBe(on)
      const off = await seen('/sites?order=id+ASC', 'off', false)
      const parts = (look: string): readonly string[] => look.match(/\w+\([^)]*\)|\S+/g) ?? []
      const [onTrack, , onThumb, onPlace] = parts(on)
      const [offTrack, , offThumb, offPlace] = parts(off)
      expect(onPlace).not.toBe(offPlace)
      expect(onTrack).not.toBe(offTrack)
      for (const [track, thumb] of [
        [onTrack, onThumb],
        [offTrack, offThumb],
      ])
        expect(thumb, name).not.toBe(track)
    })
  })

  it('has enough contrast in each of the four themes', async () => {
    const page = await console.visit()
    for (const path of MAIN) {
      await goWithin(page, path)
      await settled(page)
      for (const theme of ['grey', 'blue'] as const) {
        await chooseElsewhere(page, { theme })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await see(page.locator('html')).toHaveAttribute('data-theme', `${theme}-${colorScheme}`)
          // That theme has been checked above, on every screen.
          if (theme === 'grey' && colorScheme === 'light') continue
          expect(await axe(page, ['color-contrast']), `${theme} ${colorScheme} ${path}`).toEqual([])
        }
      }
    }
  })

  it('has no violation in what opens over it: columns, filters, preview, questions, sheets', async () => {
    const page = await console.visit({ path: '/sites' })
    const row = page.locator('[role=row]:focus')
    await see(row).toBeVisible()
    await press(page, 'v')
    await see(page.locator('[data-preview]')).toBeVisible()
    expect(await axe(page), 'preview').toEqual([])
    expect(await contested(page), 'preview').toEqual([])
    await press(page, 'Escape')
    for (const name of ['Filters', 'Columns', 'Export', 'Import']) {
      await tabTo(page, page.getByRole('button', { name, exact: true }))
      await press(page, 'Enter')
      await see(
        page.getByRole('dialog').or(page.locator('[data-overlay]')).or(page.getByRole('group', { name })).first(),
      ).toBeVisible()
      expect(await axe(page), name).toEqual([])
      expect(await contested(page), name).toEqual([])
      await press(page, 'Escape')
    }
    await page.goto('/sites/1/show')
    await see(page.getByRole('heading', { level: 1, name: 'Escola Municipal Aurora Lima 1' })).toBeVisible()
    await press(page, 'Delete')
    await see(page.getByRole('alertdialog')).toBeVisible()
    expect(await axe(page), 'question').toEqual([])
    expect(await contested(page), 'question').toEqual([])
  })

  it('moves nothing for who wants nothing moved, and has a way past the lists', async () => {
    const page = await console.visit({ path: '/sites/1/show' })
    await press(page, 'Control+K')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    expect(await contested(page), 'palette').toEqual([])
    expect(
      await page.evaluate(
        () =>
          document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration ?? 0) > 1).length,
      ),
    ).toBe(0)
    await press(page, 'Escape')
    await page.reload()
    await see(page.getByRole('heading', { level: 1 })).toBeVisible()
    const skip = page.locator('a[href="#content"]')
    await tabTo(page, skip, 'Shift+Tab')
    await press(page, 'Enter')
    await see(page.locator('#content')).toBeFocused()
    await press(page, 'Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    await type(page, '?')
    await see(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible()
  })
})
