import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import type { FormField } from '@tocsin/core/form/types'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { RICH_FIELDS } from '../rich-form'

export type Screen = {
  /** Begins with a number, so that pictures are in the order of a walk through the console. */
  name: string
  /** Null: nobody is signed in. */
  as?: string | null
  path?: string
  /** Acts on the screen before the picture is taken. Keys and roles only: it runs in both languages. */
  act?: (page: Page) => Promise<void>
  /** The server's treatment of the screen's requests. */
  server?: 'fails' | 'waits'
  /** The text that is awaited; else the heading. */
  shows?: string
}

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      await page.waitForTimeout(120)
    }
  }
const palette = (text: string) => async (page: Page) => {
  await press('Control+K')(page)
  await page.keyboard.type(text)
  await page.waitForTimeout(700)
}
const row = '[role=row][data-index]'
const grid = `[role=grid] ${row}`
const example = fileURLToPath(new URL('../../fixtures/sites/excel-br.csv', import.meta.url))

/** Chooses the file of an import where the dialog has put the focus. */
const chooseFile = async (page: Page) => {
  await page.locator('[role=dialog] button:focus').waitFor()
  const chooser = page.waitForEvent('filechooser')
  // Behind the order to catch it, which goes out unawaited: a chooser that opens before it is never heard of.
  await page.evaluate(() => 0)
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(example)
  await page.waitForTimeout(2500)
}
/** Writes a rule of who sees a channel, as JSON. */
const writeRule = async (page: Page) => {
  const rule = {
    combinator: 'and',
    rules: [
      { field: 'role', operator: 'equals', value: 'manager' },
      {
        combinator: 'or',
        rules: [
          { field: 'tags', operator: 'anyOf', value: ['brigada', 'plantão'] },
          {
            combinator: 'and',
            rules: [
              { field: 'profileProps.turno', operator: 'contains', value: 'noite' },
              { field: 'profileProps.registro', operator: 'isEmpty' },
            ],
          },
        ],
      },
      { field: 'profileProps.admissao', operator: 'lessOrEqual', value: '2025-12-31' },
    ],
  }
  await page.getByRole('textbox', { name: /^(Who sees it|Quem vê)$/ }).fill(JSON.stringify(rule))
}
const openRules = async (page: Page) => {
  await page.getByRole('button', { name: /^(Rules|Regras)…/ }).focus()
  await press('Enter')(page)
  await page.getByRole('dialog').waitFor()
  await press('v')(page)
}
/** Goes to the code, with a user who is asked for one. */
const toCode = async (page: Page) => {
  await page.keyboard.type('acme-mfa')
  await press('Tab')(page)
  await page.keyboard.type(DEMO_PASSWORD)
  await press('Enter')(page)
  await page.locator('input[name=code]').waitFor()
}
const toForgot = async (page: Page, name: string) => {
  await page.keyboard.type(name)
  await page.getByRole('button', { name: /^(Forgot the password|Esqueci a senha)$/ }).focus()
  await press('Enter')(page)
  await page.getByRole('dialog').waitFor()
}
let asked = 0
/** Returns a link that looks good by itself: the page as it is before the server is asked. */
function resetLink(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `/password-reset?authorization=${part({})}.${part({ exp: 4_000_000_000 })}.x`
}
const tab = (number: number) => press(String(number))

/** Asks before signing in as somebody else, from the page of a user. */
const askLoginAs = async (page: Page) => {
  await page.getByRole('button', { name: /^(Sign in as|Entrar como)$/ }).focus()
  await press('Enter')(page)
  await page.locator('[role=alertdialog]').waitFor()
}

/** Opens the dialog that sets up a method, from the profile; its codes go nowhere, however many pictures are taken. */
const setUp = (steps: number) => async (page: Page) => {
  await page.route('**/api/users/email/send-verifying-code', (route) =>
    route.fulfill({ json: { success: true, data: { sentTo: 'email' }, meta: { id: 'req-0' } } }),
  )
  await page.getByRole('button', { name: /^(Set up by e-mail|Configurar por e-mail)/ }).focus()
  await press('Enter')(page)
  await page.locator('[role=dialog]').waitFor()
  for (let step = 0; step < steps; step++) {
    if (step === 0) await page.keyboard.type(DEMO_PASSWORD)
    await press('Enter')(page)
    await page.waitForTimeout(800)
  }
}

