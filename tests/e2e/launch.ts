import { chromium, type Browser } from 'playwright'
import { findBrowser } from '../../scripts/setup-browser.mjs'
import { memoryFolder } from '../../scripts/memory-folder.mjs'

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Drawing and fetching run in the browser's own process: a sixth less work for the same pages.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
]

/** Playwright keeps Chromium's shared memory on the disk, for machines that have too little for it. */
const ON_DISK = '--disable-dev-shm-usage'

/** The Chromium of this machine, without a window. */
export function launch(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [...FLAGS, ...more],
    ignoreDefaultArgs: memoryFolder() ? [ON_DISK] : [],
  })
}
