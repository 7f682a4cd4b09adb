import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { noFaults } from '../../server/faults'
import { axe, overflow } from './axe'
import { dismissWelcome, giveCredentials, inBrowser, see } from './console'
import { focusIsLost, press, retype, tabTo, type } from './keyboard'
import { wrongly } from './palette-aria'

const program = fileURLToPath(new URL('../../dist/cli/main.cjs', import.meta.url))

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or run anything' })
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]')
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or run anything' })
const line = (page: Page) => palette(page).locator('code').filter({ hasText: 'The same in a terminal' })

/**
 * Opens the palette and types, until something is highlighted for the typed text. Starts anew while the names are still
 * on their way: an entry that the server found meanwhile keeps its place, whatever comes later.
 */
async function search(page: Page, text: string, first: string | RegExp): Promise<void> {
  await press(page, 'ControlOrMeta+K')
  await see(field(page)).toBeFocused()
  await see(async () => {
    // The same text again is not a new search.
    await retype(page, '')
    await retype(page, text)
    await see(chosen(page)).toContainText(first, { timeout: 3_000 })
  }).toPass()
}

/** Opens the sites with the palette's own code on its way. The returned function lets it arrive, once it is asked for. */
async function holdPalette(page: Page): Promise<() => void> {
  let arrive = () => {}
  await page.route('**/assets/palette-*.js', async (route) => {
    await new Promise<void>((resolve) => (arrive = resolve))
    await route.continue()
  })
  await page.goto('/sites')
  await see(page.locator('[role=row]:focus')).toBeVisible()
  return () => arrive()
}

