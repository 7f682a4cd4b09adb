import type { BrowserContext, Page } from 'playwright'

/** The trouble of a page, whether or not anybody looked for it. */
export type Trouble = {
  found: string[]
  /** Excuses trouble that the test itself causes: called before it happens. */
  expect: (...patterns: RegExp[]) => void
  /** Begins anew, for another test. */
  forget: () => void
}

/** Said in the page, read outside. */
const MARK = 'TROUBLE'

/**
 * Gathers from every page of a context: errors on the console and thrown, requests that got no answer or 5xx, refusals of
 * the content policy and of Trusted Types, and presses of a pointer, which nobody here has.
 */
export async function watchTrouble(context: BrowserContext): Promise<Trouble> {
  const found: string[] = []
  const expected: RegExp[] = []
  const tell = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) found.push(text)
  }
  await context.addInitScript((mark) => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(mark, 'policy', violatedDirective, blockedURI, sourceFile, lineNumber),
    )
    for (const type of ['pointerdown', 'mousedown', 'touchstart'])
      addEventListener(type, ({ isTrusted }) => isTrusted && console.error(mark, type), { capture: true })
  }, MARK)
  const watch = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      tell(`console: ${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => tell(`thrown: ${error.stack ?? error.message}`))
    page.on('crash', () => tell('the page crashed'))
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? ''
      // A page that is left, and a search that is typed on, cancel their requests.
      if (why !== 'net::ERR_ABORTED') tell(`request: ${request.method()} ${request.url()} ${why}`)
    })
  }
  context.on('page', watch)
  for (const page of context.pages()) watch(page)
  return {
    found,
    expect: (...patterns) => void expected.push(...patterns),
    forget: () => {
      found.length = 0
      expected.length = 0
    },
  }
}
