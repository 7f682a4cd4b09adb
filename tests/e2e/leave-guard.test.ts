import type { Dialog, Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { chooseElsewhere, inBrowser, see } from './console'
import { focusIsLost, press, retype, tabTo, type } from './keyboard'

const name = (page: Page) => page.locator('main').getByRole('textbox', { name: 'Name', exact: true }).first()
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true })
const teams = (page: Page) => page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Teams' })

/** Makes the page reload itself, as F5 does; the test answers the browser's question. */
const reload = (page: Page) => page.evaluate(() => void setTimeout(() => location.reload()))

inBrowser('a form with changes', (console) => {
  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('acme-admin'), method, path, body)
  const create = async (title: string) =>
    (
      (await call('POST', 'sites', { name: title, ClientId: 2, location: { formatted: 'Rua 1' } })).body.data as {
        id: number
      }
    ).id
  const nameOf = async (id: number) => ((await call('GET', `sites/${id}`)).body.data as { name: string }).name
  /** Opens the form of a site, with its name typed over. */
  const change = async (id: number) => {
    const page = await console.visit({ path: `/sites/${id}` })
    await tabTo(page, name(page))
    await retype(page, 'Half a na')
    return page
  }

  it('asks before a link is followed, stays where the answer is no, and goes where it is yes', async () => {
    const id = await create('Left by a link')
    const page = await change(id)
    await tabTo(page, teams(page), 'Shift+Tab')
    await press(page, 'Enter')
    await see(question(page)).toBeVisible()
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape')
    await see(question(page)).toHaveCount(0)
    await see(page).toHaveURL(`${console.world.url}/sites/${id}`)
    await see(name(page)).toHaveValue('Half a na')
    await see(teams(page)).toBeFocused()

    await press(page, 'Enter')
    await see(question(page)).toBeVisible()
    await tabTo(page, question(page).getByRole('button', { name: 'Leave' }))
    await press(page, 'Enter')
    await see(heading(page, 'Teams')).toBeVisible()
    await see(question(page)).toHaveCount(0)
    expect(await focusIsLost(page)).toBe(false)
    expect(await nameOf(id)).toBe('Left by a link')
    // The typed text is there again for somebody who comes back.
    await page.goBack()
    await see(name(page)).toHaveValue('Half a na')
  })

  it('asks before the palette goes elsewhere, and before a key does', async () => {
    const id = await create('Left by the palette')
    const page = await change(id)
    const palette = page.getByRole('combobox', { name: 'Search or run anything' })
    await press(page, 'ControlOrMeta+K')
    await see(palette).toBeFocused()
    await type(page, 'creche iris conceicao 14')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText('Creche Íris Conceição 14')
    await press(page, 'Enter')
    await see(question(page)).toBeVisible()
    await press(page, 'Escape')
    await see(question(page)).toHaveCount(0)
    await see(name(page)).toHaveValue('Half a na')
    // Outside of a field the letters are keys.
    await tabTo(page, teams(page), 'Shift+Tab')
    await press(page, 'g', 'u')
    await see(question(page)).toBeVisible()
    await tabTo(page, question(page).getByRole('button', { name: 'Leave' }))
    await press(page, 'Enter')
    await see(heading(page, 'Users')).toBeVisible()
  })

  it('has the browser ask before a reload, and gives back what was typed where it goes through', async () => {
    const id = await create('Left by a reload')
    const page = await change(id)
    const asked: string[] = []
    let answer: (dialog: Dialog) => Promise<void> = (dialog) => dialog.dismiss()
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void answer(dialog)
    })
    // Marks the page: a mark is gone once the page is loaded again.
    await page.evaluate(() => document.documentElement.setAttribute('data-before', ''))
    const before = page.locator('html[data-before]')
    await reload(page)
    await see.poll(() => asked).toEqual(['beforeunload'])
    await see(before).toHaveCount(1)
    await see(name(page)).toHaveValue('Half a na')
    await see(name(page)).toBeFocused()

    answer = (dialog) => dialog.accept()
    await reload(page)
    await see.poll(() => asked).toEqual(['beforeunload', 'beforeunload'])
    await see(before).toHaveCount(0)
    await see(name(page)).toHaveValue('Half a na')
    await see(page.getByText(/Unsaved changes of .* restored/)).toBeVisible()

    // Saved: there is nothing left to ask for.
    await tabTo(page, name(page))
    await press(page, 'Control+Enter')
    await see(heading(page, 'Half a na')).toBeVisible()
    await page.reload()
    await see(heading(page, 'Half a na')).toBeVisible()
    expect(asked).toHaveLength(2)
    expect(await nameOf(id)).toBe('Half a na')
  })

  it('asks nobody who changed nothing, or has typed what stood there before', async () => {
    const id = await create('Not changed')
    const page = await console.visit({ path: `/sites/${id}` })
    page.on('dialog', (dialog) => {
      console.trouble(page).found.push(`asked: ${dialog.type()}`)
      void dialog.accept()
    })
    await tabTo(page, name(page))
    await retype(page, 'Something else')
    await retype(page, 'Not changed')
    await page.reload()
    await see(name(page)).toHaveValue('Not changed')
    await tabTo(page, teams(page), 'Shift+Tab')
    await press(page, 'Enter')
    await see(heading(page, 'Teams')).toBeVisible()
  })

  it('W31 keeps in sight how many they are and the button that saves them, and marks each with what it was', async () => {
    const id = await create('Longer than the screen')
    const page = await console.visit({ path: `/sites/${id}`, size: { width: 1440, height: 600 } })
    await tabTo(page, name(page))
    await see(name(page)).not.toHaveAccessibleDescription(/was/)
    await retype(page, 'Half a na')
    await see(name(page)).toHaveAccessibleDescription('was Longer than the screen')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await see(save).toBeInViewport({ ratio: 1 })
    await see(page.getByText('One unsaved change')).toBeInViewport({ ratio: 1 })
    // The foot does not cover the field with the focus.
    const last = page.locator('form').getByRole('textbox').last()
    await tabTo(page, last)
    expect((await last.boundingBox())!.y).toBeLessThan((await save.boundingBox())!.y)
    await see(save).toBeInViewport({ ratio: 1 })
  })

  it('W32 asks before Escape throws the changes away, names them, and has forgotten them then', async () => {
    const id = await create('Thrown away')
    const page = await change(id)
    const drop = page.getByRole('alertdialog', { name: 'Discard the changes?' })
    // Restored, they are marked as well.
    const again = await page.context().newPage()
    await again.goto(`/sites/${id}`)
    await see(again.getByText(/Unsaved changes of .* restored/)).toBeVisible()
    await see(name(again)).toHaveAccessibleDescription('was Thrown away')
    await again.close({ runBeforeUnload: false })
    await press(page, 'Escape')
    await see(drop).toHaveAccessibleDescription('What you changed is lost: Name. This cannot be undone.')
    await chooseElsewhere(page, { locale: 'pt-BR' })
    const question = page.getByRole('alertdialog', { name: 'Descartar as alterações?' })
    await see(question).toHaveAccessibleDescription('O que você alterou se perde: Nome. Isso não pode ser desfeito.')
    await chooseElsewhere(page, { locale: 'en-US' })
    await see(drop).toBeVisible()
    await press(page, 'Escape')
    await see(drop).toHaveCount(0)
    await see(name(page)).toHaveValue('Half a na')
    await see(name(page)).toBeFocused()
    await press(page, 'Escape')
    await see(drop).toBeVisible()
    await tabTo(page, drop.getByRole('button', { name: 'Discard' }))
    await press(page, 'Enter')
    await see(page).not.toHaveURL(`${console.world.url}/sites/${id}`)
    await see(page.locator('main')).toContainText('Thrown away')
    await page.goto(`/sites/${id}`)
    await see(name(page)).toHaveValue('Thrown away')
  })
})
