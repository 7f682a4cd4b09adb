import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { press, retype, tabTo, type } from './keyboard'

const palette = (page: Page) => page.getByRole('dialog', { name: /^(Search or run anything|Buscar ou executar)/ })
const field = (page: Page) => palette(page).getByRole('combobox')
const chosen = (page: Page) => palette(page).locator('[role=option][aria-selected=true]')
const log = (page: Page) => page.getByRole('log')

type Sent = { method: string; path: string; body: Record<string, unknown> | null }
/** Records the writes of a page. */
function writesOf(page: Page): Sent[] {
  const sent: Sent[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' || pathname.includes('/authentication/')) return
    sent.push({ method: request.method(), path: pathname, body: request.postDataJSON() as Sent['body'] })
  })
  return sent
}

/** Opens the palette and pastes a line there, until it can be run. */
async function paste(page: Page, line: string, shown: string | RegExp): Promise<void> {
  await press(page, 'ControlOrMeta+K')
  await see(field(page)).toBeFocused()
  await retype(page, line)
  await see(chosen(page)).toContainText(shown)
}

inBrowser('a command line in the palette', (console) => {
  const site = async (id: number) => {
    const token = await console.world.token('acme-admin')
    const { body } = await console.world.call(token, 'GET', `sites/${id}`)
    return body.data as { name: string; tag: string; active: boolean }
  }

  it('is typed with Tab, says what is wrong without being lost, and is run with names as in a terminal', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const sent = writesOf(page)
    await press(page, 'ControlOrMeta+K')
    await see(field(page)).toBeFocused()
    await type(page, '$si')
    await see(palette(page)).toContainText('Command line')
    await see(chosen(page)).toContainText('sites')
    await press(page, 'Tab')
    await see(field(page)).toHaveValue('sites ')
    await page.keyboard.insertText('upd')
    await see(chosen(page)).toContainText('update')
    await press(page, 'Tab')
    await see(field(page)).toHaveValue('sites update ')
    await page.keyboard.insertText("'No such school' --ta")
    await see(chosen(page)).toContainText('--tag=')
    await press(page, 'Tab')
    await page.keyboard.insertText('NEW-1')
    await see(chosen(page)).toContainText("sites update 'No such school' --tag=NEW-1")
    expect(await axe(page)).toEqual([])
    await press(page, 'Enter')
    await see(palette(page).getByRole('alert')).toHaveText('There is no record of sites called “No such school”.')
    expect(sent).toEqual([])
    await retype(page, "sites update 'Creche Aurora Lima 2' --tag=NEW-1 --ta")
    await see(palette(page).getByRole('alert')).toHaveCount(0)
    await retype(page, "sites update 'Creche Aurora Lima 2' --tag=NEW-1")
    await press(page, 'Enter')
    await see(palette(page)).toHaveCount(0)
    await see(log(page)).toContainText('Creche Aurora Lima 2')
    expect((await site(2)).tag).toBe('NEW-1')
    await press(page, 'z')
    await see.poll(async () => (await site(2)).tag).toBe('ACME-000002')
    // A line that the server refuses stays to be mended.
    console.trouble(page).expect(/status of 400/)
    await paste(page, '$sites update 2 --tag=ACME-000001', 'sites update 2')
    await press(page, 'Enter')
    await see(palette(page).getByRole('alert')).toContainText(/tag/i)
    await see(field(page)).toHaveValue('sites update 2 --tag=ACME-000001')
  })

  it('stays where an action names an id of no record, among others that are some', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const sent = writesOf(page)
    const refused = async (line: string, absent: string) => {
      await see(chosen(page)).toContainText(line)
      await press(page, 'Enter')
      await see(palette(page).getByRole('alert')).toHaveText(`There is no record of sites called “${absent}”.`)
      await see(field(page)).toHaveValue(line)
    }
    await paste(page, '$sites deactivate 999999', 'sites')
    await refused('sites deactivate 999999', '999999')
    await retype(page, 'sites deactivate 2 999998 3')
    await refused('sites deactivate 2 999998 3', '999998')
    expect(sent).toEqual([])
    // An inactive record is one, although the list does not show it.
    const token = await console.world.token('acme-admin')
    expect((await console.world.call(token, 'PATCH', 'sites/4', { active: false })).status).toBe(200)
    await retype(page, 'sites activate 4')
    await see(chosen(page)).toContainText('sites activate 4')
    await press(page, 'Enter')
    await see(palette(page)).toHaveCount(0)
    await see.poll(async () => (await site(4)).active).toBe(true)
  })

  it('makes the same request as the screen whose notice has the line', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    const sent = writesOf(page)
    /** Returns the line of a notice, and the request that was sent. */
    const told = async (done: RegExp) => {
      const notice = log(page).locator('li').filter({ hasText: done })
      await see(notice).toBeVisible()
      const line = (await notice.locator('p > span').first().innerText()).trim()
      expect(line).toMatch(/^tocsin /)
      return { line, requests: sent.splice(0) }
    }
    /** The method, the path and the fields of requests, whichever record they are about. */
    const shapes = (all: Sent[]) =>
      all.map(({ method, path, body }) => [method, path.replace(/\d+/, 'ID'), Object.keys(body ?? {}).toSorted()])
    const pasted = async (line: string, done: RegExp, isAsked = false) => {
      await page.goto('/sites')
      await see(page.locator('[role=row]:focus')).toBeVisible()
      await paste(page, line, line.replace('tocsin ', '').slice(0, 16))
      await press(page, 'Enter')
      if (isAsked) {
        await see(page.getByRole('alertdialog').getByRole('button').first()).toBeFocused()
        await press(page, 'Tab', 'Enter')
      }
      await see(log(page).locator('li').filter({ hasText: done })).toBeVisible()
      return shapes(sent.splice(0))
    }

    await press(page, 't')
    const off = await told(/^Done: Deactivate/)
    expect(await pasted(off.line.replace(/\d+$/, '4'), /^Done: Deactivate/, true)).toEqual(shapes(off.requests))

    await page.goto('/sites/5')
    const name = page.locator('main form').getByRole('textbox', { name: 'Name', exact: true }).first()
    await see(name).toBeFocused()
    await type(page, ' new')
    await press(page, 'Control+Enter')
    const changed = await told(/new/)
    expect(await pasted(changed.line.replace(' 5 ', ' 6 '), /new/)).toEqual(shapes(changed.requests))

    await page.goto('/projects/create')
    await see(page.locator('main form').getByRole('textbox', { name: 'Name', exact: true }).first()).toBeFocused()
    await type(page, 'By form')
    await press(page, 'Tab')
    await type(page, 'Made twice')
    await press(page, 'Control+Enter')
    const made = await told(/By form/)
    expect(await pasted(made.line.replace('By form', 'By line'), /By line/)).toEqual(shapes(made.requests))
  })

  it('creates nothing twice where the answer was lost and the line is run again', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    console.trouble(page).expect(/ERR_FAILED/)
    let isLost = true
    await page.route('**/api/projects', async (route) => {
      if (route.request().method() !== 'POST' || !isLost) return route.continue()
      isLost = false
      await route.fetch()
      return route.abort('failed')
    })
    await paste(page, "$projects create --name=Once --description='Made once'", 'projects create')
    await press(page, 'Enter')
    await see(palette(page).getByRole('alert')).toBeVisible()
    await press(page, 'Enter')
    await see(log(page)).toContainText('Once')
    const { body } = await console.world.call(await console.world.token('acme-admin'), 'GET', 'projects?q=Once')
    expect(body.data).toHaveLength(1)
  })

  it('asks before it shows a template to everybody, as the form does', async () => {
    const token = await console.world.token('acme-admin')
    const templates = async () =>
      (await console.world.call(token, 'GET', 'apps/templates?visibility=client')).body.data as unknown as {
        id: number
        visibility: string
        clientId: number | null
      }[]
    const { id } = (await templates()).find((one) => one.clientId === 2 && one.visibility !== 'public')!
    /** Templates of the client alone are listed. */
    const isShown = async () => !(await templates()).some((one) => one.id === id)
    const page = await console.visit({ as: 'acme-admin', path: '/sites' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await paste(page, `$templates update ${id} --visibility=public`, 'templates update')
    await press(page, 'Enter')
    const question = page.getByRole('alertdialog', { name: 'Save it?' })
    await see(question.getByRole('button').first()).toBeFocused()
    await press(page, 'Escape')
    await see(question).toHaveCount(0)
    await see(field(page)).toBeFocused()
    expect(await isShown()).toBe(false)
    await press(page, 'Enter')
    await see(question.getByRole('button').first()).toBeFocused()
    await press(page, 'Tab', 'Enter')
    await see.poll(isShown).toBe(true)
  })

  it('leaves the client alone that somebody works in where a list of another one is asked for', async () => {
    const page = await console.visit({ as: 'acme-admin' })
    await paste(page, '$sites list --client=3', 'sites list')
    await press(page, 'Enter')
    await see(palette(page).getByRole('alert')).toHaveText('There is no record of clients called “3”.')
    const staff = await console.visit({ as: 'root' })
    await paste(staff, '$sites list --client=3 --q=aurora', 'sites list')
    await press(staff, 'Enter')
    await see(staff.getByRole('grid')).toContainText('BOR-')
    await see(staff.getByRole('grid')).not.toContainText('ACME-')
    // A name is looked up in that client from now on.
    await paste(staff, '$users get acme-admin', 'users get')
    await press(staff, 'Enter')
    await see(palette(staff).getByRole('alert')).toHaveText(
      'The client that you work in has no record of users called “acme-admin”.',
    )
  })

  it.each([
    ['tocsin sites list --q=iris --show-inactive', '/sites?q=iris&showInactive=true'],
    ['$ site get 3', '/sites/3/show'],
  ])('opens what %j reads', async (line, address) => {
    const page = await console.visit({ as: 'acme-admin', locale: 'pt-BR' })
    await paste(page, line, line.includes('get') ? 'sites get 3' : 'sites list')
    await press(page, 'Enter')
    await see(palette(page)).toHaveCount(0)
    await see.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe(address)
    await tabTo(page, page.getByRole('navigation').getByRole('link').first(), 'Shift+Tab')
  })
})