/** Signs acme-admin in from a terminal, or tries to. */
async function signInElsewhere(page: Page, password = DEMO_PASSWORD): Promise<void> {
  const { origin } = new URL(page.url())
  const headers = { 'user-agent': 'tocsin/1.0.0' }
  await page.request.post(`${origin}/api/authentication/login`, { headers, data: { username: 'acme-admin', password } })
}

/** Goes to the profile's sessions, one more of which a terminal has begun, and presses keys on their button. */
const amongSessions =
  (...keys: string[]) =>
  async (page: Page) => {
    await signInElsewhere(page)
    await page.reload()
    await page.getByRole('button', { name: /^(End all others|Encerrar todas as outras)/ }).focus()
    for (const key of keys) await press(key)(page)
  }

/** Shows the start page of a busy day, with the sections about a client. */
const busyHome = async (page: Page) => {
  const list = Array.from({ length: 14 }, (_, at) => ({
    day: `2026-11-${String(at + 7).padStart(2, '0')}`,
    alerts: [3, 1, 5, 4, 2, 6, 3, 0, 2, 4, 7, 3, 4, 2][at],
    tests: [0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 4][at],
  }))
  await page.route('**/api/features', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { name: string; defaultValue: boolean }[] }
    const data = body.data.map((one) => ({ ...one, defaultValue: one.name.includes('dashboard') }))
    await route.fulfill({ json: { ...body, data } })
  })
  await page.route(/\/api\/dashboard(\/client)?$/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    const more = { mobileProfiles: { total: 1_482_077 }, alerts: { total: 48_213 }, alertDays: { list } }
    await route.fulfill({ json: { ...body, data: { ...body.data, ...more } } })
  })
  await page.route(/\/api\/dashboard(\/client\/\d+)?\/response$/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object }
    const timeUntilTaken = { from: '2026-11-07T03:00:00.000Z', median: 72_000, before: 100_000 }
    await route.fulfill({ json: { ...body, data: { ...body.data, timeUntilTaken } } })
  })
  await page.reload()
  await page.locator('main svg[width="100%"]').first().waitFor()
}

/** Gives the open form its fields as JSON, and goes on to the fields. */
const withFields =
  (fields: readonly object[], ...then: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    const views = page.getByRole('group', { name: /^(What to edit|O que editar)$/ })
    await views.getByRole('radio').nth(2).focus()
    await press('Space')(page)
    await page.locator('textarea').fill(JSON.stringify(fields))
    await views.getByRole('radio').nth(0).focus()
    await press('Space')(page)
    await page.locator('[role=option]').first().focus()
    for (const one of then) await one(page)
  }

/** Returns the fields of a form in which one has the rules of the design. */
const withRule = (fields: readonly FormField[]): FormField[] =>
  fields.map((field) =>
    field.name === 'plano' ? { ...field, options: { ...field.options, visibleIfQuery: RULE } } : field,
  )
const RULE = {
  combinator: 'and',
  rules: [
    { field: 'local_trabalho', operator: 'anyOf', value: ['escola', 'saude'] },
    {
      combinator: 'or',
      rules: [
        { field: 'pessoas', operator: 'greaterOrEqual', value: 30 },
        {
          combinator: 'and',
          rules: [
            { field: 'turno', operator: 'contains', value: 'n' },
            { field: 'registro', operator: 'isEmpty' },
          ],
        },
      ],
    },
    { field: 'admissao', operator: 'lessOrEqual', value: '2025-12-31' },
  ],
}

const sites = '/sites'

/** Posts to the API of the demo. */
async function post(page: Page, path: string, body: object, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await page.request.post(`/api/${path}`, { data: body, headers })
  return ((await answer.json()) as { data: { id: number; token: string; link: string } }).data
}
const rootOf = async (page: Page) =>
  (await post(page, 'authentication/login', { username: 'root', password: DEMO_PASSWORD })).token

