import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { inBrowser, NO_PAGE, see } from './console'
import { press, tabTo } from './keyboard'

const grid = (page: Page) => page.getByRole('grid', { name: 'Registration codes' })
const line = (page: Page, code: string) => grid(page).getByRole('row').filter({ hasText: code })

/** Records the lookups by ids from now on: the resource, and the ids. */
function lookups(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const ids = searchParams.get('ids')
    if (ids !== null) asked.push(`${pathname.replace('/api/', '')} ${ids}`)
  })
  return asked
}

inBrowser('a column that refers to other records', (console) => {
  it('API-16 names them, by one call for each resource and page, in the list and in its file', async () => {
    const page = await console.visit({ path: NO_PAGE })
    const asked = lookups(page)
    await page.goto('/registration-codes')
    await see(line(page, 'AB7K2Q')).toContainText('Escola Municipal Aurora Lima 1')
    await see(line(page, 'AB7K2Q').getByRole('link')).toHaveText([
      'AB7K2Q',
      'Escola Municipal Aurora Lima 1',
      /Cadastro|Funcion/i,
      /Portaria|Validação|.+/,
      '',
    ])
    await see(grid(page)).not.toContainText('#')
    const resources = asked.map((one) => one.split(' ')[0])
    expect(resources).toHaveLength(new Set(resources).size)
    expect(resources).toEqual(expect.arrayContaining(['registration-forms', 'registration-handlers', 'sites']))

    // It is saved as it is on the screen.
    await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }))
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog')
    await tabTo(page, dialog.getByRole('radio', { name: /CSV/ }))
    await press(page, 'Space')
    const download = page.waitForEvent('download')
    await press(page, 'Enter')
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toContain('"AB7K2Q","Site","Escola Municipal Aurora Lima 1"')
    expect(file).not.toMatch(/"#\d+"/)
  })

  it('T01 leaves the number of what the reader may not see, and does not ask for it', async () => {
    const page = await console.visit({ as: 'acme-site-manager', path: NO_PAGE })
    const asked = lookups(page)
    await page.goto('/registration-codes')
    await see(line(page, 'AB7K2Q')).toContainText('Escola Municipal Aurora Lima 1')
    await see(line(page, 'AB7K2Q')).toContainText('#1')
    expect(asked.filter((one) => one.startsWith('registration-forms'))).toEqual([])
  })
})
