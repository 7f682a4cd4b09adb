import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locale } from '@tocsin/core/base/constants'

/** The folder of the built console. */
export const builtWeb = fileURLToPath(new URL('../dist/web', import.meta.url))

const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** The names of the files that hold the declaration and the screen of a list, where it is the first. */
const FILES = { sites: 'places', clients: 'clients' }
export type FirstList = keyof typeof FILES
export const FIRST_LISTS = Object.keys(FILES) as FirstList[]

/**
 * Returns the paths of the scripts that the built console loads before it shows its first list: those of the page and of
 * the list, what they import, and the words of a language.
 */
export function firstScripts(locale: Locale, list: FirstList): string[] {
  const html = readFileSync(join(builtWeb, 'index.html'), 'utf8')
  const words = namesIn(html, new RegExp(`data-${locale.toLowerCase()}="/([^"]+)"`, 'g'))
  const found = new Set<string>()
  const add = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    // An import that waits to be called has a bracket.
    const imports = namesIn(readFileSync(join(builtWeb, path), 'utf8'), /\b(?:import|from)\s*["'`]\.\/([^"'`]+)["'`]/g)
    for (const name of imports) add(`assets/${name}`)
  }
  const ofList = readdirSync(join(builtWeb, 'assets')).filter((name) =>
    new RegExp(`^${FILES[list]}-.*\\.js$`).test(name),
  )
  for (const path of [
    ...namesIn(html, /<script[^>]* src="\/([^"]+)"/g),
    ...words,
    ...ofList.map((name) => `assets/${name}`),
  ])
    add(path)
  return [...found]
}