/** Makes changes of sites as several people, and shows the start page with them; with `since`, the choice between two of them. */
const changedHome = (since: boolean) => async (page: Page) => {
  const [ana, celia] = await Promise.all(
    ['acme-admin', 'client-manager'].map((username) =>
      post(page, 'authentication/login', { username, password: DEMO_PASSWORD }),
    ),
  )
  const change = (id: number, data: object, { token } = ana!) =>
    page.request.patch(`/api/sites/${id}`, { data, headers: { authorization: `Bearer ${token}` } })
  const now = Date.now()
  await change(3, { name: 'UBS Vila Nova', referencePoint: `Ao lado da padaria ${now}`, active: now % 2 === 0 })
  await change(5, { radius: (1 + (now % 90)) / 10 }, celia)
  await change(4, { radius: (1 + (now % 80)) / 10 })
  await page.reload()
  await page.locator('main ol [aria-keyshortcuts=z]').waitFor()
  if (!since) return page.locator('main ol').scrollIntoViewIfNeeded()
  await change(4, { radius: (90 + (now % 70)) / 10 }, celia)
  await press('z')(page)
  await page.getByRole('dialog').getByRole('table').waitFor()
}

/** A picture of the house. */
const PICTURE = fileURLToPath(new URL('../../docs/console.png', import.meta.url))

/** Opens a survey that asks for a picture and a recording; with `result` as the staff see its answer. */
const attachments = (state: 'asked' | 'result') => async (page: Page) => {
  const token = await rootOf(page)
  const attachment = (name: string, title: string, types: string[], more: object): FormField => ({
    name,
    title,
    type: 'attachment',
    required: true,
    options: {
      attachmentTypes: types,
      attachmentQty: 2,
      attachmentMandatory: 'none',
      attachmentSizes: Object.fromEntries(types.map((type) => [type, 8])),
      ...more,
    },
  })
  const fields = [
    attachment('foto', 'O que você viu?', ['image', 'video'], { allowCamera: true, allowFile: true }),
    attachment('som', 'Conte com suas palavras', ['audio', 'file'], { allowMic: true, allowFile: true }),
  ]
  const given = { name: 'Relato', ClientId: 2, Channels: [14], config: { title: 'Relato com anexos', fields } }
  const { id } = await post(page, 'surveys', given, token)
  const { link } = await post(page, `surveys/${id}/link`, {}, token)
  await page.goto(link)
  const chooser = page.locator('input[type=file]')
  await chooser.first().setInputFiles(PICTURE)
  const sound = { name: 'relato.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3\x04') }
  await chooser.last().setInputFiles(sound)
  await page.getByText(/relato\.mp3 (is attached|está anexado)/).waitFor()
  if (state === 'asked') {
    await chooser.last().setInputFiles({ ...sound, name: 'vídeo.mp4', mimeType: 'video/mp4', buffer: Buffer.from('x') })
    await page.getByText(/vídeo\.mp4 (is not accepted|não é aceito)/).waitFor()
    return
  }
  await page.getByRole('button', { name: /^(Send|Enviar)$/ }).press('Enter')
  await page.waitForURL(/finish/)
  await page.goto(`/surveys/${id}/show?tab=results`)
  await page.locator('[role=row][aria-rowindex="2"]').waitFor()
  await press('j', 'Enter')(page)
  await page.getByRole('img', { name: /O que você viu/ }).waitFor()
}

/** Opens a survey of the demo by a link of its own; with `offline` a page on, with a problem and without a network. */
const survey = (state: 'first' | 'offline') => async (page: Page) => {
  const { link } = await post(page, 'surveys/1/link', {}, await rootOf(page))
  await page.goto(link)
  await page.getByRole('radio').first().focus()
  await press('Space')(page)
  if (state === 'first') return
  const on = page.getByRole('button', { name: /^(Continue|Continuar)$/ })
  await on.focus()
  await press('Enter', 'Tab', 'End', 'ArrowLeft', 'Tab')(page)
  await page.keyboard.type('uns 8')
  await on.focus()
  await press('Enter')(page)
  await page.context().setOffline(true)
}

