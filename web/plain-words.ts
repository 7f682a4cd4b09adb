import type { Locale } from '@tocsin/core/base/constants'
import type { Dictionary } from '@tocsin/core/vocabulary/messages'
import type { Translate } from '@tocsin/core/vocabulary/i18n'

/**
 * Returns the translate functions of one file of words. The vocabulary (words.ts) brings the words of the whole console,
 * which a page for people without an account does not load.
 */
export function plainWords(messages: Record<Locale, Dictionary>): (locale: Locale) => Translate {
  const find = (locale: Locale, key: string): string | undefined => {
    let found: Dictionary | string | undefined = messages[locale]
    for (const name of key.split('.'))
      found = typeof found === 'object' && Object.hasOwn(found, name) ? found[name] : undefined
    return typeof found === 'string' ? found : undefined
  }
  const made: Partial<Record<Locale, Translate>> = {}
  return (locale) =>
    (made[locale] ??= (key, values = {}) => {
      const { count } = values
      const plural = typeof count === 'number' ? find(locale, `${key}.${count === 1 ? 'one' : 'other'}`) : undefined
      const text = plural ?? find(locale, key) ?? key
      return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
    })
}
