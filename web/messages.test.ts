import { describe, expect, it } from 'vitest'
import { LOCALES } from '@tocsin/core/constants'
import { messages, pageWords } from './messages'

/** Every key of a dictionary with its text. */
const texts = (dictionary: object, prefix = ''): [key: string, text: string][] =>
  Object.entries(dictionary).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : texts(value as object, `${prefix}${key}.`),
  )

describe("the page's words", () => {
  it('LANG-01 exist in both languages and differ', () => {
    const [english, portuguese] = LOCALES.map((locale) => texts(messages[locale]))
    expect(portuguese!.map(([key]) => key)).toEqual(english!.map(([key]) => key))
    const same = english!.filter(([, text], at) => text === portuguese![at]![1]).map(([key]) => key)
    expect(same).toEqual(['languages.en-US', 'languages.pt-BR'])
  })
  it.each(LOCALES)('GEN-15 say in %s that this does not replace a call to 190 or 193', (locale) => {
    expect(pageWords(locale)('disclaimer')).toMatch(/\b190\b.*\b193\b/)
  })
})
