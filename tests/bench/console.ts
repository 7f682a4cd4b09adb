import { gzipSync } from 'node:zlib'
import type { Browser, Page, Request } from 'playwright'
import { DEMO_PASSWORD } from '../../fixtures/users'
import type { Measure } from './results'
import { launch } from '../e2e/launch'
import { median, serveDemo } from './served'

/** Three readers: this machine; a slow one; a slow one behind a slow line (bytes a second, ms). */
const PROFILES = [
  { name: 'as it is', cpu: 1, network: null },
  { name: 'CPU 4 × slower', cpu: 4, network: null },
  { name: 'CPU 4 × slower, 1.6 Mbit/s, 150 ms', cpu: 4, network: { speed: 200_000, latency: 150 } },
] as const

const RUNS = 5

/** The simplest page with the same rows: one script, one request, one table. */
const PLAIN = `<!doctype html><title>plain</title><table id="rows"></table><script>
const token = JSON.parse(localStorage.getItem('profiles'))[0].token
fetch('/api/sites?limit=50&order=name%20ASC', { headers: { Authorization: 'Bearer ' + token } })
  .then((answer) => answer.json())
  .then(({ data }) => {
    for (const site of data) {
      const row = document.getElementById('rows').insertRow()
      for (const text of [site.name, site.tag, site.location.formatted]) row.insertCell().textContent = text
    }
    document.body.dataset.ready = '1'
  })
</script>`

/** Measures the console's weight until the list of sites can be used, and its time beside the plainest page. */
export default async function measureConsole(): Promise<Measure[]> {
  const { origin, stop } = await serveDemo()
  const browser = await launch()
  try {
    return [await weight(browser, origin), ...(await times(browser, origin))]
  } finally {
    await browser.close()
    await stop()
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login?redirect=/sites`)
  await page.getByLabel(/username|usuário/i).fill('acme-admin')
  await page.getByLabel(/^(password|senha)$/i).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('[role=row][aria-rowindex="3"] a').first().waitFor()
}

/** Returns the compressed size of every script that a signed-in browser requests before the list is answered. */
async function weight(browser: Browser, origin: string): Promise<Measure> {
  const context = await browser.newContext()
  await signIn(await context.newPage(), origin)
  const page = await context.newPage()
  const bodies: Promise<Buffer>[] = []
  let isAnswered = false
  const scripts = new Set<Request>()
  page.on('request', (request) => {
    if (!isAnswered && new URL(request.url()).pathname.endsWith('.js')) scripts.add(request)
  })
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/sites') isAnswered = true
    if (scripts.has(response.request())) bodies.push(response.body())
  })
  await page.goto(`${origin}/sites`)
  await page.locator('[role=row][aria-rowindex="3"] a').first().waitFor()
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1000
  await context.close()
  return {
    name: 'scripts before the list of sites, gzip',
    figure: `${total.toFixed(1)} kB in ${sizes.length} files`,
    ratio: total / 333,
    goal: '≤ 150 kB (react-admin peer 333 kB)',
    met: total <= 150,
  }
}

async function times(browser: Browser, origin: string): Promise<Measure[]> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, origin)
  await context.route('**/plain.html', (route) => route.fulfill({ contentType: 'text/html', body: PLAIN }))
  const measures: Measure[] = []
  for (const { name, cpu, network } of PROFILES) {
    const own: number[] = []
    const plain: number[] = []
    for (let run = 0; run < RUNS; run++) {
      plain.push(await visit(browserPage(page, cpu, network), `${origin}/plain.html`, 'body[data-ready]'))
      own.push(await visit(browserPage(page, cpu, network), `${origin}/sites`, '[role=row][aria-rowindex="3"] a'))
    }
    const ratio = median(own) / median(plain)
    measures.push({
      name: `rows of the list, cold, ${name}`,
      figure: `${median(own).toFixed(0)} ms, a plain page ${median(plain).toFixed(0)} ms`,
      ratio,
      goal: '≤ 0.6 × the peer’s 5.4–7.8 × a plain page',
      met: ratio <= 0.6 * 7.8,
    })
  }
  await context.close()
  return measures
}

type Throttled = { page: Page; cpu: number; network: { speed: number; latency: number } | null }
const browserPage = (page: Page, cpu: number, network: Throttled['network']): Throttled => ({ page, cpu, network })

/** Returns the time from the navigation until the rows stand and a key is answered, with nothing in the cache (ms). */
async function visit({ page, cpu, network }: Throttled, url: string, ready: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network?.latency ?? 0,
    downloadThroughput: network?.speed ?? -1,
    uploadThroughput: network?.speed ?? -1,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  const began = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator(ready).first().waitFor()
  // Two frames behind the rows: all other work is over, and the next key is answered.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const took = performance.now() - began
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await session.detach()
  return took
}
