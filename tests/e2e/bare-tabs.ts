import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright'
import { build, type Rolldown } from 'vite'
import type { BareTab } from './pages/bare-tab'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
let scripts: Promise<Map<string, string>> | undefined

/** The console's own session and way to the server, built without its screens: the scripts by their names. */
const bundle = (): Promise<Map<string, string>> =>
  (scripts ??= build({
    configFile: at('../../web/vite.config.ts'),
    root: at('pages'),
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: at('pages/bare-tab.ts'), formats: ['es'], fileName: 'bare-tab' } },
  }).then((built) => {
    const [{ output }] = (Array.isArray(built) ? built : [built]) as [Rolldown.RolldownOutput]
    return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])))
  }))

/**
 * Opens tabs without screens, with the account of a new tab, in a browser that somebody is signed in with. The test
 * serves their files and then stops: every request that it could answer would go through it.
 */
export async function openBareTabs(context: BrowserContext, count: number): Promise<Page[]> {
  const built = await bundle()
  const ours = ({ pathname }: URL) => pathname === '/bare-tab.html' || built.has(pathname)
  const html = '<!doctype html><script type="module" src="/bare-tab.js"></script>'
  await context.route(ours, (route) => {
    const body = built.get(new URL(route.request().url()).pathname)
    return route.fulfill(
      body === undefined ? { contentType: 'text/html', body: html } : { contentType: 'text/javascript', body },
    )
  })
  const tabs: Page[] = []
  for (let at = 0; at < count; at++) {
    const page = await context.newPage()
    await page.goto('/bare-tab.html')
    await page.waitForFunction(() => 'tab' in globalThis)
    await page.evaluate(() => (globalThis as unknown as { tab: BareTab }).tab.resume())
    tabs.push(page)
  }
  await context.unroute(ours)
  return tabs
}

export const ask = (page: Page, count: number) =>
  page.evaluate((many) => (globalThis as unknown as { tab: BareTab }).tab.ask(many), count)
export const accountOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { tab: BareTab }).tab.account())
