import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from 'playwright'
import { expect, it } from 'vitest'
import { expectDayDone, mended, NEWCOMER, sheet } from '../support-day'
import { inBrowser, see } from './console'
import { chooseFile, focusIsLost, press, tabTo, type } from './keyboard'

/** The names on the day's screens. */
const WORDS = {
  palette: 'Buscar ou executar qualquer coisa',
  newClient: 'Criar cliente',
  client: {
    name: 'Nome',
    nickname: 'Nome curto',
    username: 'Nome de usuário',
    email: 'E-mail',
    manager: 'Usuário gestor',
  },
  sheet: {
    asked: 'importar sites',
    opens: /^Importar sites/,
    choose: /^Escolher (um|outro) arquivo/,
    stop: 'Não gravar nada',
    rejected: 'Rejeitadas',
    created: 'Criadas',
    toCreate: 'A criar',
    save: 'Salvar as linhas rejeitadas',
  },
  codes: { asked: 'criar código de cadastro', title: /^Criar código de cadastro para \d+ sites/ },
  all: (count: number) => `Todos os ${count} resultados estão selecionados`,
  skipped: (count: number) => `${count} de fora`,
  terms: { title: 'Título', content: 'Conteúdo', publish: /^Publicar Termos de uso/ },
  lock: /^Bloquear Municípios Unidos/,
  unlock: /^Desbloquear Municípios Unidos/,
  locked: 'O cliente Municípios Unidos está bloqueado.',
  undone: /^Desfeito: Desativar/,
} as const

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page) => page.locator('[role=row]:focus')
const figure = (page: Page, name: string) => dialog(page).locator('dl > div').filter({ hasText: name }).locator('dd')
const idIn = (page: Page) => Number(/\/(\d+)\/show/.exec(page.url())?.[1])

/** Runs the palette's entry for some letters, once it is highlighted; `.` opens the actions at hand. */
async function run(page: Page, opener: '.' | 'Control+K', asked: string, entry: RegExp): Promise<void> {
  await press(page, opener)
  await see(dialog(page).getByRole('combobox')).toBeFocused()
  await type(page, asked)
  await see(page.locator('[role=option][aria-selected=true]')).toHaveAccessibleName(entry)
  await press(page, 'Enter')
}

