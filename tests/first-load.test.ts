import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '@tocsin/core/base/constants'
import { builtWeb, FIRST_LISTS, firstScripts } from './first-scripts'

/** The bytes that the scripts before the first list may have, compressed by gzip. */
const MOST = 150_000

const isBuilt = existsSync(join(builtWeb, 'index.html'))
// Continuous integration skips no test in silence.
if (!isBuilt && process.env['CI']) throw new Error('The console is not built: node scripts/build.mjs web.')

describe.skipIf(!isBuilt)('the scripts before the first list', () => {
  it.each(FIRST_LISTS.flatMap((list) => LOCALES.map((locale) => [list, locale] as const)))(
    'of %s are small in %s',
    (list, locale) => {
      const scripts = firstScripts(locale, list)
      // The entry, and the words of one language.
      expect(scripts).toContainEqual(expect.stringMatching(/^assets\/console-.*\.js$/))
      expect(scripts.filter((path) => /^assets\/words-\w\w-\w\w-/.test(path))).toHaveLength(1)
      const sizes = scripts.map((path) => gzipSync(readFileSync(join(builtWeb, path)), { level: 9 }).length)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST)
    },
  )

  it('S52 lack the illustration of an empty list', () => {
    const isThere = (path: string) => readFileSync(join(builtWeb, path), 'utf8').includes('data-picture')
    const all = readdirSync(join(builtWeb, 'assets')).filter((name) => name.endsWith('.js'))
    expect(all.some((name) => isThere(`assets/${name}`))).toBe(true)
    for (const list of FIRST_LISTS) expect(firstScripts('pt-BR', list).filter(isThere)).toEqual([])
  })
})
