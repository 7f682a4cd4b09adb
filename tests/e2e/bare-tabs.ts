import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright'
import { build, type Rolldown } from 'vite'
import type { BareTab } from './pages/bare-tab'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
let script: Promise<string> | undefined

/** The console's own session and way to the server, built without its screens. */
const bundle = (): Promise<string> =>
  (script ??= build({
    configFile: at('../../web/vite.config.ts'),
    root: at('pages'),
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: at('pages/bare-tab.ts'), formats: ['es'], fileName: 'bare-tab' } },
  }).then((built) => {
    const [{ output }] = (Array.isArray(built) ? built : [built]) as [Rolldown.RolldownOutput]
    return output[0].code
  }))

/**
 * Opens tabs without screens, with the account of a new tab, in a browser that somebody is signed in with. The test
 * serves their files and then stops: every request that it could answer would go through it.
 */
export async function openBareTabs(context: BrowserContext, count: number): Promise<Page[]> {
  const body = await bundle()
  const ours = /\/bare-tab\.(js|html)$/
  const html = '<!doctype html><script type="module" src="/bare-tab.js"></script>'
  await context.route(ours, (route) =>
    route.fulfill(
      route.request().url().endsWith('.js')
        ? { contentType: 'text/javascript', body }
        : { contentType: 'text/html', body: html },
    ),
  )
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
