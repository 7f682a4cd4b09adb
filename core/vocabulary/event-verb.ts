import { camel } from '../base/naming'
import type { Translate } from './i18n'

/**
 * Returns what was done in an event of the history, in the form of a command: `Edit`, `Lock`, `Sign in`. Undefined where
 * nobody has a word for it, as for a verb of another release.
 */
export function eventVerb(noun: string, verb: string, t: Translate): string | undefined {
  const name = camel(verb)
  const keys = [`resources.${noun}.actions.${name}`, `verbs.${name}`, `events.${name}`]
  return keys.map((key) => ({ key, text: t(key) })).find(({ key, text }) => text !== key)?.text
}
