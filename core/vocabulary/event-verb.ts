import { camel } from '../base/naming'
import { knownText, type Translate } from './i18n'

/**
 * Returns what was done in an event of the history, in the form of a command: `Edit`, `Lock`, `Sign in`. Undefined where
 * there is no word for it, as for a verb of another release.
 */
export function eventVerb(noun: string, verb: string, t: Translate): string | undefined {
  const name = camel(verb)
  return (
    knownText(`resources.${noun}.actions.${name}`, t) ?? knownText(`verbs.${name}`, t) ?? knownText(`events.${name}`, t)
  )
}
