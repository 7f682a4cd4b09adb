import { expect, it } from 'vitest'
import { inBrowser, see } from './console'
import { focusIsLost, press, type } from './keyboard'

/** Dozens of records are written twice, in milliseconds. */
const PATIENCE = { timeout: 60_000 }

inBrowser('what was done to everything that a list matches', (console) => {
  const sites = async (query: string) =>
    (
      await console.world.call(
        await console.world.token('acme-admin'),
        'GET',
        `sites?limit=1000&q=antonio%201&${query}`,
      )
    ).body
  const idsOf = async (query: string) => {
    const ids: number[] = []
    for (let offset = 0; ; offset += 1000) {
      const { data, meta } = await sites(`${query}&offset=${offset}&order=id%20ASC`)
      ids.push(
        ...(data as unknown as { id: number; active: boolean }[]).filter(({ active }) => active).map(({ id }) => id),
      )
      if (offset + 1000 >= (meta.total ?? 0)) return ids
    }
  }

  it(
    'is taken back by z for all of them, of more than a page, and for no other',
    async () => {
      const before = await idsOf('showInactive=true')
      const { total = 0 } = (await sites('showInactive=true')).meta
      const all = (count: number) => `All ${count.toLocaleString('en-US')} that match are selected`
      expect(before.length).toBeGreaterThan(50)
      // Some were not active before, and must not be afterwards.
      expect(total).toBeGreaterThan(before.length)
      const page = await console.visit({ path: '/sites?q=antonio%201&showInactive=true&order=id+ASC' })
      const row = page.locator('[role=row]:focus')
      await see(row).toBeVisible()
      await press(page, 'Control+A')
      await see(page.getByText(/^(50|100) selected$/).first()).toBeVisible()
      await press(page, 'Control+A')
      await see(page.getByText(all(total)).first()).toBeVisible()
      // All but this one.
      await press(page, 'Space')
      await see(page.getByText(all(total - 1)).first()).toBeVisible()
      await press(page, 't')
      const question = page.getByRole('alertdialog')
      await see(question).toContainText((total - 1).toLocaleString('en-US'))
      await press(page, 'Tab', 'Enter')

      const outcome = page.getByRole('dialog')
      await see(outcome).toContainText(`${total - before.length} skipped`, PATIENCE)
      expect(await idsOf('')).toEqual([before[0]])
      await press(page, 'Escape')
      await see(outcome).toHaveCount(0)
      expect(await focusIsLost(page)).toBe(false)

      await press(page, 'z')
      await see(page.getByRole('log').getByText(/^Undone: /)).toBeVisible(PATIENCE)
      expect(await idsOf('showInactive=true')).toEqual(before)
      expect(await idsOf('')).toEqual(before)
      await see(page.getByRole('dialog')).toHaveCount(0)
      await see(row).toBeVisible()
    },
    2 * PATIENCE.timeout,
  )

  it('gives back to each of many the app it had, and none to those that had none', async () => {
    const token = await console.world.token('acme-admin')
    const apps = async () => {
      const { body } = await console.world.call(token, 'GET', 'sites?ids=1,2,3&showInactive=true&order=id%20ASC')
      return (body.data as unknown as { appId: number | null }[]).map(({ appId }) => appId)
    }
    await console.world.call(token, 'POST', 'sites/2/set-app', { appId: null })
    const before = await apps()
    expect(before[1]).toBeNull()
    const page = await console.visit({ path: '/sites?order=id+ASC' })
    const row = page.locator('[role=row]:focus')
    await see(row).toBeVisible()
    await press(page, 'x', 'j', 'x', 'j', 'x')
    await see(page.getByText(/^3 selected$/).first()).toBeVisible()
    await press(page, 'Control+k')
    await type(page, 'change the app')
    await see(page.getByRole('option', { name: /^Change the app of 3 sites/ })).toBeVisible()
    await press(page, 'Enter')
    // Until the apps are read, no app is the only choice.
    await see(page.getByRole('dialog').getByRole('option').first()).toContainText('Alerta Escolar')
    await press(page, 'Enter')
    await see(page.getByRole('log').getByText(/Change the app of 3 sites/)).toBeVisible()
    const after = await apps()
    expect(new Set(after).size).toBe(1)
    expect(after[1]).not.toBeNull()
    await press(page, 'z')
    await see(page.getByRole('log').getByText(/^Undone: /)).toBeVisible()
    expect(await apps()).toEqual(before)
  })
})
