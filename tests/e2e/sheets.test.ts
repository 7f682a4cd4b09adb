import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encoderOf } from '@tocsin/core/csv/encode'
import { CHUNK_ROWS } from '@tocsin/core/import/chunks'
import type { Download, Page } from 'playwright'
import { expect, it } from 'vitest'
import { noFaults } from '../../server/faults'
import { axe, overflow } from './axe'
import { stopClock } from './clock'
import { inBrowser, see, type Console } from './console'
import { hold } from './hold'
import { chooseFile, expectFocus, press, tabTo, type } from './keyboard'
import { ringOf } from './ring'

const HEAD = 'siteName,siteAddress,siteLatitude,siteLongitude,siteTag'
/** Returns so many good rows, of one name. */
const rowsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index},Rua ${index},-23.5,-46.6,${name}-${index}`)
const fileOf = (...rows: string[]) => [HEAD, ...rows, ''].join('\r\n')

const dialog = (page: Page) => page.getByRole('dialog')
const figure = (page: Page, name: string) => dialog(page).locator('dl > div').filter({ hasText: name }).locator('dd')

async function runFromPalette(page: Page, words: string): Promise<void> {
  await press(page, 'ControlOrMeta+K')
  await see(page.getByRole('combobox', { name: 'Search or run anything' })).toBeFocused()
  await type(page, words)
  await see(page.locator('[role=option][aria-selected=true]')).toContainText(/(Im|Ex)port sites/i)
  await press(page, 'Enter')
}

/** Chooses a file by the button that has the focus. */
async function choose(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await chooseFile(page, { name, mimeType: 'text/csv', buffer: Buffer.from(content as string) })
}

async function openImport(console: Console, visit: Parameters<Console['visit']>[0] = {}): Promise<Page> {
  const page = await console.visit({ as: 'vazia-admin', path: '/sites', ...visit })
  await runFromPalette(page, 'import sites')
  await expectFocus(page, 'button', 'Choose a file')
  return page
}

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8')
}

inBrowser('files', (console) => {
  const count = async () => {
    const token = await console.world.token('vazia-admin')
    return (await console.world.call(token, 'GET', 'sites?limit=1')).body.meta.total
  }

  it('IMPORT-01 IMPORT-02 IMPORT-03 SITE-12 plans a file from the palette, writes it, and has the line', async () => {
    const page = await openImport(console)
    const submit = dialog(page).getByRole('button', { name: 'Import' })
    await see(submit).toHaveAttribute('aria-disabled', 'true')
    await see(submit).toHaveAccessibleDescription('Choose a file first.')
    const before = await count()
    await choose(page, 'new.csv', fileOf(...rowsOf('First', 3)))
    await see(figure(page, 'To create')).toHaveText('3')
    expect(await count()).toBe(before)
    expect(await axe(page)).toEqual([])
    await tabTo(page, dialog(page).getByRole('button', { name: 'Import 3 rows' }))
    await press(page, 'Enter')
    await expectFocus(page, 'heading', 'What the import did')
    await see(figure(page, 'Created')).toHaveText('3')
    expect(await count()).toBe((before ?? 0) + 3)
    await press(page, 'Escape')
    await see(dialog(page)).toHaveCount(0)
    await see(page.getByText('tocsin sites import new.csv --client=4')).toBeVisible()
    await see(page.getByRole('rowheader', { name: 'First 0' })).toBeVisible()
  })

  it('W51 IMPORT-03 IMPORT-04 IMPORT-07 shows bad rows at their places and writes the good ones when asked', async () => {
    const page = await openImport(console)
    await choose(page, 'some.csv', fileOf(...rowsOf('Second', 2), ',Rua 9,-23,-46,T-9', 'Far,Rua 1,-123,-46,T-8'))
    await see(dialog(page).getByText('some.csv:4:1')).toBeVisible()
    await see(dialog(page).getByText('some.csv:5:3')).toBeVisible()
    await see(dialog(page).getByText('Required data is missing in the file: siteName')).toBeVisible()
    await see(figure(page, 'Rejected')).toHaveText('2')
    await see(dialog(page).getByRole('button', { name: 'Import 2 rows' })).toHaveAccessibleDescription(/Rows are bad/)
    expect(await axe(page)).toEqual([])
    await tabTo(page, dialog(page).getByRole('radio', { name: 'Write nothing' }))
    await press(page, 'ArrowDown')
    await tabTo(page, dialog(page).getByRole('button', { name: 'Save the rejected rows' }))
    const [rejects] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
    expect(rejects.suggestedFilename()).toBe('some.rejects.csv')
    expect((await textOf(rejects)).split('\r\n').slice(0, 2)).toEqual([
      `${HEAD},_line,_code,_message`,
      ',Rua 9,-23,-46,T-9,4,missing_data,siteName is required',
    ])
    await tabTo(page, dialog(page).getByRole('button', { name: 'Import 2 rows' }))
    await press(page, 'Enter')
    await see(figure(page, 'Created')).toHaveText('2')
    await see(dialog(page).getByRole('heading', { level: 3 }).first()).toBeFocused()
    expect(await ringOf(dialog(page).locator('h3:focus'))).toBeNull()
    await see(figure(page, 'Rejected')).toHaveText('2')
    await see(dialog(page).getByText('--on-error=skip')).toBeVisible()
    // Saved before the run, the same rows are not asked about.
    await press(page, 'Escape')
    await see(page.getByRole('dialog')).toHaveCount(0)

    await runFromPalette(page, 'import sites')
    await expectFocus(page, 'button', 'Choose a file')
    await choose(page, 'bad.csv', fileOf(...rowsOf('Unsaved', 1), 'Far,Rua 1,-123,-46,T-8'))
    await see(dialog(page).getByText('bad.csv:3:3')).toBeVisible()
    await tabTo(page, dialog(page).getByRole('radio', { name: 'Write nothing' }))
    await press(page, 'ArrowDown', 'Control+Enter')
    await see(figure(page, 'Created')).toHaveText('1')
    await press(page, 'Escape')
    const question = page.getByRole('alertdialog')
    await see(question).toContainText('Close without the rejected rows?')
    await press(page, 'Escape')
    await see(question).toHaveCount(0)
    await see(figure(page, 'Rejected')).toHaveText('1')
    await press(page, 'Escape')
    await see(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, 'Tab', 'Enter')
    await see(page.getByRole('dialog')).toHaveCount(0)
  })

  it('IMPORT-06 cannot be closed while it writes, and says why', async () => {
    const page = await openImport(console)
    await choose(page, 'slow.csv', fileOf(...rowsOf('Third', 5)))
    await tabTo(page, dialog(page).getByRole('button', { name: 'Import 5 rows' }))
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    console.world.faults.current = (_, { route }) => (route.endsWith('/upload') ? held : undefined)
    await press(page, 'Enter')
    await see(dialog(page).getByText('Writing')).toBeVisible()
    await press(page, 'Escape')
    await see(dialog(page).getByRole('status').filter({ hasText: 'cannot be closed before it ends' })).toBeVisible()
    expect(await axe(page)).toEqual([])
    answer()
    await see(figure(page, 'Created')).toHaveText('5')
    await press(page, 'Escape')
    await see(dialog(page)).toHaveCount(0)
  })

  it('T56 takes up a run that was cut off, and writes nothing twice', async () => {
    const page = await openImport(console)
    const file = fileOf(...rowsOf('Fourth', 1_200))
    const before = (await count()) ?? 0
    await choose(page, 'large.csv', file)
    await tabTo(page, dialog(page).getByRole('button', { name: 'Import 1,200 rows' }))
    // One chunk is written, its answer is lost, no other gets there, and then the page is gone.
    let asked = 0
    let cut = () => {}
    const gone = new Promise<void>((resolve) => (cut = resolve))
    console.world.faults.current = (point, { route }) => {
      if (!route.endsWith('/upload')) return undefined
      if (point === 'request') return ++asked > 1 ? 'drop' : undefined
      cut()
      return 'drop'
    }
    console.trouble(page).expect(/ERR_/, /upload/)
    page.on('dialog', (asked) => void asked.accept())
    await press(page, 'Enter')
    await gone
    await page.reload()
    console.world.faults.current = () => {}
    await see(page.getByRole('heading', { level: 1 })).toBeVisible()
    const cutOff = ((await count()) ?? 0) - before
    expect(cutOff).toBe(CHUNK_ROWS)
    const left = (1_200 - CHUNK_ROWS).toLocaleString('en-US')
    await runFromPalette(page, 'import sites')
    await expectFocus(page, 'button', 'Choose a file')
    await choose(page, 'large.csv', file)
    await tabTo(page, dialog(page).getByRole('button', { name: `Import ${left} rows` }))
    await press(page, 'Enter')
    await see(figure(page, 'Created')).toHaveText(left)
    await see(figure(page, 'Unchanged')).toHaveText(String(CHUNK_ROWS))
    expect(await count()).toBe(before + 1_200)
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('import')))).toEqual([])
  })

  it('IMPORT-08 tells a file that is no sheet, and a server that does not answer, with a way on', async () => {
    const page = await openImport(console)
    await choose(page, 'book.csv', 'PK\u0003\u0004 not text')
    await see(dialog(page).getByRole('alert')).toContainText('not CSV')
    console.trouble(page).expect(/status of 500/)
    console.world.faults.current = (_, { route }) => {
      if (route.endsWith('/upload')) throw new Error('broken')
    }
    await expectFocus(page, 'button', 'Choose another file')
    await choose(page, 'new.csv', fileOf(...rowsOf('Fifth', 1)))
    await see(dialog(page).getByRole('alert')).toContainText('req-')
    console.world.faults.current = () => {}
    await tabTo(page, dialog(page).getByRole('button', { name: 'Try again' }))
    await press(page, 'Enter')
    await see(figure(page, 'To create')).toHaveText('1')
  })

  it('T131 asks for the encoding of a file that does not say it, and goes on once it is chosen', async () => {
    const page = await openImport(console)
    const before = (await count()) ?? 0
    const rows = ['Escola João,Praça 1,-23.5,-46.6,T131-1', 'Creche São José,Rua Conceição,-23.5,-46.6,T131-2']
    await choose(page, 'dos.csv', encoderOf('cp850')(fileOf(...rows)))
    await see(dialog(page).getByRole('alert')).toContainText('JoÆo')
    const submit = dialog(page).getByRole('button', { name: 'Import', exact: true })
    await see(submit).toHaveAccessibleDescription('Choose the encoding of the file first.')
    const encoding = dialog(page).getByRole('combobox', { name: 'Encoding of the file' })
    await see(encoding.locator('option[value=cp850]')).toHaveText(/João, Praça/)
    expect(await axe(page)).toEqual([])
    expect(await count()).toBe(before)
    await tabTo(page, encoding)
    // Typed letters choose the option that begins with them.
    await page.keyboard.type('cp850')
    await see(encoding).toHaveValue('cp850')
    await see(dialog(page).getByText('Read in cp850 as: Escola João, ')).toBeVisible()
    await see(dialog(page).getByText('--encoding=cp850')).toBeVisible()
    await tabTo(page, dialog(page).getByRole('button', { name: 'Import 2 rows' }))
    await press(page, 'Enter')
    await see(figure(page, 'Created')).toHaveText('2')
    const token = await console.world.token('vazia-admin')
    const { body } = await console.world.call(token, 'GET', 'sites?q=T131')
    const names = (body.data as { name: string }[]).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['Creche São José', 'Escola João'])
  })

  it('T132 writes nothing of a file that changed after it was planned, and says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-changed-'))
    try {
      const page = await openImport(console)
      const before = (await count()) ?? 0
      const path = join(folder, 'changing.csv')
      writeFileSync(path, fileOf(...rowsOf('Planned', 3)))
      await chooseFile(page, path)
      await tabTo(page, dialog(page).getByRole('button', { name: 'Import 3 rows' }))
      writeFileSync(path, fileOf(...rowsOf('Other', 2_001)))
      await press(page, 'Enter')
      await see(dialog(page).getByRole('alert')).toContainText('nothing was written. Choose it again.')
      await see(dialog(page).getByRole('button', { name: 'Try again' })).toHaveCount(0)
      expect(await count()).toBe(before)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('EXPORT-01 EXPORT-04 EXPORT-05 EXPORT-06 A-063 exports from the palette what an import takes back unchanged', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    const [download] = await Promise.all([page.waitForEvent('download'), runFromPalette(page, 'export sites csv')])
    expect(download.suggestedFilename()).toMatch(/^site-2-\d{8}-\d{6}\.csv$/)
    const text = await textOf(download)
    expect(text.startsWith('\ufeffsiteName,siteAddress,')).toBe(true)
    // Those that are not active as well; the header, and the end of the last line.
    expect(text.split('\r\n')).toHaveLength(2_000 + 2)
    await see(page.getByText('tocsin sites export --client=2 --output=csv')).toBeVisible()
    await runFromPalette(page, 'import sites')
    await expectFocus(page, 'button', 'Choose a file')
    await choose(page, 'again.csv', text)
    await see(figure(page, 'Unchanged')).toHaveText('2,000')
    await see(dialog(page).getByRole('button', { name: 'Import', exact: true })).toHaveAccessibleDescription(
      'There is nothing to write.',
    )
  })

  it('W51 EXPORT-07 exports in one format and never in none, chosen in the dialog', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }))
    await press(page, 'Enter')
    const formats = dialog(page).getByRole('group', { name: 'Format' }).getByRole('radio')
    const chosen = dialog(page).getByRole('radio', { checked: true })
    await see(formats).toHaveCount(2)
    await see(chosen).toHaveCount(1)
    await see(dialog(page).getByRole('radio', { name: /^CSV/ })).toBeChecked()
    await tabTo(page, chosen)
    expect([await ringOf(chosen), await ringOf(chosen.locator('..'))]).toEqual([null, 4])
    // A choice is changed by keys, not taken back.
    await press(page, 'Space')
    await see(chosen).toHaveCount(1)
    await press(page, 'ArrowDown')
    await see(dialog(page).getByRole('radio', { name: /^TSV/ })).toBeChecked()
    await see(chosen).toHaveCount(1)
    await see(dialog(page).getByText('--output=tsv')).toBeVisible()
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
    expect(download.suggestedFilename()).toMatch(/^site-2-\d{8}-\d{6}\.tsv$/)
    expect((await textOf(download)).split('\r\n')[0]).toContain('siteName\tsiteAddress')
  })

  it('EXPORT-10 keeps the keys in its dialog when the rows behind it come later', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const answer = hold(console.world, '/maps')
    await press(page, 'g', 'm')
    await see(page).toHaveURL(/\/maps$/)
    await see(page.locator('h1')).toBeFocused()
    await press(page, 'y', 'f')
    await see(dialog(page).getByRole('radio', { checked: true })).toBeFocused()
    answer()
    await see(page.locator('main [role=rowheader]').first()).toBeVisible()
    const { meta } = (await console.world.call(await console.world.token('acme-admin'), 'GET', 'maps?limit=1')).body
    await see(dialog(page)).toContainText(`The file will hold ${meta.total?.toLocaleString('en-US')} rows.`)
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
    expect((await textOf(download)).split('\r\n')).toHaveLength(meta.total! + 2)
    await see(page).toHaveURL(/\/maps$/)
  })

  it('EXPORT-08 shows how far it is, and empties the bar a second after the end', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites', ownClock: true })
    const { clock } = page
    await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }))
    await press(page, 'Enter')
    const bar = dialog(page).getByRole('progressbar', { name: /Export/ })
    await see(dialog(page).getByRole('radio', { checked: true })).toHaveCount(1)
    await see(bar).toHaveCount(0)
    // The third of its pages of 500 is held back.
    let pages = 0
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    console.world.faults.current = (point, { method, route }) =>
      point === 'request' && method === 'GET' && route.endsWith('/sites') && ++pages > 2 ? held : undefined
    await tabTo(page, dialog(page).getByRole('button', { name: 'Export', exact: true }))
    await press(page, 'Enter')
    await see(bar).toHaveAttribute('value', '1000')
    await see(bar).toHaveAttribute('max', '2000')
    await see(dialog(page).getByText('1,000 of 2,000 rows')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await stopClock(page)
    const file = page.waitForEvent('download')
    answer()
    expect((await textOf(await file)).split('\r\n')).toHaveLength(2_000 + 2)
    await see(bar).toHaveAttribute('value', '2000')
    await clock.runFor(999)
    await see(bar).toHaveAttribute('value', '2000')
    await clock.runFor(1)
    await see(bar).toHaveCount(0)
    await see(dialog(page).getByRole('radio', { checked: true })).toHaveCount(1)
  })

  it('EXPORT-09 warns of an export that fails, and writes no file', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    console.trouble(page).expect(/status of 500/)
    console.world.faults.current = (_, { route, method }) => {
      if (method === 'GET' && route.endsWith('/sites')) throw new Error('broken')
    }
    await runFromPalette(page, 'export sites tsv')
    await see(page.getByText('Not exported: Export sites')).toBeVisible()
    // An export from the dialog tells its failure in the dialog.
    await page.setViewportSize({ width: 720, height: 360 })
    await tabTo(page, page.getByRole('button', { name: 'Export', exact: true }))
    await press(page, 'Enter')
    await see(dialog(page).getByRole('radio').first()).toBeFocused()
    await press(page, 'Enter')
    await see(dialog(page).getByRole('alert')).toContainText(/Not exported: Export sites\. .*Request req-\d+/s)
    expect(await axe(page)).toEqual([])
    console.world.faults.current = noFaults
    await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
    await see(dialog(page).getByRole('alert')).toHaveCount(0)
  })

  it('stands on a narrow screen without scrolling sideways', async () => {
    const page = await console.visit({ as: 'vazia-admin', path: '/sites', size: { width: 360, height: 740 } })
    await runFromPalette(page, 'import sites')
    await expectFocus(page, 'button', 'Choose a file')
    await choose(page, 'some.csv', fileOf(...rowsOf('Sixth', 2), ',Rua 9,-23,-46,T-9'))
    await see(dialog(page).getByText('some.csv:4:1')).toBeVisible()
    expect(await overflow(page)).toEqual([])
  })
})