/** Every screen and every state that has a face of its own. */
export const SCREENS: readonly Screen[] = [
  { name: '01-sign-in', as: null },
  { name: '02-sign-in-empty', as: null, act: press('Enter') },
  {
    name: '03-sign-in-wrong',
    as: null,
    act: async (page) => {
      await page.keyboard.type('root')
      await press('Tab')(page)
      await page.keyboard.type('wrong')
      await press('Enter')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: '04-sign-in-code',
    as: null,
    act: async (page) => {
      // One person gets only ten codes an hour, and the next picture takes six.
      await page.route('**/api/authentication/login', (route) =>
        route.fulfill({
          json: { success: true, data: { token: 'x', mfaValues: ['email', 'phone'] }, meta: { id: 'req-0' } },
        }),
      )
      await toCode(page)
    },
  },
  {
    name: '05-sign-in-code-wrong',
    as: null,
    act: async (page) => {
      await toCode(page)
      await page.keyboard.type('ABC2345')
      await press('Enter')(page)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: '06-forgot', as: null, act: (page) => toForgot(page, 'acme-approver') },
  {
    name: '07-forgot-mailed',
    as: null,
    act: async (page) => {
      // One name may ask only so often in an hour.
      await toForgot(page, `nobody-${++asked}`)
      await press('Enter')(page)
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  },
  { name: '08-reset-code', as: null, path: '/password-reset/code?user=acme-mfa' },
  { name: '09-reset-password', as: null, path: resetLink() },
  { name: '09-reset-password-unmet', as: null, path: resetLink(), act: (page) => page.keyboard.type('abc') },
  { name: '10-home', as: 'acme-admin' },
  { name: '10-home-busy', as: 'acme-admin', act: busyHome },
  { name: '10-home-changes', as: 'acme-admin', act: changedHome(false) },
  { name: '10-home-changed-since', as: 'acme-admin', act: changedHome(true) },
  { name: '11-home-staff', as: 'root' },
  { name: '11-home-staff-busy', as: 'root', act: busyHome },
  { name: '12-home-guest', as: 'guest' },
  { name: '20-clients-list', as: 'root', path: '/clients', shows: grid },
  ...['summary', 'tab-2', 'tab-3', 'tab-4', 'tab-5', 'tab-6'].map((name, at) => ({
    name: `21-clients-show-${at + 1}-${name}`,
    as: 'root',
    path: '/clients/2/show',
    act: tab(at + 1),
  })),
  { name: '22-clients-show-locked', as: 'root', path: '/clients/3/show' },
  { name: '23-clients-edit', as: 'root', path: '/clients/2' },
  { name: '24-clients-create', as: 'root', path: '/clients/create' },
  { name: '30-sites-list', path: sites, shows: grid },
  { name: '31-sites-selected', path: sites, shows: grid, act: press('x', 'Shift+ArrowDown', 'Shift+ArrowDown') },
  { name: '32-sites-filtered', path: `${sites}?q=iris&showInactive=true&order=name+DESC`, shows: grid },
  { name: '33-sites-no-match', path: `${sites}?q=zzzzqqqq` },
  { name: '34-sites-empty', as: 'vazia-admin', path: sites },
  { name: '35-sites-failed', path: sites, server: 'fails' },
  { name: '36-sites-loading', path: sites, server: 'waits' },
  { name: '37-sites-preview', path: sites, shows: grid, act: press('v') },
  { name: '38-sites-toast', path: `${sites}?showInactive=true`, shows: grid, act: press('t', 'z') },
  { name: '39-sites-confirm', path: sites, shows: grid, act: press('Delete') },
  { name: '40-sites-confirm-many', path: sites, shows: grid, act: press('Control+A', 't') },
  { name: '41-sites-show', path: '/sites/1/show' },
  { name: '42-sites-edit', path: '/sites/1' },
  { name: '43-sites-create', path: '/sites/create' },
  { name: '44-sites-create-wrong', path: '/sites/create', act: press('Control+Enter') },
  { name: '45-sites-missing', path: '/sites/999999/show', shows: 'h1' },
  { name: '50-teams-list', path: '/teams', shows: grid },
  { name: '51-teams-show', path: '/teams/20001/show' },
  { name: '52-teams-edit', path: '/teams/20001' },
  { name: '60-users-list', as: 'root', path: '/users', shows: grid },
  { name: '61-users-show', as: 'root', path: '/users/6/show' },
  {
    name: '61-users-history',
    as: 'root',
    path: '/users/6/show',
    act: async (page) => {
      await signInElsewhere(page, 'wrong')
      await signInElsewhere(page)
      await page.reload()
      await page
        .getByText(/acme-admin (signed in|entrou)/)
        .first()
        .scrollIntoViewIfNeeded()
    },
  },
  { name: '62-users-edit', as: 'root', path: '/users/6' },
  { name: '62-users-edit-role-fixed', as: 'monitor-admin', path: '/users/12' },
  { name: '62-users-create', as: 'root', path: '/users/create' },
  { name: '62-users-create-client', as: 'root', path: '/users/create?userType=client', act: press('Control+Enter') },
  { name: '62-users-create-in-client', path: '/users/create' },
  { name: '62-users-dialog', as: 'root', path: '/clients/2/show?tab=users&user=new', shows: '[role=dialog] form' },
  { name: '62-users-login-as', as: 'root', path: '/users/6/show', act: askLoginAs },
  {
    name: '62-users-logged-in-as',
    as: 'root',
    path: '/users/9/show',
    act: async (page) => {
      await askLoginAs(page)
      await press('Tab', 'Enter')(page)
      await page.waitForURL((url) => url.pathname === '/')
      await page.locator('h1').waitFor()
      await page.waitForTimeout(800)
    },
  },
  { name: '63-apps-list', path: '/apps', shows: grid },
  { name: '64-apps-settings', path: '/apps/1/show' },
  {
    name: '64-apps-settings-changed',
    path: '/apps/1/show',
    act: async (page) => {
      await press('e')(page)
      await page.keyboard.type(' 2026')
      await page.locator('input[value="#007DD8"]').first().focus()
      await press('Control+A')(page)
      await page.keyboard.type('#8E1')
      await press('Tab', 'Tab', 'Control+A')(page)
      await page.keyboard.type('#36343')
      await press('Tab')(page)
    },
  },
  { name: '64-apps-settings-read', as: 'root', path: '/apps/3/show' },
  {
    name: '64-apps-settings-groups',
    path: '/apps/1/show',
    act: async (page) => {
      await page.locator('[data-app-colors] [aria-expanded]').focus()
      await press('Enter', 'Tab', 'Enter')(page)
    },
  },
  {
    name: '64-apps-versions',
    path: '/apps/1/show?tab=versions',
    shows: 'role=listbox',
  },
  {
    name: '64-apps-version',
    path: '/apps/1/show?tab=versions',
    shows: 'role=listbox',
    act: press('j', 'j', 'j'),
  },
  {
    name: '64-apps-version-changes',
    path: '/apps/1/show?tab=versions',
    shows: 'role=listbox',
    act: press('j', 'ArrowRight'),
  },
  {
    name: '64-apps-version-publish',
    path: '/apps/1/show?tab=versions',
    shows: 'role=listbox',
    act: press('p'),
  },
  { name: '66-templates', path: '/apps/templates', act: (page) => page.keyboard.press('j') },
  { name: '66-templates-client', path: '/apps/templates?visibility=client&client=2' },
  { name: '66-templates-none', path: '/apps/templates?q=nada' },
  { name: '66-template-show', path: '/apps/templates/1/show' },
  { name: '66-template-channels', path: '/apps/templates/1/show?tab=channels' },
  { name: '66-template-use', path: '/apps/templates/1/show?use=1' },
  { name: '66-template-save', path: '/apps/1/show?template=new' },
  { name: '64-apps-channels', path: '/apps/1/show?tab=channels', shows: grid },
  {
    name: '64-apps-channel-lifted',
    path: '/apps/1/show?tab=channels',
    shows: grid,
    act: press('j', 'j', 'j', 'Space', 'j'),
  },
  {
    name: '64-apps-channel-copied',
    path: '/apps/1/show?tab=channels',
    shows: grid,
    act: press('j', 'Control+C'),
  },
  { name: '64-apps-channel-editor', path: '/apps/1/show?tab=channels&channel=1', shows: 'form [data-section]' },
  {
    name: '64-apps-channel-editor-changed',
    path: '/apps/1/show?tab=channels&channel=1',
    shows: 'form [data-section]',
    act: async (page) => {
      await page.getByLabel(/^(Title|Título)$/).fill('Pânico')
      await page.getByLabel(/^(Text colour|Cor do texto)$/).fill('#555')
      await page.getByLabel(/^(Upper colour|Cor de cima)$/).fill('#12')
      await press('Control+Enter')(page)
    },
  },
  {
    name: '64-apps-channel-editor-icons',
    path: '/apps/1/show?tab=channels&channel=4',
    shows: 'form [data-section]',
    act: async (page) => {
      await page.getByLabel(/^(Icon|Ícone)$/).focus()
      await press('ArrowDown')(page)
    },
  },
  {
    name: '64-apps-channel-editor-locked',
    as: 'root',
    path: '/apps/3/show?tab=channels',
    shows: grid,
    act: press('j', 'Enter'),
  },
  {
    name: '64-apps-channel-rules',
    path: '/apps/1/show?tab=channels&channel=1',
    shows: 'form [data-section]',
    act: async (page) => {
      await writeRule(page)
      await openRules(page)
      await page.getByRole('combobox').first().selectOption('manager')
      await press('Escape', 'End', 'ArrowRight', 'ArrowRight', 'Enter')(page)
    },
  },
  {
    name: '64-apps-channel-rules-hidden',
    path: '/apps/1/show?tab=channels&channel=1',
    shows: 'form [data-section]',
    act: async (page) => {
      await writeRule(page)
      await openRules(page)
      await press('Escape', 'j', 'j', 'c', 'Control+Enter', 'k', 'Space', 'k')(page)
    },
  },
  {
    name: '64-apps-channel-rules-read',
    as: 'root',
    path: '/apps/3/show?tab=channels',
    shows: grid,
    act: async (page) => {
      await press('j', 'Enter')(page)
      await openRules(page)
    },
  },
  { name: '64-channels-list', path: '/channels', shows: grid },
  { name: '64-channels-show', path: '/channels/1/show' },
  { name: '64-channels-edit', path: '/channels/4' },
  { name: '64-channels-create', path: '/channels/create' },
  { name: '64-apps-channel-create', path: '/apps/1/show?tab=channels&create=new', shows: '[role=dialog] form' },
  { name: '63-broadcasts-list', as: 'broadcast-operator', path: '/broadcast-messages', shows: grid },
  { name: '63-broadcasts-show', as: 'broadcast-operator', path: '/broadcast-messages/3/show' },
  {
    name: '63-broadcasts-test',
    as: 'broadcast-operator',
    path: '/broadcast-messages/3/show',
    act: async (page) => {
      await page.getByRole('button', { name: /^(Test|Testar)$/ }).press('Enter')
      await page.waitForTimeout(1500)
    },
  },
  {
    name: '63-broadcasts-approve',
    as: 'broadcast-operator',
    path: '/broadcast-messages/3/show',
    act: async (page) => {
      await press('a')(page)
      await page.waitForTimeout(1500)
    },
  },
  { name: '40-alerts-list', as: 'root', path: '/alerts', shows: row },
  {
    name: '40-alerts-drawer',
    as: 'root',
    path: '/alerts?view=all',
    shows: row,
    act: press('j', 'j', 'j', 'j', 'j', 'Enter', 'k'),
  },
  { name: '40-alerts-resolve', path: '/alerts', shows: row, act: press('r') },
  { name: '40-alerts-hand-on', path: '/alerts', shows: row, act: press('m') },
  { name: '40-alerts-none', path: '/alerts?view=mine', as: 'acme-admin' },
  { name: '40-alerts-show', path: '/alerts/1/show', as: 'root', shows: 'ol' },
  { name: '40-alerts-note', path: '/alerts/1/show', as: 'root', shows: 'ol', act: press('n') },
  {
    name: '40-alerts-failure',
    path: '/alerts/1/show',
    as: 'root',
    shows: 'ol [aria-expanded]',
    act: async (page) => {
      await page.locator('ol [aria-expanded]').press('Enter')
      await page.locator('ol ul li').first().waitFor()
    },
  },
  { name: '64-surveys-list', path: '/surveys', shows: grid },
  { name: '64-surveys-show', path: '/surveys/1/show', shows: 'ol' },
  { name: '64-surveys-edit', path: '/surveys/2', shows: 'form' },
  { name: '64-surveys-locked', path: '/surveys/1', shows: 'form' },
  {
    name: '64-surveys-channels',
    path: '/surveys/2',
    shows: 'form',
    act: async (page) => {
      await page.getByRole('button', { name: /table|tabela/ }).press('Enter')
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    },
  },
  { name: '64-surveys-results', path: '/surveys/1/show?tab=results', shows: row },
  {
    name: '64-surveys-result',
    path: '/surveys/1/show?tab=results',
    shows: row,
    act: press('j', 'Enter'),
  },
  {
    name: '64-surveys-questions',
    path: '/surveys/1/show?tab=questions',
    shows: '[role=option]',
    act: press('j', 'j', 'j'),
  },
  { name: '64-surveys-result-files', path: '/surveys', shows: grid, act: attachments('result') },
  {
    name: '64-surveys-link',
    path: '/surveys/1/show',
    shows: 'ol',
    act: async (page) => {
      await page.getByRole('button', { name: /Public link|Link público/ }).press('Enter')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: '65-registration-codes-list', path: '/registration-codes', shows: grid },
  { name: '66-projects-list', path: '/projects', shows: grid },
  {
    name: '66-projects-apps',
    path: '/projects/2/show?tab=apps',
    shows: '[role=treegrid] [role=row][data-index]',
    act: press('j', 'ArrowRight'),
  },
  { name: '66-projects-app', path: '/projects/2/show?tab=apps&app=1', shows: '[role=dialog] form' },
  { name: '67-audit-events-list', as: 'root', path: '/audit-events', shows: grid },
  { name: '70-palette-empty', path: sites, shows: grid, act: palette('') },
  { name: '71-palette-results', path: sites, shows: grid, act: palette('iris') },
  {
    name: '72-palette-selection',
    path: sites,
    shows: grid,
    act: async (page) => {
      await press('x', 'Shift+ArrowDown', '.')(page)
    },
  },
  {
    name: '73-palette-arguments',
    as: 'root',
    path: '/clients',
    shows: grid,
    act: async (page) => {
      await palette('switch client')(page)
      await press('Enter')(page)
    },
  },
  { name: '74-palette-nothing', path: '/', act: palette('zzzzqqqq') },
  { name: '75-palette-keys', path: '/', act: palette('?') },
  { name: '75-palette-line', path: '/', act: palette("$sites update 12 --name='Nova ala' --") },
  { name: '75-palette-line-whole', path: '/', act: palette("$sites update 12 --name='Nova ala'") },
  { name: '75-palette-line-wrong', path: '/', act: palette('$sites import escolas.csv') },
  { name: '76-cheat-sheet', path: sites, shows: grid, act: press('?') },
  {
    name: '77-which-key',
    path: '/',
    act: async (page) => {
      await press('g')(page)
      await page.waitForTimeout(500)
    },
  },
  {
    name: '80-import',
    as: 'vazia-admin',
    path: sites,
    act: async (page) => {
      await palette('import')(page)
      await press('Enter')(page)
      await page.waitForTimeout(600)
    },
  },
  {
    name: '81-import-plan',
    as: 'vazia-admin',
    path: sites,
    act: async (page) => {
      await palette('import')(page)
      await press('Enter')(page)
      await page.waitForTimeout(800)
      await chooseFile(page)
    },
  },
  {
    name: '82-export',
    path: sites,
    shows: grid,
    act: async (page) => {
      await palette('export')(page)
      await press('Enter')(page)
      await page.waitForTimeout(600)
    },
  },
  {
    name: '83-export-list',
    as: 'root',
    path: '/clients',
    shows: grid,
    act: async (page) => {
      await palette('export')(page)
      await press('Enter')(page)
      await page.locator('[role=dialog]').waitFor()
    },
  },
  {
    name: '84-export-places',
    path: sites,
    shows: grid,
    act: async (page) => {
      // On a narrow screen the palette alone exports, at once.
      const button = page.getByRole('button', { name: /^Export(ar)?$/ })
      if (!(await button.isVisible())) return
      await button.focus()
      await press('Enter')(page)
      await page.locator('[role=dialog]').waitFor()
    },
  },
  ...['privacy', 'terms', 'update'].map((name) => ({ name: `07-${name}`, as: null, path: `/${name}.html` })),
  { name: '07-outside-survey', as: null, path: '/static/surveys/finish', act: survey('first') },
  { name: '07-outside-survey-offline', as: null, path: '/static/surveys/finish', act: survey('offline') },
  { name: '07-outside-survey-files', as: null, path: '/static/surveys/finish', act: attachments('asked') },
  { name: '07-outside-survey-finish', as: null, path: '/static/surveys/finish' },
  { name: '07-outside-survey-missing', as: null, path: '/static/surveys/1' },
  { name: '07-outside-document', as: null, path: '/static/documents/privacidade' },
  { name: '07-outside-password', as: null, path: '/static/reset-password/x', act: press('Tab', 'Tab', 'Enter') },
  { name: '08-open-in-app', as: null, path: '/go/users/auth/42?token=x' },
  { name: '09-sent-messages', as: null, path: '/developer/messages' },
  {
    name: '85-account-menu',
    path: '/',
    act: async (page) => {
      await page.locator('button[aria-haspopup=menu]').focus()
      await press('Enter')(page)
      await page.locator('[role=menu]').waitFor()
    },
  },
  {
    name: '86-account-question',
    path: '/',
    act: async (page) => {
      await palette('logout')(page)
      await press('Enter')(page)
      await page.locator('[role=alertdialog]').waitFor()
    },
  },
  {
    name: '87-welcome',
    as: null,
    act: async (page) => {
      await page.keyboard.type('monitor-operator')
      await press('Tab')(page)
      await page.keyboard.type(DEMO_PASSWORD)
      await press('Enter')(page)
      await page.locator('[role=dialog]').waitFor()
    },
  },
  { name: '88-profile', path: '/profile' },
  { name: '88-profile-sessions', path: '/profile', act: amongSessions() },
  { name: '88-profile-sessions-end', path: '/profile', act: amongSessions('Enter') },
  {
    name: '88-profile-terminal',
    path: '/profile',
    act: async (page) => {
      const { origin } = new URL(page.url())
      const begun = (await (await page.request.post(`${origin}/api/authentication/terminal`, { data: {} })).json()) as {
        data: { code: string }
      }
      await page.goto(`/profile?terminal=${begun.data.code}`)
      await page.locator('[role=dialog] p[tabindex]').waitFor()
    },
  },
  { name: '88-profile-password', path: '/profile', act: setUp(0) },
  { name: '88-profile-address', path: '/profile', act: setUp(1) },
  { name: '88-profile-code', path: '/profile', act: setUp(2) },
  {
    name: '88-profile-tokens',
    path: '/profile',
    act: async (page) => {
      await page.getByRole('link', { name: /^(All tokens|Todos os tokens)$/ }).scrollIntoViewIfNeeded()
    },
  },
  { name: '89-tokens', as: 'root', path: '/tokens' },
  { name: '89-token', path: '/tokens/2/show' },
  { name: '89-token-new', as: 'root', path: '/tokens/create' },
  {
    name: '89-token-told',
    path: '/tokens/create',
    act: async (page) => {
      await page.keyboard.type(`cron ${Date.now()}`)
      await page.getByRole('checkbox').first().focus()
      await press('Space')(page)
      await press('Control+Enter')(page)
      await page.locator('[role=dialog]').waitFor()
    },
  },
  { name: '90-not-found', path: '/nowhere/at/all' },
  { name: '91-no-access', as: 'acme-approver', path: '/users' },
  { name: '98-form-builder-shown', path: '/registration-forms/1/show', shows: '[role=option]', act: press('j', 'j') },
  {
    name: '98-form-builder',
    path: '/registration-forms/1',
    act: withFields(RICH_FIELDS, press('j', 'j')),
  },
  {
    name: '98-form-builder-field',
    path: '/registration-forms/1',
    act: withFields(RICH_FIELDS, press('j', 'j', 'Enter')),
  },
  {
    name: '98-form-builder-lifted',
    path: '/registration-forms/1',
    act: withFields(RICH_FIELDS, press('j', 'j', 'Space', 'j', 'j')),
  },
  {
    name: '98-form-builder-problems',
    path: '/registration-forms/1',
    act: withFields(
      [
        ...RICH_FIELDS.slice(0, 8),
        { ...RICH_FIELDS[8]!, options: { validators: [{ type: 'regex', regex: '(?=a)' }] } },
        { ...RICH_FIELDS[9]!, name: 'cpf' },
      ],
      press('End'),
    ),
  },
  {
    name: '98-form-builder-rules',
    path: '/registration-forms/1',
    act: withFields(withRule(RICH_FIELDS), async (page) => {
      await press('j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'j', 'r')(page)
      await page.getByRole('treegrid').waitFor()
      await press('v', 'Space', 'Escape', 'End', 'ArrowRight', 'ArrowRight', 'Enter')(page)
    }),
  },
  { name: '98-form-builder-types', path: '/registration-forms/1', act: withFields(RICH_FIELDS, press('c')) },
  { name: '98-form-builder-new', path: '/registration-forms/create' },
  {
    name: '98-form-builder-rules-page',
    path: '/registration-forms/1',
    act: withFields(RICH_FIELDS, async (page) => {
      await press('j', 'j', 'j', 'r')(page)
      await page.getByRole('treegrid').waitFor()
      await press('v', 'Space', 'Shift+Tab', 'ArrowRight')(page)
    }),
  },
  { name: '98-form-builder-live', path: '/registration-forms/1', act: withFields(RICH_FIELDS, press('v')) },
]
