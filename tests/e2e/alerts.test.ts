import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { withServer } from '../../server/context/actor'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { press, tabTo, type } from './keyboard'
import { raiseAlert } from './raise-alert'

const rows = (page: Page) => page.locator('[role=row][data-index]')
const row = (page: Page, text: RegExp | string) => page.getByRole('row').filter({ hasText: text })
const active = (page: Page) => page.locator('[role=row][data-active]')
const drawer = (page: Page, id: number) =>
  page.getByRole('complementary', { name: new RegExp(`^(Alert|Alerta) ${id}$`) })
const dialog = (page: Page) => page.getByRole('dialog')
const DATE_TIME = /\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/

inBrowser('alerts', (console) => {
  const call = async <T>(as: string, method: string, path: string, body?: object) =>
    (await console.world.call(await console.world.token(as), method, path, body)).body.data as unknown as T
  const alertOf = (id: number) => call<Alert>('acme-admin', 'GET', `alerts/${id}`)

  it('ALERT-01 ALERT-02 ALERT-03 ALERT-11 ALERT-12 lists open alerts, the newest first, with the formats of the specification', async () => {
    const page = await console.visit({ as: 'root', path: '/alerts' })
    await see(rows(page)).toHaveCount(5)
    await see(rows(page).first()).toBeFocused()
    await see(page.getByRole('columnheader')).toContainText(
      [/Status/, /Age/, /Raised/, /Received/, /Channel/, /Client and site/, /Reporter/, /Priority/, /Test/],
      { useInnerText: true },
    )
    const first = row(page, 'Anonymous').last()
    await see(first).toContainText('Pending')
    await see(first).toContainText('Anonymous')
    await see(first).toContainText(DATE_TIME)
    // The provider has it, and nobody has taken it.
    await see(row(page, 'Kléber Caju')).toContainText('Assigned, delivered, taken by nobody')
    // Tests are hidden by a key, and shown again.
    await see(row(page, 'Zuleica Umbu')).toContainText('Yes')
    await press(page, 'i')
    await see(rows(page)).toHaveCount(4)
    await press(page, 'i')
    await see(rows(page)).toHaveCount(5)
    expect(await axe(page)).toEqual([])
    // The segments are one stop of Tab; only staff see what nobody was assigned to.
    const segment = (name: string) => page.getByRole('radio', { name, exact: true })
    await tabTo(page, segment('Open'), 'Shift+Tab')
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight')
    await see(segment('Not assigned')).toBeChecked()
    await see(rows(page)).toHaveCount(2)
    await press(page, 'ArrowRight', 'ArrowRight')
    // That of the fixtures was resolved on another day.
    await see(segment('Resolved today')).toBeChecked()
    await see(rows(page)).toHaveCount(0)
    await press(page, 'ArrowRight')
    await see(rows(page)).toHaveCount(6)
    await see(row(page, 'Mirtes Sabiá')).toContainText('38:00')
    const call = row(page, 'Mirtes Sabiá').getByRole('link', { name: 'Call Mirtes Sabiá' })
    await see(call).toHaveAttribute('href', /^tel:\+55/)
  })

  it('ALERT-10 A-103 lists the oldest alerts first to people of a client in Portuguese, with the same formats', async () => {
    const client = await console.visit({ path: '/alerts?view=oldest', locale: 'pt-BR' })
    await see(rows(client)).toHaveCount(3)
    await see(rows(client).first()).toContainText('Zuleica Umbu')
    await see(rows(client).first()).toContainText(DATE_TIME)
    await see(client.getByRole('radio', { name: 'Não atribuídos' })).toHaveCount(0)
  })

  it('EXPORT-05 EXPORT-10 A-068 A-155 saves the board as it is shown, with the age, the place and no name of an anonymous reporter', async () => {
    const page = await console.visit({ path: '/alerts?view=oldest', locale: 'pt-BR' })
    await see(rows(page)).toHaveCount(3)
    const saved = page.waitForEvent('download')
    await press(page, 'y', 'f')
    await see(dialog(page).getByRole('radio', { checked: true })).toBeFocused()
    await press(page, 'Enter')
    const text = readFileSync(await (await saved).path(), 'utf8')
    // No cell of these has a quote or a comma.
    const [head, ...lines] = text
      .replace(/^\ufeff|"/g, '')
      .trim()
      .split('\r\n')
    expect(head).toBe('Situação,Idade,Gerado,Recebido,Canal,Cliente e site,Relator,Prioritário,Teste')
    expect(lines).toHaveLength(3)
    const [state, age, generated, received, , place, reporter] = lines[0]!.split(',')
    expect([state, age]).toEqual([expect.stringMatching(/^[A-Z]/), expect.stringMatching(/\d/)])
    for (const time of [generated, received]) expect(time).toMatch(DATE_TIME)
    expect([place, reporter]).toEqual([expect.stringMatching(/ · Acme Educação$/), 'Zuleica Umbu'])
    expect(lines.filter((line) => line.includes(',Anônimo,'))).toHaveLength(1)
  })

  it('ALERT-04 ALERT-05 ALERT-06 ALERT-07 ALERT-08 opens a drawer that follows the active row, and gives the focus back to it', async () => {
    const page = await console.visit({ path: '/alerts?view=all' })
    await see(rows(page)).toHaveCount(4)
    await press(page, 'Enter')
    await see(drawer(page, 4)).toBeVisible()
    await see(rows(page).first()).toBeFocused()
    await press(page, 'j', 'j', 'j')
    await see(drawer(page, 1)).toBeVisible()
    await see(rows(page).nth(3)).toBeFocused()
    const open = drawer(page, 1)
    await see(open.getByRole('heading', { level: 2 })).toHaveText('Emergência')
    await see(open).toContainText('Cheiro de gás na cozinha')
    await see(open.getByRole('region', { name: 'Assigned providers' })).toContainText(
      /Central tocsin\s*API\s*delivered/,
    )
    await see(open.getByRole('region', { name: 'Assigned providers' })).toContainText(
      /Portaria da Acme\s*E-mail\s*failed: /,
    )
    await see(open).toContainText('Cozinha, bloco B')
    const map = open.getByRole('link', { name: 'Open on the map' })
    await see(map).toHaveAttribute('referrerpolicy', 'no-referrer')
    await see(map).toHaveAttribute('href', /openstreetmap\.org\/\?mlat=-23\.55&mlon=-46\.63/)
    await see(open.getByRole('region', { name: 'Timeline' }).getByRole('listitem')).toContainText([
      /Raised in the app by/,
      /Delivered to Central tocsin/,
      /Taken by Ana/,
      /Note by Ana.*Brigada no local\./s,
      /Resolved by Ana.*: real/,
    ])
    expect(await axe(page)).toEqual([])
    await press(page, 'ArrowRight')
    await see(open.getByRole('region', { name: 'Alert 1' })).toBeFocused()
    await press(page, 'Escape')
    await see(rows(page).nth(3)).toBeFocused()
    await see(open).toBeVisible()
    await press(page, 'ArrowRight', 'ArrowLeft')
    await see(rows(page).nth(3)).toBeFocused()
    await press(page, 'Escape')
    await see(open).toHaveCount(0)
  })

  it('A-154 A-162 A-163 takes, notes, hands on and resolves an alert by keys, which make nothing new there, and takes back for ten seconds', async () => {
    const id = await raiseAlert(console.world, { text: 'Teclas' })
    const page = await console.visit({ path: '/alerts' })
    await see(rows(page).first()).toBeFocused()
    await press(page, 'Enter')
    await see(drawer(page, id).getByRole('button', { name: 'Take', exact: true })).toBeVisible()
    await press(page, 'a')
    await see(active(page)).toContainText('Assigned, with you')
    await see(page.getByRole('log').filter({ hasText: `You have taken alert ${id}` })).toBeVisible()
    expect((await alertOf(id)).takenBy?.name).toMatch(/^Ana/)
    await press(page, 'z')
    await see(active(page)).not.toContainText('with you')
    expect((await alertOf(id)).takenBy).toBeNull()
    await press(page, 'n')
    const note = page.getByRole('textbox', { name: 'Note for the timeline' })
    await see(note).toBeFocused()
    await type(page, 'Viatura a caminho')
    // Esc keeps the draft.
    await press(page, 'Escape')
    await see(rows(page).first()).toBeFocused()
    await press(page, 'n')
    await see(note).toHaveValue('Viatura a caminho')
    await press(page, 'Control+Enter')
    await see(drawer(page, id).getByRole('listitem').filter({ hasText: 'Viatura a caminho' })).toBeVisible()
    await see(note).toHaveValue('')
    await press(page, 'Escape', 'm')
    await see(dialog(page)).toBeVisible()
    await see(dialog(page).getByRole('combobox', { name: 'Person' })).toBeFocused()
    expect(await axe(page)).toEqual([])
    // Nobody is offered who does not see the alert: an approver of the client.
    await type(page, 'acme-approver')
    await see(dialog(page).getByText('Nothing matches “acme-approver”.')).toBeVisible()
    await press(page, 'Control+a')
    await type(page, 'duas chaves')
    await see(page.getByRole('option').first()).toBeVisible()
    await press(page, 'Enter')
    await see(dialog(page).getByRole('combobox', { name: 'Person' })).toHaveValue('Maria Duas Chaves')
    await press(page, 'Control+Enter')
    await see(dialog(page)).toHaveCount(0)
    await see(active(page)).toContainText(/Assigned, with (?!you)/)
    await see(rows(page).first()).toBeFocused()
    await press(page, 'r')
    await see(dialog(page).getByRole('radio', { name: 'Real' })).toBeFocused()
    // "Other" asks for a note, which Esc keeps.
    await press(page, 'Tab')
    await type(page, 'Falso')
    await press(page, 'Escape')
    await see(dialog(page)).toHaveCount(0)
    await press(page, 'r')
    await see(dialog(page).getByRole('textbox')).toHaveValue('Falso')
    await press(page, 'Tab', 'Control+A', 'Delete', 'Shift+Tab', 'ArrowLeft', 'Control+Enter')
    await see(dialog(page).getByRole('textbox')).toHaveAccessibleDescription('Say in the note how it ended.')
    await press(page, 'ArrowLeft', 'ArrowLeft', 'Control+Enter')
    await see(dialog(page)).toHaveCount(0)
    expect(await alertOf(id)).toMatchObject({ resolution: 'drill' })
    await see(row(page, 'Teclas')).toHaveCount(0)
  })

  it('A-162 tells the second of two people who was first and when, and takes over only if they say so', async () => {
    const id = await raiseAlert(console.world, { text: 'Dois' })
    const page = await console.visit({ path: '/alerts' })
    await see(rows(page).first()).toContainText('Pending')
    await see(rows(page).first()).toBeFocused()
    // The news of the other person is on its way, and has not arrived yet.
    await page.route('**/api/alerts*', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    console.trouble(page).expect(/ERR_FAILED/, /409/)
    await console.world.call(await console.world.token('root'), 'POST', `alerts/${id}/take`, {})
    await press(page, 'a')
    const question = page.getByRole('alertdialog')
    await see(question).toContainText(new RegExp(`took alert ${id} 0:\\d\\d ago`))
    await press(page, 'Escape')
    await see(question).toHaveCount(0)
    expect((await alertOf(id)).takenBy?.name).toBe('Rute Raiz')
    await see(rows(page).first()).toBeFocused()
    // After a minute it is plainly somebody else's: the key takes it over, and takes back what it did.
    await withServer(console.world.database, (tx) =>
      sql`update alerts set taken_at = taken_at - interval '2 minutes' where id = ${id}`.execute(tx),
    )
    await page.unroute('**/api/alerts*')
    await page.reload()
    await see(rows(page).first()).toContainText('with Rute Raiz')
    await see(rows(page).first()).toBeFocused()
    await press(page, 'a')
    await see(rows(page).first()).toContainText('with you')
    await press(page, 'z')
    await see(rows(page).first()).toContainText('with Rute Raiz')
  })

  it('K9 K10 A-163 puts a pending alert before the rows at once, moves neither focus nor active row, and holds the others', async () => {
    const page = await console.visit({ path: '/alerts' })
    await see(page.locator('[data-feed=live]')).toBeVisible()
    await see(rows(page).first()).toBeFocused()
    await press(page, 'j')
    await see(rows(page).nth(1)).toBeFocused()
    const before = await active(page).innerText()
    const id = await raiseAlert(console.world, { text: 'Chegou' })
    await see(page.getByRole('alert').filter({ hasText: 'New alert: Emergência: No site' })).toHaveCount(1)
    await see(rows(page).first()).toContainText('Pending')
    await see(rows(page).nth(2)).toBeFocused()
    expect((await active(page).innerText()).split('\n')[0]).toBe(before.split('\n')[0])
    await see(page).toHaveTitle(/^\(\d+\) Alerts/)
    await raiseAlert(console.world, { text: 'Entregue', assigned: true })
    const waiting = page.getByRole('button', { name: '1 new' })
    await see(waiting).toBeVisible()
    await press(page, 'u')
    await see(waiting).toHaveCount(0)
    await see(rows(page).nth(3)).toBeFocused()
    // A change by somebody else is shown in its place.
    await call('root', 'POST', `alerts/${id}/take`, {})
    await see(rows(page).nth(1)).toContainText('Assigned, with ')
    // A lost stream is told, and asking again takes its place.
    expect(await axe(page)).toEqual([])
  })

  it('K10 T83 shares one stream among the tabs of a browser, and goes on in another when its tab closes', async () => {
    const one = await console.visit({ path: '/alerts', locale: 'pt-BR' })
    await see(one.locator('[data-feed=live]')).toBeVisible()
    const two = await one.context().newPage()
    const opened: string[] = []
    two.on('request', (request) => void (request.url().includes('/alerts/stream') && opened.push(request.url())))
    await two.goto('/alerts?view=pending')
    await see(two.locator('[data-feed=live]')).toBeVisible()
    await raiseAlert(console.world, { text: 'Primeiro' })
    for (const page of [one, two]) await see(page.getByRole('alert').filter({ hasText: 'Novo alerta' })).toHaveCount(1)
    expect(opened).toEqual([])
    await one.close()
    await see.poll(() => opened.length).toBe(1)
    // It goes on after the last cursor: nothing is missing.
    expect(opened[0]).toMatch(/from=\d+/)
    const before = await rows(two).count()
    await raiseAlert(console.world, { text: 'Segundo' })
    await see(rows(two)).toHaveCount(before + 1)
  })

  it('A-162 sounds for waiting alerts by the choice of the reader, until they are taken or silenced for all', async () => {
    const id = await raiseAlert(console.world, { text: 'Som' })
    const page = await console.visit({ path: '/alerts?view=pending' })
    const sounds = () =>
      page.evaluate(async () => {
        const { held } = await navigator.locks.query()
        return held?.some(({ name }) => name?.startsWith('tocsin-alert-sound:')) ?? false
      })
    await see(rows(page).first()).toBeFocused()
    const sound = page.getByRole('group', { name: 'Sound of alerts' })
    await see(sound.getByRole('button', { name: 'Sound on' })).toBeVisible()
    await see.poll(sounds).toBe(true)
    await press(page, 'Shift+B', 'ArrowLeft')
    await see(sound.getByRole('slider', { name: 'Volume' })).toHaveValue('65')
    await press(page, 'b')
    await see(sound.getByRole('button', { name: 'Sound off' })).toBeVisible()
    await see.poll(sounds).toBe(false)
    await press(page, 'b')
    await see.poll(sounds).toBe(true)
    // A silence has a person, a reason and an end; all see it.
    await tabTo(page, sound.getByRole('button', { name: 'Silence…' }))
    await press(page, 'Enter')
    await type(page, 'Simulado')
    expect(await axe(page)).toEqual([])
    await press(page, 'Control+Enter')
    await see(sound).toContainText(/silenced by Ana Acme: Simulado until \d\d:\d\d/)
    await see.poll(sounds).toBe(false)
    await see(rows(page).first()).toContainText('Pending')
    await tabTo(page, sound.getByRole('button', { name: 'End the silence of Ana Acme' }))
    await press(page, 'Enter')
    await see.poll(sounds).toBe(true)
    const waiting = await call<Alert[]>('acme-admin', 'GET', 'alerts?open=true&status=pending&limit=50')
    for (const one of waiting) await call('acme-admin', 'POST', `alerts/${one.id}/take`, {})
    expect(waiting.map((one) => one.id)).toContain(id)
    await see.poll(sounds).toBe(false)
  })

  it('ALERT-09 fills a narrow screen in Portuguese with the drawer and its actions, and has a page of its own', async () => {
    const page = await console.visit({ path: '/alerts?view=all', locale: 'pt-BR', size: { width: 360, height: 740 } })
    await see(rows(page).first()).toBeFocused()
    expect(await overflow(page)).toEqual([])
    await press(page, 'End', 'Enter')
    await see(drawer(page, 1)).toBeVisible()
    await see(drawer(page, 1).getByRole('button', { name: 'Reabrir' })).toBeVisible()
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    await page.goto('/alerts/1/show')
    const main = page.getByRole('main')
    await see(main).toContainText('Acme Educação')
    await see(main).toContainText('Mirtes Sabiá')
    await see(main.getByRole('link', { name: /^\+55/ }).first()).toBeVisible()
    await see(main.getByRole('region', { name: 'Linha do tempo' })).toContainText('Resolvido por Ana')
    expect(await overflow(page)).toEqual([])
  })
})
