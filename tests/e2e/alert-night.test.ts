import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, expect, it } from 'vitest'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { AlertHistory } from '@tocsin/core/resources/alert-histories/types'
import { handOver, startHook } from '../alert-providers'
import { phonesOf } from '../phones'
import { axe, overflow } from './axe'
import { chooseElsewhere, inBrowser, see } from './console'
import { press, tabTo, type } from './keyboard'

/** The profile of a person of Acme whose name stands nowhere in an anonymous alert. */
const REPORTER = { id: 1, name: 'Mirtes Sabiá' }
/** The alerts of the busy hour, beside those that the night is about. */
const BUSY = 12

const rows = (page: Page) => page.locator('[role=row][data-index]')
const grid = (page: Page) => page.getByRole('treegrid')
const dialog = (page: Page) => page.getByRole('dialog')
const drawer = (page: Page) => page.getByRole('complementary', { name: /^(Alert|Alerta) \d+$/ })

const hook = await startHook()
afterAll(() => hook.close())

inBrowser(
  'a night with alerts',
  (console) => {
    const root = async <T>(method: string, path: string, body?: object) =>
      (await console.world.call(await console.world.token('root'), method, path, body)).body.data as unknown as T

    it('ALERT-01 ALERT-10 A-155 A-162 A-163 is worked by two operators by keys, in both languages, wide and at 360 px, in dark themes', async () => {
      const { world } = console
      const phones = phonesOf(world)
      // The alerts of the fixtures are another night's.
      for (const { id } of await root<Alert[]>('GET', 'alerts?ClientId=2&open=true&limit=50'))
        await root('POST', `alerts/${id}/resolve`, { resolution: 'test' })
      const provider = await root<{ id: number }>('POST', 'monitoring-providers', {
        ClientId: 2,
        name: 'Central da noite',
        email: 'noite@example.org',
        callbackUrl: hook.url('/night'),
      })
      const panic = await phones.channel({ anonymous: true }, { name: 'Pânico', MonitoringProviders: [provider.id] })
      const ana = await console.visit({
        path: '/alerts',
        locale: 'pt-BR',
        size: { width: 1440, height: 900 },
        more: { colorScheme: 'dark' },
      })
      const saulo = await console.visit({
        as: 'acme-site-manager',
        path: '/alerts',
        size: { width: 360, height: 740 },
        more: { colorScheme: 'dark' },
      })
      await chooseElsewhere(ana, { theme: 'blue' })
      for (const page of [ana, saulo]) {
        await see(page.locator('html')).toHaveAttribute('data-theme', /-dark$/)
        await see(page.locator('[data-feed=live]')).toBeVisible()
        await see(rows(page)).toHaveCount(0)
      }

      // The busy hour begins; the provider fails.
      hook.answers.current = (_, response) => void response.writeHead(500).end('down')
      const fire = await phones.raised(REPORTER.id, { ChannelId: panic, text: 'Fumaça na cozinha' })
      const hidden = await phones.raised(REPORTER.id, { ChannelId: panic, text: 'Ouvi gritos', anonymous: true })
      const mistake = await phones.raised(REPORTER.id, { ChannelId: panic, text: 'Apertei sem querer' })
      const busy: number[] = []
      for (let one = 0; one < BUSY; one++) busy.push((await phones.raised(REPORTER.id, { text: `Aviso ${one}` })).id)
      await see(rows(ana)).toHaveCount(BUSY + 3)
      await see(ana).toHaveTitle(new RegExp(`^\\(${BUSY + 3}\\) Alertas`))
      await handOver(world)
      expect(hook.received).toHaveLength(3)

      // One silences for both, and says why.
      await tabTo(ana, ana.getByRole('button', { name: 'Silenciar…' }))
      await press(ana, 'Enter')
      await type(ana, 'Ronda do pátio')
      await press(ana, 'Control+Enter')
      await see(saulo.getByText(/silenced by Ana Acme: Ronda do pátio until \d\d:\d\d/)).toBeVisible()
      expect(await overflow(saulo)).toEqual([])

      // The oldest is at the end. Both reach for it: Ana is first, and Saulo is asked before he takes it from her.
      await tabTo(saulo, saulo.locator('[role=row][tabindex="0"]'))
      await press(saulo, 'End')
      await see(saulo.locator('[role=row]:focus')).toHaveAttribute('data-index', String(BUSY + 2))
      await tabTo(ana, ana.locator('[role=row][tabindex="0"]'))
      await press(ana, 'End', 'Enter')
      await see(drawer(ana)).toContainText('Fumaça na cozinha')
      await press(ana, 'a')
      await see(drawer(ana)).toContainText('Assumido por Ana Acme')
      await see(saulo.locator('[role=row]:focus')).toContainText('with Ana Acme')
      await press(saulo, 'a')
      const question = saulo.getByRole('alertdialog')
      await see(question).toContainText(`Ana Acme took alert ${fire.id}`)
      await press(saulo, 'Escape')
      await see(question).toHaveCount(0)
      expect(await axe(saulo)).toEqual([])

      // The provider answers again, and Ana sends the alert to it.
      const again = ana.getByRole('button', { name: 'Tentar agora: Central da noite' })
      await see(again).toBeVisible()
      hook.answers.current = (_, response) => void response.writeHead(204).end()
      await tabTo(ana, again)
      // On a slow machine the automatic retry may be due as well. A hand-over before the request would leave nothing to resend.
      const resent = ana.waitForResponse((response) => response.url().endsWith('/resend'))
      await press(ana, 'Enter')
      await resent
      await see.poll(async () => (await handOver(world), hook.received.length)).toBeGreaterThan(3)
      await see(drawer(ana).getByRole('region', { name: 'Provedores' })).toContainText(/Central da noite.*entregue/s)
      expect(await axe(ana)).toEqual([])
      await press(ana, 'Escape', 'Escape')

      // Ana notes what happens, and hands the alert on to him.
      await tabTo(ana, ana.locator('[role=row][tabindex="0"]'))
      await press(ana, 'n')
      await see(ana.getByRole('textbox', { name: 'Nota para a linha do tempo' })).toBeFocused()
      await type(ana, 'Brigada a caminho')
      await press(ana, 'Control+Enter')
      await see(drawer(ana).getByRole('listitem').filter({ hasText: 'Brigada a caminho' })).toBeVisible()
      await press(ana, 'Escape', 'm')
      await see(dialog(ana).getByRole('combobox')).toBeFocused()
      await type(ana, 'saulo')
      await see(ana.getByRole('option').first()).toContainText('Saulo Sítio')
      await press(ana, 'Enter', 'Control+Enter')
      await see(dialog(ana)).toHaveCount(0)
      // Rows are mounted in any order; their index tells their place.
      await see(saulo.locator(`[role=row][data-index="${BUSY + 2}"]`)).toContainText('with you')

      // He resolves his own as real and the mistake as a false alarm; Ana resolves the rest.
      const resolve = async (page: Page, reason: string | null) => {
        await press(page, 'r')
        await see(dialog(page).locator('input:checked')).toBeFocused()
        if (reason !== null) {
          await press(page, 'ArrowRight')
          await see(dialog(page).getByRole('radio', { name: reason })).toBeFocused()
        }
        await press(page, 'Control+Enter')
        await see(dialog(page)).toHaveCount(0)
      }
      await resolve(saulo, null)
      await see(grid(saulo)).toHaveAttribute('aria-rowcount', String(BUSY + 3))
      await press(saulo, 'End')
      await see(saulo.locator('[role=row]:focus')).toHaveAttribute('data-index', String(BUSY + 1))
      await resolve(saulo, 'False alarm')
      // The row in her drawer stays until she moves on, though he has resolved it.
      await see(grid(ana)).toHaveAttribute('aria-rowcount', String(BUSY + 3))
      await press(ana, 'Home', 'Escape')
      for (let left = BUSY + 1; left > 0; left--) {
        await see(grid(ana)).toHaveAttribute('aria-rowcount', String(left + 1))
        await see(ana.locator('[role=row]:focus')).toBeVisible()
        await resolve(ana, null)
      }
      for (const page of [ana, saulo]) await see(rows(page)).toHaveCount(0)
      await see(ana).toHaveTitle(/^Alertas/)

      // The night as a file: every alert once, and no name of the anonymous reporter.
      const whole = await console.visit({ path: '/alerts?view=resolved', locale: 'pt-BR' })
      await see(rows(whole).first()).toBeFocused()
      const saved = whole.waitForEvent('download')
      await press(whole, 'y', 'f')
      await see(dialog(whole).getByRole('radio', { checked: true })).toBeFocused()
      await press(whole, 'Enter')
      const lines = readFileSync(await (await saved).path(), 'utf8')
        .trim()
        .split('\r\n')
        .slice(1)
      const tonight = await root<Alert[]>('GET', `alerts?ClientId=2&after=${fire.id - 1}&limit=100`)
      expect(tonight.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([
        fire.id,
        hidden.id,
        mistake.id,
        ...busy,
      ])
      expect(tonight.every(({ resolution }) => resolution !== null)).toBe(true)
      expect(lines.length).toBeGreaterThanOrEqual(tonight.length)
      const anonymous = tonight.find(({ id }) => id === hidden.id)!
      const events = await root<AlertHistory[]>('GET', `alert-histories?AlertId=${hidden.id}`)
      for (const told of [anonymous, events, lines.filter((line) => line.includes('Anônimo'))])
        expect(JSON.stringify(told)).not.toContain(REPORTER.name)
      expect(lines.filter((line) => line.includes('Anônimo')).length).toBeGreaterThan(0)
    }, 120_000)
  },
  { outbound: hook.outbound },
)
