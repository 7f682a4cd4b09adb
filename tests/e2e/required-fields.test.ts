import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { axe } from './axe'
import { inBrowser, see } from './console'
import { press, retype, tabTo, type } from './keyboard'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const field = (page: Page, name: string) => page.locator('main').getByRole('textbox', { name, exact: true })
const wrong = (page: Page) => page.locator('main [aria-invalid=true]')

/** Expects a field to be marked wrong, with the sentence that gives the reason. */
async function expectProblem(page: Page, name: string, sentence: string, at = 0): Promise<void> {
  const one = field(page, name).nth(at)
  await see(one).toHaveAttribute('aria-invalid', 'true')
  await see(one).toHaveAccessibleDescription(sentence)
}

/** Goes on to a field from the present focus, and types. */
async function fill(page: Page, name: string, text: string, at = 0): Promise<void> {
  await tabTo(page, field(page, name).nth(at))
  await retype(page, text)
}

inBrowser('a form without what is required', (console) => {
  const call = async (method: string, path: string, body?: unknown) =>
    console.world.call(await console.world.token('root'), method, path, body)
  const rows = async (path: string) => (await call('GET', path)).body.data as unknown as Record<string, unknown>[]
  /** Records every write that is sent. */
  const writes = (page: Page) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
    })
    return sent
  }

  it('CLIENT-05 CLIENT-06 makes a client with its first user, and says of each field what it lacks', async () => {
    const page = await console.visit({ as: 'root', path: '/clients' })
    await see(page.locator('[role=row]:focus')).toBeVisible()
    await press(page, 'c')
    await see(page.locator('form :focus')).toBeVisible()
    await see(page.locator('main form input')).toHaveCount(5)
    await see(page.getByRole('group', { name: 'Manager user' }).getByRole('textbox')).toHaveCount(3)
    const sent = writes(page)

    // A message at a left field takes the focus from nobody.
    await tabTo(page, field(page, 'Name').first())
    await press(page, 'Tab')
    await see(field(page, 'Nickname')).toBeFocused()
    await expectProblem(page, 'Name', 'Name is required.', 0)
    await press(page, 'Tab')
    await see(field(page, 'Username')).toBeFocused()
    await expectProblem(page, 'Nickname', 'Nickname is required.')

    await press(page, 'Control+Enter')
    await see(wrong(page)).toHaveCount(5)
    for (const name of ['Nickname', 'Username', 'E-mail']) await expectProblem(page, name, `${name} is required.`)
    await expectProblem(page, 'Name', 'Name is required.', 0)
    await expectProblem(page, 'Name', 'Name is required.', 1)
    await see(field(page, 'Name').first()).toBeFocused()
    expect(await axe(page)).toEqual([])

    // One after the other: the focus goes to the first that is wrong still.
    await type(page, 'Prefeitura de Teste')
    await press(page, 'Control+Enter')
    await see(field(page, 'Nickname')).toBeFocused()
    await type(page, 'Teste')
    await press(page, 'Control+Enter')
    await see(field(page, 'Username')).toBeFocused()
    await type(page, 'teste-gestora')
    await press(page, 'Control+Enter')
    await see(field(page, 'E-mail')).toBeFocused()
    await type(page, 'gestora.example.org')
    await fill(page, 'Name', 'Gina Gestora', 1)
    await press(page, 'Control+Enter')
    await expectProblem(page, 'E-mail', 'E-mail must be an e-mail address.')
    await see(field(page, 'E-mail')).toBeFocused()
    await see(wrong(page)).toHaveCount(1)
    expect(sent).toEqual([])
    expect(await rows('clients?q=Prefeitura%20de%20Teste')).toEqual([])

    await retype(page, 'gestora@example.org')
    await press(page, 'Control+Enter')
    const link = page.getByRole('link', { name: 'Prefeitura de Teste', exact: true })
    await see(link.or(heading(page, 'Prefeitura de Teste'))).toBeVisible()
    expect(sent).toEqual(['POST /api/clients'])
    const [client, ...others] = await rows('clients?q=Prefeitura%20de%20Teste')
    expect(others).toEqual([])
    expect(client).toMatchObject({ name: 'Prefeitura de Teste', nickname: 'Teste', active: true, locked: false })
    const id = client!['id'] as number
    expect(await rows(`users?ClientId=${id}`)).toMatchObject([
      {
        username: 'teste-gestora',
        email: 'gestora@example.org',
        name: 'Gina Gestora',
        userType: 'client',
        role: 'admin',
        ClientId: id,
      },
    ])
    // Its page has the typed values, after a reload as well.
    await page.goto(`/clients/${id}/show`)
    await see(heading(page, 'Prefeitura de Teste')).toBeVisible()
    await see(page.locator('main')).toContainText('Teste')
  })

  it('CLIENT-06 shows at its field a username that somebody has', async () => {
    const page = await console.visit({ as: 'root', path: '/clients/create', locale: 'pt-BR' })
    console.trouble(page).expect(/status of 4/)
    await fill(page, 'Nome', 'Prefeitura Segunda')
    await fill(page, 'Nome curto', 'Segunda')
    await fill(page, 'Nome de usuário', 'acme-admin')
    await fill(page, 'E-mail', 'segunda@example.org')
    await fill(page, 'Nome', 'Sílvia Segunda', 1)
    await press(page, 'Control+Enter')
    const name = field(page, 'Nome de usuário')
    await see(name).toHaveAttribute('aria-invalid', 'true')
    await see(name).toBeFocused()
    await see(name).toHaveValue('acme-admin')
    expect(await rows('clients?q=Prefeitura%20Segunda')).toEqual([])
  })

  it('TEAM-07 asks for the time zone of a team at its field, and for one that there is', async () => {
    const page = await console.visit({ path: '/teams/create' })
    const sent = writes(page)
    await fill(page, 'Name', 'Equipe sem fuso')
    await fill(page, 'Address', 'Rua do Fuso, 1')
    await press(page, 'Control+Enter')
    await expectProblem(page, 'Time zone', 'Time zone is required.')
    await see(field(page, 'Time zone')).toBeFocused()
    await see(wrong(page)).toHaveCount(1)
    await type(page, 'Mars/Olympus')
    await press(page, 'Control+Enter')
    await expectProblem(page, 'Time zone', 'Time zone must be a time zone such as America/Sao_Paulo.')
    await see(field(page, 'Time zone')).toBeFocused()
    expect(await axe(page)).toEqual([])
    expect(sent).toEqual([])
    await retype(page, 'America/Manaus')
    await see(wrong(page)).toHaveCount(0)
    await press(page, 'Control+Enter')
    await see(heading(page, 'Equipe sem fuso')).toBeVisible()
    expect(await rows('teams?q=Equipe%20sem%20fuso')).toMatchObject([{ timezone: 'America/Manaus', siteType: 'team' }])
    // A team is a site of another type (TEAM-08).
    expect(sent).toEqual(['POST /api/sites'])

    // Fields that come after a save that failed are shown as soon as they are there.
    await page.goto('/teams/create')
    await see(heading(page, 'Create team')).toBeVisible()
    await press(page, 'Control+Enter')
    await see(field(page, 'Name').first()).toBeFocused()
    await tabTo(page, page.getByRole('button', { name: 'Add: Manager' }))
    await press(page, 'Enter')
    await see(field(page, 'Manager name')).toBeFocused()
    await see(page.getByText('in a field that is not shown here')).toHaveCount(0)

    // A site has none, and is not asked for it.
    await page.goto('/sites/create')
    await see(field(page, 'Name').first()).toBeVisible()
    await see(field(page, 'Time zone')).toHaveCount(0)
  })

  it('PROJ-05 asks for the name and the description of a project, each at its field', async () => {
    const page = await console.visit({ path: '/projects/create' })
    const sent = writes(page)
    await see(field(page, 'Name')).toBeFocused()
    await press(page, 'Control+Enter')
    await expectProblem(page, 'Name', 'Name is required.')
    await expectProblem(page, 'Description', 'Description is required.')
    await see(field(page, 'Name')).toBeFocused()
    // Blanks are nothing.
    await type(page, '   ')
    await press(page, 'Control+Enter')
    await expectProblem(page, 'Name', 'Name is required.')
    await retype(page, 'Projeto completo')
    await press(page, 'Control+Enter')
    await see(field(page, 'Description')).toBeFocused()
    await see(wrong(page)).toHaveCount(1)
    expect(await axe(page)).toEqual([])
    expect(sent).toEqual([])
    await type(page, 'Com descrição')
    await press(page, 'Control+Enter')
    await see(heading(page, 'Projeto completo')).toBeVisible()
    expect(await rows('projects?q=Projeto%20completo')).toMatchObject([{ description: 'Com descrição', ClientId: 2 }])

    // A cleared field of a stored record is missed as well.
    await press(page, 'e')
    await fill(page, 'Description', '')
    await press(page, 'Control+Enter')
    await expectProblem(page, 'Description', 'Description is required. was Com descrição')
    await see(field(page, 'Description')).toBeFocused()
    expect(sent).toEqual(['POST /api/projects'])
  })
})