inBrowser('the palette', (console) => {
  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('acme-admin'), method, path, body)
  const site = async (id: number) => (await call('GET', `sites/${id}`)).body.data as { active: boolean; name: string }
  const lastEvents = async (count: number, resource = '') =>
    (await call('GET', `audit-events?limit=${count}&order=id%20DESC&noun=${resource}`)).body.data as unknown as {
      verb: string
      noun: string
      recordId: number
      changes: Record<string, unknown>
    }[]

  it.each(['en-US', 'pt-BR'] as const)(
    'opens a record of thousands by letters without accents, in %s',
    async (locale) => {
      const page = await console.visit({ locale })
      await press(page, 'ControlOrMeta+K')
      await see(page.locator('[role=combobox]')).toBeFocused()
      await type(page, 'creche iris conceicao 14')
      await see(chosen(page)).toContainText('Creche Íris Conceição 14')
      await press(page, 'Enter')
      await see(page.getByRole('heading', { level: 1, name: 'Creche Íris Conceição 14' })).toBeFocused()
    },
  )

  it('opens and closes by the same key from anywhere, also from a field, and gives the focus back', async () => {
    const page = await console.visit({ path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await press(page, '/')
    await type(page, 'x')
    await press(page, 'ControlOrMeta+K')
    await see(field(page)).toBeFocused()
    await press(page, 'ControlOrMeta+K')
    await see(palette(page)).toHaveCount(0)
    await see(page.getByRole('searchbox')).toBeFocused()
  })

  it('takes text that is inserted without a key before it is here, and leaves the field below as it is', async () => {
    const page = await console.visit()
    const chunk = await holdPalette(page)
    await press(page, '/')
    const filter = page.locator('main input').first()
    await see(filter).toBeFocused()
    await press(page, 'Control+k')
    await page.keyboard.type('ma')
    await page.keyboard.insertText('ps')
    await see(filter).toHaveValue('')
    await see
      .poll(() => {
        chunk()
        return field(page).isVisible()
      })
      .toBe(true)
    await see(field(page)).toHaveValue('maps')
    await see(filter).toHaveValue('')
  })

  it('loses nothing of what is typed while it is on its way, and lets none of it reach the page', async () => {
    const page = await console.visit()
    const chunk = await holdPalette(page)
    await press(page, 'ControlOrMeta+K')
    await type(page, 'iris t x')
    await see
      .poll(() => {
        chunk()
        return field(page).isVisible()
      })
      .toBe(true)
    await see(field(page)).toHaveValue('iris t x')
    await see(page.locator('[aria-selected=true][role=row]')).toHaveCount(0)
  })

  it('closes by an Escape that follows the focus at once', async () => {
    const page = await console.visit()
    const chunk = await holdPalette(page)
    // Pressed in the task that draws the palette, before anything that waits for the paint.
    const closing = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('focusin', ({ target }) => {
            if (!(target instanceof Element) || !target.matches('dialog [role=combobox]')) return
            queueMicrotask(() => {
              target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
              resolve()
            })
          })
        }),
    )
    await press(page, 'ControlOrMeta+K')
    await see.poll(() => (chunk(), Promise.race([closing.then(() => true), page.waitForTimeout(50)]))).toBe(true)
    await see(palette(page)).toHaveCount(0)
    await see(page.locator('[role=row]:focus')).toBeVisible()
  })

  it('goes back one step with Esc, and takes chips away with Backspace', async () => {
    const page = await console.visit({ path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await search(page, 'iris', /Íris/)
    await press(page, 'Escape')
    await see(field(page)).toHaveValue('')
    await see(palette(page)).toContainText('Sites')
    // There is no other focus, in either direction.
    await press(page, 'Tab')
    await see(field(page)).toBeFocused()
    await press(page, 'Shift+Tab', 'Shift+Tab')
    await see(field(page)).toBeFocused()
    await type(page, '>')
    await see(palette(page).getByText('Actions', { exact: true })).toBeVisible()
    await see(field(page)).toHaveValue('')
    await press(page, 'Backspace')
    await see(palette(page).getByText('Actions', { exact: true })).toHaveCount(0)
    await press(page, 'Escape')
    await see(palette(page)).toHaveCount(0)
    await see(page.locator('[role=row]:focus')).toBeVisible()
  })

  it('runs what was highlighted in the last painted frame, whatever the server answers late', async () => {
    await call('POST', 'sites', { name: 'Qwertz Um', ClientId: 2, location: { formatted: 'Rua 1' } })
    const page = await console.visit({ ownSession: true, path: '/sites' })
    await search(page, 'qwertz', 'Qwertz Um')
    await press(page, 'Escape', 'Escape')
    // A site that only the server knows of.
    await call('POST', 'sites', { name: 'Qwertz Dois', ClientId: 2, location: { formatted: 'Rua 2' } })
    const waiting: (() => void)[] = []
    console.world.faults.current = (point, { method, route }) =>
      point === 'request' && method === 'GET' && route.endsWith('/sites')
        ? new Promise<void>((resolve) => void waiting.push(resolve))
        : undefined
    await search(page, 'qwertz', 'Qwertz Um')
    await see.poll(() => waiting.length).toBeGreaterThan(0)
    console.world.faults.current = noFaults
    for (const answer of waiting) answer()
    const options = palette(page).getByRole('option')
    await see(options.filter({ hasText: 'Qwertz Dois' })).toBeVisible()
    await see(chosen(page)).toContainText('Qwertz Um')
    expect(await wrongly(page)).toBe(null)
    // New entries come below the earlier ones, never above.
    await see(options.filter({ hasText: 'Qwertz' }).first()).toContainText('Qwertz Um')
    await press(page, 'Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Qwertz Um' })).toBeFocused()
  })

  it('hears what is typed in the very moment in which it is there', async () => {
    const page = await console.visit({ path: '/sites' })
    await search(page, 'iris t', /Íris/)
    await press(page, 'ControlOrMeta+K')
    await page.evaluate(() => {
      // oxlint-disable-next-line typescript/unbound-method -- it is called on the dialog again
      const show = HTMLDialogElement.prototype.showModal
      HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
        show.call(this)
        const input = this.querySelector('input')
        if (!input) return
        input.value = 'go to users'
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
    await press(page, 'ControlOrMeta+K')
    await see(chosen(page)).toContainText('Go to Users')
  })

  it('runs the best of all that is found, however long that takes, and nothing once it is closed', async () => {
    const page = await console.visit({ path: '/sites' })
    await search(page, 'iris t', /Íris/)
    await press(page, 'ControlOrMeta+K')
    await see(palette(page)).toHaveCount(0)
    // Longer than the palette waits before it shows a part.
    const slow = () => page.waitForTimeout(200)
    await page.evaluate(() => {
      const held: (() => void)[] = []
      // oxlint-disable-next-line typescript/unbound-method -- it is called on the worker again
      const post = Worker.prototype.postMessage as (this: Worker, message: unknown) => void
      Worker.prototype.postMessage = function (this: Worker, message: { kind?: string }) {
        if (message.kind === 'find') held.push(() => post.call(this, message))
        else post.call(this, message)
      }
      Object.assign(globalThis, { release: () => held.splice(0).forEach((one) => one()) })
    })
    const release = () => page.evaluate(() => (globalThis as unknown as { release: () => void }).release())

    await press(page, 'ControlOrMeta+K')
    await see(field(page)).toBeFocused()
    await type(page, 'iris t')
    await press(page, 'Enter')
    await slow()
    await press(page, 'ControlOrMeta+K')
    await see(palette(page)).toHaveCount(0)
    await release()
    await press(page, 'ControlOrMeta+K')
    await see(field(page)).toBeFocused()
    expect(new URL(page.url()).pathname).toBe('/sites')

    await type(page, 'iris t')
    await press(page, 'Enter')
    await slow()
    await see(palette(page)).toBeVisible()
    await release()
    await see(page.getByRole('heading', { level: 1, name: /Íris/ })).toBeFocused()
  })

  it('finds by its own names what this page has just written, and does not say before that there is nothing', async () => {
    const page = await console.visit({ ownSession: true, path: '/sites' })
    await search(page, 'iris t', /Íris/)
    await press(page, 'ControlOrMeta+K')
    // After the write the names are on their way again, and the lists give no hint.
    const waiting: (() => void)[] = []
    let isHeld = false
    console.world.faults.current = (point, { method, route }) => {
      if (point !== 'request') return undefined
      if (method === 'POST' && route.endsWith('/sites')) isHeld = true
      return isHeld && method === 'GET' && /\/(search-index|sites)$/.test(route)
        ? new Promise<void>((resolve) => void (route.endsWith('sites') || waiting.push(resolve)))
        : undefined
    }
    await page.goto('/sites/create')
    await tabTo(page, page.getByRole('textbox', { name: 'Name', exact: true }))
    await type(page, 'Xylofonia')
    await press(page, 'Control+S')
    await see(page.locator('[aria-invalid=true]').first()).toBeFocused()
    await type(page, 'Rua do Xilofone, 1')
    // All the names as they were are here.
    await search(page, 'iris t', /Íris/)
    await press(page, 'ControlOrMeta+K')
    await press(page, 'Control+Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Xylofonia' })).toBeVisible()
    await press(page, 'ControlOrMeta+K')
    await see(field(page)).toBeFocused()
    // The names are read again once nothing else is asked for; a search at the server that is held would keep them waiting.
    await see.poll(() => waiting.length).toBeGreaterThan(0)
    await type(page, '#sites xylofonia')
    await see(palette(page).getByText('Reading the names of all records…', { exact: true })).toBeVisible()
    await see(palette(page).getByText('Nothing found', { exact: false })).toHaveCount(0)
    for (const answer of waiting) answer()
    await see(chosen(page)).toContainText('Xylofonia')
    isHeld = false
    await press(page, 'Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Xylofonia' })).toBeVisible()
  })

  it('shows the line of an action, and the terminal does with it the same as the palette', async () => {
    const page = await console.visit({ path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const { id } = ((await call('GET', 'sites?limit=1')).body.data as unknown as { id: number }[])[0]!
    await search(page, '>deactivate', /Deactivate/)
    await see(line(page)).toContainText(`tocsin sites deactivate ${id}`)
    await press(page, 'ControlOrMeta+C')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`tocsin sites deactivate ${id}`)
    await press(page, 'Enter')
    const dialog = page.getByRole('alertdialog')
    await see(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, 'Tab', 'Enter')
    await see.poll(async () => (await site(id)).active).toBe(false)
    const [byPalette] = await lastEvents(1)
    expect(byPalette).toMatchObject({ noun: 'sites', recordId: id })
    await press(page, 'z')
    await see.poll(async () => (await site(id)).active).toBe(true)

    const [, ...words] = copied.split(' ')
    await promisify(execFile)(process.execPath, [program, ...words, '--yes'], {
      env: {
        ...process.env,
        TOCSIN_HOST: console.world.url,
        TOCSIN_TOKEN: await console.world.token('acme-admin'),
        TOCSIN_CONFIG_DIR: fileURLToPath(new URL('../../dist/none', import.meta.url)),
      },
    })
    expect((await site(id)).active).toBe(false)
    const [byTerminal] = await lastEvents(1)
    const same = ({ verb, noun, recordId, changes }: NonNullable<typeof byTerminal>) => ({
      verb,
      noun,
      recordId,
      changes,
    })
    expect(same(byTerminal!)).toEqual(same(byPalette!))
    await call('PATCH', `sites/${id}`, { active: true })
  })

  it('shows what cannot be done now with its reason, and does not do it', async () => {
    const page = await console.visit({ path: '/client-terms' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await search(page, '>publish', /ublish/)
    const option = palette(page).getByRole('option', { name: /^Publish Termos/ })
    await see(option).toHaveAttribute('aria-disabled', 'true')
    await see(option).toContainText('published')
    for (let step = 0; step < 10; step++) await press(page, 'ArrowUp')
    await see(chosen(page)).toContainText('Publish Termos')
    const before = await lastEvents(1)
    await press(page, 'Enter')
    await see(palette(page)).toBeVisible()
    expect(await lastEvents(1)).toEqual(before)
  })

  it('opens what a link says, filled in, and never runs it', async () => {
    const before = await lastEvents(1, 'sites')
    // The same for a user who has to sign in first.
    const page = await console.visit({ as: null, path: '/#cmd=tocsin%20sites%20deactivate%205%20--yes' })
    await giveCredentials(page, 'acme-admin')
    await see(palette(page)).toBeVisible()
    await see(page).toHaveURL(`${console.world.url}/`)
    const close = async () => {
      if ((await palette(page).count()) > 0) await press(page, 'Escape')
      return palette(page).count()
    }
    await see.poll(close).toBe(0)
    // One after the other: the welcome has waited for it.
    await dismissWelcome(page)
    expect((await site(5)).active).toBe(true)
    expect(await lastEvents(1, 'sites')).toEqual(before)
    expect(await focusIsLost(page)).toBe(false)
  })

  it.each([
    ['en-US', 'The command in this link was not understood'],
    ['pt-BR', 'O comando deste link não foi entendido'],
  ] as const)('LANG-01 says of a link that it was not understood, in %s', async (locale, words) => {
    const page = await console.visit({ locale, path: '/sites' })
    await page.goto(`/#cmd=${encodeURIComponent('<script>alert(1)</script>')}`)
    const dialog = page.getByRole('dialog')
    await see(dialog.getByRole('alert')).toContainText(words)
    await see(dialog.getByRole('combobox')).toBeFocused()
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(dialog).toHaveCount(0)
    // It was about that link alone.
    await press(page, 'ControlOrMeta+K')
    await see(dialog.getByRole('combobox')).toBeFocused()
    await see(dialog.getByRole('alert')).toHaveCount(0)
  })

  it('comes back to a chosen record with the highlight on it, also on one far down that was found by its name', async () => {
    const { projectId } = ((await call('GET', 'apps?limit=1')).body.data as unknown as { projectId: number }[])[0]!
    for (let number = 1; number <= 20; number++)
      expect((await call('POST', 'apps', { name: `Qwertz ${number}`, clientId: 2, projectId })).status).toBe(201)
    const page = await console.visit()
    const options = palette(page).getByRole('option')
    await search(page, '>publish', /Publish/)
    await press(page, 'Enter')
    await see(page.getByRole('combobox', { name: /App/ })).toBeFocused()
    await see(chosen(page)).toContainText('#1')
    await press(page, 'ArrowDown')
    // The name of its project comes later.
    await see(chosen(page)).toContainText(' · #')
    const second = (await chosen(page).textContent())!
    expect(second).not.toContain('#1')
    await press(page, 'Enter')
    await see(options).toHaveCount(0)
    const asked = await line(page).textContent()
    await press(page, 'Shift+Tab')
    await see(chosen(page)).toHaveText(second)
    expect(await wrongly(page)).toBe(null)
    await press(page, 'Enter')
    await see(options).toHaveCount(0)
    expect(await line(page).textContent()).toBe(asked)
    await press(page, 'ControlOrMeta+K')
    await see(palette(page)).toHaveCount(0)

    // One below those that are listed before anything is typed.
    await search(page, '>publish', /Publish/)
    await press(page, 'Enter')
    await see(chosen(page)).toContainText('#1')
    await type(page, 'qwertz 20')
    await see(chosen(page)).toContainText('Qwertz 20')
    await press(page, 'Enter')
    await see(options).toHaveCount(0)
    await press(page, 'Shift+Tab')
    await see(chosen(page)).toContainText('Qwertz 20')
    expect(await wrongly(page)).toBe(null)
    await see(options.filter({ hasText: 'Qwertz 20' })).toHaveCount(1)
  })

  it('has nothing inaccessible, empty, with results, with none, and is as wide as a narrow screen', async () => {
    const page = await console.visit({ path: '/sites' })
    for (const size of [
      { width: 1440, height: 900 },
      { width: 360, height: 800 },
    ]) {
      await page.setViewportSize(size)
      await see(page.locator('[role=row]:focus')).toBeVisible()
      await press(page, 'ControlOrMeta+K')
      await see(chosen(page)).toBeVisible()
      expect(await axe(page)).toEqual([])
      await type(page, 'iris')
      await see(chosen(page)).toContainText('Íris')
      expect(await axe(page)).toEqual([])
      await type(page, 'zzzzzz')
      await see(palette(page).getByText('Nothing found', { exact: false })).toBeVisible()
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
      // The first Escape empties the typed text.
      await press(page, 'Escape', 'Escape')
      await see(palette(page)).toHaveCount(0)
    }
  })

  it('needs few keys: a record 2 and its name, a switch 2, an export 2 and a word', async () => {
    const page = await console.visit({ path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    let keys = 0
    const count = async (...given: string[]) => {
      keys += given.length
      await press(page, ...given)
    }
    await count('ControlOrMeta+K')
    await type(page, 'padre 20')
    await see(chosen(page)).toContainText('Padre Antônio 20')
    await count('Enter')
    await see(page.getByRole('heading', { level: 1, name: /Padre Antônio 20/ })).toBeFocused()
    expect(keys).toBeLessThanOrEqual(3)

    await page.goBack()
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const { id } = ((await call('GET', 'sites?limit=2')).body.data as unknown as { id: number }[])[1]!
    keys = 0
    await count('j', 't')
    await see.poll(async () => (await site(id)).active).toBe(false)
    expect(keys).toBe(2)
    await press(page, 'z')
    await see.poll(async () => (await site(id)).active).toBe(true)

    keys = 0
    await count('ControlOrMeta+K')
    await type(page, 'export')
    await see(chosen(page)).toContainText(/Export sites/i)
    const [download] = await Promise.all([page.waitForEvent('download'), count('Enter')])
    expect(download.suggestedFilename().endsWith('.csv')).toBe(true)
    expect(keys).toBeLessThanOrEqual(3)

    // The bare name of a resource is the way to its records, and nothing that is done with all of them.
    await search(page, 'teams', 'Go to Teams')
    await press(page, 'Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
    await search(page, 'sites', 'Go to Sites')
    await press(page, 'Enter')
    await see(page.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible()

    const staff = await console.visit({ as: 'root', path: '/sites' })
    // 2 and 3 letters to switch the client, from wherever one is.
    await press(staff, 'w')
    await see(staff.getByRole('combobox', { name: /Work in one client/ })).toBeFocused()
    await type(staff, 'vaz')
    await see(chosen(staff)).toContainText('Vazia')
    await press(staff, 'Enter')
    await see(staff.getByRole('banner')).toContainText('Cidade Vazia')
    // A user with only one client has no such key.
    await press(page, 'w')
    await see(page.getByRole('dialog')).toHaveCount(0)
  })
})
