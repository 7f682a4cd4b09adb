import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { goWithin, inBrowser, see, signIn } from './console'
import { LONG, press, retype, tabTo, type } from './keyboard'

/** Spellings of another origin that a browser, or another reader of addresses, might follow: as in an address bar. */
const SPELLINGS = [
  '//elsewhere.test/x',
  '/\\elsewhere.test/x',
  '\\\\elsewhere.test/x',
  '%2F%2Felsewhere.test/x',
  '/%09/elsewhere.test/x',
  '%09//elsewhere.test/x',
  'https://elsewhere.test/x',
  'javascript:globalThis.stolen=1',
  'JaVaScRiPt:globalThis.stolen=1',
  'data:text/html,<script>globalThis.stolen=1</script>',
]
/** These cost a sign-in or a record each. */
const FEW = ['//elsewhere.test/x', '/%5celsewhere.test/x', 'https://elsewhere.test/x', 'javascript:globalThis.stolen=1']

const name = (page: Page) => page.locator('main').getByRole('textbox', { name: 'Name', exact: true }).first()
const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true })

inBrowser('the place to go to afterwards, from an address that somebody else wrote', (console) => {
  /** Records every request to another origin, by any way; none of them gets out. */
  const watch = async (page: Page): Promise<string[]> => {
    const asked: string[] = []
    await page.context().route(
      (url) => url.origin !== console.world.url,
      (route) => {
        asked.push(route.request().url())
        return route.abort()
      },
    )
    return asked
  }
  const stolen = (page: Page) => page.evaluate(() => 'stolen' in globalThis)

  it(
    'T65 leads from a form that is left to the record, in whatever way another origin is spelled',
    async () => {
      const page = await console.visit({ path: '/sites/1' })
      const asked = await watch(page)
      for (const spelling of SPELLINGS) {
        await goWithin(page, `/sites/1?redirect=${spelling}`)
        await see(name(page), spelling).toHaveValue('Escola Municipal Aurora Lima 1')
        await press(page, 'Escape')
        await see(page, spelling).toHaveURL(`${console.world.url}/sites/1/show`)
        await see(heading(page, 'Escola Municipal Aurora Lima 1'), spelling).toBeVisible()
        expect(await stolen(page), spelling).toBe(false)
      }
      // The crumbs of a new record lead there too.
      for (const spelling of FEW) {
        await goWithin(page, `/sites/create?redirect=${spelling}`)
        await see(heading(page, 'Create site'), spelling).toBeVisible()
        const crumb = page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Sites' })
        await see(crumb, spelling).toHaveAttribute('href', '/sites')
        await tabTo(page, name(page))
        await press(page, 'Escape')
        await see(page, spelling).toHaveURL(`${console.world.url}/sites`)
      }
      // One of a client, whose tab it was made in.
      await goWithin(page, `/teams/create?ClientId=2&redirect=${FEW[0]}`)
      await tabTo(page, name(page))
      await press(page, 'Escape')
      await see(page).toHaveURL(`${console.world.url}/clients/2/show?tab=teams`)
      expect(asked).toEqual([])
    },
    LONG,
  )

  it(
    'T65 leads from a record that was saved or made to that record',
    async () => {
      const page = await console.visit({ path: '/sites/2' })
      const asked = await watch(page)
      for (const [at, spelling] of FEW.entries()) {
        await goWithin(page, `/sites/2?redirect=${spelling}`)
        await tabTo(page, name(page))
        await retype(page, `Renamed ${at}`)
        await press(page, 'Control+Enter')
        await see(page, spelling).toHaveURL(`${console.world.url}/sites/2/show`)
        await see(heading(page, `Renamed ${at}`), spelling).toBeVisible()

        await goWithin(page, `/projects/create?redirect=${spelling}`)
        await tabTo(page, name(page))
        await type(page, `Made ${at}`)
        await tabTo(page, page.getByRole('textbox', { name: 'Description', exact: true }))
        await type(page, 'Here')
        await press(page, 'Control+Enter')
        await see(page, spelling).toHaveURL(/\/projects\/\d+\/show$/)
        await see(heading(page, `Made ${at}`), spelling).toBeVisible()
        expect(await stolen(page), spelling).toBe(false)
      }
      expect(asked).toEqual([])
    },
    LONG,
  )

  it('T65 leads from the sign-in to the first page', async () => {
    const page = await console.visit({ as: null, path: 'about:blank' })
    const asked = await watch(page)
    // One after the other, beside the users signed in before.
    for (const [at, username] of ['acme-admin', 'borealis-admin', 'vazia-admin', 'root'].entries()) {
      const spelling = FEW[at]!
      await page.goto(`/login?redirect=${spelling}`)
      await signIn(page, username)
      await see(page, spelling).toHaveURL(`${console.world.url}/`)
      expect(await stolen(page), spelling).toBe(false)
    }
    expect(asked).toEqual([])
  })

  it('SHELL-11 SITE-07 goes to the place itself where it is one of the console', async () => {
    const page = await console.visit({ path: '/sites/1?redirect=%2Fteams%3Forder%3Dname%2BDESC' })
    await see(name(page)).toBeVisible()
    await press(page, 'Escape')
    await see(page).toHaveURL(`${console.world.url}/teams?order=name+DESC`)
    const signed = await console.visit({ as: null, path: '/login?redirect=%2Fsites%3Forder%3Dname%2BDESC%23x' })
    await signIn(signed, 'acme-admin')
    await see(signed).toHaveURL(`${console.world.url}/sites?order=name+DESC#x`)
    await see(heading(signed, 'Sites')).toBeVisible()
  })

  it('S44 goes to the first page where the place is the sign-in itself', async () => {
    const page = await console.visit({ as: null, path: '/login?redirect=%2Flogin%3Fredirect%3D%2Fsites' })
    await signIn(page, 'acme-admin')
    await see(page).toHaveURL(`${console.world.url}/`)
    await see(page.getByRole('banner').getByRole('button', { name: 'Account: Ana Acme' })).toBeVisible()
  })
})
