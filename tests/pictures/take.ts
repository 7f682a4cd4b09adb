// `npm run shots [-- --screen sites --theme blue-light --locale pt-BR --size narrow]`: pictures of every screen in both
// languages, four themes and three sizes, in shots/. Asserts nothing; prints axe's complaints and too wide pages.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { axe, overflow } from '../e2e/axe'
import { launch } from '../e2e/launch'
import { SCREENS, type Screen } from './screens'

const LOCALES = ['en-US', 'pt-BR']
const THEMES = ['grey-light', 'grey-dark', 'blue-light', 'blue-dark']
const SIZES: Record<string, BrowserContextOptions> = {
  wide: { viewport: { width: 1440, height: 900 } },
  narrow: { viewport: { width: 360, height: 800 } },
  // Twice as large on a screen of 1440 by 900.
  zoomed: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
}

const { values } = parseArgs({
  options: {
    screen: { type: 'string', multiple: true },
    theme: { type: 'string', multiple: true },
    locale: { type: 'string', multiple: true },
    size: { type: 'string', multiple: true },
  },
})
/** Returns the known names that contain one of the given words; all of them where none is given. */
const asked = (known: readonly string[], words: readonly string[] | undefined) =>
  known.filter((name) => !words || words.some((word) => name.includes(word)))

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'shots')

/** The demo as `npm start` shows it, with data of its own. */
async function startDemo(data: string): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js'), '--demo=embedded'], {
    env: { ...process.env, PORT: '0', TOCSIN_DATA: data, TOCSIN_LOCALE: 'en-US' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
      if (found) resolve(found[0])
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return { url, stop: () => void child.kill('SIGTERM') }
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>
/** The time for which a session may be copied: one that is renewed in a copy ends the others (ms). */
const FRESH = 120_000
const sessions = new Map<string, { state: State; from: number }>()

async function sessionOf(browser: Browser, url: string, username: string): Promise<State> {
  const known = sessions.get(username)
  if (known && Date.now() - known.from < FRESH) return known.state
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('input[name=username]').waitFor()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('[data-account]').waitFor()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  const state = await context.storageState({ indexedDB: true })
  sessions.set(username, { state, from: Date.now() })
  await context.close()
  return state
}

async function show(page: Page, { path = '/', shows = 'h1', act, server }: Screen): Promise<void> {
  if (server === 'fails')
    await page.route('**/api/sites**', (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, data: null, meta: { id: 'req-0' }, error: { message: 'INTERNAL_ERROR' } },
      }),
    )
  if (server === 'waits') await page.route('**/api/sites**', () => {})
  await page.goto(path)
  await page.locator(shows).first().waitFor()
  // A failure is shown after the calls that were tried again.
  await page.waitForTimeout(server === 'fails' ? 2500 : 500)
  await act?.(page)
  await page.waitForTimeout(250)
}

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Sets a theme. One visit serves all: a theme changes colours alone, and code that draws listens to both of these. */
async function dress(page: Page, theme: string): Promise<void> {
  await page.emulateMedia({ colorScheme: theme.endsWith('dark') ? 'dark' : 'light' })
  // The console hears of the mode with the next frame, and puts on the theme that the reader has stored.
  await nextFrame(page)
  await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
  await nextFrame(page)
}

const data = mkdtempSync(join(tmpdir(), 'tocsin-shots-'))
const demo = await startDemo(data)
const browser = await launch()
const complaints = new Map<string, Set<string>>()
const complain = (what: string, where: string) => complaints.set(what, (complaints.get(what) ?? new Set()).add(where))
let taken = 0

mkdirSync(folder, { recursive: true })
try {
  for (const screen of SCREENS.filter(({ name }) => asked([name], values.screen).length > 0))
    for (const size of asked(Object.keys(SIZES), values.size))
      for (const locale of asked(LOCALES, values.locale)) {
        const { as = 'acme-admin' } = screen
        const visit = `${screen.name}.${size}.${locale}`
        const context = await browser.newContext({
          ...SIZES[size],
          baseURL: demo.url,
          locale,
          timezoneId: 'America/Sao_Paulo',
          reducedMotion: 'reduce',
          ...(as === null ? {} : { storageState: await sessionOf(browser, demo.url, as) }),
        })
        try {
          const page = await context.newPage()
          page.setDefaultTimeout(10_000)
          page.on('pageerror', (error) => complain(`thrown: ${error.message}`, visit))
          await show(page, screen)
          for (const one of await overflow(page)) complain(`scrolls sideways by ${one}`, visit)
          for (const theme of asked(THEMES, values.theme)) {
            await dress(page, theme)
            const name = `${visit}.${theme}`
            await page.screenshot({ path: join(folder, `${name}.png`) })
            taken++
            // All rules once; in the other themes only those that a theme affects.
            const whole = theme === THEMES[0] && locale === LOCALES[0]
            for (const one of await axe(page, whole ? [] : ['color-contrast'])) complain(one, name)
          }
        } catch (error) {
          complain(`no picture: ${(error as Error).message.split('\n')[0]}`, visit)
        } finally {
          await context.close()
        }
      }
} finally {
  await browser.close()
  demo.stop()
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`${taken} pictures in shots/`)
for (const [what, where] of complaints)
  console.log(
    `- ${what}\n    ${[...where].slice(0, 4).join('\n    ')}${where.size > 4 ? `\n    and ${where.size - 4} more` : ''}`,
  )
