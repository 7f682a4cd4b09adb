import { sql } from 'kysely'
import type { Page, Request } from 'playwright'
import { expect, it } from 'vitest'
import { MAX_MATCHED } from '@tocsin/core/form/patterns'
import type { FieldType, FormField } from '@tocsin/core/form/types'
import { FILE_ADDRESS } from '@tocsin/core/vocabulary/files'
import { withServer } from '../../server/context/actor'
import { DANGEROUS } from '../hostile-html'
import { picture } from '../images'
import { axe, contested, overflow } from './axe'
import { inBrowser, see, type Console, type Visit } from './console'
import { expectFocus, focused, focusIsLost, press, retype, tabTo, type } from './keyboard'
import { countRendered, renderedOn } from './rendered'

/** The client, the survey channel and the answered survey of the fixtures. */
const ACME = 2
const CHANNEL = 14
const DRILL = 1
const PHONE = { width: 360, height: 740 }
const OUTSIDE: Visit = { as: null, size: PHONE, locale: 'pt-BR', path: 'about:blank' }

const choices = (...texts: string[]) => texts.map((text) => ({ text, value: text.toLowerCase() }))
const field = (name: string, kind: FieldType, more: Partial<FormField> = {}): FormField => ({
  name,
  type: kind,
  title: `Pergunta ${name}`,
  ...more,
})

const asRoot = async <T>({ world }: Console, method: string, path: string, body?: object): Promise<T> => {
  const reply = await world.call(await world.token('root'), method, path, body)
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
  return reply.body.data
}
/** Makes a survey of some questions and returns its id. */
const surveyOf = async (console: Console, fields: readonly FormField[], more: object = {}): Promise<number> =>
  (
    await asRoot<{ id: number }>(console, 'POST', 'surveys', {
      name: 'Pesquisa de teste',
      ClientId: ACME,
      Channels: [CHANNEL],
      config: { title: 'Como foi?', fields },
      ...more,
    })
  ).id
/** Returns the path of a new link to a survey. */
async function linkTo(console: Console, id: number, more = ''): Promise<string> {
  const { link } = await asRoot<{ link: string }>(console, 'POST', `surveys/${id}/link`, {})
  const { pathname, search } = new URL(link)
  return pathname + search + more
}
type Stored = {
  data: Record<string, unknown>
  latitude: number
  longitude: number
  map_id: number | null
  channel_id: number
}
const resultsOf = async ({ world }: Console, id: number): Promise<Stored[]> =>
  (
    await withServer(world.database, (tx) =>
      sql<Stored>`select data, latitude::float8 as latitude, longitude::float8 as longitude, map_id, channel_id
        from survey_results where survey_id = ${id} order by id`.execute(tx),
    )
  ).rows

/** Records the calls that a page makes, without those that ask whether they may be made. */
function calls(page: Page): string[] {
  const made: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (/^\/(mobile|api)\b/.test(pathname) && request.method() !== 'OPTIONS')
      made.push(`${request.method()} ${pathname}${search} ${request.headers()['token'] ? 'token' : ''}`.trim())
  })
  return made
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** Presses the button that leads on, by key. */
async function go(page: Page, name: string | RegExp = /^(Continuar|Enviar)$/): Promise<void> {
  await tabTo(page, button(page, name))
  await press(page, 'Enter')
}
/** Answers a text where it is. */
async function write(page: Page, question: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: question }))
  await retype(page, text)
}
const hasThanked = (page: Page) => expectFocus(page, 'heading', 'Obrigado!')

/** Returns whether the focused element lies behind the foot of the page. */
const isHidden = (page: Page) =>
  page.evaluate(() => {
    // Behind the last control the browser has the focus.
    if (document.activeElement === document.body) return false
    const { left, bottom } = document.activeElement!.getBoundingClientRect()
    const foot = document.elementFromPoint(left + 4, bottom - 4)?.closest('footer')
    return foot !== undefined && foot !== null && !foot.contains(document.activeElement)
  })

/** Draws an element as it is under a pointer. */
async function forced(page: Page, selector: string, forcedPseudoClasses: string[]): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  const { root } = await client.send('DOM.getDocument')
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  await client.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })
}

/** Makes a link to a survey of one question for a text. */
const oneText = async (console: Console, more: Partial<FormField> = {}) => {
  const id = await surveyOf(console, [field('a', 'text', { required: true, ...more })])
  return { id, path: await linkTo(console, id) }
}

