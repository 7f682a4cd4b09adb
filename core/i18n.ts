import rosetta from 'rosetta'
import { LOCALES, type Locale } from './constants'
import { messages, type Dictionary } from './messages'

/** Gives the text of a key in a language; values fill its `{{name}}`s. */
export type Translate = (key: string, values?: Record<string, unknown>) => string

export type Vocabulary = {
  /** Adds a namespace in both languages, such as a noun's messages under `resources`, `sites`. */
  add: (path: readonly string[], dictionaries: Record<Locale, object>) => void
  /** A missing word falls back to the other language, then to the key itself: it shows what is missing, never nothing. */
  translate: (locale: Locale) => Translate
  has: (locale: Locale, key: string) => boolean
}

/** The console's and the CLI's words, beginning with those that belong to no noun. */
export function createVocabulary(): Vocabulary {
  const words = rosetta<Dictionary>()
  for (const locale of LOCALES) words.set(locale, structuredClone(messages[locale]) as Dictionary)

  const text = (locale: Locale, key: string, values?: Record<string, unknown>): string => {
    const count = values?.['count']
    if (typeof count === 'number') {
      const plural = words.t(
        `${key}.${pluralOf(locale, count)}`,
        { ...values, count: formatNumber(locale, count) },
        locale,
      )
      if (plural) return plural
    }
    const found: unknown = words.t(key, values ?? {}, locale)
    return typeof found === 'string' ? found : ''
  }

  return {
    add(path, dictionaries) {
      for (const locale of LOCALES) {
        let table = words.table(locale) as Dictionary
        for (const name of path.slice(0, -1)) table = (table[name] ??= {}) as Dictionary
        table[path.at(-1) as string] = dictionaries[locale] as Dictionary
      }
    },
    translate: (locale) => (key, values) =>
      text(locale, key, values) || LOCALES.map((other) => text(other, key, values)).find(Boolean) || key,
    has: (locale, key) => text(locale, key) !== '',
  }
}

function pluralOf(locale: Locale, count: number): Intl.LDMLPluralRule {
  return new Intl.PluralRules(locale).select(count)
}

/** A whole number with the language's thousands separator. */
export function formatNumber(locale: Locale, value: number): string {
  return new Intl.NumberFormat(locale).format(value)
}

/**
 * The first supported locale among what was asked for, stored and preferred, in that order. Languages match by
 * prefix: pt and pt-PT are pt-BR.
 */
export function chooseLocale(...wanted: (string | null | undefined)[]): Locale {
  for (const one of wanted) {
    if (!one) continue
    const tag = one.replace('_', '-').toLowerCase()
    const exact = LOCALES.find((locale) => tag === locale.toLowerCase())
    const close = exact ?? LOCALES.find((locale) => tag.slice(0, 2) === locale.slice(0, 2))
    if (close) return close
  }
  return LOCALES[0]
}
