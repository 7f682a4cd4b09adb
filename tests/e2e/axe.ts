import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA, its earlier versions, and best practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Everything but the preview of an app, whose colours are the client's: its form tells how readable they are. */
const OURS = '*:not([data-app-colors], [data-app-colors] *)'

/**
 * Returns the inaccessible elements of a page as it is now: `rule: element, …`. Named `rules` are checked alone. While a
 * modal dialog is open it is checked alone, since nobody reaches the rest.
 */
export async function axe(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // An element that fades in has no contrast yet.
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)))
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(source)
    await page.evaluate((selector) => {
      const { axe } = globalThis as unknown as { axe: { configure: (spec: unknown) => void } }
      axe.configure({ rules: [{ id: 'color-contrast', selector }] })
    }, OURS)
  }
  const options: RunOptions = rules.length
    ? { runOnly: { type: 'rule', values: [...rules] } }
    : { runOnly: { type: 'tag', values: TAGS } }
  const { violations } = await page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as { axe: { run: (context: Node, options: unknown) => Promise<AxeResults> } }
    const modals = document.querySelectorAll('dialog:modal')
    // The rules look at no media and no style sheet of another origin, which axe would load again.
    return axe.run([...modals].at(-1) ?? document, { resultTypes: ['violations'], preload: false, ...given })
  }, options as object)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} (${any[0]?.message ?? ''})`).join(', ')}`,
  )
}

/** Returns the pixels by which a page scrolls sideways, and the elements that stick out. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const over = document.documentElement.scrollWidth - width
    if (over <= 0) return []
    const out = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > width + 1 && one.children.length === 0,
    )
    return [`${over} px: ${out.map((one) => `${one.tagName} ${one.textContent?.slice(0, 30)}`).join(', ')}`]
  })

/**
 * Returns the elements that have two classes for one property, such as `w_icon w_3`. Which of them holds depends on the
 * order of the style sheet, which depends on the files of the build.
 */
export const contested = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    for (const element of document.querySelectorAll('[class]')) {
      const byProperty = new Map<string, string>()
      for (const name of element.classList) {
        // `_narrow:w_touch`, `[&_svg]:w_3`: the conditions before the last colon, then the property.
        const [, property] = /^((?:\[[^\]]*\]:|[^:_[\]]*:|_[^:[\]]*:)*[a-z][a-zA-Z-]*)_/.exec(name) ?? []
        if (!property) continue
        const other = byProperty.get(property)
        if (other !== undefined) found.add(`${element.tagName}: ${other} ${name}`)
        byProperty.set(property, name)
      }
    }
    return [...found]
  })
