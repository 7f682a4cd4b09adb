import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { builtWeb } from './first-scripts'

/** The bytes that the scripts and the styles of a page may have, compressed by gzip. */
const MOST = 100_000

const folder = join(builtWeb, 'static')
const isBuilt = existsSync(join(folder, 'survey.html'))
// Continuous integration skips no test in silence.
if (!isBuilt && process.env['CI']) throw new Error('The pages are not built: node scripts/build.mjs web.')

/** Returns the text of a file by its address. */
const read = (address: string) => readFileSync(join(builtWeb, address), 'utf8')

/** Returns the addresses of the scripts and styles that a page loads before it is shown: those that its HTML names. */
function loaded(page: string): string[] {
  const html = read(`static/${page}.html`)
  const named = [...html.matchAll(/(?:src|href)="(\/static\/assets\/[^"]+)"/g)].map(([, address = '']) => address)
  // The page names the imports of a script too, so that they load beside it.
  for (const address of named.filter((one) => one.endsWith('.js')))
    for (const [, name] of read(address).matchAll(/\b(?:import|from)\s*["'`]\.\/([^"'`]+)["'`]/g))
      expect(named, `${address} of ${page}`).toContain(`/static/assets/${name}`)
  return named
}
const sizeOf = (address: string) => gzipSync(read(address), { level: 9 }).length

describe.skipIf(!isBuilt)('a page for people without an account', () => {
  it.each(['survey', 'finish', 'document', 'reset-password', 'missing'])('%s is small', (page) => {
    const files = loaded(page)
    expect(files.filter((one) => one.endsWith('.css'))).toHaveLength(1)
    expect(files.map(sizeOf).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST)
  })

  it('A-141 loads the engine of patterns only where a form has one', () => {
    const [engine] = ['survey']
      .flatMap(loaded)
      .flatMap((address) =>
        address.endsWith('.js') ? [...read(address).matchAll(/import\(\s*["'`]\.\/(build-[^"'`]+)["'`]\s*\)/g)] : [],
      )
    expect(engine, 'the engine is loaded by import()').toBeDefined()
    expect(read(`static/assets/${engine![1]}`)).toContain('RE2')
  })
})
