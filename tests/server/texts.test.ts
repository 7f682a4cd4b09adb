import { allResources } from '@tocsin/core/resources/index'
import { pathOf } from '@tocsin/core/vocabulary/resource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanHtml } from '../../server/records/clean-html'
import { DANGEROUS, LINKS_THAT_RUN } from '../hostile-html'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
let root: string
beforeAll(async () => {
  world = await startWorld()
  root = await world.token('root')
})
afterAll(() => world.close())

const problems = ({ body }: Reply) => body.error?.errors?.map(({ field, message }) => `${field} ${message}`)

/** Every field of HTML that anybody writes, with a record that it lies in. */
const htmlFields = async () =>
  (await allResources()).flatMap((resource) =>
    Object.entries(resource.fields)
      .filter(([, { type }]) => type === 'html')
      .map(([field]) => ({ resource, field })),
  )

/** Matches a stored text that cannot run: only these tags, each with only these attributes. */
const PLAIN =
  /^([^<]|<\/?(h[1-6]|p|strong|em|code|pre|blockquote|ul|ol|li|a)>|<[bh]r>|<ol start="\d+">|<a href="(https?|mailto|tel):[^"<>\s]+">)*$/i

it('knows the fields that hold HTML', async () => {
  expect((await htmlFields()).map(({ resource, field }) => `${resource.name}.${field}`)).toEqual([
    'terms.content',
    'documents.content',
  ])
})

it('T48 A-100 stores nothing that runs, whichever way it is written, on create and on update', async () => {
  const drafts: Record<string, (n: number) => object> = {
    terms: (n) => ({ title: `t${n}` }),
    documents: (n) => ({ name: `d${n}` }),
  }
  let n = 0
  for (const { resource, field } of await htmlFields())
    for (const text of DANGEROUS) {
      const draft = { ...drafts[resource.name]!(++n), [field]: `<p>begin</p>${text}` }
      const made = await world.call(root, 'POST', pathOf(resource), draft)
      expect(made.status, `${text} ${made.text}`).toBe(201)
      const { id, [field]: stored = '' } = made.body.data as Record<string, string>
      expect(stored, text).toMatch(PLAIN)
      expect(await cleanHtml(stored), text).toBe(stored)
      const changed = await world.call(root, 'PATCH', `${pathOf(resource)}/${id}`, {
        [field]: `<blockquote><p>end</p>${text}</blockquote>`,
      })
      expect(changed.status, `${text} ${changed.text}`).toBe(200)
      expect((changed.body.data as Record<string, string>)[field], text).toMatch(PLAIN)
    }
})

it('T51 keeps of a link only what leads to the web, a mailbox or a phone', async () => {
  for (const href of LINKS_THAT_RUN) expect(await cleanHtml(`<a href="${href}">x</a>`), href).toBe('<a>x</a>')
  for (const href of ['https://example.org/?a=1', 'mailto:a@example.org', 'tel:193'])
    expect(await cleanHtml(`<a href="${href}">x</a>`)).toBe(`<a href="${href}">x</a>`)
})

it.each([
  ['tags that are never closed', '<b>'.repeat(100_000)],
  ['tags that other tags seem to close', '<a><b></i></u>'.repeat(30_000)],
  ['tables in tables', '<table><tr><td>'.repeat(30_000)],
])('T48 refuses %s, which would keep the server busy', async (_, content) => {
  const reply = await world.call(root, 'POST', 'documents', { name: 'deep', content })
  expect([reply.status, problems(reply)]).toEqual([400, ['content formErrors.depth']])
})

