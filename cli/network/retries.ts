import type { ApiError } from '@tocsin/core/base/errors'
import { mayPass, type RetryOptions } from '@tocsin/core/api/retry'
import type { Context } from '../context'
import { retriesOf } from '../settings'
import { reasonOf } from './told'

export type Retrying = Pick<Context, 'io' | 'settings' | 'locale' | 't' | 'host' | 'note'>

/** The number of repeats of a request, unless --retry or TOCSIN_RETRY says otherwise. */
const RETRIES = 3

/** Returns how often a request is tried in all, and after which errors: for reads, and writes that a key makes one. */
export function triesOf(
  { io, settings }: Pick<Context, 'io' | 'settings'>,
  standard = RETRIES,
): { tries: number; passes: (error: ApiError) => boolean } {
  return { tries: 1 + (retriesOf(settings, io.env) ?? standard), passes: mayPass }
}

/** Returns how a request is sent again. Each repeat is told on a terminal, and with --debug. */
export function retryOptions(context: Retrying, standard?: number): RetryOptions {
  const { io, settings, locale, t } = context
  const how = triesOf(context, standard)
  const base = { ...how, pause: io.pause, random: io.random, signal: io.signal }
  if (!settings.debug && !io.stderr.isTerminal) return base
  const onRetry: RetryOptions['onRetry'] = (error, attempt, wait) => {
    const seconds = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(wait / 1000)
    const { key, values } = reasonOf(error, context)
    return context.note(t('cli.network.again', { reason: t(key, values), attempt, retries: how.tries - 1, seconds }))
  }
  return { ...base, onRetry }
}
