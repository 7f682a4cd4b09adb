import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '@tocsin/core/base/constants'
import { messages } from './messages'

/** Matches a sentence, which is never the same in both languages; a single word is now and then. */
const SENTENCE = /\p{L}{3,}\P{L}+\p{L}{3,}/u
/** Names of keys and of sources of maps. */
const NAMES = new Set(['Page down', 'Page up', 'Natural Earth'])

const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /(^|\/)messages\.ts$/.test(path) && !path.includes('styled-system'))

/** Returns every key of a dictionary with its text. */
const texts = (dictionary: object, prefix = ''): [key: string, text: string][] =>
  Object.entries(dictionary).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : texts(value as object, `${prefix}${key}.`),
  )

describe("the console's words", () => {
  it.each(files)('LANG-01 of %s exist in both languages and differ', async (path) => {
    const { messages: words } = (await import(join(folder, path))) as { messages: Record<Locale, object> }
    const [english, portuguese] = LOCALES.map((locale) => texts(words[locale]))
    expect(portuguese!.map(([key]) => key)).toEqual(english!.map(([key]) => key))
    const same = english!
      .filter(([, text], at) => text === portuguese![at]![1])
      .filter(([, text]) => SENTENCE.test(text.replace(/\{\{\w+\}\}/g, '')) && !NAMES.has(text))
    expect(same).toEqual([])
  })
  it.each(LOCALES)('GEN-15 say in %s that this does not replace a call to 190 or 193', (locale) => {
    expect(messages[locale].disclaimer).toMatch(/\b190\b.*\b193\b/)
  })
  it('fill the same placeholders in both languages', async () => {
    for (const path of files) {
      const { messages: words } = (await import(join(folder, path))) as { messages: Record<Locale, object> }
      const [english, portuguese] = LOCALES.map((locale) => texts(words[locale]))
      const names = (text: string) =>
        [...text.matchAll(/\{\{(\w+)\}\}/g)]
          .map(([, name]) => name)
          .toSorted((one = '', other = '') => one.localeCompare(other))
      english!.forEach(([key, text], at) => {
        const plural = /\.(one|other)$/.test(key)
        if (!plural) expect(names(portuguese![at]![1]), `${path} ${key}`).toEqual(names(text))
      })
    }
  })
})
