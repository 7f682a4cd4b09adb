import type { Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import { inBrowser, see } from './console'
import { focusIsLost, press, retype, tabTo } from './keyboard'
import { ringOf } from './ring'

type Site = { name: string; referencePoint: string | null; tag: string | null; version: number }

const field = (page: Page, name: string) => page.locator('main').getByRole('textbox', { name, exact: true }).first()
const choice = (page: Page) => page.getByRole('region', { name: 'Somebody changed this record in the meantime' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

inBrowser('a save over what somebody else saved meanwhile', (console) => {
  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('acme-admin'), method, path, body)
  const site = async (id: number) => (await call('GET', `sites/${id}`)).body.data as unknown as Site
  const create = async (name: string) =>
    ((await call('POST', 'sites', { name, ClientId: 2, location: { formatted: 'Rua 1' } })).body.data as { id: number })
      .id

  /** Opens the same site for two people: both change the name, the other alone the reference point. */
  const meet = async (title: string) => {
    const id = await create(title)
    const page = await console.visit({ path: `/sites/${id}` })
    console.trouble(page).expect(/status of 4(09|12)/)
    await tabTo(page, field(page, 'Name'))
    await retype(page, `${title}: mine`)
    await call('PATCH', `sites/${id}`, { name: `${title}: theirs`, referencePoint: 'Beside the bakery' })
    await press(page, 'Control+Enter')
    await see(choice(page).getByRole('heading')).toBeFocused()
    return { id, page }
  }
  const choose = async (page: Page, name: string) => {
    await tabTo(page, choice(page).getByRole('button', { name }))
    await press(page, 'Enter')
    await see(choice(page)).toHaveCount(0)
  }
  const versions = (page: Page, name: string) => choice(page).getByRole('row').filter({ hasText: name })

  it('W51 takes theirs: writes nothing, shows the record as they left it, and saves from there', async () => {
    const { id, page } = await meet('Of two')
    expect(await ringOf(choice(page).getByRole('heading'))).toBeNull()
    await see(choice(page)).toContainText('acme-admin')
    await see(versions(page, 'Name').getByRole('cell')).toHaveText(['Of two: mine', 'Of two: theirs'])
    await see(versions(page, 'Reference point').getByRole('cell')).toHaveText([
      'not changed by you, stays theirs',
      'Beside the bakery',
    ])
    const before = await site(id)
    await choose(page, 'Take theirs')
    await see(field(page, 'Name')).toHaveValue('Of two: theirs')
    await see(field(page, 'Name')).toBeFocused()
    await see(field(page, 'Reference point')).toHaveValue('Beside the bakery')
    expect(await site(id)).toEqual(before)

    // None of my input is kept or asked about any more.
    await page.reload()
    await see(field(page, 'Name')).toHaveValue('Of two: theirs')
    await see(page.getByText(/Unsaved changes/)).toHaveCount(0)
    await tabTo(page, field(page, 'Tag'))
    await retype(page, 'OF-TWO')
    await press(page, 'Control+Enter')
    await see(heading(page, 'Of two: theirs')).toBeVisible()
    expect(await site(id)).toMatchObject({
      name: 'Of two: theirs',
      referencePoint: 'Beside the bakery',
      tag: 'OF-TWO',
      version: before.version + 1,
    })
  })

  it('takes theirs and goes on at once, on their version', async () => {
    const { id, page } = await meet('Gone on')
    await choose(page, 'Take theirs')
    await see(field(page, 'Name')).toBeFocused()
    await retype(page, 'Gone on: again')
    await press(page, 'Control+Enter')
    await see(heading(page, 'Gone on: again')).toBeVisible()
    expect(await site(id)).toMatchObject({ name: 'Gone on: again', referencePoint: 'Beside the bakery' })
  })

  it('saves mine over theirs, and leaves what only they changed', async () => {
    const { id, page } = await meet('Mine')
    await choose(page, 'Save mine over theirs')
    await see(heading(page, 'Mine: mine')).toBeVisible()
    expect(await site(id)).toMatchObject({ name: 'Mine: mine', referencePoint: 'Beside the bakery' })
    expect(await focusIsLost(page)).toBe(false)
  })

  it('W33 goes back to editing with what was typed by the button that stands out, and asks again at the next save', async () => {
    const { id, page } = await meet('Again')
    const ground = (button: Locator) => button.evaluate((one) => getComputedStyle(one).backgroundColor)
    const one = (name: string) => choice(page).getByRole('button', { name })
    const primary = await ground(page.getByRole('button', { name: 'Save', exact: true }))
    expect(await ground(one('Back to editing'))).toBe(primary)
    expect(await ground(one('Save mine over theirs'))).not.toBe(primary)
    await choose(page, 'Back to editing')
    await see(field(page, 'Name')).toHaveValue('Again: mine')
    await see(field(page, 'Name')).toBeFocused()
    await press(page, 'Control+Enter')
    await see(choice(page).getByRole('heading')).toBeFocused()
    // Escape is the same way back.
    await press(page, 'Escape')
    await see(choice(page)).toHaveCount(0)
    await see(field(page, 'Name')).toHaveValue('Again: mine')
    expect(await focusIsLost(page)).toBe(false)
    expect(await site(id)).toMatchObject({ name: 'Again: theirs' })
  })
})
