import type { AlertHistory } from '@tocsin/core/resources/alert-histories/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'

type Named = { name?: unknown }

/** Returns the name of a person or provider in the details of an event; undefined where there is none. */
const nameIn = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const { name, user, provider } = value as Named & { user?: Named; provider?: Named }
  const found = [name, user?.name, provider?.name].find((one) => typeof one === 'string')
  return found
}

/** Returns the actor of an event in words: the name as it was then, or the kind of actor. */
export const actorOf = ({ actor: { kind, name } }: Pick<AlertHistory, 'actor'>, t: Translate): string =>
  name ?? t(`alerts.actors.${kind}`)

/** Returns an event of a timeline as a sentence: the event and who did it. */
export function eventOf(event: Pick<AlertHistory, 'event' | 'actor' | 'details'>, t: Translate): string {
  const { details } = event
  const isOver = event.event === 'taken' && details['from'] !== undefined
  const resolution = details['resolution']
  return t(`alerts.events.${isOver ? 'takenOver' : event.event}`, {
    who: actorOf(event, t),
    provider: nameIn(details['provider']) ?? '',
    to: nameIn(details['to']) ?? '',
    from: nameIn(details['from']) ?? '',
    resolution:
      typeof resolution === 'string' ? t(`resources.alerts.choices.resolution.${resolution}`).toLowerCase() : '',
  })
}

/** Returns the id of the provider that an event is about; undefined for any other event. */
export function providerIdOf({ details }: Pick<AlertHistory, 'details'>): number | undefined {
  const { provider } = details as { provider?: { id?: unknown } }
  return typeof provider?.id === 'number' ? provider.id : undefined
}

/** Returns how an attempt ended: the status of the answer, or else its outcome in words. */
export const codeOf = ({ status, code }: { status?: unknown; code?: unknown }, t: Translate): string | false =>
  typeof status === 'number'
    ? `HTTP ${status}`
    : typeof code === 'string' && t(`resources.alert-deliveries.choices.outcome.${code}`)

/** Returns what else an event says: how and with which answer something was delivered, and what became of a message. */
export function factsOf({ details }: AlertHistory, t: Translate): string {
  const { attempts, outcome } = details
  const facts = [
    codeOf(details, t),
    typeof attempts === 'number' && attempts > 1 && t('alerts.attempts', { count: attempts }),
    typeof outcome === 'string' && t(`alerts.outcomes.${outcome}`),
  ]
  return facts.filter(Boolean).join(', ')
}
