import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import type { SurveyResult } from '@tocsin/core/resources/survey-results/types'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { axe, overflow } from './axe'
import { inBrowser, see } from './console'
import { press, tabTo, type } from './keyboard'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

inBrowser('a survey from its first question to its file', (console) => {
  const call = async <T>(method: string, path: string, body?: object, as = 'acme-admin') =>
    (await console.world.call(await console.world.token(as), method, path, body)).body.data as unknown as T

  it('SURV-04 PUB-05 PUB-11 PUB-12 is built by keys, answered by link and by profile, and counted', async () => {
    const page = await console.visit({ path: '/surveys/create', locale: 'pt-BR' })
    await see(heading(page, 'Criar pesquisa')).toBeVisible()
    await tabTo(page, page.getByRole('textbox', { name: 'Nome', exact: true }))
    await type(page, 'Treino de abril')
    await tabTo(page, page.getByRole('combobox', { name: 'Canais' }))
    await type(page, 'clima')
    // What was entered before its choices arrived is chosen once they do, wherever the focus is by then.
    await press(page, 'Enter', 'Tab')
    await see(page.getByRole('button', { name: 'Remover Pesquisa de clima' })).toBeVisible()
    await tabTo(page, page.getByRole('radio', { checked: true }), 'Shift+Tab')
    await press(page, 'ArrowLeft')
    await see(page.getByText('Nenhum campo ainda')).toBeVisible()
    // A rating that must be given, and a text that only low ratings ask for.
    await tabTo(page, button(page, /^Campo/))
    await press(page, 'Enter')
    await see(dialog(page).getByRole('option').first()).toBeFocused()
    const rating = dialog(page).getByRole('option', { name: 'Avaliação', exact: true })
    await press(page, 'a')
    if (!(await rating.evaluate((one) => one === document.activeElement))) await press(page, 'a')
    await press(page, 'Enter')
    await type(page, 'Que nota?')
    const mustAnswer = page.getByRole('switch', { name: 'Obrigatório' })
    await tabTo(page, mustAnswer)
    await press(page, 'Space', 'Escape')
    await see(page.locator('[role=option]:focus')).toContainText('Que nota?')
    await press(page, 'c')
    await see(dialog(page).getByRole('option').first()).toBeFocused()
    await press(page, 'Enter')
    await type(page, 'O que faltou?')
    await press(page, 'Escape', 'r')
    // The rule begins with the only earlier field.
    await see(dialog(page)).toContainText('O que faltou?')
    await see(dialog(page).getByRole('treegrid')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await press(page, 'Enter')
    await type(page, 'nota')
    await press(page, 'Enter', 'ArrowRight', 'Enter')
    await type(page, 'lesser')
    await press(page, 'Enter', 'ArrowRight', 'Enter')
    await type(page, '3')
    await press(page, 'Enter', 'Control+Enter')
    await see(dialog(page)).toHaveCount(0)
    await press(page, 'Control+Enter')
    await see(
      page
        .getByRole('row', { name: /Treino de abril/ })
        .or(heading(page, 'Treino de abril'))
        .first(),
    ).toBeVisible()
    const [survey] = await call<Survey[]>('GET', 'surveys?q=treino&withSchema=true')
    expect(survey!.config.fields).toEqual([
      expect.objectContaining({ name: 'que_nota', type: 'rating', required: true }),
      expect.objectContaining({
        name: 'o_que_faltou',
        type: 'text',
        options: {
          visibleIfQuery: { combinator: 'and', rules: [{ field: 'que_nota', operator: 'lesser', value: 3 }] },
        },
      }),
    ])

    // By link, on a phone and without an account.
    expect(survey!.Channels.map(({ name }) => name)).toEqual(['Pesquisa de clima'])
    const { link } = await call<{ link: string }>('POST', `surveys/${survey!.id}/link`, {})
    const { pathname, search } = new URL(link)
    const phone = await console.visit({
      as: null,
      path: pathname + search,
      locale: 'pt-BR',
      size: { width: 360, height: 740 },
    })
    const two = phone.getByRole('radio', { name: /^2/ })
    await see(phone.getByRole('radio')).toHaveCount(5)
    await see(phone.getByRole('textbox')).toHaveCount(0)
    expect(await overflow(phone)).toEqual([])
    await tabTo(phone, phone.getByRole('radio').first())
    await press(phone, 'Space', 'ArrowRight')
    await see(two).toBeChecked()
    await tabTo(phone, phone.getByRole('textbox', { name: /O que faltou/ }))
    await type(phone, '<b>Apito</b>')
    expect(await axe(phone)).toEqual([])
    await tabTo(phone, button(phone, 'Enviar'))
    await press(phone, 'Enter')
    await see(phone).toHaveURL(/\/static\/surveys\/finish/)
    // The link has done its work, and says so.
    await phone.goto(new URL(pathname + search, phone.url()).href)
    await see(heading(phone, 'Você já respondeu')).toBeVisible()
    await see(phone.getByRole('radio')).toHaveCount(0)

    // Phones see the channels of the published version.
    await call('POST', 'apps/1/publish', { versionComment: 'A pesquisa' })
    // By a profile, whose good rating asks for no text: what is sent of that is dropped.
    const { token } = await call<{ token: string }>('POST', 'maps/1/token', {}, 'root')
    const sent = await console.world.app.inject({
      method: 'POST',
      url: `/mobile/v2/surveys/${survey!.id}/result`,
      headers: { token },
      payload: { data: { que_nota: 5, o_que_faltou: 'nada' }, profileId: 1 },
    })
    expect(sent.statusCode).toBe(201)
    const results = await call<SurveyResult[]>('GET', `survey-results?SurveyId=${survey!.id}&order=id ASC`)
    expect(results.map(({ data, MobileProfile }) => [data, MobileProfile?.name])).toEqual([
      [{ que_nota: 2, o_que_faltou: '<b>Apito</b>' }, undefined],
      [{ que_nota: 5 }, 'Mirtes Sabiá'],
    ])
    await page.goto(new URL(`/surveys/${survey!.id}/show?tab=results`, page.url()).href)
    await see(page.getByRole('complementary', { name: 'Resumo por pergunta' })).toContainText('média 3,5 de 5')
    await see(page.getByRole('main')).toContainText('<b>Apito</b>')
  }, 90_000)
})
