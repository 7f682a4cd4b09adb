import type { Context } from './context'

/** Returns how a record of a resource may be named on a line, in words: `id, exact name or username`. */
export function referenceHelp(
  { t, vocabulary, locale }: Pick<Context, 't' | 'vocabulary' | 'locale'>,
  resource: string,
) {
  const own = `cli.help.references.${resource}`
  return t(vocabulary.has(locale, own) ? own : 'cli.help.reference')
}
