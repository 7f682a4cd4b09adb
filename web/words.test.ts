import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '@tocsin/core/base/constants'
import { importMessages } from '@tocsin/core/import/messages'
import { createVocabulary, type Vocabulary } from '@tocsin/core/vocabulary/i18n'
import { allResources } from '@tocsin/core/resources/index'
import { level } from '../scripts/lint-walls.mjs'
import { messages } from './messages'

const folder = fileURLToPath(new URL('.', import.meta.url))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^styled-system\/|messages\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

/** The files of words that the sources add, by namespace: `table` is in `table/messages`. */
const files = new Map<string, string>()
for (const { path, text } of sources)
  for (const [, namespace = '', name = ''] of text.matchAll(/^addWords\('(\w+)', (\w+)\)/gm)) {
    const imported = new RegExp(`import \\{ (?:messages as )?${name} \\} from '(\\.[^']+)'`).exec(text)?.[1]
    if (imported) files.set(namespace, posix.join(dirname(path), imported))
  }

/** Returns the words of the whole console. */
async function everyWord(): Promise<Vocabulary> {
  const vocabulary = createVocabulary()
  vocabulary.add(['web'], messages)
  vocabulary.add(['import'], importMessages)
  for (const { name, messages: words } of await allResources()) vocabulary.add(['resources', name], words)
  for (const [namespace, file] of files) {
    const { messages: words } = (await import(join(folder, file))) as { messages: Record<Locale, object> }
    vocabulary.add([namespace], words)
  }
  return vocabulary
}

const isKnown = (key: string) => files.has(key.split('.')[0]!) || key.startsWith('web.')
/** Returns the keys that a source names whole, such as `table.noRows`. */
const keysIn = (text: string): string[] =>
  [...text.matchAll(/(?:\bt\(\s*|\bkey: )'([a-zA-Z]+(?:\.[\w-]+)+)'/g)].map(([, key = '']) => key).filter(isKnown)
/** Returns the beginnings of the keys that a source completes with a value, such as `table.sorted.`. */
const beginningsIn = (text: string): string[] =>
  [...text.matchAll(/\bt\(\s*`([a-zA-Z]+(?:\.[\w-]+)*\.)\$/g)].map(([, key = '']) => key).filter(isKnown)

describe('the words that the sources of the console name', () => {
  it('LANG-01 exist in both languages', async () => {
    const vocabulary = await everyWord()
    const exists = (locale: Locale, key: string) =>
      vocabulary.has(locale, key) || vocabulary.has(locale, `${key}.other`)
    const named = sources.flatMap(({ path, text }) => keysIn(text).map((key) => ({ path, key })))
    expect(named.length).toBeGreaterThan(500)
    const missing = named.filter(({ key }) => !LOCALES.every((locale) => exists(locale, key)))
    expect(missing).toEqual([])
  })

  it('are those of their own room or of one below it, which is loaded before it', () => {
    const above = sources.flatMap(({ path, text }) =>
      [...keysIn(text), ...beginningsIn(text)]
        .filter((key) => level(`web/${files.get(key.split('.')[0]!) ?? 'messages'}`) > level(`web/${path}`))
        .map((key) => `${path}: ${key}`),
    )
    expect(above).toEqual([])
  })
})
