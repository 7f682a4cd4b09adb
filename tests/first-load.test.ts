import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LOCALES } from '@tocsin/core/base/constants'
import { builtWeb, firstScripts } from './first-scripts'

/** The bytes that the scripts before the first list may have, compressed by gzip. The goal is 150,000. */
const MOST = 181_000

const isBuilt = existsSync(join(builtWeb, 'index.html'))
// Continuous integration skips no test in silence.
if (!isBuilt && process.env['CI']) throw new Error('The console is not built: node scripts/build.mjs web.')

describe.skipIf(!isBuilt)('the scripts before the first list', () => {
  it.each(LOCALES)('are small in %s', (locale) => {
    const scripts = firstScripts(locale)
    // The entry, and the words of one language.
    expect(scripts).toContainEqual(expect.stringMatching(/^assets\/console-.*\.js$/))
    expect(scripts.filter((path) => /^assets\/words-\w\w-\w\w-/.test(path))).toHaveLength(1)
    const sizes = scripts.map((path) => gzipSync(readFileSync(join(builtWeb, path)), { level: 9 }).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST)
  })
})
