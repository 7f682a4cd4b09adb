import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { noFaults } from '../../server/faults'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { chooseFile, expectFocus, press, retype, tabTo, type } from './keyboard'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const field = (page: Page, name: string) => page.locator('main').getByRole('textbox', { name, exact: true })
const step = (page: Page, name: string) =>
  page.getByRole('list', { name: /Steps|Etapas/ }).getByRole('button', { name })
const firstRow = (page: Page) => page.locator('[role=row][tabindex="0"]')

/** Chooses a record by name in a field that refers to one. */
async function pick(page: Page, label: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true })
  await tabTo(page, box)
  await type(page, name)
  // The only option left is the highlighted one.
  await see(page.locator('[role=option]')).toHaveText([new RegExp(name)])
  await press(page, 'Enter')
  await see(box).toHaveValue(name)
}

inBrowser('registration', (console) => {
  afterEach(() => {
    console.world.parts.features = {}
  })
  const rows = async (path: string) =>
    (await console.world.call(await console.world.token('acme-admin'), 'GET', path)).body.data as unknown as Record<
      string,
      unknown
    >[]

  it('CODE-03 CODE-05 A-096 makes a code in steps and changes it, and a handler takes automatic approval away', async () => {
    const page = await console.visit({ path: '/registration-codes/create' })
    await see(heading(page, 'Create registration code')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await tabTo(page, field(page, 'Code'))
    await type(page, 'ab-1')
    // A step with a mistake cannot be left.
    await tabTo(page, page.getByRole('button', { name: 'Next' }))
    await press(page, 'Enter')
    await see(field(page, 'Code')).toBeFocused()
    await see(field(page, 'Code')).toHaveAccessibleDescription(/exactly 6 letters or digits/)
    await retype(page, 'zzz777')
    // Enter leads on as the button does: nothing is made before the last step.
    await press(page, 'Enter')
    await see(step(page, 'Where it leads')).toHaveAttribute('aria-current', 'step')
    expect(await rows('registration-codes?q=zzz777')).toEqual([])
    for (let at = 0; at < 2; at++) {
      await tabTo(page, page.getByRole('button', { name: 'Next' }))
      await press(page, 'Enter')
    }
    await see(step(page, 'Handler')).toHaveAttribute('aria-current', 'step')
    const approve = page.getByRole('switch', { name: 'Approve automatically' })
    await tabTo(page, approve)
    await press(page, 'Space')
    await see(approve).toBeChecked()
    await tabTo(page, page.getByRole('combobox', { name: 'Handler', exact: true }), 'Shift+Tab')
    await pick(page, 'Handler', 'Portaria')
    await see(approve).not.toBeChecked()
    await see(approve).toBeDisabled()
    await see(approve).toHaveAccessibleDescription(/the handler decides/)
    expect(await axe(page)).toEqual([])
    await press(page, 'Control+Enter')
    await see(heading(page, 'ZZZ777')).toBeVisible()
    expect(await rows('registration-codes?q=zzz777')).toMatchObject([
      { RegistrationHandlerId: 3, config: { autoApprove: false }, mode: 'client' },
    ])

    await press(page, 'e')
    await see(heading(page, 'Edit ZZZ777')).toBeVisible()
    await tabTo(page, step(page, 'Form'))
    await press(page, 'Enter')
    await pick(page, 'Form', 'Visitantes')
    await press(page, 'Control+Enter')
    await see(page.getByText('Updated: ZZZ777')).toBeVisible()
    expect(await rows('registration-codes?q=zzz777')).toMatchObject([{ RegistrationFormId: 2 }])
  })

  it('W65 offers to copy the code that was just created, by its key and by its button', async () => {
    const page = await console.visit({ path: '/sites' })
    await see(firstRow(page)).toBeFocused()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const notices = page.getByRole('region', { name: 'Notices' })
    const create = async () => {
      await press(page, 'n', 'r')
      await see(heading(page, 'Create registration code')).toBeVisible()
      await press(page, 'Control+Enter')
      await see(page.locator('h1')).toHaveText(/^[A-Z0-9]{6}$/)
      const code = await page.locator('h1').innerText()
      await see(notices).toContainText(`Created: ${code}`)
      return code
    }
    const first = await create()
    await press(page, 'y', 'n')
    await see(notices).toContainText(`Copied: ${first}`)
    expect(await copied()).toBe(first)
    expect(await axe(page)).toEqual([])
    // The notice of a newer code takes the key.
    const second = await create()
    await press(page, 'y', 'n')
    await see.poll(copied).toBe(second)
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await tabTo(page, notices.getByRole('button', { name: 'Copy: Code' }).last())
    await press(page, 'Enter')
    await see.poll(copied).toBe(second)
    // Without such a notice the key does nothing, and the list of keys does not have it.
    await page.reload()
    await see(page.locator('h1')).toHaveText(second)
    await press(page, '?')
    await see(page.getByRole('dialog')).toContainText('Copy id')
    await see(page.getByRole('dialog')).not.toContainText('Copy what was just created')
  })

  it.each([
    ['acme-admin', false, ['Conferência geral', 'Folha de pagamento', 'Portaria']],
    ['acme-admin', true, ['Matrícula']],
    ['client-manager', true, ['Conferência por documento', 'Matrícula']],
  ] as const)('A-097 offers %s, of the second kind: %s, the handlers %o for a code of Acme', async (as, v2, names) => {
    console.world.parts.features = v2 ? { 'reg-handler-v2': true } : {}
    try {
      const page = await console.visit({ as, path: '/registration-codes/1' })
      await tabTo(page, step(page, 'Handler'))
      await press(page, 'Enter')
      await tabTo(page, page.getByRole('combobox', { name: /^Handler/ }))
      await press(page, 'ArrowDown')
      const options = page.locator('[role=listbox] [role=option]')
      await see(options).toHaveCount(names.length)
      for (const [at, name] of names.entries()) await see(options.nth(at)).toContainText(name)
    } finally {
      console.world.parts.features = {}
    }
  })

  it('HAND-08 says Updated of a handler that is saved, and what went wrong of one that is not', async () => {
    const page = await console.visit({ path: '/registration-handlers/3' })
    console.trouble(page).expect(/status of 503/)
    await tabTo(page, field(page, 'Name'))
    await retype(page, 'Portaria central')
    console.world.faults.current = async (point, { method }) => {
      if (point === 'request' && method === 'PUT') throw new ApiError({ status: 503, code: 'BUSY' })
    }
    await press(page, 'Control+Enter')
    await see(page.getByText('The server is busy. Try again in a moment')).toBeVisible()
    expect(await rows('registration-handlers?ids=3')).toMatchObject([{ name: 'Portaria' }])
    console.world.faults.current = noFaults
    await press(page, 'Control+Enter')
    await see(page.getByText('Updated: Portaria central')).toBeVisible()
    expect(await rows('registration-handlers?ids=3')).toMatchObject([{ name: 'Portaria central' }])
    await console.world.call(await console.world.token('acme-admin'), 'PATCH', 'registration-handlers/3', {
      name: 'Portaria',
    })
  })

  it('SHELL-09 HAND-02 FLAG-08 leads to handlers of the second kind while the flag is on, and codes with it', async () => {
    console.world.parts.features = { 'reg-handler-v2': true }
    const page = await console.visit({ locale: 'pt-BR', ownSession: true })
    const entry = page.getByRole('navigation').getByRole('link', { name: 'Handlers de cadastro (v2)' })
    await see(entry).toHaveAttribute('href', '/v2/registration-handlers')
    await see(
      page.getByRole('navigation').getByRole('link', { name: 'Handlers de cadastro', exact: true }),
    ).toHaveCount(0)
    // On the home it goes from the heading to what waits.
    await see(page.locator('h1:focus, main :focus')).toHaveCount(1)
    await press(page, 'g', 'k')
    await see(heading(page, 'Handlers de cadastro (v2)')).toBeVisible()
    await see(page).toHaveURL(/\/v2\/registration-handlers$/)
    await see(page.getByRole('row').filter({ hasText: 'Matrícula' })).toBeVisible()
    await tabTo(page, firstRow(page))
    await press(page, 'e')
    await see(heading(page, 'Editar Matrícula')).toBeVisible()
    const json = field(page, 'O que ele confere (JSON)')
    await tabTo(page, json)
    await retype(page, '{\n  "by": [\n')
    await press(page, 'Control+Enter')
    await see(json).toBeFocused()
    await see(json).toHaveAccessibleDescription(/veja a linha 3/)
    expect(await axe(page)).toEqual([])
    await retype(page, '{"by": ["crachá"]}')
    await press(page, 'Control+Enter')
    await see(page.getByText('Atualizado: Matrícula')).toBeVisible()
    expect(await rows('v2/registration-handlers?ids=2')).toMatchObject([
      { schema: { matchConfig: { by: ['crachá'] } } },
    ])

    await page.goto('/registration-codes/create')
    await tabTo(page, step(page, 'Handler'))
    await press(page, 'Enter')
    await see(page.getByRole('combobox', { name: 'Handler (v2)' })).toBeVisible()
    await see(page.getByRole('combobox', { name: 'Handler', exact: true })).toHaveCount(0)

    // A client's tab of handlers has those in use, by the same address.
    const path = '/clients/2?tab=registration-handlers'
    const ours = await console.visit({ as: 'root', path, ownSession: true })
    await see(ours.getByRole('tab', { selected: true })).toHaveText('Registration handlers (v2)')
  })

  it('FORM-01 FORM-03 FIELD-06 shows what a form asks for, and takes its fields as JSON that is told its lines', async () => {
    const page = await console.visit({ path: '/registration-forms' })
    await see(page.getByRole('row').filter({ hasText: 'Cadastro de professores' })).toBeVisible()
    await page.goto('/registration-forms/1/show')
    const fields = page.getByRole('listbox').first().getByRole('option')
    await see(fields).toHaveCount(3)
    await see(fields.first()).toBeFocused()
    // Its fields are opened and filled in, and not changed.
    const padlocks = (name: string) =>
      page
        .getByRole('region', { name })
        .locator('input[readonly]:not([data-column]), select')
        .evaluateAll((all) => all.map((one) => one.parentElement!.querySelector(':scope > svg') !== null))
    // Title, name, tag, type, and how it is answered: each has a padlock.
    expect(await padlocks('Field Nome completo')).toEqual(Array.from({ length: 8 }, () => true))
    await see(page.getByRole('region', { name: 'Field Nome completo' })).not.toContainText('Checks')
    await press(page, 'j')
    await see(page.getByRole('region', { name: 'Field CPF' })).toContainText('Checks')
    await press(page, 'j', 'Delete', 'Enter')
    await see(page.getByRole('region', { name: 'Field Turno' })).toContainText('This page shows the fields.')
    const title = page.getByRole('textbox', { name: 'Title', exact: true })
    await see(title).toHaveAttribute('readonly', '')
    await see(fields).toHaveCount(3)
    expect(await axe(page)).toEqual([])
    await press(page, 'Escape', 'v')
    await see(page.getByRole('complementary').getByRole('radio', { name: 'Manhã' })).toBeFocused()
    await press(page, 'Escape', '2')
    await see(page.getByRole('definition').filter({ hasText: 'Cadastro de professores' })).toBeVisible()
    await press(page, 'e')
    await see(fields.first()).toBeFocused()
    // An unsaved text there waits for the editor alone.
    await press(page, 'Enter')
    await retype(page, 'Outra pergunta')
    await see(fields.first()).toContainText('Outra pergunta')
    await page.goto('/registration-forms/1/show')
    await see(fields.first()).not.toContainText('Outra pergunta')
    await page.goto('/registration-forms/1')
    await see(fields.first()).toContainText('Outra pergunta')
    await tabTo(page, page.getByRole('radio', { name: 'Fields', checked: true }))
    await press(page, 'ArrowLeft')
    const json = page.getByRole('textbox', { name: 'Fields' })
    await tabTo(page, json)
    await retype(page, '[\n  {"name": "ok", "type": "text"},\n  {"name": "not ok",\n   "type": "slider"}\n]')
    await press(page, 'Control+Enter')
    const wrong = page.getByRole('list', { name: 'What is wrong in Fields' }).getByRole('button')
    await see(wrong).toHaveText([/^line 3: Name may contain only letters/, /^line 4: Type must be one of/])
    await see(wrong.first()).toBeFocused()
    expect(await axe(page)).toEqual([])
    await press(page, 'Enter')
    await see(json).toBeFocused()
    expect(
      await json.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
    ).toBe('  {"name": "not ok",')
    await retype(page, '[{"name": "nome", "type": "text", "title": "Nome"}]')
    await press(page, 'Control+Enter')
    await see(page.getByText('Updated: Cadastro de professores')).toBeVisible()
    await see(fields).toHaveCount(1)
  })

  it('S01 saves what is known of people as a sheet that comes back unchanged, by the keys of its list', async () => {
    const path = 'registration-data?RegistrationDataSchemaId=1'
    const before = await rows(path)
    const page = await console.visit({ path: '/registration-data/schemas/1/show', locale: 'pt-BR' })
    await see(page.getByText('10001')).toBeVisible()
    await press(page, 'y', 'f')
    const dialog = page.getByRole('dialog')
    await see(dialog.getByText('uma para cada propriedade')).toBeVisible()
    await see(
      dialog.getByText('tocsin registration-data export --registration-data-schema=1 --output=csv'),
    ).toBeVisible()
    const saved = page.waitForEvent('download')
    await press(page, 'Control+Enter')
    const file = readFileSync(await (await saved).path(), 'utf8')
    expect(file.split('\r\n')[0]).toBe('\ufeffkey,tags,nome,cargo')
    await press(page, 'Escape')
    await see(dialog).toBeHidden()
    await tabTo(page, page.getByRole('button', { name: 'Importar' }))
    await press(page, 'Enter')
    await expectFocus(page, 'button', 'Escolher um arquivo')
    await chooseFile(page, { name: 'volta.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await see(dialog.getByRole('status').filter({ hasText: 'Não há nada a gravar.' })).toBeVisible()
    expect(await rows(path)).toEqual(before)
  })

  it('RDATA-04 RDATA-05 imports a sheet into a schema from its page, and lists the rows', async () => {
    const page = await console.visit({ path: '/registration-data/schemas/2/show', locale: 'pt-BR' })
    await see(heading(page, 'visitantes')).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: 'Importar' }))
    await press(page, 'Enter')
    await expectFocus(page, 'button', 'Escolher um arquivo')
    const text = 'chave;tags;nome\r\nV-1;entrega;Íris\r\n;x;Sem chave\r\nV-2;;東京\r\n'
    await chooseFile(page, { name: 'visitas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    const dialog = page.getByRole('dialog')
    await see(dialog.getByText('visitas.csv:3:1')).toBeVisible()
    await see(dialog.getByText('Faltam dados obrigatórios no arquivo: key')).toBeVisible()
    await see(
      dialog.getByText('tocsin registration-data import visitas.csv --client=2 --content-id=visitantes'),
    ).toBeVisible()
    expect(await axe(page)).toEqual([])
    await tabTo(page, dialog.getByRole('radio', { name: 'Não gravar nada' }))
    await press(page, 'ArrowDown')
    await tabTo(page, dialog.getByRole('button', { name: 'Importar 2 linhas' }))
    await press(page, 'Enter')
    await see(dialog.getByRole('heading', { name: 'O que a importação fez' })).toBeFocused()
    await press(page, 'Escape')
    const question = page.getByRole('alertdialog', { name: 'Fechar sem as linhas rejeitadas?' })
    await see(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await press(page, 'Tab', 'Enter')
    await see(page.getByText('O arquivo foi importado: 2 criados, 0 alterados')).toBeVisible()
    await see(page.getByRole('row').filter({ hasText: 'V-2' })).toContainText('nome: 東京')
    expect((await rows('registration-data?RegistrationDataSchemaId=2')).map(({ key }) => key)).toEqual(['V-1', 'V-2'])
    expect(await axe(page)).toEqual([])
    // The other screens of registration are as narrow in `accessible.test.ts`.
    await page.setViewportSize({ width: 360, height: 800 })
    await see(page.getByText('V-1')).toBeVisible()
    expect(await overflow(page)).toEqual([])
  })

  it('CLIENT-13 CODE-01 CODE-06 HAND-01 RDATA-01 has what registration needs in the settings of a client', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/2' })
    const tabs = [
      'Summary',
      'Registration codes',
      'Registration handlers',
      'Registration forms',
      'Registration data schemas',
      'Terms',
    ]
    for (const [at, name] of tabs.entries()) await see(page.getByRole('tab').nth(at)).toHaveText(name)
    // The first tab is a form, whose field takes digits as they are typed.
    await see(page.locator('form :focus')).toBeVisible()
    await tabTo(page, page.getByRole('tab', { selected: true }), 'Shift+Tab')
    for (const [key, text, foreign] of [
      ['2', 'ACME01', 'BORE01'],
      ['3', 'Portaria', 'Escala'],
      ['4', 'Visitantes', 'Equipe de enfermagem'],
      ['5', 'professores-2026', 'enfermagem'],
      ['6', 'Termos do alerta', 'Termos de urgência'],
    ] as const) {
      await press(page, key)
      await see(page.getByRole('row').filter({ hasText: text }).first()).toBeVisible()
      await see(page.getByRole('row').filter({ hasText: foreign })).toHaveCount(0)
    }
    // A code of a site is in the site's own tab, and a team's in the team's.
    await page.goto('/sites/1/show?tab=registration-codes')
    await see(page.getByRole('row').filter({ hasText: 'AB7K2Q' })).toBeVisible()
  })

  it('S35 W50 creates a code by a button in the tab of a site that has some, and moves no tab', async () => {
    const page = await console.visit({ path: '/sites/1/show' })
    const places = () => page.getByRole('tab').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
    await see(page.getByRole('tab', { name: 'Summary', selected: true })).toBeVisible()
    const before = await places()
    expect(before).toHaveLength(4)
    await press(page, '4')
    await see(page.getByRole('tab', { name: 'Registration codes', selected: true })).toBeVisible()
    await see(page.getByRole('row').filter({ hasText: 'AB7K2Q' })).toBeVisible()
    expect(await places()).toEqual(before)
    await tabTo(page, page.getByRole('button', { name: 'Create registration code' }), 'Shift+Tab')
    await press(page, 'Enter')
    await see(page).toHaveURL(/\/registration-codes\/create\?.*SiteId=1/)
  })
})
