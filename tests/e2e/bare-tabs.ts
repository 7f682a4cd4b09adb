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

/** Serves the page of a bare tab to a browser that somebody is signed in with. */
export async function serveBareTabs(context: BrowserContext): Promise<void> {
  const body = await bundle()
  await context.route('**/bare-tab.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await context.route('**/bare-tab.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script type="module" src="/bare-tab.js"></script>',
    }),
  )
}

/** A tab without screens, which works as whom a new tab works as. */
export async function openBareTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/bare-tab.html')
  await page.waitForFunction(() => 'tab' in globalThis)
  await page.evaluate(() => (globalThis as unknown as { tab: BareTab }).tab.resume())
  return page
}

export const ask = (page: Page, count: number) =>
  page.evaluate((many) => (globalThis as unknown as { tab: BareTab }).tab.ask(many), count)
export const accountOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { tab: BareTab }).tab.account())
