import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import type { MonitoringProvider } from '@tocsin/core/resources/monitoring-providers/types'
import { sql } from 'kysely'
import { withServer } from '../../server/context/actor'
import { noFaults } from '../../server/faults'
import { axe, overflow } from './axe'
import { goWithin, inBrowser, see } from './console'
import { focusIsLost, moveTo, press, retype, tabTo, type } from './keyboard'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const notices = (page: Page) => page.getByRole('log')
const columns = (page: Page) => page.getByRole('columnheader').allTextContents()

async function fill(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, field(page, name))
  await retype(page, text)
}

async function choose(page: Page, name: string, label: string): Promise<void> {
  await tabTo(page, choice(page, name))
  await type(page, label)
  await see(choice(page, name).locator('option:checked')).toHaveText(label)
}

const offered = async (page: Page, name: string) =>
  (await choice(page, name).locator('option').allTextContents()).filter((text) => !/^(Choose…|\(none\))$/.test(text))

inBrowser('monitoring providers', (console) => {
  const provider = async (name: string) =>
    (
      (
        await console.world.call(
          await console.world.token('root'),
          'GET',
          `monitoring-providers?ClientId=2&showInactive=true&q=${encodeURIComponent(name)}`,
        )
      ).body.data as MonitoringProvider[]
    )[0]

  it('A-154 marks one that fails for a day, in the list and on its page, with the time since when', async () => {
    const since = (at: string | null) =>
      withServer(console.world.database, (tx) =>
        sql`update monitoring_providers set failed_since = ${at}, failing_since = ${at} where id = 2`.execute(tx),
      )
    await since('2026-03-02T10:30:00Z')
    const page = await console.visit({ as: 'acme-admin', path: '/monitoring-providers' })
    const grid = page.getByRole('grid', { name: 'Monitoring providers' })
    await see(grid.getByRole('row', { name: /Portaria/ })).toContainText('Failing')
    await see(grid.getByRole('row', { name: /Segurança/ })).not.toContainText('Failing')
    expect(await axe(page)).toEqual([])
    const shown = await console.visit({ as: 'acme-admin', path: '/monitoring-providers/2/show' })
    await see(shown.getByText('Failing', { exact: true })).toBeVisible()
    await see(shown.getByRole('group', { name: 'Facts' })).toContainText(/Failing since3\/2\/26/)
    expect(await axe(shown)).toEqual([])
    await since(null)
    const again = await console.visit({ as: 'acme-admin', path: '/monitoring-providers/2/show' })
    await see(heading(again, /Portaria/)).toBeVisible()
    await see(again.getByText('Failing', { exact: true })).toHaveCount(0)
  })

  it('PROV-02 PROV-03 PROV-17 ENT-PROV-03 makes and changes those of a client in dialogs that close after a failure as well, but where a field mends it', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2/show?tab=providers' })
    console.trouble(page).expect(/status of (400|500)/)
    const grid = page.getByRole('grid', { name: 'Monitoring providers' })
    await see(grid).toContainText('Portaria da Acme')
    await see(grid).not.toContainText('Ronda antiga')
    expect((await columns(page)).slice(1, 4)).toEqual(['Name', 'Provider type', 'Active'])
    await see(grid.getByRole('row', { name: /Portaria/ })).toContainText('E-mail')
    expect(await axe(page)).toEqual([])

    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 'c')
    const dialog = page.getByRole('dialog', { name: 'Create monitoring provider' })
    await see(field(page, 'Name')).toBeFocused()
    expect(await offered(page, 'Provider type')).toEqual(['Webhook', 'E-mail', 'API'])
    await see(field(page, 'Callback address')).toHaveAttribute('type', 'url')
    await fill(page, 'Name', 'Aviso novo')
    await fill(page, 'E-mail', 'aviso@example.org')
    await fill(page, 'Callback address', 'http://0x7f.1/')
    await press(page, 'Control+Enter')
    await see(field(page, 'Callback address')).toHaveAccessibleDescription(/leads to an internal network/)
    expect(await axe(page)).toEqual([])
    await fill(page, 'Callback address', 'https://hooks.example.org/x')

    console.world.faults.current = (point, { method }) => {
      if (point === 'request' && method === 'POST') throw new ApiError({ status: 500, code: 'INTERNAL_ERROR' })
    }
    await press(page, 'Control+Enter')
    await see(dialog).toHaveCount(0)
    await see(notices(page)).toContainText(/Not saved.*req-\d+/s)
    expect(await focusIsLost(page)).toBe(false)
    console.world.faults.current = noFaults
    await tabTo(page, page.getByRole('button', { name: /^Open again/ }))
    await press(page, 'Enter')
    await see(field(page, 'Callback address')).toHaveValue('https://hooks.example.org/x')
    await press(page, 'Control+Enter')
    await see(dialog).toHaveCount(0)
    await see(grid).toContainText('Aviso novo')
    expect((await provider('Aviso novo'))?.ClientId).toBe(2)

    // Changed in a dialog too, and pushed with that.
    const sent: unknown[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
    await see(page.locator('[role=row]:focus')).toContainText('Aviso novo')
    await press(page, 'e')
    await see(page.getByRole('dialog', { name: 'Edit Aviso novo' })).toBeVisible()
    await fill(page, 'Name', 'Aviso mudado')
    await press(page, 'Control+Enter')
    await see(grid).toContainText('Aviso mudado')
    expect(sent).toEqual([{ name: 'Aviso mudado', sync: true }])
    await see.poll(async () => (await provider('Aviso mudado'))?.syncedAt).not.toBeNull()
  })

  it('PROV-01 PROV-04 PROV-05 PROV-07 PROV-15 shows one with its tokens, each of which is told once', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/monitoring-providers', locale: 'pt-BR' })
    const grid = page.getByRole('grid', { name: 'Provedores de monitoramento' })
    // The provider's own are there beside the client's.
    await see(grid).toContainText('Central tocsin')
    // A provider that every client sees is the provider's to change.
    const global = grid.getByRole('row').filter({ hasText: 'Central tocsin' })
    await see(global.getByRole('switch')).toHaveCount(0)
    await see(global.getByRole('link', { name: /^Editar/ })).toHaveCount(0)
    await see(grid.getByRole('switch').first()).toBeVisible()
    await see(grid).toContainText('Portaria da Acme')
    await moveTo(page, 'j', 'Portaria da Acme')
    await press(page, 'Enter')
    await see(heading(page, 'Portaria da Acme')).toBeVisible()
    expect(await axe(page)).toEqual([])
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'Resumo',
      'Canais',
      expect.stringMatching(/^Tokens de API/),
    ])
    await press(page, '3')
    await see(page.getByText('portaria', { exact: true })).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Criar token de API' }))
    await press(page, 'Enter')
    const told = page.getByRole('dialog', { name: 'Token de API de Portaria da Acme' })
    const token = await told.getByRole('status', { name: 'Token de API' }).textContent()
    expect(token).toMatch(/^tocsin_[\w-]{43}$/)
    expect(await axe(page)).toEqual([])
    await press(page, 'Enter')
    await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
    await press(page, 'Escape')
    await see(told).toHaveCount(0)
    await see(page.getByText('token 1', { exact: true })).toBeVisible()
    expect(await page.content()).not.toContain(token)
    expect(await focusIsLost(page)).toBe(false)
    await tabTo(page, page.getByRole('button', { name: 'Revogar token 1' }))
    await press(page, 'Enter')
    await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: /^Revogar/ }))
    await press(page, 'Enter')
    await see(page.getByText('token 1', { exact: true })).toHaveCount(0)
    expect(await axe(page)).toEqual([])

    // A webhook is sent to: it has no tokens, and a secret to sign with.
    await page.goto('/monitoring-providers/3/show')
    await see(heading(page, 'Segurança 24 horas')).toBeVisible()
    await see(page.getByRole('tab')).toHaveText(['Resumo', 'Canais'])
  })

  it('T64 tells a new signing secret once: copied by key, kept nowhere, and the focus comes back', async () => {
    const page = await console.visit({ as: 'acme-admin', path: '/monitoring-providers/3/show' })
    await see(heading(page, 'Segurança 24 horas')).toBeVisible()
    await press(page, '.')
    await see(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
    await type(page, 'secret')
    await press(page, 'Enter')
    // The one before signs nothing any more, so that it asks.
    const question = page.getByRole('alertdialog')
    await see(question).toContainText('Segurança 24 horas')
    await tabTo(page, question.getByRole('button').last())
    await press(page, 'Enter')
    const told = page.getByRole('dialog', { name: /Segurança 24 horas/ })
    const secret = (await told.getByRole('status', { name: 'Signing secret' }).textContent())!
    expect(secret).toMatch(/^[\w+/=-]{20,}$/)
    expect(await axe(page)).toEqual([])
    await press(page, 'Enter')
    await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    await press(page, 'Escape')
    await see(told).toHaveCount(0)
    expect(await page.content()).not.toContain(secret)
    expect(await focusIsLost(page)).toBe(false)
    await page.reload()
    await see(heading(page, 'Segurança 24 horas')).toBeVisible()
    expect(await page.content()).not.toContain(secret)
    expect(
      await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
    ).not.toContain(secret)
  })

  it('S41 PROV-11 ENT-PROV-04 PERM-42 offers staff all five kinds in the full form, and asks for what each needs', async () => {
    const page = await console.visit({ as: 'root', path: '/monitoring-providers', size: { width: 360, height: 800 } })
    console.trouble(page).expect(/status of 400/)
    const grid = page.getByRole('grid', { name: 'Monitoring providers' })
    await see(grid).toContainText('Central tocsin')
    await see(grid).not.toContainText('Acme')
    expect(await overflow(page)).toEqual([])
    await press(page, 'c')
    await see(heading(page, 'Create monitoring provider')).toBeVisible()
    expect(await offered(page, 'Provider type')).toEqual(['Webhook', 'E-mail', 'API', 'Telegram', 'Standard 2'])
    await choose(page, 'Provider type', 'Telegram')
    await see(field(page, 'Telegram code')).toBeVisible()
    await see(field(page, 'Callback address')).toHaveCount(0)
    await press(page, 'ArrowDown')
    await see(choice(page, 'Provider type').locator('option:checked')).toHaveText('Standard 2')
    await fill(page, 'Name', 'Padrão')
    await fill(page, 'E-mail', 'padrao@example.org')
    await press(page, 'Control+Enter')
    for (const name of ['Admin name', 'Admin username', 'Admin e-mail'])
      await see(field(page, name)).toHaveAccessibleDescription(`${name} is required.`)
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    await fill(page, 'Admin name', 'Paula')
    await fill(page, 'Admin username', 'MONITOR-ADMIN')
    await fill(page, 'Admin e-mail', 'paula@example.org')
    await press(page, 'Control+Enter')
    await see(field(page, 'Admin username')).toHaveAccessibleDescription(/already in use/)
    await fill(page, 'Admin username', 'paula')
    await press(page, 'Control+Enter')
    await see(grid.or(heading(page, 'Padrão')).first()).toContainText('Padrão')
    await goWithin(page, '/monitoring-providers/create')
    await choose(page, 'Provider type', 'API')
    await see(field(page, 'Manager name')).toBeVisible()
    await see(field(page, 'Admin name')).toHaveCount(0)
    const portuguese = await console.visit({ as: 'root', path: '/monitoring-providers/create', locale: 'pt-BR' })
    await choose(portuguese, 'Tipo de provedor', 'Standard 2')
    for (const name of ['Nome do administrador', 'Nome de usuário do administrador', 'E-mail do administrador'])
      await see(field(portuguese, name)).toBeVisible()
  })
})
