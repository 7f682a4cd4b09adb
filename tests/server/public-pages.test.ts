import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readLinks } from '@tocsin/core/base/links'
import { startWorld, type TestWorld } from '../world'

const sources = fileURLToPath(new URL('../../web/public', import.meta.url))
/** A build's files, as far as the server minds: the console's page, a file with a hash, and a copied one. */
const folder = mkdtempSync(join(tmpdir(), 'tocsin-web-'))
let world: TestWorld
beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html><head><title>console</title></head></html>')
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets/console-abc.js'), '')
  for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }))
    if (name.includes('.')) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), readFileSync(join(sources, name)))
    }
  world = await startWorld({
    webFolder: folder,
    links: readLinks(
      'android=https://play.example.org/?id=1&x="></head><script>alert(1)</script>\n help=http://help.example.org/',
    ),
    mapsUrl: 'https://maps.example.org/?at={latitude},{longitude}&z=9',
  })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string) => world.call(null, 'GET', path)

it.each([
  ['PUB-01', '/privacy.html', 'Política de Privacidade'],
  ['PUB-02', '/terms.html', 'Termos de Uso'],
  ['PUB-03', '/update.html', 'Requer atualização de aplicativo'],
])('%s %s is a page of its own, titled exactly, for everybody', async (_id, path, title) => {
  const { status, headers, text } = await get(path)
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(/<title>(.*)<\/title>/.exec(text)?.[1]).toBe(title)
  expect(/<h1>(.*)<\/h1>/.exec(text)?.[1]).toBe(title)
  // The way back, and nothing that a page without scripts could not do.
  expect(text).toContain('href="/login"')
  expect(text).not.toMatch(/<script|style=|\son\w+=/)
  // The text says that it does not hold as it is, and who has to write one that does.
  if (path !== '/update.html')
    expect(text.replace(/\s+/g, ' ')).toMatch(/Quem opera este serviço .* deve redigi-l[oa]s? e public/)
  expect(text).toMatch(/190/)
})

const SANDBOXED = [
  '/privacy.html',
  '/terms.html',
  '/update.html',
  '/static/page.css',
  '/static/nothing-here',
  '/static',
]
const DISGUISED = ['/%73tatic/page.css', '/%73tatic/x', '/terms.html?x=/api', '/terms%2ehtml', '//static/page.css']

it('T68 sends what is public and no part of the console in a sandbox, errors and disguises too', async () => {
  for (const path of [...SANDBOXED, ...DISGUISED]) {
    const { headers } = await get(path)
    const policy = String(headers['content-security-policy'])
    expect(policy, path).toMatch(/; sandbox allow-scripts allow-forms$/)
    expect(policy, path).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/)
    expect(policy, path).not.toContain('allow-same-origin')
    expect(headers, path).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    expect(headers['set-cookie'], path).toBeUndefined()
  }
  for (const path of ['/', '/login', '/go/users/auth/1', '/statics', '/first-paint.js', '/api/features', '/x/static/y'])
    expect((await get(path)).headers['content-security-policy'], path).not.toContain('sandbox')
})

it('has nothing under /static but what is put there: the console is not served in a sandbox', async () => {
  expect((await get('/static/page.css')).status).toBe(200)
  for (const path of ['/static', '/static/', '/static/surveys']) expect((await get(path)).status, path).toBe(404)
  expect((await get('/nowhere')).text).toContain('<title>console</title>')
})

it('lets a browser keep for good only what carries a hash in its name', async () => {
  expect((await get('/assets/console-abc.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const path of ['/', '/login', '/terms.html', '/static/page.css', '/first-paint.js', '/favicon.svg'])
    expect((await get(path)).headers['cache-control'], path).toBe('no-cache')
})

it('W30 A-156 tells the console the operator’s map with its page', async () => {
  expect((await get('/sites')).text).toContain(
    '<meta name="tocsin:maps" content="https://maps.example.org/?at={latitude},{longitude}&amp;z=9" />',
  )
})

it('tells the console the operator’s links with its page, whatever they hold', async () => {
  const { text } = await get('/login')
  expect(text).toContain('<meta name="tocsin:help" content="http://help.example.org/" />')
  expect(text).toContain(
    'content="https://play.example.org/?id=1&amp;x=&quot;&gt;&lt;/head&gt;&lt;script&gt;alert(1)&lt;/script&gt;"',
  )
  expect(text).not.toContain('<script>')
})
