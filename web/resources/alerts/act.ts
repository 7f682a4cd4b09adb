import { ApiError } from '@tocsin/core/base/errors'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { currentAccount } from '../../data/account'
import { clientOf } from './client-of'
import { markStale } from '../../data/query'
import { keepOwn } from '../../data/own-versions'
import { resourceOf } from '../../data/resources'
import { newId } from '../../new-id'
import { ask } from '../../notices/confirm'
import { toast, toastFailure } from '../../notices/toast'
import { remember, track, undoAction, type Done } from '../../notices/undo'
import { tellAlert } from './feed'
import { spanText } from './time'
import { hasWaiting, keepWaiting, sendBy, sendWaiting, type Action } from './waiting'
import './words'

/** The time for which taking and handing on can be undone by a key (ms). */
const UNDOABLE = 10_000

type Sent = { alert: Pick<Alert, 'id'> & { version?: number }; action: Action; input: Draft; key: string }

/** Sends an action as an account, and shows the alert as it is then, unless the page works as another account by then. */
async function send({ alert, action, input, key }: Sent, account: number) {
  const alerts = resourceOf('alerts')
  const after = (await clientOf(account).act(alerts, action, alert, input, { key })) as unknown as Alert
  if (currentAccount()?.id !== account) return after
  keepOwn(alerts, alert.id, alert.version, after.version)
  tellAlert(after, true)
  void markStale('alerts')
  return after
}

// Every action asks for it. A page that loses its connection before the first one could not load it any more.
void import('@tocsin/core/vocabulary/patch')

sendBy({
  send: async (one, account) => void (await send(one, account)),
  onRefused: ({ alert, action }, error) => tellFailure(error, action, alert),
})

/**
 * Runs an action on an alert, and shows the alert as it is then. Without a connection the action is kept, said so, and sent
 * later in its turn: the answer is then null. `told` are the names that its event tells.
 */
export async function act(
  alert: Alert,
  action: Action,
  input: Draft = {},
  told: Record<string, unknown> = {},
): Promise<Alert | null> {
  const key = newId()
  const account = currentAccount()?.id
  if (account === undefined) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
  try {
    if (!hasWaiting(account)) return await send({ alert, action, input, key }, account)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error
  }
  const kept = keepWaiting(account, { key, alert: { id: alert.id }, action, input, told, at: new Date().toISOString() })
  if (!kept) throw new ApiError({ status: 0, code: 'NETWORK_ERROR' })
  toast({
    tone: 'done',
    text: (t) => t('alerts.kept', { what: titleOf(action, alert)(t) }),
    subject: `alerts.${action} ${alert.id}`,
  })
  void sendWaiting(account)
  return null
}

const tellFailure = (error: unknown, action: Action, alert: Pick<Alert, 'id'>): void =>
  toastFailure(error, (t) => t('acts.failed', { what: titleOf(action, alert)(t) }), {
    resource: resourceOf('alerts'),
    subject: `alerts.${action} ${alert.id}`,
  })

/** Runs an action, and tells of its failure. Returns whether it was done, or is kept to be sent. */
export const actOrTell = (
  alert: Alert,
  action: Action,
  input: Draft = {},
  told: Record<string, unknown> = {},
): Promise<boolean> =>
  track(
    act(alert, action, input, told).then(
      () => true,
      (error: unknown) => {
        tellFailure(error, action, alert)
        return false
      },
    ),
  )

const titleOf =
  (action: Action, { id }: Pick<Alert, 'id'>) =>
  (t: Translate): string =>
    `${t(`resources.alerts.actions.${action}`)} #${id}`

/** Returns what takes back that an alert went to somebody: the one who had it has it again, or nobody. */
const giveBack = (before: Alert, after: Alert) => async () => {
  const { takenBy } = before
  if (takenBy === null) await act(after, 'release')
  else await act(after, 'handOn', { UserId: takenBy.id }, { to: takenBy })
}

