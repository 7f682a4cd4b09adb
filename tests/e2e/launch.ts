import { chromium, type Browser } from 'playwright'
import { findBrowser } from '../../scripts/setup-browser.mjs'

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium of this machine, without a window. */
export function launch(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser()
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: [...FLAGS, ...more] })
}
