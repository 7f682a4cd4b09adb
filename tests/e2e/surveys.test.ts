import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { press, retype, tabTo, type } from './keyboard'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const boxes = (page: Page) => dialog(page).getByRole('checkbox')
const rows = (page: Page) => page.locator('[role=row][data-index]')

inBrowser('surveys', (console) => {
  const call = async <T>(method: string, path: string, body?: object) =>
    (await console.world.call(await console.world.token('acme-admin'), method, path, body)).body.data as unknown as T

  /** Writes a result as a phone does. */
  const receive = async (survey: number, answers: object, person: object | null = null) => {
    const { withServer } = await import('../../server/context/actor')
    const { sql } = await import('kysely')
    await withServer(console.world.database, (tx) =>
      sql`insert into survey_results (client_id, survey_id, mobile_profile, data)
        values (2, ${survey}, ${person && JSON.stringify(person)}::jsonb, ${JSON.stringify(answers)}::jsonb)`.execute(
        tx,
      ),
    )
  }

  it('SURV-01 SURV-05 CONST-08 lists names and channels, and makes a survey whose channels are picked ten a page, by keys', async () => {
    for (let at = 0; at < 12; at++)
      await call('POST', 'channels', {
        name: `Pesquisa ${String(at).padStart(2, '0')}`,
        channelType: 'survey',
        appId: 1,
        clientId: 2,
      })
    const page = await console.visit({ path: '/surveys' })
    await see(heading(page, 'Surveys')).toBeVisible()
    await see(page.getByRole('columnheader')).toContainText([/Name/, /Channels/])
    await see(page.getByRole('row', { name: /Simulado de evacuação/ })).toContainText('Pesquisa de clima')
    await press(page, 'c')
    await see(heading(page, 'Create survey')).toBeVisible()
    const name = page.getByRole('textbox', { name: 'Name' })
    await tabTo(page, name)
    await press(page, 'Control+Enter')
    await see(name).toHaveAccessibleDescription(/is required/)
    await type(page, 'Volta às aulas')
    await tabTo(page, page.getByRole('button', { name: 'Choose from a table…' }))
    await press(page, 'Enter')
    await see(boxes(page)).toHaveCount(10)
    await see(dialog(page).getByRole('status')).toHaveText('0 chosen · 1–10 of 13')
    expect(await axe(page)).toEqual([])
    // The focus is in the filter; an arrow leads to the first row, and past the last one to the next page.
    await press(page, 'ArrowDown', 'Space')
    await see(boxes(page).first()).toBeFocused()
    await see(boxes(page).first()).toBeChecked()
    await press(page, 'End', 'ArrowDown')
    await see(boxes(page)).toHaveCount(3)
    await see(boxes(page).first()).toBeFocused()
    await press(page, 'Space')
    await see(dialog(page).getByRole('status')).toHaveText('2 chosen · 11–13 of 13')
    await press(page, 'ArrowUp')
    await see(boxes(page)).toHaveCount(10)
    await see(boxes(page).nth(9)).toBeFocused()
    await press(page, 'Shift+Tab')
    await type(page, 'clima')
    await see(boxes(page)).toHaveCount(1)
    await press(page, 'Control+Enter')
    await see(dialog(page)).toHaveCount(0)
    await see(page.getByRole('button', { name: /^Remove Pesquisa/ })).toHaveCount(2)
    await press(page, 'Control+Enter')
    await see(page.getByRole('row', { name: /Volta às aulas/ })).toBeFocused()
    const [made] = await call<Survey[]>('GET', 'surveys?q=volta')
    expect(made).toMatchObject({ active: true, locked: false })
    expect(made!.Channels.map((channel) => channel.name).sort()).toEqual(['Pesquisa 00', 'Pesquisa 10'])
    expect(await overflow(page)).toEqual([])
  })

  it('SURV-02 SURV-04 shows name and switch, and edits the questions until the first answer', async () => {
    const page = await console.visit({ path: '/surveys/2/show', locale: 'pt-BR' })
    await see(page.getByRole('definition').filter({ hasText: 'Clima da escola' })).toBeVisible()
    await see(page.getByRole('main')).toContainText('Como foi a semana? (Uma entre várias)')
    expect(await axe(page)).toEqual([])
    await press(page, '3')
    await see(page.locator('[role=option]:focus')).toContainText('Como foi a semana?')
    await see(page.getByRole('region', { name: /^Campo / })).toContainText('Esta página mostra os campos.')
    await press(page, 'e')
    await see(heading(page, 'Editar Clima da escola')).toBeVisible()
    // The builder begins with the questions: the focus is on the first.
    await see(page.locator('[role=option]:focus')).toContainText('Como foi a semana?')
    await press(page, 'Enter')
    await see(page.getByRole('textbox', { name: 'Título', exact: true })).toBeFocused()
    await retype(page, 'Como foi o mês?')
    await press(page, 'Control+Enter')
    await see(heading(page, 'Clima da escola')).toBeVisible()
    expect((await call<Survey>('GET', 'surveys/2')).config.fields[0]!.title).toBe('Como foi o mês?')

    await page.goto(new URL('/surveys/1', page.url()).href)
    await see(heading(page, 'Editar Simulado de evacuação')).toBeVisible()
    // An answered survey shows its questions, and why they stay.
    await see(page.locator('[role=option]:focus')).toContainText('Todos saíram em ordem?')
    await see(page.getByRole('region', { name: /^Campo / })).toContainText('as perguntas estão travadas')
    await press(page, 'Delete')
    await see(page.locator('[role=option]').first()).toContainText('Todos saíram em ordem?')
    await press(page, 'Enter')
    await see(page.getByRole('textbox', { name: 'Título', exact: true })).toHaveAttribute('readonly', '')
    expect(await axe(page)).toEqual([])
    // A copy can be changed.
    await tabTo(page, page.getByRole('button', { name: 'Copiar pesquisa' }))
    await press(page, 'Enter')
    await see(page.getByRole('dialog').getByRole('textbox', { name: 'Nome da cópia' })).toBeFocused()
    await press(page, 'Escape', 'Escape')
    await see(page.getByRole('button', { name: 'Copiar pesquisa' })).toBeFocused()
    await tabTo(page, page.getByRole('radio', { name: 'Campos' }), 'Shift+Tab')
    await press(page, 'ArrowRight')
    const name = page.getByRole('textbox', { name: 'Nome', exact: true })
    await tabTo(page, name)
    await retype(page, 'Simulado de março')
    await press(page, 'Control+Enter')
    await see(heading(page, 'Simulado de março')).toBeVisible()
    await see(page.getByRole('main')).toContainText('perguntas travadas')
    await call('PATCH', 'surveys/1', { name: 'Simulado de evacuação' })
  })

  it('SURV-03 SURV-07 SURV-08 lists results, opens the contact of a row and saves them as a file', async () => {
    const page = await console.visit({ path: '/surveys/1/show' })
    await see(page.getByRole('tab', { name: /Results/ })).toContainText('4')
    await press(page, '2')
    await see(rows(page)).toHaveCount(4)
    await see(rows(page).first()).toContainText('Mirtes Sabiá')
    await see(rows(page).first()).toContainText('Sim')
    await see(rows(page).last()).toContainText('No profile (link)')
    // A rating is an icon for each step; a screen reader hears the number.
    const rating = rows(page).first().getByRole('gridcell').filter({ hasText: '4 of 5' })
    await see(rating.locator('[data-filled]')).toHaveCount(4)
    await see(rating.locator('svg')).toHaveCount(5)
    await see(page.getByRole('columnheader', { name: 'Received' })).toBeVisible()
    const summary = page.getByRole('complementary', { name: 'Summary by question' })
    await see(summary.getByRole('region', { name: 'O sinal sonoro foi claro?' })).toContainText('mean 3.5 of 5')
    await see(summary.getByRole('row', { name: 'Corredor cheio 1 50 %' })).toBeVisible()
    await see(summary.getByRole('row', { name: /^4 1 / }).locator('[data-filled]')).toHaveCount(4)
    expect(await axe(page)).toEqual([])
    await press(page, 'j', 'Enter')
    const contact = page.getByRole('complementary', { name: 'Answers of Mirtes Sabiá' })
    await see(contact).toContainText('+5511910000000')
    await see(contact).toContainText('direcao-1@example.org')
    await see(contact).toContainText('Direção')
    await see(contact).toContainText('Quantos minutos até o ponto de encontro?5')
    // A hidden question has no answer.
    await see(contact).toContainText('O que atrapalhou?–')
    await see(contact.getByRole('definition').filter({ hasText: '4 of 5' }).locator('[data-filled]')).toHaveCount(4)
    expect(await axe(page)).toEqual([])
    await tabTo(page, contact.getByRole('button', { name: 'Copy: Phone' }))
    await press(page, 'Enter')
    await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('+5511910000000')
    await press(page, 'Escape')
    await see(summary).toBeVisible()
    await see(rows(page).first()).toBeFocused()
    await see(page).toHaveURL(/tab=results/)

    await press(page, 'y', 'f')
    await see(dialog(page)).toContainText('The columns are the contact and every question.')
    await see(dialog(page).getByRole('radio').first()).toBeFocused()
    const download = page.waitForEvent('download')
    await press(page, 'ArrowDown', 'Enter')
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^survey-results-1-\d{8}-\d{6}\.tsv$/)
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(lines[0]).toBe(
      '\ufeffReceived\tContact\tPhone\t"E-mail"\tJob\tSurvey\t"Todos saíram em ordem?"\t"O sinal sonoro foi claro?"\t"Quantos minutos até o ponto de encontro?"\t"O que atrapalhou?"\t"Comentário"',
    )
    expect(lines).toHaveLength(6)
    expect(lines[2]).toContain('"Corredor cheio; Sinal fraco"')
  })

  it('A-145 A-146 copies an answered survey from the palette, and gives a public link to be copied', async () => {
    const page = await console.visit({ path: '/surveys/1/show', locale: 'pt-BR' })
    await see(heading(page, 'Simulado de evacuação')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Link público…' }))
    await press(page, 'Enter')
    await see(dialog(page)).toContainText('Por ele uma pessoa responde uma vez')
    await press(page, 'Enter')
    await see.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/static\/surveys\/1\?token=/)
    await press(page, 'Escape')
    await see(dialog(page)).toHaveCount(0)
    await press(page, 'Control+k')
    await type(page, 'copiar simulado')
    await see(page.getByRole('option', { name: /Copiar Simulado de evacuação/ })).toBeVisible()
    await press(page, 'Enter')
    await see(dialog(page)).toContainText('Nome da cópia')
    await type(page, 'Simulado de maio')
    await press(page, 'Enter')
    await see(heading(page, 'Editar Simulado de maio')).toBeVisible()
    await see(page.locator('[role=option]:focus')).toContainText('Todos saíram em ordem?')
    await press(page, 'Enter')
    await see(page.getByRole('textbox', { name: 'Título', exact: true })).not.toHaveAttribute('readonly', '')
  })

  it('T48 shows HTML, script and formulas in answers as text: in the list, beside it and in the file', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>1</script>'
    const survey = await call<Survey>('POST', 'surveys', {
      name: evil,
      ClientId: 2,
      config: {
        title: evil,
        fields: [
          { name: 'a', type: 'text', title: evil },
          { name: 'b', type: 'checkbox', title: 'Sim?' },
        ],
      },
    })
    const person = { name: evil, phone: null, email: '=1+1', job: null, integrationId: null }
    await receive(survey.id, { b: true })
    await receive(survey.id, { a: `=HYPERLINK("x")${evil}` }, person)
    const page = await console.visit({ path: `/surveys/${survey.id}/show?tab=results` })
    await see(rows(page).first()).toContainText('<img src=x')
    // The share of a box is that of all results.
    await see(page.getByRole('region', { name: 'Sim?' }).getByRole('row', { name: 'Yes 1 50 %' })).toBeVisible()
    await press(page, 'j', 'Enter')
    await see(page.getByRole('complementary')).toContainText('<script>1</script>')
    expect(await page.title()).not.toBe('1')
    await press(page, 'y', 'f')
    const download = page.waitForEvent('download')
    await see(dialog(page).getByRole('radio').first()).toBeFocused()
    await press(page, 'Enter')
    const text = readFileSync(await (await download).path(), 'utf8')
    expect(text).toContain(`"'=HYPERLINK(""x"")`)
    expect(text).toContain(`"'=1+1"`)
  })

  it('SURV-03 shows list or summary on a narrow screen, and later results when they are asked for', async () => {
    const path = '/surveys/1/show?tab=results'
    const page = await console.visit({ path, size: { width: 360, height: 800 }, ownClock: true })
    const summary = page.getByRole('complementary', { name: 'Summary by question' })
    await see(rows(page)).toHaveCount(4)
    await see(summary).toHaveCount(0)
    await tabTo(page, page.getByRole('radio', { name: 'Table' }), 'Shift+Tab')
    await press(page, 'ArrowRight')
    await see(summary).toContainText('all 4')
    await see(rows(page)).toHaveCount(0)
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await press(page, 'ArrowLeft')
    await see(rows(page)).toHaveCount(4)

    const isFirst = rows(page).first()
    await see(isFirst).toContainText('Mirtes Sabiá')
    for (const minutos of [7, 8]) await receive(1, { em_ordem: 'sim', minutos })
    await page.clock.fastForward(20_000)
    const later = page.getByRole('status').filter({ hasText: '2 new' })
    await see(later).toBeVisible()
    // The rows wait, also when they are read anew.
    const read = page.waitForResponse((answer) => answer.url().includes('upTo='))
    await press(page, 'ArrowRight', 'ArrowLeft')
    await read
    await see(rows(page)).toHaveCount(4)
    await see(isFirst).toContainText('Mirtes Sabiá')
    expect(await overflow(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await press(page, 'r')
    await see(rows(page)).toHaveCount(6)
    await see(isFirst).toContainText('No profile (link)')
    await see(later).toHaveCount(0)
  })
})
