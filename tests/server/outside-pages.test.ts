import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'

/** A build's files, as far as the server minds: the pages as they are written, and a file with a hash. */
const folder = mkdtempSync(join(tmpdir(), 'tocsin-outside-'))
const page = readFileSync(fileURLToPath(new URL('../../web/outside/page.html', import.meta.url)), 'utf8')
const TOKEN = `${'a'.repeat(300)}.${'b'.repeat(900)}`
let plain: TestWorld
let third: TestWorld
beforeAll(async () => {
  mkdirSync(join(folder, 'static/assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<title>console</title>')
  writeFileSync(join(folder, 'static/assets/survey-abc.js'), '')
  for (const name of ['survey', 'finish', 'document', 'reset-password', 'missing'])
    writeFileSync(join(folder, 'static', `${name}.html`), page.replace('%page%', name))
  plain = await startWorld({ webFolder: folder })
  third = await startWorld({ database: plain.database, webFolder: folder, features: { 'token-mobile-v3': true } })
})
afterAll(async () => {
  await third.app.close()
  await plain.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}, world = plain) =>
  world.call(null, 'GET', path, undefined, headers)

it.each([
  ['PUB-05', '/static/surveys/1?token=x&latitude=-27.5&longitude=-48.5&ChannelId=2&profileId=3', 'survey', 'Pesquisa'],
  ['PUB-06', '/static/surveys/finish', 'finish', 'Obrigado'],
  ['PUB-13', `/static/reset-password/${TOKEN}`, 'reset-password', 'Nova senha'],
  ['PUB-16', '/static/documents/pol%C3%ADtica%20de%20uso', 'document', 'Documento'],
  ['PUB-16', `/static/documents/${'ç'.repeat(250)}`, 'document', 'Documento'],
])(
  '%s %s is a page of its own in a sandbox, for everybody, in the language of the browser',
  async (_, path, file, title) => {
    const { status, headers, text } = await get(path, { 'accept-language': 'pt-PT,en;q=0.5' })
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain(`src="./${file}.tsx"`)
    expect(text).toContain('<html lang="pt-BR"')
    expect(text).toContain(`<title>${title}</title>`)
    expect(text).toContain('<p class="needs-scripts">Esta página precisa de JavaScript.')
    expect(headers).toMatchObject({ vary: 'Accept-Language', 'referrer-policy': 'no-referrer' })
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['content-security-policy']).toMatch(/; sandbox allow-scripts allow-forms( allow-modals)?$/)
    expect(headers['content-security-policy']).not.toContain('allow-same-origin')
    const english = await get(path, { 'accept-language': 'fr' })
    expect(english.text).toContain('<html lang="en-US"')
    expect(english.text).toContain('This page needs JavaScript.')
    // A language in the address wins.
    const chosen = await get(`${path}${path.includes('?') ? '&' : '?'}locale=pt-BR`, { 'accept-language': 'en' })
    expect(chosen.text).toContain('<html lang="pt-BR"')
  },
)

it('T48 writes nothing of the address into the page', async () => {
  const evil = '"><script>alert(1)</script>'
  for (const path of [
    `/static/surveys/${encodeURIComponent(evil).replaceAll('%2F', '')}`,
    `/static/surveys/1?token=${encodeURIComponent(evil)}&locale=${encodeURIComponent(evil)}`,
    `/static/documents/${encodeURIComponent(evil).replaceAll('%2F', '')}`,
  ]) {
    const { status, text } = await get(path, { 'accept-language': evil })
    expect(status, path).toBe(200)
    expect(text, path).not.toContain('alert')
    expect(text, path).toContain('<html lang="en-US"')
  }
})

it('PUB-05 PUB-13 PUB-16 says in a page that an address is none where it has no part, or several', async () => {
  for (const path of [
    '/static/surveys',
    '/static/surveys/',
    '/static/surveys/1/x',
    '/static/documents/',
    '/static/documents/a%2Fb',
    '/static/documents/%3Cimg%20src=x%3E%2F',
    '/static/reset-password',
    '/static/reset-password/',
    '/static/reset-password/a/b',
  ]) {
    const { status, headers, text } = await get(path, { 'accept-language': 'pt-BR' })
    expect([status, headers['content-type']], path).toEqual([404, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy'], path).toMatch(/; sandbox allow-scripts allow-forms/)
    expect(text, path).toContain('src="./missing.tsx"')
    expect(text, path).toContain('<title>Esta página não existe</title>')
    expect(text, path).not.toContain('<img')
  }
  expect((await plain.call(null, 'POST', '/static/surveys/1', {})).status).toBe(404)
})

it('A-036 tells the page of the reset, without a session, which generation of the call is on', async () => {
  const meta = '<meta name="tocsin:token-mobile-v3" content="on" />'
  expect((await get('/static/reset-password/x')).text).not.toContain(meta)
  expect((await get('/static/reset-password/x', {}, third)).text).toContain(meta)
})

it('lets only a survey ask before it is closed', async () => {
  const policy = async (path: string) => String((await get(path)).headers['content-security-policy'])
  expect(await policy('/static/surveys/1')).toContain('allow-modals')
  for (const path of ['/static/documents/x', '/static/reset-password/x', '/static/page.css', '/terms.html'])
    expect(await policy(path), path).not.toContain('allow-modals')
})

it('lets a browser keep the scripts for good, whose names have a hash, and any page without an origin load them', async () => {
  const { status, headers } = await get('/static/assets/survey-abc.js', { origin: 'null' })
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
  expect((await get('/static/surveys/1')).headers['cache-control']).toBe('no-cache')
})