/** Tells that an alert went to somebody, which `z` takes back for ten seconds. */
function tellMoved(done: Omit<Done, 'until'>, text: (t: Translate) => string, subject: string): void {
  const kept: Done = { ...done, until: Date.now() + UNDOABLE }
  remember(kept)
  toast({ tone: 'done', text, subject, action: undoAction(kept) })
}

/** Asks whether to take an alert over from the person who has it, and does so. Returns whether it was taken. */
async function takeOver(alert: Alert, { by, at }: Taken): Promise<boolean> {
  const age = spanText(at === null ? 0 : Date.now() - Date.parse(at))
  const goesOn = await ask({
    danger: false,
    title: (t) => t('alerts.isTaken', { who: by.name, id: alert.id, age }),
    detail: (t) => t('alerts.isTakenDetail', { who: by.name }),
    verb: (t) => t('alerts.takeAnyway'),
  })
  return goesOn && take({ ...alert, takenBy: by, takenAt: at }, by.id)
}

/** The time after which an alert is plainly somebody else's, so that two cannot mean the same one at once (ms). */
const SETTLED = 60_000

/**
 * Takes an alert, or takes it over from the person who is seen to have it. If that person took it a moment ago, or before
 * this board heard of it, it tells who and when, and asks (A-162). `from`: the reader has decided to take it from that person.
 */
export async function take(alert: Alert, from?: number): Promise<boolean> {
  const subject = `alerts.take ${alert.id}`
  const { takenBy } = alert
  if (takenBy && takenBy.id === currentAccount()?.id) {
    toast({ tone: 'done', text: (t) => t('alerts.alreadyMine', { id: alert.id }), subject })
    return false
  }
  const takenAt = Date.parse(alert.takenAt ?? '')
  if (takenBy && takenBy.id !== from && Date.now() - takenAt < SETTLED)
    return takeOver(alert, { by: takenBy, at: alert.takenAt })
  const over = from ?? takenBy?.id
  try {
    const after = await track(act(alert, 'take', over === undefined ? {} : { from: over }))
    if (after === null) return true
    const undo = giveBack(alert, after)
    const done = {
      title: (t: Translate) => t('alerts.takenTitle', { id: alert.id }),
      undo,
      redo: () => act(alert, 'take').then(() => {}),
    }
    tellMoved(done, (t) => t('alerts.takenDone', { id: alert.id }), subject)
    return true
  } catch (error) {
    const other = takenIn(error)
    if (!other) {
      tellFailure(error, 'take', alert)
      return false
    }
    void markStale('alerts')
    return takeOver(alert, other)
  }
}

type Person = { id: number; name: string }
type Taken = { by: Person; at: string | null }

/** Returns who took an alert first, and when, as a refusal tells it; null for any other failure. */
export function takenIn(error: unknown): Taken | null {
  if (!(error instanceof ApiError) || error.code !== 'ALERT_TAKEN') return null
  const { takenBy, takenAt } = error.details ?? {}
  return takenBy ? { by: takenBy as Person, at: typeof takenAt === 'string' ? takenAt : null } : null
}

/** Hands an alert on to a person, which can be undone, or to a provider, which cannot. */
export async function handOn(alert: Alert, to: { person: Person } | { provider: Person }, text: string): Promise<void> {
  const note = text.trim() === '' ? {} : { text: text.trim() }
  if ('provider' in to) {
    const after = await track(
      act(alert, 'handOn', { MonitoringProviderId: to.provider.id, ...note }, { to: { provider: to.provider } }),
    )
    if (after === null) return
    toast({ tone: 'done', text: (t) => t('alerts.handedTitle', { id: alert.id, who: to.provider.name }) })
    return
  }
  const { id, name } = to.person
  const told = { to: { user: { name } } }
  const after = await track(act(alert, 'handOn', { UserId: id, ...note }, told))
  if (after === null) return
  const again = async () => void (await act(alert, 'handOn', { UserId: id }, told))
  tellMoved(
    {
      title: (t) => t('alerts.handedTitle', { id: alert.id, who: name }),
      undo: giveBack(alert, after),
      redo: again,
    },
    (t) => t('alerts.handedDone', { id: alert.id, who: name }),
    `alerts.hand-on ${alert.id}`,
  )
}
