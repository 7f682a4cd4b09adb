import type { Page } from 'playwright'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { DASHBOARD_FLAG } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { ACME, BOREALIS } from '../../fixtures/clients'
import { noFaults } from '../../server/faults'
import { withServer } from '../../server/context/actor'
import type { Tx } from '../../server/db/open'
import { axe, overflow } from './axe'
import { inBrowser, NO_PAGE, see } from './console'
import { expectFocus, press, pressElsewhere, tabTo, type } from './keyboard'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const figures = async (page: Page, name: string) => {
  const list = card(page, name).getByRole('list')
  await see(list).toBeVisible()
  await see(list.getByRole('listitem').filter({ hasText: '–', hasNotText: /none taken|nenhum assumido/ })).toHaveCount(
    0,
  )
  return (await list.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
}
const names = (all: readonly string[]) => all.map((text) => text.replace(/ ([\d.]+|–)( .*)?$/, ''))
const top = (page: Page, kind: string) => card(page, kind).getByRole('row')

inBrowser('dashboards', (console) => {
  afterEach(() => {
    console.world.parts.features = {}
  })
  const inDatabase = (run: (tx: Tx) => Promise<unknown>) => withServer(console.world.database, run)
  /** Gives a site more than a thousand people, for the dot. */
  const manyPeople = () =>
    inDatabase((tx) =>
      sql`insert into maps (client_id, site_id, name, status)
        select ${ACME}, 8, 'Pessoa', 'active' from generate_series(1, 1200)
        where not exists (select from maps where site_id = 8 and name = 'Pessoa')`.execute(tx),
    )
  const turnOn = () => (console.world.parts.features = { [DASHBOARD_FLAG]: true })

  it('S47 DASH-04 DASH-08 FLAG-10 shows staff the general figures alone while the flag is off, with a dot at the thousands in English too', async () => {
    await manyPeople()
    const off = await console.visit({ as: 'root' })
    expect(names(await figures(off, 'Totals'))).toEqual([
      'Clients',
      'Apps',
      'Channels',
      'Mobile users',
      'Mobile profiles',
      'Alerts',
      'Time until taken',
    ])
    await see(card(off, 'Totals')).toContainText(/Mobile profiles\s*1\.494/)
    await see(card(off, 'Totals')).toContainText(/Counted at \d+\/\d+\/\d+, \d+:\d+/)
    await see(card(off, 'A client')).toHaveCount(0)
    await see(card(off, 'Apps with the most people')).toHaveCount(0)
  })

  it('DASH-02 DASH-05 DASH-09 FLAG-10 GEN-15 shows staff the client, the apps and the sites that they pick', async () => {
    await manyPeople()
    turnOn()
    const page = await console.visit({ as: 'root' })
    await see(top(page, 'Sites with the most people')).toContainText([
      /Site/,
      /Creche João de Barro 8 · Alerta Escolar\s*1\.201/,
      '2',
      '1',
    ])
    await see(
      page.locator('main').getByText('This service does not replace a call to the emergency numbers 190 or 193.'),
    ).toBeVisible()
    expect(await axe(page)).toEqual([])

    const client = page.getByRole('combobox', { name: 'Client', exact: true })
    await tabTo(page, client)
    await type(page, 'Vazia')
    await see(page.getByRole('option', { name: /Cidade Vazia/ })).toBeVisible()
    await press(page, 'Enter')
    expect(await figures(page, 'A client')).toEqual([
      'Apps 0',
      'Channels 0',
      'Mobile profiles 0 active',
      'Alerts 0 without tests',
      'Time until taken – none taken in 14 days',
    ])
    for (const kind of ['Apps', 'Sites'])
      await see(card(page, `${kind} with the most people`)).toContainText('Nobody has joined yet')
    // The pickers offer what is the client's own.
    await tabTo(page, page.getByRole('combobox', { name: 'Client', exact: true }), 'Shift+Tab')
    await type(page, 'Acme')
    await see(page.getByRole('option', { name: /Acme/ })).toBeVisible()
    await press(page, 'Enter')
    await see(top(page, 'Apps with the most people')).toContainText([/App/, /Alerta Escolar\s*1\.488/])
    await tabTo(page, page.getByRole('combobox', { name: 'Sites', exact: true }))
    await type(page, 'Aurora Lima 1')
    await see(page.getByRole('option', { name: /^Escola Municipal Aurora Lima 1/ }).first()).toBeVisible()
    await press(page, 'Enter')
    await see(top(page, 'Sites with the most people')).toContainText([/Site/, /Escola Municipal Aurora Lima 1/])
    await see(top(page, 'Sites with the most people')).toHaveCount(2)
    expect(await axe(page)).toEqual([])
  })

  it('DASH-02 DASH-06 DASH-07 FLAG-10 A-105 shows a client’s people the cards of old while the flag is off, without sites and teams to those of one site', async () => {
    const page = await console.visit({ as: 'acme-admin', locale: 'pt-BR' })
    const all = await figures(page, 'Totais')
    expect(names(all)).toEqual([
      'Sites',
      'Equipes',
      'Provedores de monitoramento',
      'Perfis móveis',
      'Alertas',
      'Tempo até assumir',
    ])
    expect(all[0]).toMatch(/^Sites 1\.9\d\d$/)
    expect(await axe(page)).toEqual([])
    const bound = await console.visit({ as: 'acme-site-manager' })
    expect(names(await figures(bound, 'Totals'))).toEqual(['Mobile profiles', 'Alerts', 'Time until taken'])

    turnOn()
    const own = await console.visit({ as: 'acme-admin', size: { width: 360, height: 800 } })
    // The cards of old stand there until the page hears of the flag.
    await see(card(own, 'Totals').getByText('Channels')).toBeVisible()
    expect(names(await figures(own, 'Totals'))).toEqual([
      'Apps',
      'Channels',
      'Mobile profiles',
      'Alerts',
      'Time until taken',
    ])
    await see(card(own, 'Sites with the most people')).toBeVisible()
    await see(own.getByRole('combobox', { name: 'Client', exact: true })).toHaveCount(0)
    expect(await overflow(own)).toEqual([])
    const site = await console.visit({ as: 'acme-site-manager' })
    await see(card(site, 'Totals').getByRole('listitem')).toHaveCount(3)
    await see(card(site, 'Sites with the most people')).toHaveCount(0)
  })

  it('W28 W41 W49 shows a few figures in even tiles, counts sites as their list does, and then what waits and what happened', async () => {
    const page = await console.visit({ as: 'acme-admin', locale: 'pt-BR', size: { width: 360, height: 800 } })
    const all = await figures(page, 'Totais')
    expect(all.length).toBeLessThan(8)
    const heights = await card(page, 'Totais')
      .getByRole('listitem')
      .evaluateAll((tiles) => tiles.map((tile) => Math.round(tile.getBoundingClientRect().height)))
    expect(new Set(heights).size, heights.join()).toBe(1)
    for (const name of ['Esperando por você', 'Fixados e recentes', 'Últimas mudanças'])
      await see(card(page, name)).toBeVisible()
    await see(page.locator('main')).toContainText('tocsin auth login')
    const school = await console.visit({ as: 'acme-site-manager' })
    await figures(school, 'Totals')
    await see(school.locator('main')).not.toContainText('tocsin auth login')
    await press(page, 'g', 's')
    const sites = all[0]!.replace('Sites ', '')
    await see(page.getByText(new RegExp(`de ${sites.replace('.', '\\.')}$`)).first()).toBeVisible()
  })

  it('loads and fails each card alone, walks through what waits by keys, and opens the alerts of a day', async () => {
    const day = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10)
    for (const [client, test] of [
      [ACME, false],
      [ACME, true],
      [BOREALIS, false],
    ] as const)
      await inDatabase((tx) =>
        sql`insert into alerts (client_id, site_id, uuid, text, generated_at, test)
          values (${client}, null, gen_random_uuid()::text, 'Fumaça', now(), ${test})`.execute(tx),
      )
    console.world.faults.current = (point, { route }) => {
      if (point === 'request' && route.endsWith('/dashboard/client'))
        throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
    }
    const page = await console.visit({ as: 'acme-admin', path: NO_PAGE })
    console.trouble(page).expect(/status of 500/)
    await page.goto('/')
    const days = card(page, 'Alerts per day')
    await see(days.getByRole('alert')).toContainText(/This could not be loaded\. .*req-/s)
    await see(card(page, 'Totals').getByRole('alert')).toContainText('req-')
    await see(card(page, 'Totals')).toContainText(/Teams\s*12/)
    await see(card(page, 'Waiting for you').getByRole('link')).toHaveText([
      /^\d+Pending alerts/,
      /^2Mobile profiles to approve/,
      /^[\d.]+Sites without a code/,
    ])
    // The focus starts on what waits.
    await expectFocus(page, 'link', /^\d+ ?Pending alerts/)
    console.world.faults.current = noFaults
    await tabTo(page, days.getByRole('button', { name: 'Try again' }))
    await press(page, 'Enter')
    await see(days.getByRole('link')).toHaveCount(14)
    await see(card(page, 'Totals')).toContainText(/Alerts\s*4/)
    expect(await axe(page)).toEqual([])

    // One stop of Tab for fourteen days.
    await tabTo(page, days.getByRole('link').last())
    await see(days.getByRole('link').last()).toHaveAccessibleName(/: alerts 1, tests 1$/)
    await press(page, 'ArrowLeft')
    await see(days.getByRole('link').nth(12)).toBeFocused()
    await press(page, 'End', 'Enter')
    await see(page).toHaveURL(new RegExp(`/alerts\\?from=${day}&to=${day}`))
    await page.goBack()
    await see(days.getByRole('link')).toHaveCount(14)
    await tabTo(page, days.getByRole('button', { name: 'See as a table' }))
    await press(page, 'Enter')
    await see(days.getByRole('row')).toHaveCount(15)
    await see(days.getByRole('row').last()).toHaveText(/11$/)
    expect(await axe(page)).toEqual([])

    await press(page, 'Home')
    await expectFocus(page, 'link', /Pending alerts/)
    await press(page, 'j')
    await expectFocus(page, 'link', /Mobile profiles to approve/)
    await press(page, 'k', 'j', 'Enter')
    await see(page).toHaveURL(/\/maps\?status=pending$/)
    await see(page.locator('[role=row][data-index]')).toHaveCount(2)
    // It was opened last, and is seen from home.
    await press(page, 'o')
    await see(page.getByRole('heading', { level: 1 })).toHaveText(/Wagner Ipê|Yuri Jatobá/)
    await press(page, 'g', 'h')
    const kept = card(page, 'Pinned and recent')
    const pinned = kept.getByRole('list', { name: 'Pinned' }).getByRole('link')
    const opened = kept.getByRole('list', { name: 'Opened last' }).getByRole('link')
    await see(opened).toHaveCount(1)
    // Pinned by a key, a record stays at hand, and the focus on it; also one that another card names.
    await tabTo(page, opened)
    await press(page, 'p')
    await see(pinned).toBeFocused()
    await see(opened).toHaveCount(0)
    await see(page.getByRole('log')).toContainText(/Pinned: (Wagner Ipê|Yuri Jatobá)/)
    await tabTo(
      page,
      card(page, 'Last changes')
        .getByRole('link', { name: /Ana Acme/ })
        .first(),
    )
    await press(page, 'p')
    await see(pinned).toHaveText([/Ana Acme/, /Wagner Ipê|Yuri Jatobá/])
    await page.reload()
    await see(pinned).toHaveCount(2)
    expect(await axe(page)).toEqual([])
    await tabTo(page, kept.getByRole('button', { name: /^Unpin (Wagner|Yuri)/ }))
    await press(page, 'Enter')
    await see(opened).toBeFocused()
    await see(pinned).toHaveText([/Ana Acme/])
  })

  it('shows how long alerts waited until they were taken, which fails by itself, and leads to the alerts of that time', async () => {
    const taken = (days: number, seconds: number) =>
      inDatabase((tx) =>
        sql`insert into alerts (client_id, uuid, text, generated_at, created_at, processed_at, taken_by, taken_at)
          select ${ACME}, gen_random_uuid()::text, 'Queda', at, at, now(), '{"id": 6, "name": "Ana Acme"}',
            at + make_interval(secs => ${seconds})
          from (select now() - make_interval(days => ${days}) as at) raised`.execute(tx),
      )
    console.world.faults.current = (point, { route }) => {
      if (point === 'request' && route.endsWith('/dashboard/response'))
        throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
    }
    const page = await console.visit({ as: 'acme-admin', path: NO_PAGE })
    console.trouble(page).expect(/status of 500/)
    await page.goto('/')
    const all = card(page, 'Totals')
    await see(all.getByRole('alert')).toContainText(/This could not be loaded\. .*req-/s)
    await see(all).toContainText(/Alerts\s*\d/)
    console.world.faults.current = noFaults
    await tabTo(page, all.getByRole('button', { name: 'Try again' }))
    await press(page, 'Enter')
    await see(all).toContainText(/Time until taken\s*–\s*none taken in 14 days/)
    await taken(2, 72)
    await taken(20, 100)
    await press(page, 'r')
    const figure = all.getByRole('link', { name: /^Time until taken/ })
    await see(figure).toHaveText(/^Time until taken\s*1 min 12 s\s*median · before 1 min 40 s$/)
    expect(await axe(page)).toEqual([])
    await tabTo(page, figure)
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/alerts\?view=all&tests=no&from=\d{4}-\d\d-\d\dT03/)
    await see(page.getByRole('list', { name: 'Filters that apply' })).toContainText('From')
  })

  it('opens what waits by its number from anywhere on the page, and says so when nothing waits', async () => {
    const rows = await inDatabase((tx) =>
      sql<{ id: number }>`insert into alerts (client_id, site_id, uuid, text, generated_at, test)
        select ${ACME}, null, gen_random_uuid()::text, 'Queda', now(), true from generate_series(1, 2)
        returning id`.execute(tx),
    )
    const failing = (rows as { rows: { id: number }[] }).rows.map(({ id }) => id)
    for (const id of failing)
      await inDatabase((tx) =>
        sql`insert into alert_assignments (client_id, alert_id, monitoring_provider_id, monitoring_provider, delivery,
            attempts, next_attempt_at, code)
          values (${ACME}, ${id}, 1, '{"name":"Central 24h Norte","providerType":"webhook"}', 'failing', 3,
            now() + interval '1 hour', 'TIMEOUT')`.execute(tx),
      )
    const page = await console.visit({ as: 'acme-admin' })
    const waits = card(page, 'Waiting for you')
    await see(waits.getByRole('link')).toHaveText([
      /Pending alerts.*See alerts1$/,
      /^2Mobile profiles to approve.*has waited \d+ (minute|hour|day)s?Review2$/,
      /^[\d.]+Sites without a code.*Complete3$/,
      /^2Deliveries that fail.*Central 24h Norte · No answer within 5 seconds · next attempt .*See deliveries4$/,
    ])
    await see(waits.getByRole('link').nth(1)).toHaveAttribute('aria-keyshortcuts', '2')
    await pressElsewhere(page, '2', 'Open what waits')
    await see(page).toHaveURL(`${console.world.url}/`)
    await tabTo(page, page.getByRole('button', { name: /^Refresh/ }))
    await press(page, '9', '2')
    await see(page).toHaveURL(/\/maps\?status=pending$/)
    await page.goBack()
    await expectFocus(page, 'link', /Pending alerts/)
    // The same number as in the row.
    const count = (await waits.getByRole('link').nth(2).innerText()).split('\n')[0]!
    await press(page, '3')
    await see(page).toHaveURL(/\/sites\?codes=without$/)
    await see(page.getByRole('list', { name: 'Filters that apply' })).toContainText('Without a code')
    await see(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(Number(count.replace('.', '')) + 1))
    await page.goBack()
    await expectFocus(page, 'link', /Pending alerts/)
    // The alerts of the deliveries that fail, and no others.
    await press(page, '4')
    await see(page).toHaveURL(new RegExp(`/alerts\\?ids=${failing.join(',')}$`))
    await see(page.locator('[role=row][data-index]')).toHaveCount(2)

    const none = await console.visit({ as: 'vazia-admin', locale: 'pt-BR' })
    await see(card(none, 'Esperando por você')).toContainText(/Nada espera por você \(verificado em \d+\/.*:\d\d\)/)
    await see(none.getByRole('heading', { level: 1 })).toBeFocused()
  })

  it('shows the number of pending alerts on every screen, anew as alerts come, and asks nothing for those who may not see them', async () => {
    const raise = () =>
      inDatabase((tx) =>
        sql`insert into alerts (client_id, site_id, uuid, text, generated_at, test)
          values (${ACME}, null, gen_random_uuid()::text, 'Briga', now(), false)`.execute(tx),
      )
    await raise()
    const page = await console.visit({
      as: 'acme-admin',
      path: '/teams',
      ownClock: true,
      size: { width: 360, height: 800 },
    })
    const pending = page.getByRole('banner').getByRole('link', { name: /^Alerts: \d+ pending$/ })
    await see(pending).toBeVisible()
    const count = Number(/\d+/.exec(await pending.innerText())![0])
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await raise()
    await page.clock.fastForward(31_000)
    await see(pending).toHaveAccessibleName(`Alerts: ${count + 1} pending`)
    await tabTo(page, pending, 'Shift+Tab')
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/alerts\?view=pending&tests=no$/)

    const other = await console.visit({ as: 'acme-approver', path: NO_PAGE })
    const asked: string[] = []
    other.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await other.goto('/maps')
    await see(other.locator('[role=row][data-index]').first()).toBeVisible()
    await see(other.getByRole('log')).toHaveCount(1)
    expect(asked.filter((path) => path === '/api/alerts')).toEqual([])
    expect(asked.filter((path) => path === '/api/maps').length).toBeGreaterThan(0)
  })
})