/** Confirms the open question, which has its focus on the way back. */
async function confirm(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog')
  await see(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await press(page, 'Tab', 'Enter')
  await see(question).toHaveCount(0)
}

async function chooseSheet(page: Page, button: Locator, buffer: Buffer): Promise<void> {
  await tabTo(page, button)
  await chooseFile(page, { name: sheet.name, mimeType: 'text/csv', buffer })
}

async function saved(page: Page, ask: () => Promise<void>): Promise<Buffer> {
  const waiting: Promise<Download> = page.waitForEvent('download')
  await ask()
  return readFileSync(await (await waiting).path())
}

inBrowser('a support day', (console) => {
  const w = WORDS
  const ask = async <T>(path: string) =>
    (await console.world.call(await console.world.token('root'), 'GET', path)).body as unknown as {
      data: T
      meta: { total: number }
    }

  it('CARD-02 CARD-08 is played by keyboard alone: from a new client to everything saved as files', async () => {
    const page = await console.visit({ as: 'root', path: '/clients', locale: 'pt-BR' })
    await see(row(page)).toBeVisible()

    // The client, with its manager and its default project.
    await press(page, 'c')
    await see(heading(page, w.newClient)).toBeVisible()
    await see(page.locator('form :focus')).toBeVisible()
    const manager = page.getByRole('group', { name: w.client.manager })
    const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true })
    await tabTo(page, field(page.locator('main'), w.client.name).first())
    await type(page, NEWCOMER.name)
    await tabTo(page, field(page.locator('main'), w.client.nickname))
    await type(page, NEWCOMER.nickname)
    await tabTo(page, field(manager, w.client.username))
    await type(page, NEWCOMER.username)
    await tabTo(page, field(manager, w.client.email))
    await type(page, NEWCOMER.email)
    await tabTo(page, field(manager, w.client.name))
    await type(page, NEWCOMER.name)
    await press(page, 'Control+Enter')
    await see(row(page)).toContainText(NEWCOMER.name)
    await press(page, 'Enter')
    await see(heading(page, NEWCOMER.name)).toBeVisible()
    const id = idIn(page)
    const sites = async () => (await ask(`sites?ClientId=${id}&limit=1`)).meta.total

    // Its sheet: the good rows are written, the bad ones are saved, mended and imported.
    await press(page, '3')
    await see(page).toHaveURL(/tab=sites/)
    await run(page, '.', w.sheet.asked, w.sheet.opens)
    const choose = dialog(page).getByRole('button', { name: w.sheet.choose })
    await see(choose).toBeFocused()
    await chooseSheet(page, choose, sheet.bytes)
    await see(figure(page, w.sheet.rejected)).toHaveText(String(sheet.rejects.length))
    for (const { line } of sheet.rejects) await see(dialog(page).getByText(`${sheet.name}:${line}:`)).toBeVisible()
    expect(await sites()).toBe(0)
    await tabTo(page, dialog(page).getByRole('radio', { name: w.sheet.stop }))
    await press(page, 'ArrowDown', 'Control+Enter')
    await see(figure(page, w.sheet.created)).toHaveText(String(sheet.rows - sheet.rejects.length))
    await tabTo(page, dialog(page).getByRole('button', { name: w.sheet.save }))
    const rejects = await saved(page, () => press(page, 'Enter'))
    await chooseSheet(page, choose, mended(rejects))
    await see(figure(page, w.sheet.toCreate)).toHaveText(String(sheet.rejects.length))
    await press(page, 'Control+Enter')
    await see(figure(page, w.sheet.created)).toHaveText(String(sheet.rejects.length))
    expect(await sites()).toBe(sheet.rows)
    await press(page, 'Escape')
    await see(dialog(page)).toHaveCount(0)

    // A code for each of them, but for those that brought their own.
    expect(await focusIsLost(page)).toBe(false)
    await press(page, 'Control+A')
    await see(page.getByText(/^(50|100) /).first()).toBeVisible()
    await press(page, 'Control+A')
    await see(page.getByText(w.all(sheet.rows)).first()).toBeVisible()
    await run(page, '.', w.codes.asked, w.codes.title)
    await confirm(page)
    await see(dialog(page)).toContainText(w.skipped(sheet.withCodes), { timeout: 60_000 })
    await press(page, 'Escape')
    await see(dialog(page)).toHaveCount(0)
    await press(page, 'Escape')

    // The wrong switch, taken back.
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    const name = await row(page).getByRole('rowheader').innerText()
    const active = async () => {
      const { data } = await ask<{ name: string; active: boolean }[]>(
        `sites?ClientId=${id}&showInactive=true&limit=1000`,
      )
      return data.filter((site) => !site.active).map((site) => site.name)
    }
    await press(page, 't')
    await see.poll(active).toEqual([name])
    await press(page, 'z')
    await see(page.getByRole('log').getByText(w.undone)).toBeVisible()
    expect(await active()).toEqual([])

    // Its terms, written and published, in the client that is worked in from here on.
    await press(page, 'w')
    await see(dialog(page).getByRole('combobox')).toBeFocused()
    await type(page, 'unidos')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText(NEWCOMER.name)
    await press(page, 'Enter')
    await see(dialog(page)).toHaveCount(0)
    await press(page, 'g', 'e')
    await see(page).toHaveURL(/\/terms$/)
    await see(page.getByRole('row')).toHaveCount(0)
    await press(page, 'c')
    await tabTo(page, field(page.locator('main'), w.terms.title))
    await type(page, 'Termos de uso')
    await tabTo(page, page.getByRole('textbox', { name: w.terms.content, exact: true }))
    await type(page, 'Em emergência, ligue 193.')
    await press(page, 'Control+Enter')
    await see(row(page)).toContainText('Termos de uso')
    await run(page, '.', 'publicar', w.terms.publish)
    await confirm(page)
    await see
      .poll(async () => (await ask<{ publishedAt: unknown }[]>(`terms?ClientId=${id}`)).data)
      .toMatchObject([{ publishedAt: expect.any(String) }])

    // Locked: every try is refused with its reason, here and by the server; then unlocked.
    await press(page, 'Control+K')
    await see(page.getByRole('combobox', { name: w.palette })).toBeFocused()
    await type(page, 'municipios unidos')
    await see(page.locator('[role=option][aria-selected=true]')).toContainText(NEWCOMER.name)
    await press(page, 'Enter')
    await see(heading(page, NEWCOMER.name)).toBeVisible()
    await run(page, '.', 'bloquear', w.lock)
    await confirm(page)
    await see(page.getByText(w.locked, { exact: false }).first()).toBeVisible()
    await press(page, '3')
    await tabTo(page, page.locator('[role=row][tabindex="0"]'))
    await press(page, 't')
    await see(page.getByRole('log').getByText(w.locked, { exact: false })).toBeVisible()
    expect(await active()).toEqual([])
    const site = (await ask<{ id: number }[]>(`sites?ClientId=${id}&limit=1`)).data[0]!.id
    const refused = await console.world.call(await console.world.token('root'), 'PATCH', `sites/${site}`, {
      active: false,
    })
    expect(refused.body.error?.message).toBe('CLIENT_LOCKED')
    await run(page, '.', 'desbloquear', w.unlock)
    await see.poll(async () => (await ask<{ locked: boolean }>(`clients/${id}`)).data.locked).toBe(false)

    // Everything as files: importable lists by the palette, others by a dialog that says how many rows there are.
    await press(page, 'g', 's')
    await see(row(page)).toBeVisible()
    const whole = (asked: string, entry: RegExp) => saved(page, () => run(page, 'Control+K', asked, entry))
    const files: { sites: Buffer; codes: Buffer } = {
      sites: await whole('exportar sites csv', /^Exportar sites em CSV/),
      codes: Buffer.alloc(0),
    }
    await press(page, 'g', 't')
    await see(page).toHaveURL(/\/teams$/)
    await whole('exportar equipes csv', /^Exportar equipes em CSV/)
    for (const [letter, path] of [
      ['c', 'clients'],
      ['u', 'users'],
      ['l', 'license-comments'],
      ['m', 'maps'],
      ['w', 'mobile-users'],
      ['r', 'registration-codes'],
    ] as const) {
      await press(page, 'g', letter)
      await see(page).toHaveURL(new RegExp(`/${path}`))
      await press(page, 'y', 'f')
      await see(dialog(page).getByRole('radio').first()).toBeFocused()
      files.codes = await saved(page, () => press(page, 'Enter'))
      await press(page, 'Escape')
      await see(dialog(page)).toHaveCount(0)
    }
    await expectDayDone(console.world, files)
  }, 120_000)
})
