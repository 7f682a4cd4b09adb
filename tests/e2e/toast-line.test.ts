import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopClock } from './clock'
import { inBrowser, see } from './console'
import { focusIsLost, press, retype, tabTo, type } from './keyboard'

const program = fileURLToPath(new URL('../../dist/cli/main.cjs', import.meta.url))

type Event = { verb: string; noun: string; recordId: number; username: string; changes: Record<string, unknown> }

const field = (page: Page, name: string) => page.locator('main').getByRole('textbox', { name, exact: true }).first()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

inBrowser('the line in a toast', (console) => {
  let folder = ''
  const written: string[] = []
  const note = ({ method, url }: IncomingMessage) => {
    // Another account's changes of its own session were not asked for here.
    if (method !== 'GET' && !url?.startsWith('/api/authentication')) written.push(`${method} ${url}`)
  }
  beforeAll(() => {
    console.world.app.server.on('request', note)
    folder = mkdtempSync(join(tmpdir(), 'tocsin-line-'))
    const command = join(folder, 'tocsin')
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
    chmodSync(command, 0o755)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('acme-admin'), method, path, body)
  const site = async (id: number) =>
    (await call('GET', `sites/${id}`)).body.data as unknown as { name: string; active: boolean; version: number }
  const create = async (name: string) =>
    ((await call('POST', 'sites', { name, ClientId: 2, location: { formatted: 'Rua 1' } })).body.data as { id: number })
      .id
  /** Returns the latest events, newest first, without the fields in which any two differ. */
  const events = async (count: number) =>
    ((await call('GET', `audit-events?limit=${count}&order=id%20DESC`)).body.data as unknown as Event[]).map(
      ({ verb, noun, recordId, username, changes }) => ({ verb, noun, recordId, username, changes }),
    )

  /** Copies the line from the toast that has it, and returns the clipboard's text. */
  async function copyLine(page: Page): Promise<string> {
    const button = page.getByRole('log').getByRole('button', { name: 'Copy: command line' })
    await see(button).toBeVisible()
    // A success goes after a while, however slow the machine is: it stays where the clock does.
    await stopClock(page)
    await tabTo(page, button, 'Shift+Tab')
    await press(page, 'Enter')
    let text = ''
    await see.poll(async () => (text = await page.evaluate(() => navigator.clipboard.readText()))).toMatch(/^tocsin /)
    return text
  }

  /** Runs a line in a shell, as it was copied; `more` answers its questions. */
  const inShell = async (line: string, more = '') =>
    promisify(execFile)('/bin/sh', ['-c', `${line}${more}`], {
      env: {
        ...process.env,
        PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`,
        TOCSIN_HOST: console.world.url,
        TOCSIN_TOKEN: await console.world.token('acme-admin'),
        TOCSIN_CONFIG_DIR: join(folder, 'none'),
      },
    })

  const visit = async (path: string) => {
    const page = await console.visit({ path, ownClock: true })
    return page
  }

  it('of a form that was saved makes the same request and the same entry in the history', async () => {
    const before = `Before the line`
    // Every character that a shell would interpret.
    const after = `D'Ávila "três" $HOME \`id\` \\ *; && <b> 👩‍🚒`
    const id = await create(before)
    const page = await visit(`/sites/${id}`)
    await tabTo(page, field(page, 'Name'))
    await retype(page, after)
    await tabTo(page, field(page, 'Tag'))
    await retype(page, 'LINE-1')
    written.length = 0
    await press(page, 'Control+Enter')
    await see(heading(page, after)).toBeVisible()
    const byForm = { requests: written.splice(0), event: (await events(1))[0] }
    expect(byForm.requests).toHaveLength(1)
    const line = await copyLine(page)
    expect(line.startsWith(`tocsin sites update ${id} `)).toBe(true)

    await call('PATCH', `sites/${id}`, { name: before, tag: null })
    written.length = 0
    await inShell(line)
    expect(await site(id)).toMatchObject({ name: after, tag: 'LINE-1' })
    expect({ requests: written.splice(0), event: (await events(1))[0] }).toEqual(byForm)
  })

  it('of a record that was made makes another such', async () => {
    const page = await visit('/sites/create')
    await tabTo(page, field(page, 'Name'))
    await type(page, 'Made by the form')
    await tabTo(page, field(page, 'Address'))
    await type(page, "Rua d'Água, 5")
    await tabTo(page, field(page, 'Latitude'))
    await type(page, '-10.5')
    await tabTo(page, field(page, 'Longitude'))
    await type(page, '-50.25')
    written.length = 0
    await press(page, 'Control+Enter')
    await see(heading(page, 'Made by the form')).toBeVisible()
    const requests = written.splice(0)
    expect(requests).toEqual(['POST /api/sites'])
    const line = await copyLine(page)
    expect(line.startsWith('tocsin sites create ')).toBe(true)
    await inShell(line)
    expect(written.splice(0)).toEqual(requests)
    const [byLine, byForm] = await events(2)
    expect(byLine!.recordId).not.toBe(byForm!.recordId)
    expect({ ...byLine, recordId: 0 }).toEqual({ ...byForm, recordId: 0 })
  })

  it('of a switch that was flipped, and of several records, does the same to them', async () => {
    for (const name of ['Kkkk one', 'Kkkk two', 'Kkkk three']) await create(name)
    const page = await visit('/sites?q=Kkkk&order=name+ASC&showInactive=true')
    const row = page.locator('[role=row]:focus')
    await see(row).toContainText('Kkkk one')
    const ids = ((await call('GET', 'sites?q=Kkkk&order=name%20ASC')).body.data as unknown as { id: number }[]).map(
      ({ id }) => id,
    )
    expect(ids).toHaveLength(3)
    const states = async () => Promise.all(ids.map(async (id) => (await site(id)).active))

    written.length = 0
    await press(page, 't')
    await see.poll(states).toEqual([false, true, true])
    const flipped = { requests: written.splice(0), event: (await events(1))[0] }
    const line = await copyLine(page)
    expect(line).toBe(`tocsin sites deactivate ${ids[0]}`)
    await call('PATCH', `sites/${ids[0]}`, { active: true })
    written.length = 0
    await inShell(line, ' --yes')
    expect(await states()).toEqual([false, true, true])
    expect({ requests: written.splice(0), event: (await events(1))[0] }).toEqual(flipped)

    await call('PATCH', `sites/${ids[0]}`, { active: true })
    const again = await visit('/sites?q=Kkkk&order=name+ASC&showInactive=true')
    await see(again.locator('[role=row]:focus')).toContainText('Kkkk one')
    await press(again, 'Control+A', 't')
    await see(again.getByRole('alertdialog')).toContainText('Kkkk three')
    await see(again.getByRole('alertdialog').getByRole('button').first()).toBeFocused()
    written.length = 0
    await press(again, 'Tab', 'Enter')
    await see.poll(states).toEqual([false, false, false])
    const bulk = { requests: written.splice(0).sort(), events: (await events(3)).sort(byRecord) }
    const lineOfAll = await copyLine(again)
    expect(lineOfAll).toBe(`tocsin sites deactivate ${ids.join(' ')}`)
    for (const id of ids) await call('PATCH', `sites/${id}`, { active: true })
    written.length = 0
    await inShell(lineOfAll, ' --yes')
    expect(await states()).toEqual([false, false, false])
    expect({ requests: written.splice(0).sort(), events: (await events(3)).sort(byRecord) }).toEqual(bulk)
    expect(await focusIsLost(again)).toBe(false)
  })
})

const byRecord = (one: Event, other: Event) => one.recordId - other.recordId