describe('terms and documents', () => {
  it('TERM-03 DOC-03 want content that says something', async () => {
    for (const content of [undefined, '', ' ', '<p></p>', '<p>&nbsp;</p>', '<script>x()</script>', '<h1><br></h1>']) {
      const title = await world.call(root, 'POST', 'terms', { title: 't', content })
      expect([content, problems(title)]).toEqual([content, ['content formErrors.required']])
      const named = await world.call(root, 'POST', 'documents', { name: 'empty', content })
      expect([content, problems(named)]).toEqual([content, ['content formErrors.required']])
    }
    const cleared = await world.call(root, 'PATCH', 'terms/2', { content: '<p> </p>' })
    expect(problems(cleared)).toEqual(['content formErrors.required'])
  })

  it('are published by the server’s clock, once, and taken back', async () => {
    for (const [path, may] of [
      ['terms/3', 'acme-admin'],
      ['documents/3', 'admin'],
    ] as const) {
      const token = await world.token(may)
      const call = (action: string) => world.call(token, 'POST', `${path}/${action}`)
      expect((await call('publish')).body.data).toMatchObject({ publishedAt: new Date(world.clock.now).toISOString() })
      expect((await call('publish')).body.error).toMatchObject({ message: 'BLOCKED' })
      expect((await call('unpublish')).body.data).toMatchObject({ publishedAt: null })
      expect((await call('unpublish')).body.error).toMatchObject({ message: 'BLOCKED' })
      const forged = await world.call(token, 'PATCH', path, { publishedAt: '2020-01-01T00:00:00Z' })
      expect(problems(forged)).toEqual(['publishedAt formErrors.readonly'])
    }
  })

  it('A-099 TERM-02 TERM-04 share one API, whose rows are the provider’s or the client’s own', async () => {
    const titles = async (user: string, query = '') => {
      const { body } = await world.call(await world.token(user), 'GET', `terms?showInactive=true${query}`)
      return (body.data as { ClientId: number }[]).map(({ ClientId }) => ClientId).sort((one, other) => one - other)
    }
    expect(new Set(await titles('acme-admin'))).toEqual(new Set([2]))
    expect(new Set(await titles('root', '&ClientId=1'))).toContain(1)
    expect(new Set(await titles('root', '&ClientId=3'))).toEqual(new Set([3]))
    expect(new Set(await titles('client-manager'))).not.toContain(1)
    const acme = await world.token('acme-admin')
    const own = await world.call(acme, 'POST', 'terms', { title: 'ours', content: 'x' })
    expect(own.body.data).toMatchObject({ ClientId: 2, content: 'x' })
    const foreign = await world.call(acme, 'POST', 'terms', { title: 'theirs', content: 'x', ClientId: 1 })
    expect(problems(foreign)).toEqual(['ClientId formErrors.notFound'])
    // A manager of several clients says which: the provider's own is none of theirs.
    const nobodys = await world.call(await world.token('client-manager'), 'POST', 'terms', { title: 't', content: 'x' })
    expect(problems(nobodys)).toEqual(['ClientId formErrors.required'])
  })

  it('A-099 opens the edit to either string, and each alone is enough', async () => {
    const { terms } = await import('@tocsin/core/resources/terms/index')
    expect(terms.can.update).toEqual(['terms:update', 'client:terms:update'])
    expect((await world.call(await world.token('acme-admin'), 'PATCH', 'terms/2', { title: 'new' })).status).toBe(200)
    expect((await world.call(await world.token('admin'), 'PATCH', 'terms/1', { title: 'new' })).status).toBe(200)
    expect((await world.call(await world.token('acme-approver'), 'PATCH', 'terms/2', { title: 'x' })).status).toBe(403)
  })

  it('keeps terms that an app or a code points at', async () => {
    await world.call(root, 'PATCH', 'registration-codes/1', { TermId: 4 })
    await world.call(root, 'PATCH', 'apps/1', { termId: 3 })
    for (const [id, resource] of [
      [4, 'registration-codes'],
      [3, 'apps'],
    ] as const)
      expect((await world.call(root, 'DELETE', `terms/${id}`)).body.error).toEqual({
        message: 'CANNOT_DELETE_WITH_RELATIONS',
        details: { relations: [{ noun: resource, count: 1, names: [expect.any(String)] }] },
      })
  })

  it('DOC-04 A-108 gives a published document to anybody by its name, and no other', async () => {
    const info = (query: string) => world.call(null, 'GET', `documents/info${query}`)
    expect((await info('?name=privacidade')).body.data).toEqual({
      name: 'privacidade',
      content: expect.stringContaining('<h1>Privacidade</h1>'),
      publishedAt: '2026-01-05T08:00:00.000Z',
    })
    expect((await info('?name=acessibilidade')).status).toBe(404)
    expect((await info('?name=nothing')).status).toBe(404)
    for (const query of ['', '?name=', '?name=a&name=b', '?name=a&q=b', '?name=%00'])
      expect((await info(query)).status, query).toBe(400)
    expect((await world.call(null, 'GET', 'documents')).status).toBe(401)
  })
})
