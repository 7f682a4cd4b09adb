import { knownText, type Translate } from '@tocsin/core/vocabulary/i18n'
import { camel } from '@tocsin/core/base/naming'
import { eventVerb } from '@tocsin/core/vocabulary/event-verb'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'

/** Returns the history's own words for an action, if it has any: `changed it`. */
export const didOf = (verb: string, t: Translate): string | undefined => knownText(`record.history.did.${verb}`, t)

/** Returns who did it, where it was nobody with an account: a phone, the bearer of a link, or the system. */
export const visitorOf = ({ actor }: AuditEvent['changes'], t: Translate): string =>
  knownText(`record.history.actors.${String(actor?.after)}`, t) ?? t('record.history.system')

/** Returns the name of an action of a resource; its verb is spelled as it is typed, `end-trial` or `endTrial`. */
export const actionOf = (resource: string, verb: string, t: Translate): string | undefined =>
  knownText(`resources.${resource}.actions.${camel(verb)}`, t)

/** Returns the label and value of an event's extra fact, such as `Proved by`; undefined if it is no such fact. */
export function factOf(
  name: string,
  value: unknown,
  t: Translate,
): { label: string; value: string | undefined } | undefined {
  const label = knownText(`record.history.facts.${name}`, t)
  if (label === undefined) return undefined
  const words = { method: 'record.history.methods', agent: 'agents' }[name]
  return { label, value: words && knownText(`${words}.${String(value)}`, t) }
}

/** Returns the noun or verb of an event in words; the server stores both as identifiers. */
export function eventText(
  path: string,
  value: unknown,
  row: Record<string, unknown>,
  t: Translate,
): string | undefined {
  if (typeof value !== 'string') return undefined
  if (path === 'noun') return knownText(`resources.${value}.name`, t)
  return path === 'verb' ? eventVerb(String(row['noun']), value, t) : undefined
}
