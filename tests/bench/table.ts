import { createServer } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright'
import { build } from 'vite'
import { findBrowser } from '../../scripts/setup-browser.mjs'
import type { Measure } from './results'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}
/** Keys per figure, after those that warm up. */
const [WARM, MEASURED] = [20, 80]
/** Pixels that a fling moves in a frame. */
const FLING = 3000
const MB = 1e6

type Figures = { down: number; page: number; fling: number; heap: number }

/** CPU of the page's main thread per key and per frame of a fling, and its heap, beside a bare list in the same run. */
export default async function table(): Promise<Measure[]> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('no Chromium was found')
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-bench-'))
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  await build({
    configFile: at('../../web/vite.config.ts'),
    root: at('pages'),
    publicDir: false,
    logLevel: 'error',
    build: { outDir: folder, rollupOptions: { input: at('pages/table.html') } },
  })
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    readFile(join(folder, path)).then(
      (body) => response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain').end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await chromium.launch({ executablePath, args: ['--headless=new', '--no-sandbox', '--disable-gpu'] })
  try {
    const floor = await measure(browser, `${origin}/table.html?floor`, '.floor > div', '.floor')
    const measures: Measure[] = []
    for (const [rows, named] of [
      [100_000, '100k rows'],
      [1_000_000, '1M rows'],
    ] as const) {
      const figures = await measure(browser, `${origin}/table.html?rows=${rows}`, '[data-index="0"]', '[role=grid]')
      measures.push(
        cpu(`↓, ${named}`, figures.down, floor.down, 5),
        cpu(`PageDown, ${named}`, figures.page, floor.page, 7),
        cpu(`a frame of a fling, ${named}`, figures.fling, floor.fling, 8),
        {
          name: `heap, ${named}`,
          figure: `${figures.heap.toFixed(1)} MB, bare list ${floor.heap.toFixed(1)} MB`,
          ratio: figures.heap / floor.heap,
          goal: '≤ 40 MB',
          met: figures.heap <= 40,
        },
      )
    }
    return measures
  } finally {
    await browser.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const cpu = (name: string, ours: number, floor: number, most: number): Measure => ({
  name,
  figure: `${ours.toFixed(1)} ms CPU, bare list of 1,000 ${floor.toFixed(1)} ms`,
  ratio: ours / floor,
  goal: `≤ ${most} ms CPU`,
  met: ours <= most,
})

async function measure(browser: Browser, url: string, first: string, scroller: string): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1190, height: 800 } })
  const session = await page.context().newCDPSession(page)
  // Thread time and not wall time: other programs of the machine do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url)
  await page.locator(first).first().focus()
  const key = (name: string) => async () => {
    await page.keyboard.press(name)
    await painted(page)
  }
  // The wait for a frame is no cost of the list.
  const idle = await each(session, () => painted(page))
  const down = (await each(session, key('ArrowDown'))) - idle
  const paged = (await each(session, key('PageDown'))) - idle
  const fling = await each(session, async () => {
    await page.evaluate(
      ([where, by]) => {
        const list = document.querySelector(where)!
        const end = list.scrollHeight - list.clientHeight
        list.scrollTop = (list.scrollTop + by) % end
      },
      [scroller, FLING] as const,
    )
    await painted(page)
  })
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = (await session.send('Runtime.getHeapUsage')) as {
    usedSize: number
    backingStorageSize?: number
  }
  await page.close()
  return { down, page: paged, fling: fling - idle, heap: (usedSize + (backingStorageSize ?? 0)) / MB }
}

const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Milliseconds of the main thread per run. */
async function each(session: CDPSession, run: () => Promise<unknown>): Promise<number> {
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  for (let count = 0; count < WARM; count++) await run()
  const before = await spent()
  for (let count = 0; count < MEASURED; count++) await run()
  return ((await spent()) - before) / MEASURED
}
