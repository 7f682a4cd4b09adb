import rosetta from 'rosetta'
import { LOCALES, type Locale } from '../base/constants'
import { messages, type Dictionary } from './messages'

/** Returns the text of a key in a language. The values fill its `{{name}}`s. */
export type Translate = (key: string, values?: Record<string, unknown>) => string

/** Returns the text of a key; undefined where there is none in either language. */
export function knownText(key: string, t: Translate, values?: Record<string, unknown>): string | undefined {
  const text = t(key, values)
  return text === key ? undefined : text
}

/** Returns the words for an action before a name: `Change the app of`, since `Change app` cannot precede one. */
export function actionBefore(resource: string, action: string, t: Translate): string {
  return knownText(`resources.${resource}.before.${action}`, t) ?? t(`resources.${resource}.actions.${action}`)
}

/**
 * Returns those words for records that are not known yet: `Delete site`, but `Change the app of sites`, since a single
 * one would need an article.
 */
export function actionOfSome(resource: string, action: string, t: Translate): { verb: string; what: string } {
  const verb = actionBefore(resource, action, t)
  const isOwn = verb === t(`resources.${resource}.actions.${action}`)
  return { verb, what: t(`resources.${resource}.${isOwn ? 'name' : 'names'}`).toLowerCase() }
}

export type Vocabulary = {
  /** Sets a namespace in both languages, such as a resource's messages under `resources`, `sites`. */
  add: (path: readonly string[], dictionaries: Record<Locale, object>) => void
  /** Reads all dictionaries again, after the words of another language have been loaded. */
  renew: () => void
  /** Falls back to the other language for a missing word, then to the key itself, so that the gap shows. */
  translate: (locale: Locale) => Translate
  has: (locale: Locale, key: string) => boolean
}

/** Creates the words of the console and the terminal, beginning with those that belong to no resource. */
export function createVocabulary(): Vocabulary {
  const words = rosetta<Dictionary>()
  /** The dictionaries by the namespace that they were added under. */
  const added = new Map<string, Record<Locale, object>>([['', messages]])
  /** The tables that are made, each for one namespace in one language: when a text of it is first read. */
  const made = new Set<string>()

  /**
   * Returns the text of a key, empty if there is none; the longest namespace that it begins with has it. A key may be a text
   * of the server, so an inherited property (`valueOf`) does not count.
   */
  const say = (locale: Locale, key: string, values: Record<string, unknown>): string => {
    const names = key.split('.')
    const path: string[] = []
    let namespace = key
    while (!added.has(namespace)) {
      path.unshift(names.pop()!)
      namespace = names.join('.')
    }
    const table = `${locale} ${namespace}`
    if (!made.has(table)) words.set(table, added.get(namespace)![locale] as Dictionary)
    made.add(table)
    let found: unknown = words.table(table)
    for (const name of path) found = typeof found === 'object' && found !== null ? (found as Dictionary)[name] : ''
    return typeof found === 'string' && found !== '' ? words.t(path, values, table) : ''
  }

  const text = (locale: Locale, key: string, values?: Record<string, unknown>): string => {
    const count = values?.['count']
    if (typeof count === 'number') {
      const plural = say(locale, `${key}.${pluralOf(count)}`, { ...values, count: formatNumber(locale, count) })
      if (plural) return plural
    }
    return say(locale, key, values ?? {})
  }

  return {
    add(path, dictionaries) {
      added.set(path.join('.'), dictionaries)
      made.clear()
    },
    renew: () => made.clear(),
    translate: (locale) => (key, values) =>
      text(locale, key, values) || LOCALES.map((other) => text(other, key, values)).find(Boolean) || key,
    has: (locale, key) => text(locale, key) !== '',
  }
}

// Intl is not used, since its first use takes half as long as Node's own start. CLDR has 0 as one in Portuguese;
// Brazilian screens say "0 resultados". CLDR's `many` (millions, "1 milhão de") never meets a resource here.
function pluralOf(count: number): 'one' | 'other' {
  return count === 1 ? 'one' : 'other'
}

/** Returns a whole number with the language's thousands separator. */
export function formatNumber(locale: Locale, value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, locale === 'pt-BR' ? '.' : ',')
}

/**
 * Returns the first supported locale of those requested, stored and preferred, in that order. Languages match
 * by prefix: pt and pt-PT are pt-BR.
 */
export function chooseLocale(...wanted: (string | null | undefined)[]): Locale {
  for (const one of wanted.flatMap((text) => text?.split(',') ?? [])) {
    // `pt_BR.UTF-8` as a terminal spells it, `pt-PT` as a browser does, `en;q=0.9` as a header lists them.
    const [tag = '', language = ''] = /^([a-z]+)(?:[-_][a-z0-9]+)?/.exec(one.trim().toLowerCase()) ?? []
    const exact = LOCALES.find((locale) => tag.replace('_', '-') === locale.toLowerCase())
    const close = exact ?? LOCALES.find((locale) => language === locale.slice(0, 2))
    if (close) return close
  }
  return LOCALES[0]
}
