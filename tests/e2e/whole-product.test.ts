import { expect, it } from 'vitest'
import { goWithin, inBrowser, see } from './console'

inBrowser('the whole product', (console) => {
  it.each([
    ['root', '/clients', 'Clients'],
    ['client-manager', '/clients', 'Clients'],
    ['monitor-admin', '/alerts', 'Alerts'],
    ['acme-site-manager', '/sites', 'Sites'],
  ])('GEN-01 GEN-05 is the console of %s, who works in it', async (as, path, name) => {
    const page = await console.visit({ as })
    await expect.poll(() => page.title()).toMatch(/tocsin$/)
    await goWithin(page, path)
    await see(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await see(page.locator('[role=row][data-index]').first()).toBeVisible()
  })

  it('GEN-07 shows dashboards and alerts', async () => {
    const page = await console.visit({ as: 'root' })
    await see(page.getByRole('region', { name: 'Totals', exact: true }).getByRole('listitem').first()).toBeVisible()
    await goWithin(page, '/alerts')
    await see(page.getByRole('heading', { level: 1 })).toHaveText('Alerts')
    await see(page.locator('[role=row][data-index]').first()).toBeVisible()
  })

  it('GEN-02 GEN-14 configures the app on phones: its channels are buttons there, alerts have destinations, and people profiles', async () => {
    const page = await console.visit({ as: 'root', path: '/apps/1/show' })
    const phone = page.locator('[data-app-colors]')
    await see(phone.getByText('Emergência')).toBeVisible()
    await goWithin(page, '/channels/14/show')
    await see(page.locator('main')).toContainText('Monitoring providers')
    await goWithin(page, '/maps')
    await see(page.getByRole('heading', { level: 1 })).toHaveText('Mobile profiles')
    // A profile is joined to a site or a team.
    await see(page.getByRole('columnheader', { name: /Site/ })).toBeVisible()
  })
})
