import type { AlertHappening } from '@tocsin/core/api/alert-lines'
import { readAlertStream, type StreamState } from '@tocsin/core/api/alert-stream'
import { choiceOf } from '@tocsin/core/vocabulary/field-words'
import { alertHistories } from '@tocsin/core/resources/alert-histories/index'
import { ALERT_EVENTS, type AlertHistory } from '@tocsin/core/resources/alert-histories/types'
import { absentReporter } from '@tocsin/core/resources/alerts/index'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { signedIn } from '../account'
import { CommandError, interrupted, usageError } from '../command-error'
import type { Context } from '../context'
import { LONGEST_TIMER, millisecondsOf } from '../duration'
import { displayWidth, padded, safeForTerminal } from '../display-width'
import { EXIT } from '../exit-codes'
import { ownLayout } from '../layout'
import { rowWriter } from '../output'
import { usesRoutesV2 } from '../routes-v2'

type Happening = AlertHappening<Alert, AlertHistory>

/** Writes a line for each event that the flags ask for, until Ctrl-C or the end of `--for`. */
export async function runAlertWatch(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { io, locale, host, t } = context
  const wanted = filterFrom(context, flags)
  const from = flags['from'] === 'now' ? undefined : (flags['from'] as string | undefined)
  const end = new AbortController()
  const duration = flags['for'] === undefined ? undefined : durationOf(context, String(flags['for']))
  const timer = duration ? setTimeout(() => end.abort(), duration) : undefined
  const { fetch } = await context.network()
  // Refuses at once without an account: the stream itself would take that for a lost connection.
  await (await signedIn(context)).current()
  const routesV2 = await usesRoutesV2(context)
  const write = await writerOf(context)
  if (io.stderr.isTerminal && duration !== 0) await context.note(t('cli.alertWatch.started'))
  let lost = false
  const tell = async ({ state }: StreamState) => {
    if ((state === 'lost') === lost || state === 'ended') return
    lost = state === 'lost'
    await context.note(t(`cli.alertWatch.${state}`))
  }
  try {
    const outcome = await readAlertStream<Alert, AlertHistory>(
      {
        base: `${host}/api`,
        locale: () => locale,
        routesV2: () => routesV2,
        now: io.now,
        fetch,
        session: await context.session(),
        pause: io.pause,
        random: io.random,
      },
      {
        from,
        waits: duration !== 0,
        signal: AbortSignal.any([io.signal, end.signal]),
        onHappening: async (happening) => {
          if (wanted(happening)) await write(happening)
        },
        onReread: () => context.note(t('cli.alertWatch.reread')),
        onState: tell,
      },
    )
    if (io.signal.aborted) throw interrupted(io.signal.reason)
    if (outcome?.state !== 'ended') return
    throw (
      outcome.error ??
      new CommandError({ code: 'TOO_MANY_STREAMS', exit: EXIT.temporary, key: 'cli.alertWatch.tooMany' })
    )
  } finally {
    clearTimeout(timer)
  }
}

/** Makes the error of a flag with a value that it cannot have. */
const badValue = ({ t }: Context, flag: string, key: string, values: Record<string, unknown> = {}) =>
  usageError(
    'cli.usage.flagValue',
    { flag, problem: t(key, { flag, ...values }) },
    { field: `--${flag}`, next: 'tocsin alerts watch --help' },
  )

/** Returns a time such as `30s` in ms. Throws a usage error. */
function durationOf(context: Context, text: string): number {
  const duration = millisecondsOf(text, ['s', 'm', 'h'])
  if (duration === undefined) throw badValue(context, 'for', 'cli.alertWatch.duration')
  return Math.min(LONGEST_TIMER, duration)
}

function filterFrom(
  context: Context,
  { priority, test, event }: Record<string, unknown>,
): (happening: Happening) => boolean {
  const events = event === undefined ? undefined : String(event).split(',')
  const unknown = events?.find((one) => !ALERT_EVENTS.some((known) => known === one))
  if (unknown !== undefined) throw badValue(context, 'event', 'formErrors.oneOf', { choices: ALERT_EVENTS.join(', ') })
  return ({ event, alert }) =>
    (events?.includes(event) ?? true) &&
    (priority === undefined || alert.priority === priority) &&
    (test === undefined || alert.test === test)
}

const KEYS = ['cursor', 'event', 'alert', 'history']
const COLUMNS = ['cursor', 'history.createdAt', 'event', 'alert.id', 'alert.priority', 'alert.test', 'history.text']

/** Returns what writes an event: a line for a person, and one of JSON, CSV or TSV for a program. */
async function writerOf(context: Context): Promise<(happening: Happening) => Promise<void>> {
  const { format, io, settings } = context
  const has = (path: string) => KEYS.includes(path.split('.')[0] ?? '')
  const layout = ownLayout(context, KEYS, (path) => path, { shown: COLUMNS, has })
  if (format === 'table' && settings.fields === undefined && settings.header !== true)
    return (happening) => io.stdout.write(`${lineOf(context, happening)}\n`)
  // A list of JSON would end only with the stream.
  const { page } = await rowWriter({ ...layout, format: format === 'json' ? 'ndjson' : format }, io.stdout)
  return (happening) => page([format === 'ids' ? { id: happening.alert.id } : happening])
}

/** Returns an event as a line to read. Nothing in it moves the cursor or turns the direction of writing (T87). */
function lineOf({ t }: Context, { event, alert, history }: Happening): string {
  const nameOf = (one: string) => choiceOf(alertHistories, 'event', one, t)
  const width = Math.max(...ALERT_EVENTS.map((one) => displayWidth(nameOf(one))))
  const parts = [
    `${history.createdAt.slice(0, 19).replace('T', ' ')}Z`,
    padded(nameOf(event), width),
    padded(`#${alert.id}`, 7),
    alert.test ? t('cli.alertWatch.isTest') : alert.priority ? t('cli.alertWatch.isPriority') : '',
    alert.Channel?.label ?? alert.Channel?.name,
    alert.Site?.name ?? alert.Client?.name,
    alert.MobileProfile?.name ?? t(absentReporter(alert)),
    event === 'created' ? alert.text : [history.actor.name, history.text].filter(Boolean).join(': '),
  ]
  return parts
    .filter(Boolean)
    .map((part) => safeForTerminal(part!))
    .join('  ')
    .trimEnd()
}
