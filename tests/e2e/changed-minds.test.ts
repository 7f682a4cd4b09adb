import { expect, it } from 'vitest'
import { moveClock, stopClock } from './clock'
import { inBrowser, see } from './console'
import { focusIsLost, press, tabTo, type } from './keyboard'

inBrowser('whoever thinks of something else', (console) => {
  const call = async (path: string) => console.world.call(await console.world.token('root'), 'GET', path)
  const isActive = async (id: number) => ((await call(`sites/${id}`)).body.data as { active: boolean }).active

  it('takes back by the button of a notice what that one tells of, whatever was done since', async () => {
    const page = await console.visit({ path: '/sites?showInactive=true&order=id+ASC', ownClock: true })
    const log = page.getByRole('log')
    await see(page.locator('[role=row]:focus')).toBeVisible()
    // A success goes after a while, however slow the machine is: it stays where the clock does.
    await stopClock(page)
    for (const count of [1, 2]) {
      await press(page, 'j', 't')
      await moveClock(page, () => log.getByText(/^Done: Deactivate/).count()).toBe(count)
    }
    expect([await isActive(2), await isActive(3)]).toEqual([false, false])
    const buttons = log.getByRole('button', { name: /^Undo/ })
    // The key is for the latest change.
    await see(buttons.locator('kbd')).toHaveCount(1)
    await tabTo(page, buttons.first(), 'Shift+Tab')
    await press(page, 'Enter')
    await moveClock(page, () => log.getByText(/^Undone: Deactivate/).count()).toBe(1)
    expect([await isActive(2), await isActive(3)]).toEqual([true, false])
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'z')
    await moveClock(page, () => log.getByText(/^Undone: Deactivate/).count()).toBe(2)
    await see(buttons).toHaveCount(0)
    expect([await isActive(2), await isActive(3)]).toEqual([true, true])
  })

  it('has answered no to a question of a screen that was left', async () => {
    const page = await console.visit({ path: '/teams' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const { total } = (await call('sites?siteType=team')).body.meta
    await press(page, 'Delete')
    await see(page.getByRole('alertdialog')).toBeVisible()
    await press(page, 'ControlOrMeta+K')
    await type(page, 'go to users')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText('Go to Users')
    await press(page, 'Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Users', exact: true })).toBeVisible()
    await see(page.getByRole('alertdialog')).toHaveCount(0)
    expect(await focusIsLost(page)).toBe(false)
    expect((await call('sites?siteType=team')).body.meta.total).toBe(total)
  })

  it('sees no record of one client while working in another', async () => {
    const page = await console.visit({ as: 'root', path: '/sites/1/show' })
    await see(page.getByRole('heading', { level: 1, name: 'Escola Municipal Aurora Lima 1' })).toBeFocused()
    await press(page, 'w')
    await see(page.getByRole('combobox', { name: /Work in one client/ })).toBeFocused()
    await type(page, 'boreal')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText('Borealis')
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/sites(\?|$)/)
    await see(page.getByRole('banner')).toContainText('Borealis')
    await see(page.getByRole('heading', { level: 1, name: 'Sites', exact: true })).toBeVisible()
    // The same holds when the switch is undone.
    await page.goBack()
    await see(page.getByRole('heading', { level: 1, name: 'Escola Municipal Aurora Lima 1' })).toBeVisible()
    await press(page, 'z')
    await see(page).toHaveURL(/\/sites(\?|$)/)
    await see(page.getByRole('banner')).not.toContainText('Borealis')
    expect(await focusIsLost(page)).toBe(false)
  })
})