inBrowser('a public survey', (console) => {
  it('PUB-05 PUB-07 PUB-09 PUB-10 PUB-11 goes from loading to the thanks by a link, by key alone', async () => {
    const page = await console.visit(OUTSIDE)
    const made = calls(page)
    let held: () => void = () => {}
    const holding = new Promise<void>((resolve) => (held = resolve))
    await page.route('**/api/public/config', async (route) => {
      await holding
      await route.continue()
    })
    await page.goto(await linkTo(console, DRILL, '&latitude=-27.5&longitude=-48.5'))
    // Loading: a title and three questions in outline.
    await see(page.locator('main > span')).toHaveCount(4)
    await see(page.getByText('Carregando…')).toHaveCount(1)
    expect(await axe(page)).toEqual([])
    held()
    await see(page.getByRole('heading', { level: 1, name: 'Simulado de evacuação' })).toBeVisible()
    await see(page).toHaveTitle('Simulado de evacuação')
    await see(page.getByRole('banner')).toContainText('Acme')
    await see(page.getByText('Página 1 de 3')).toBeVisible()

    await tabTo(page, page.getByRole('radio', { name: 'Sim' }))
    await press(page, 'Space')
    // A radio group is one stop of Tab, and the rest is in the order of the page.
    await press(page, 'Tab')
    await expectFocus(page, 'button', 'Continuar')
    await press(page, 'Enter')
    await expectFocus(page, 'heading', 'Simulado de evacuação')
    await press(page, 'Tab')
    await see(page.getByRole('radio', { name: '1' })).toBeFocused()
    await press(page, 'End', 'ArrowLeft')
    await see(page.getByRole('radio', { name: '4' })).toBeChecked()
    await write(page, 'Quantos minutos até o ponto de encontro?', '8')
    await go(page)
    await see(page.getByText('Página 3 de 3')).toBeVisible()
    await write(page, 'Comentário', 'Tudo certo.')
    await go(page, 'Enviar')
    await hasThanked(page)
    await see(page.getByText('Sua resposta foi enviada.')).toBeVisible()
    await see(page).toHaveURL(/\/static\/surveys\/finish\?locale=pt-BR$/)
    await see(page.getByText('Sua resposta chegou.')).toBeVisible()
    expect(made).toEqual(['GET /api/public/config token', `POST /api/surveys/${DRILL}/result token`])
    expect((await resultsOf(console, DRILL)).at(-1)).toEqual({
      data: { em_ordem: 'sim', sinal: 4, minutos: 8, comentario: 'Tudo certo.' },
      latitude: -27.5,
      longitude: -48.5,
      map_id: null,
      channel_id: CHANNEL,
    })
  })

  it('PUB-12 sends the answer of a profile to the mobile base, once for each profile', async () => {
    const { world } = console
    await withServer(world.database, (tx) =>
      sql`update registration_codes set config = '{"autoApprove": true}' where id in (1, 3)`.execute(tx),
    )
    await asRoot(console, 'POST', 'apps/1/publish', { versionComment: 'pesquisas' })
    const person = { code: 'PA07LV', name: 'Rosa', phone: '+5511944400001' }
    const { body } = await world.call(null, 'POST', '/mobile/register', person)
    const { token, profile } = body.data as { token: string; profile: { id: number } }
    const id = await surveyOf(console, [field('a', 'text', { required: true })])
    const path = `/static/surveys/${id}?token=${token}&profileId=${profile.id}&ChannelId=${CHANNEL}`

    const late = await console.visit(OUTSIDE)
    await late.goto(path)
    await write(late, 'Pergunta a', 'outra')
    const page = await console.visit(OUTSIDE)
    const made = calls(page)
    await page.goto(path)
    await write(page, 'Pergunta a', 'de perfil')
    await go(page)
    await hasThanked(page)
    expect(made).toEqual([
      `GET /mobile/config?profileId=${profile.id} token`,
      `POST /mobile/v2/surveys/${id}/result token`,
    ])
    expect(await resultsOf(console, id)).toMatchObject([
      { data: { a: 'de perfil' }, map_id: profile.id, channel_id: CHANNEL },
    ])
    // The second one says when the first arrived, and writes nothing.
    await go(late)
    await expectFocus(late, 'heading', 'Você já respondeu')
    await see(late.getByText(/^Sua resposta chegou em \d+ de [a-zç]+ de 20\d\d/)).toBeVisible()
    await page.goto(path)
    await see(page.getByRole('heading', { name: 'Você já respondeu' })).toBeVisible()
    expect(await resultsOf(console, id)).toHaveLength(1)
  })

  it('PUB-08 A-147 says what an address leads to where it is no survey: unknown, not valid, closed', async () => {
    const page = await console.visit(OUTSIDE)
    console.trouble(page).expect(/status of 401/)
    const { id, path } = await oneText(console)
    const [, search] = path.split('?')
    for (const [address, title] of [
      [`/static/surveys/${id}`, 'Esta página não existe'],
      [`/static/surveys/999?${search}`, 'Esta página não existe'],
      [`/static/surveys/${DRILL}?${search}`, 'Esta página não existe'],
      [`/static/surveys/x%3Cimg%20src=x%3E?${search}`, 'Esta página não existe'],
      [`/static/surveys/${id}?token=forged`, 'Este link não vale mais'],
      [`/static/surveys/${id}?${search!.replace('token=e', 'token=f')}`, 'Este link não vale mais'],
      [`/static/surveys/${id}?token=${'x'.repeat(2000)}&profileId=1`, 'Este link não vale mais'],
    ] as const) {
      await page.goto(address)
      await see(page.getByRole('heading', { name: title }), address).toBeFocused()
      await see(page).toHaveTitle(title)
      expect(await page.locator('main img').count()).toBe(0)
    }
    expect(await axe(page)).toEqual([])
    await asRoot(console, 'POST', `surveys/${id}/deactivate`, {})
    await page.goto(path)
    await expectFocus(page, 'heading', 'Esta pesquisa está encerrada')
    await asRoot(console, 'DELETE', `surveys/${id}`)
    await page.goto(path)
    await expectFocus(page, 'heading', 'Esta pesquisa está encerrada')
    expect(await axe(page)).toEqual([])
  })

  it('A-147 A-146 closes under an answer, and takes one answer of each link', async () => {
    const page = await console.visit(OUTSIDE)
    console.trouble(page).expect(/status of 410/)
    const { id, path } = await oneText(console)
    await page.goto(path)
    await write(page, 'Pergunta a', 'uma')
    await go(page)
    await hasThanked(page)
    await page.goto(path)
    await see(page.getByRole('heading', { name: 'Você já respondeu' })).toBeVisible()
    expect(await resultsOf(console, id)).toMatchObject([{ data: { a: 'uma' } }])

    const other = await linkTo(console, id)
    await page.goto(other)
    await write(page, 'Pergunta a', 'tarde')
    await asRoot(console, 'POST', `surveys/${id}/deactivate`, {})
    await go(page)
    await expectFocus(page, 'heading', 'Esta pesquisa está encerrada')
    expect(await resultsOf(console, id)).toHaveLength(1)
  })

  it('tells what is wrong when one goes on, leads to it, and lets it go as soon as it is right', async () => {
    const page = await console.visit(OUTSIDE)
    const id = await surveyOf(console, [
      field('n', 'text', { required: true, options: { fieldType: 'number', min: 1, max: 20 } }),
      field('r', 'radios', {
        required: true,
        options: { choices: choices('Sim', 'Não'), requiredErrorText: 'Diga sim ou não.' },
      }),
      field('c', 'text', { pageBreak: true, options: { validators: [{ type: 'cpf' }] } }),
    ])
    await page.goto(await linkTo(console, id))
    await write(page, 'Pergunta n', 'uns 8')
    await press(page, 'Tab')
    // Nothing is told while one answers for the first time.
    await see(page.locator('[aria-invalid]')).toHaveCount(0)
    await go(page)
    const number = page.getByRole('textbox', { name: 'Pergunta n' })
    await see(number).toBeFocused()
    await see(number).toHaveAccessibleDescription('Escreva só o número, por exemplo 8.')
    await see(page.getByText('Diga sim ou não.')).toBeVisible()
    await see(button(page, '2 respostas para corrigir')).toBeVisible()
    expect(await axe(page)).toEqual([])
    await retype(page, '8')
    await see(button(page, '1 resposta para corrigir')).toBeVisible()
    await see(number).not.toHaveAttribute('aria-invalid')
    await go(page, '1 resposta para corrigir')
    await see(page.getByRole('radio', { name: 'Sim' })).toBeFocused()
    // The language changes all words but the questions, and what was answered stays.
    await tabTo(page, page.getByRole('combobox', { name: 'Idioma' }))
    await press(page, 'E')
    await see(button(page, '1 answer to correct')).toBeVisible()
    await see(page.getByText('Page 1 of 2')).toBeVisible()
    await see(page.getByRole('radiogroup', { name: 'Pergunta r' })).toContainText('Diga sim ou não.')
    await see(number).toHaveValue('8')
    await tabTo(page, page.getByRole('radio', { name: 'Sim' }))
    await press(page, 'Space')
    await see(page.locator('[aria-invalid]')).toHaveCount(0)
    await go(page, 'Continue')
    await see(page.getByText('Page 2 of 2')).toBeVisible()
    await write(page, 'Pergunta c', '529.982.247-26')
    await go(page, 'Send')
    await see(page.getByText('The digits of this CPF do not match.')).toBeVisible()
    await see(page.getByRole('textbox', { name: 'Pergunta c' })).toBeFocused()
    // Back of the page and of the browser are the same, and keep every answer.
    await go(page, 'Back to page 1')
    await see(page.getByText('Page 1 of 2')).toBeVisible()
    await see(page.getByRole('radio', { name: 'Sim' })).toBeChecked()
    await page.goForward()
    await see(page.getByRole('textbox', { name: 'Pergunta c' })).toHaveValue('529.982.247-26')
    await page.goBack()
    await see(number).toHaveValue('8')
    expect(await focusIsLost(page)).toBe(false)
    // An earlier answer that is taken back is asked for once more before anything is sent.
    await tabTo(page, number)
    await retype(page, '')
    await page.goForward()
    await write(page, 'Pergunta c', '529.982.247-25')
    await go(page, 'Send')
    await see(number).toBeFocused()
    await see(number).toHaveAccessibleDescription('Answer this question.')
    expect(await resultsOf(console, id)).toEqual([])
  })

  it('A-140 passes over a page without a visible question, counts the visible ones, and sends no hidden answer', async () => {
    const page = await console.visit(OUTSIDE)
    const when = (name: string, value: string) => ({
      visibleIfQuery: { combinator: 'and', rules: [{ field: name, operator: 'equals', value }] },
    })
    const id = await surveyOf(console, [
      field('f', 'radios', { required: true, options: { choices: choices('Sim', 'Não') } }),
      field('q', 'text', { pageBreak: true, required: true, options: when('f', 'sim') }),
      field('z', 'text', { pageBreak: true }),
    ])
    await page.goto(await linkTo(console, id))
    await see(page.getByText('Página 1 de 2')).toBeVisible()
    await tabTo(page, page.getByRole('radio', { name: 'Sim' }))
    await press(page, 'Space')
    await see(page.getByText('Página 1 de 3')).toBeVisible()
    await go(page)
    await write(page, 'Pergunta q', 'dois')
    await go(page, 'Voltar à página 1')
    await tabTo(page, page.getByRole('radio', { name: 'Sim' }))
    await press(page, 'ArrowDown')
    await see(page.getByText('Página 1 de 2')).toBeVisible()
    await go(page)
    await see(page.getByRole('textbox', { name: 'Pergunta z' })).toBeVisible()
    await go(page)
    await hasThanked(page)
    expect(await resultsOf(console, id)).toMatchObject([{ data: { f: 'não' } }])
    expect((await resultsOf(console, id))[0]!.data).not.toHaveProperty('q')
  })

  it('keeps an answer without a network, says so at once, asks before it is closed, and sends it by itself', async () => {
    const page = await console.visit(OUTSIDE)
    console.trouble(page).expect(/ERR_INTERNET_DISCONNECTED/)
    const { id, path } = await oneText(console)
    await page.goto(path)
    await write(page, 'Pergunta a', 'sem rede')
    await page.context().setOffline(true)
    const notice = page.getByRole('status').filter({ hasText: 'Sem conexão: sua resposta será enviada' })
    await see(notice).toBeVisible()
    expect(await axe(page)).toEqual([])
    // The pages can still be filled in.
    await write(page, 'Pergunta a', 'sem rede ainda')
    await go(page)
    await see(button(page, 'Aguardando a rede…')).toHaveAttribute('aria-disabled', 'true')
    await see(page.getByRole('textbox')).toHaveValue('sem rede ainda')
    const asked = page.waitForEvent('dialog')
    void page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    expect(await resultsOf(console, id)).toEqual([])
    // The pointer that pressed it stays over the button, which keeps the colours of one that waits.
    const waiting = button(page, 'Aguardando a rede…')
    const colour = () => waiting.evaluate((one) => getComputedStyle(one).backgroundColor)
    const resting = await colour()
    await forced(page, 'footer button', ['hover', 'active'])
    expect(await colour()).toBe(resting)
    await page.context().setOffline(false)
    await hasThanked(page)
    await see(notice).toHaveCount(0)
    expect(await resultsOf(console, id)).toMatchObject([{ data: { a: 'sem rede ainda' } }])
  })

  it('waits no more with an answer that is changed meanwhile', async () => {
    const page = await console.visit(OUTSIDE)
    const { id, path } = await oneText(console)
    await page.goto(path)
    await write(page, 'Pergunta a', 'antes')
    await page.context().setOffline(true)
    await go(page)
    await see(button(page, 'Aguardando a rede…')).toBeVisible()
    await write(page, 'Pergunta a', 'depois')
    await see(button(page, 'Enviar')).toBeVisible()
    await page.context().setOffline(false)
    await page.waitForTimeout(300)
    expect(await resultsOf(console, id)).toEqual([])
    await go(page)
    await hasThanked(page)
    expect(await resultsOf(console, id)).toMatchObject([{ data: { a: 'depois' } }])
  })

  /** Opens a survey of one question whose first answer arrives while its receipt is lost. */
  const openLosing = async () => {
    const page = await console.visit(OUTSIDE)
    console.trouble(page).expect(/ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION)/)
    const { id, path } = await oneText(console)
    let lost = 0
    await page.route(`**/api/surveys/${id}/result`, async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.goto(path)
    return { page, id }
  }

  it('takes an answer whose receipt was lost for sent, and stores it once', async () => {
    const { page, id } = await openLosing()
    await write(page, 'Pergunta a', 'uma vez')
    await go(page)
    await see(button(page, 'Aguardando a rede…')).toBeVisible()
    expect(await resultsOf(console, id)).toHaveLength(1)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await hasThanked(page)
    expect(await resultsOf(console, id)).toMatchObject([{ data: { a: 'uma vez' } }])
  })

  it('keeps the focus in the answer while one that waits is sent once more, and drops that one when it is changed', async () => {
    const page = await console.visit(OUTSIDE)
    console.trouble(page).expect(/ERR_(FAILED|CONNECTION|ABORTED)/)
    const { id, path } = await oneText(console)
    let sent = 0
    let lose: () => void = () => {}
    const held = new Promise<void>((resolve) => (lose = resolve))
    await page.route(`**/api/surveys/${id}/result`, async (route) => {
      if (route.request().method() !== 'POST' || ++sent > 2) return route.continue()
      if (sent === 2) await held
      return route.abort()
    })
    await page.goto(path)
    await write(page, 'Pergunta a', 'antes')
    await go(page)
    await see(button(page, 'Aguardando a rede…')).toBeVisible()
    await tabTo(page, page.getByRole('textbox'))
    await Promise.all([
      page.waitForRequest(`**/api/surveys/${id}/result`),
      page.evaluate(() => dispatchEvent(new Event('online'))),
    ])
    await see(page.getByRole('textbox')).toBeFocused()
    await see(page.getByRole('textbox')).toBeEnabled()
    await see(button(page, 'Aguardando a rede…')).toHaveAttribute('aria-disabled', 'true')
    await see(page.getByRole('status').filter({ hasText: 'Sem conexão' })).toBeVisible()
    await retype(page, 'depois')
    await see(button(page, 'Enviar')).toBeVisible()
    lose()
    await go(page)
    await hasThanked(page)
    expect(sent).toBe(3)
    expect(await resultsOf(console, id)).toMatchObject([{ data: { a: 'depois' } }])
  })

  it('A-146 says that an earlier answer arrived where the answer was changed after its receipt was lost', async () => {
    const { page, id } = await openLosing()
    await write(page, 'Pergunta a', 'antes')
    await go(page)
    await see(button(page, 'Aguardando a rede…')).toBeVisible()
    await write(page, 'Pergunta a', 'depois')
    await go(page)
    await expectFocus(page, 'heading', 'Você já respondeu')
    await see(page.getByText(/^Sua resposta chegou em \d+ de [a-zç]+ de 20\d\d/)).toBeVisible()
    expect(await resultsOf(console, id)).toMatchObject([{ data: { a: 'antes' } }])
  })

  it('loads by itself once there is a network', async () => {
    const page = await console.visit(OUTSIDE)
    console.trouble(page).expect(/ERR_INTERNET_DISCONNECTED/)
    const { path } = await oneText(console)
    let isThere = false
    await page.route('**/api/public/config', (route) =>
      isThere ? route.continue() : route.abort('internetdisconnected'),
    )
    await page.goto(path)
    await see(page.getByRole('alert')).toContainText('Não foi possível carregar a página. O serviço não respondeu.')
    expect(await axe(page)).toEqual([])
    isThere = true
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await see(page.getByRole('textbox', { name: 'Pergunta a' })).toBeVisible()
  })

  it('keeps every answer where the sending fails, says why with the request id, and sends it again by key', async () => {
    const page = await console.visit(OUTSIDE)
    console.trouble(page).expect(/status of (500|429)/)
    const id = await surveyOf(console, [field('b', 'text'), field('a', 'text', { required: true, pageBreak: true })])
    let status = 500
    await page.route(`**/api/surveys/${id}/result`, (route) =>
      status === 0 || route.request().method() !== 'POST'
        ? route.continue()
        : route.fulfill({
            status,
            headers: {
              'access-control-allow-origin': '*',
              'access-control-expose-headers': 'X-Server-Request-Id',
              'x-server-request-id': 'req-77',
            },
            json: { success: false, error: { message: 'X' } },
          }),
    )
    await page.goto(await linkTo(console, id))
    await go(page)
    await write(page, 'Pergunta a', 'fica')
    await go(page)
    const alert = page.getByRole('alert')
    await see(alert).toContainText('Sua resposta não foi enviada. O que você escreveu continua aqui.')
    await see(alert).toContainText('O serviço está com um problema.')
    await see(alert).toContainText('Solicitação: req-77')
    await see(page.getByRole('textbox')).toHaveValue('fica')
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    expect(await focusIsLost(page)).toBe(false)
    status = 429
    await go(page, 'Tentar de novo')
    await see(alert).toContainText('Há solicitações demais ao mesmo tempo.')
    await expectFocus(page, 'button', 'Enviar')
    // It is sent from an earlier page too.
    await go(page, 'Voltar à página 1')
    await see(page.getByText('Página 1 de 2')).toBeVisible()
    status = 0
    await go(page, 'Tentar de novo')
    await hasThanked(page)
    expect(await resultsOf(console, id)).toMatchObject([{ data: { a: 'fica' } }])
  })

  it('shows what the server refuses at its question, on its page', async () => {
    const page = await console.visit(OUTSIDE)
    console.trouble(page).expect(/status of 400/)
    const fields = (max: number) => [
      field('n', 'text', { required: true, options: { fieldType: 'number', max } }),
      field('z', 'text', { pageBreak: true }),
    ]
    const id = await surveyOf(console, fields(20))
    await page.goto(await linkTo(console, id))
    await write(page, 'Pergunta n', '8')
    await go(page)
    // The questions change under the answer.
    await asRoot(console, 'PUT', `surveys/${id}`, { config: { title: 'Como foi?', fields: fields(5) } })
    await write(page, 'Pergunta z', 'fim')
    await go(page)
    const number = page.getByRole('textbox', { name: 'Pergunta n' })
    await see(number).toBeFocused()
    await see(number).toHaveAccessibleDescription('O máximo é 5.')
    await retype(page, '5')
    await see(number).not.toHaveAttribute('aria-invalid')
    await go(page)
    // Back leads to the page before, wherever one has been meanwhile.
    await go(page, 'Voltar à página 1')
    await see(number).toHaveValue('5')
    await go(page)
    await see(page.getByRole('textbox', { name: 'Pergunta z' })).toHaveValue('fim')
    await go(page)
    await hasThanked(page)
    expect(await resultsOf(console, id)).toMatchObject([{ data: { n: 5, z: 'fim' } }])
  })

  it('says that an answer is too long which the server refuses as a whole', async () => {
    const page = await console.visit(OUTSIDE)
    console.trouble(page).expect(/status of 400/)
    const id = await surveyOf(
      console,
      Array.from({ length: 7 }, (_, at) => field(`t${at}`, 'textarea')),
    )
    await page.goto(await linkTo(console, id))
    await see(page.getByRole('textbox')).toHaveCount(7)
    // Each of them is as long as one text may be.
    for (const box of await page.getByRole('textbox').all()) {
      await tabTo(page, box)
      await page.keyboard.insertText('a'.repeat(MAX_MATCHED))
    }
    await go(page)
    await see(page.getByRole('alert')).toContainText('A resposta é longa demais.')
    expect(await resultsOf(console, id)).toEqual([])
  })

  it('T48 T50 shows hostile texts as texts, without an origin, a store or a session to take', async () => {
    const evil = DANGEROUS.slice(0, 40)
    const { world } = console
    const fields = evil.map((text, at) =>
      field(`f${at}`, at % 2 ? 'radios' : 'text', {
        title: text,
        options: { placeholder: text, otherText: text, choices: [{ text, value: `v${at}` }], hasOther: true },
      }),
    )
    // Whatever the server would refuse: as if it had been stored by an earlier version.
    const id = await surveyOf(console, [])
    await withServer(world.database, (tx) =>
      sql`update surveys set name = ${evil[0]!}, config = ${JSON.stringify({ title: evil.join(' '), fields })}::jsonb
        where id = ${id}`.execute(tx),
    )
    const page = await console.visit({ ...OUTSIDE, as: 'acme-admin', path: '/' })
    await page.goto(await linkTo(console, id))
    await see(page.getByRole('textbox').first()).toBeVisible()
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
    expect(await page.locator('main').evaluate((main) => main.querySelectorAll('img, script, iframe').length)).toBe(0)
    const found = await page.evaluate(() => {
      const attempt = (read: () => unknown) => {
        try {
          return String(read())
        } catch (error) {
          return (error as Error).name
        }
      }
      return [
        origin,
        attempt(() => localStorage.length),
        attempt(() => sessionStorage.length),
        attempt(() => indexedDB.open('tocsin')),
        attempt(() => document.cookie),
      ]
    })
    expect(found).toEqual(['null', ...Array.from({ length: 4 }, () => 'SecurityError')])
    // A script here could call only what needs no session.
    console.trouble(page).expect(/CORS policy|ERR_FAILED/)
    const refused = await page.evaluate(() => fetch('/api/features').then(String, ({ name }) => name as string))
    expect(refused).toBe('TypeError')
  })

  it('FIELD-01 FIELD-02 is answered in every type of question by key, and the server takes what the page takes', async () => {
    const page = await console.visit(OUTSIDE)
    const files = {
      attachmentTypes: ['image', 'audio'],
      attachmentQty: 2,
      attachmentMandatory: 'none',
      attachmentSizes: { image: 1, audio: 1 },
    }
    const states = [
      {
        text: 'Santa Catarina',
        value: 'sc',
        choices: [{ text: 'Lages', value: 'lages', choices: [{ text: 'Centro', value: 'centro' }] }],
      },
      { text: 'Paraná', value: 'pr' },
    ]
    const id = await surveyOf(console, [
      field('texto', 'text', { options: { placeholder: 'Rua', limit: 20, defaultValue: 'Rua ' } }),
      field('numero', 'text', { options: { fieldType: 'number', min: 0 } }),
      field('dia', 'text', { options: { fieldType: 'date', format: 'dd/MM/yyyy' } }),
      field('fone', 'text', { options: { fieldType: 'maskedText', mask: '(99) 99999-9999' } }),
      field('padrao', 'text', {
        options: { validators: [{ type: 'regex', regex: '^[A-Z]{3}$', text: 'Três maiúsculas.' }] },
      }),
      field('longo', 'textarea', { options: { lines: 4, allowComments: true } }),
      field('caixa', 'checkbox', { required: true }),
      field('caixas', 'checkboxes', {
        options: { choices: choices('Azul', 'Verde'), hasOther: true, allowSelectAll: true, columns: 2 },
      }),
      field('radios', 'radios', {
        options: { choices: choices('Um', 'Dois'), hasOther: true, otherText: 'Nenhum deles' },
      }),
      field('lista', 'dropdown', { options: { choices: choices('Norte', 'Sul') } }),
      field('busca', 'dropdown_search', {
        options: { choices: Array.from({ length: 150 }, (_, at) => ({ text: `Escola ${at}`, value: `e${at}` })) },
      }),
      field('niveis', 'multilayer_dropdown', { options: { choices: states } }),
      field('niveis_busca', 'multilayer_dropdown_search', { options: { choices: states } }),
      field('nota', 'rating', { options: { icon: 'favorite' } }),
      field('anexo', 'attachment', { options: files }),
    ])
    await page.goto(await linkTo(console, id))
    await see(page.getByRole('textbox', { name: /texto/ })).toHaveValue('Rua ')
    await tabTo(page, page.getByRole('textbox', { name: /texto/ }))
    await press(page, 'End')
    await type(page, 'A')
    await see(page.getByText('5 de 20 caracteres')).toBeVisible()
    await press(page, 'Tab')
    await type(page, '8,5')
    await press(page, 'Tab')
    await type(page, '31012026')
    await see(page.getByRole('textbox', { name: /dia/ })).toHaveValue('31/01/2026')
    await press(page, 'Tab')
    await page.keyboard.type('48999990000')
    await see(page.getByRole('textbox', { name: /fone/ })).toHaveValue('(48) 99999-0000')
    // A digit that is replaced in the middle leaves the cursor there.
    await press(page, 'Home', 'ArrowRight', 'Delete')
    await page.keyboard.type('1')
    await see(page.getByRole('textbox', { name: /fone/ })).toHaveValue('(18) 99999-0000')
    await press(page, 'Tab')
    await type(page, 'abc')
    await press(page, 'Tab')
    await page.keyboard.type('linha 1')
    await press(page, 'Enter')
    await page.keyboard.type('linha 2')
    await press(page, 'Tab')
    await see(page.getByRole('textbox', { name: 'Comentário: Pergunta longo' })).toBeFocused()
    await type(page, 'à parte')
    await press(page, 'Tab', 'Tab')
    // The box was passed over: it is required, and is told below.
    const all = page.getByRole('checkbox', { name: 'Selecionar tudo' })
    await see(all).toBeFocused()
    await press(page, 'Space')
    await see(page.getByRole('checkbox', { name: 'Verde' })).toBeChecked()
    await press(page, 'Tab', 'Tab', 'Space')
    await see(all).toHaveJSProperty('indeterminate', true)
    await press(page, 'Tab', 'Space', 'Tab')
    await see(page.getByRole('textbox', { name: 'Sua resposta: Pergunta caixas' })).toBeFocused()
    // It begins like a choice, which it is not.
    await page.keyboard.type('azul claro')
    await press(page, 'Tab')
    await press(page, 'ArrowUp')
    await see(page.getByRole('radio', { name: 'Nenhum deles' })).toBeChecked()
    await press(page, 'Tab')
    await type(page, 'três')
    await press(page, 'Tab')
    await type(page, 'Su')
    await see(page.getByRole('combobox', { name: /lista/ })).toHaveValue('sul')
    await press(page, 'Tab')
    const search = page.getByRole('combobox', { name: /busca.*opcional/ }).first()
    await see(search).toBeFocused()
    await type(page, 'escola 14')
    await see(page.getByRole('listbox').getByRole('option')).toHaveCount(12)
    expect(await axe(page)).toEqual([])
    await press(page, 'ArrowDown', 'Enter')
    await see(search).toHaveValue('Escola 140')
    await see(page.getByRole('listbox')).toHaveCount(0)
    await type(page, 'x')
    await see(page.getByText('Nada encontrado').first()).toBeVisible()
    await press(page, 'Escape')
    await see(search).toHaveValue('Escola 140')
    await press(page, 'Tab')
    await type(page, 'Sa')
    await press(page, 'Tab')
    await type(page, 'La')
    await press(page, 'Tab')
    await type(page, 'Ce')
    await press(page, 'Tab')
    await type(page, 'santa')
    await press(page, 'Enter', 'Tab')
    await type(page, 'lages')
    await press(page, 'Tab')
    await see(page.getByRole('combobox', { name: 'Pergunta niveis_busca: nível 3' })).toBeFocused()
    await press(page, 'Tab')
    await see(page.getByRole('radio', { name: '1', exact: true })).toBeFocused()
    await press(page, 'Space', 'ArrowRight', 'ArrowRight')
    await see(page.getByRole('radio', { name: '3', exact: true })).toBeChecked()
    // An optional rating is taken back by choosing it again.
    await press(page, 'Space')
    await see(page.getByRole('radio', { name: '3', exact: true })).not.toBeChecked()
    await press(page, 'End')
    // The second file is refused by the server.
    console.trouble(page).expect(/status of 400/)
    // A file is refused in words, waits for a network, and arrives.
    await press(page, 'Tab')
    const chooser = page.locator('input[type=file]')
    await see(chooser).toBeFocused()
    const photo = (name: string, mimeType: string, buffer: Buffer) => chooser.setInputFiles({ name, mimeType, buffer })
    await photo('nota.txt', 'text/plain', Buffer.from('x'))
    await see(page.getByRole('alert')).toHaveText('nota.txt não é aceito aqui. Aceitos: imagem, áudio.')
    await photo('falsa.png', 'image/png', Buffer.from('<script>'))
    await see(page.getByText('falsa.png não é aceito aqui. Aceitos: imagem, áudio.')).toBeVisible()
    await press(page, 'Shift+Tab', 'Enter')
    await see(chooser).toBeFocused()
    await page.context().setOffline(true)
    await photo('saída.png', 'image/png', picture)
    await see(page.getByText('saída.png será enviado quando a rede voltar.')).toBeVisible()
    await page.context().setOffline(false)
    await see(page.getByText('saída.png está anexado.')).toBeVisible()

    await go(page)
    await see(button(page, '2 respostas para corrigir')).toBeVisible()
    await see(page.getByRole('textbox', { name: /padrao/ })).toBeFocused()
    await see(page.getByText('Três maiúsculas.')).toBeVisible()
    await see(page.getByText('Marque esta opção.')).toBeVisible()
    await retype(page, 'ABC')
    await tabTo(page, page.getByRole('checkbox', { name: /caixa/ }))
    await press(page, 'Space')
    expect(await axe(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    expect(await contested(page)).toEqual([])
    // An answer that is sent before its files have arrived follows them.
    await page.context().setOffline(true)
    await photo('voz.mp3', 'audio/mpeg', Buffer.from('ID3\x04'))
    await see(page.getByText('2 arquivos bastam.')).toBeVisible()
    await go(page)
    await see(button(page, 'Enviando os arquivos…')).toBeFocused()
    await see(page.getByText('Sem conexão: sua resposta será enviada')).toBeVisible()
    expect(await resultsOf(console, id)).toEqual([])
    await page.context().setOffline(false)
    await hasThanked(page)
    const [stored] = await resultsOf(console, id)
    expect(stored!.data).toEqual({
      anexo: ['image', 'audio'].map((kind) => ({ type: kind, url: expect.stringMatching(FILE_ADDRESS) })),
      texto: 'Rua A',
      numero: 8.5,
      dia: '2026-01-31',
      fone: '(18) 99999-0000',
      padrao: 'ABC',
      longo: 'linha 1\nlinha 2',
      'longo-comment': 'à parte',
      caixa: true,
      caixas: ['azul', 'azul claro'],
      radios: 'três',
      lista: 'sul',
      busca: 'e140',
      niveis: ['sc', 'lages', 'centro'],
      niveis_busca: ['sc', 'lages'],
      nota: 5,
    })

    // The staff of the client see the picture beside the other answers.
    const desk = await console.visit({ as: 'acme-admin', path: `/surveys/${id}/show?tab=results`, locale: 'pt-BR' })
    await see(desk.locator('[role=row][aria-rowindex="2"]')).toBeVisible()
    await press(desk, 'j', 'Enter')
    const image = desk.getByRole('img', { name: 'Pergunta anexo: imagem 1' })
    await see(image).toHaveJSProperty('naturalWidth', 1)
    // A player, which the content policy lets load; three letters are no recording.
    await see(desk.getByLabel('Pergunta anexo: áudio 2')).toHaveJSProperty('tagName', 'AUDIO')
    expect(await axe(desk)).toEqual([])
  })

  it('is large enough for a finger and an eye at 360 px, in every colour, and needs no scrolling sideways at 200 %', async () => {
    const id = await surveyOf(console, [
      field('a', 'text', { required: true }),
      field('b', 'radios', { options: { choices: choices('Sim', 'Não'), columns: 2 } }),
      field('c', 'rating', { options: { max: 10, min: 0 } }),
      field('d', 'checkbox'),
      ...Array.from({ length: 9 }, (_, at) => field(`t${at}`, 'text')),
      field('e', 'dropdown', { pageBreak: true, options: { choices: choices('Norte') } }),
    ])
    const path = await linkTo(console, id)
    for (const more of [
      { colorScheme: 'light' },
      { colorScheme: 'dark' },
      { colorScheme: 'dark', forcedColors: 'active' },
    ] as const) {
      const page = await console.visit({ ...OUTSIDE, path, more })
      await see(page.getByRole('textbox').first()).toBeVisible()
      const sizes = await page.evaluate(() =>
        [...document.querySelectorAll('input, select, button')].map((one) => {
          const target = one.closest('label') ?? one
          const { width, height } = target.getBoundingClientRect()
          return {
            what: one.outerHTML.slice(0, 80),
            width,
            height,
            text: Number.parseFloat(getComputedStyle(one).fontSize),
          }
        }),
      )
      expect(sizes.filter(({ width, height }) => width < 44 || height < 44)).toEqual([])
      // A smaller text makes a phone zoom in when it is written.
      expect(sizes.filter(({ what, text }) => what.includes('type="text"') && text < 16)).toEqual([])
      await go(page, 'Continuar')
      await see(page.locator('[aria-invalid]')).toHaveCount(1)
      expect(await axe(page)).toEqual([])
      expect(await overflow(page)).toEqual([])
      // The focus is never behind the foot, which a low window does not keep in sight.
      for (const size of [PHONE, { width: 320, height: 256 }]) {
        await page.setViewportSize(size)
        expect(await overflow(page)).toEqual([])
        for (let pressed = 0; pressed < 10; pressed++) {
          await press(page, 'Tab')
          expect(await isHidden(page), `${size.height}: ${await focused(page)}`).toBe(false)
        }
      }
    }
  })

  it('draws what a key changes, however many questions there are', async () => {
    const drawn: number[] = []
    for (const count of [20, 300]) {
      const id = await surveyOf(
        console,
        Array.from({ length: count }, (_, at) =>
          field(`f${at}`, at % 3 ? 'text' : 'radios', { options: { choices: choices('Sim', 'Não') } }),
        ),
      )
      const page = await console.visit(OUTSIDE)
      await countRendered(page)
      await page.goto(await linkTo(console, id))
      await tabTo(page, page.getByRole('textbox', { name: /f1\b/ }))
      await press(page, 'a')
      drawn.push(await renderedOn(page, () => press(page, 'b')))
      await see(page.getByRole('textbox', { name: /f1\b/ })).toHaveValue('ab')
    }
    const [few, many] = drawn
    expect(few).toBeGreaterThan(0)
    expect(many).toBe(few)
  })
})
