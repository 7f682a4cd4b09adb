import type { ApiError } from '@tocsin/core/base/errors'
import type { Context } from '../context'
import { causeKind } from './causes'

/** A failure on the way to the server, in words; `address` and `cause` are for programs. */
export type NetworkFailure = Reason & {
  hint: string | null
  more: { address: string; cause: string } | { location: string }
}

/** The key of a message, and its values. */
type Reason = { key: string; values: Record<string, unknown> }

type Words = Pick<Context, 't' | 'locale'>

/** Returns the words for a request that got no answer, or was sent elsewhere; null for any other failure. */
export function toldOf(error: ApiError, words: Words): NetworkFailure | null {
  const { t } = words
  const { address, cause, location, host } = error.details ?? {}
  if (error.code === 'REDIRECTED')
    return {
      key: 'cli.network.redirected',
      values: { address, location },
      hint: t(`cli.network.hints.${host === undefined ? 'redirected' : 'redirectedTo'}`, { host }),
      more: { location: String(location) },
    }
  if (error.status !== 0 || typeof cause !== 'string' || typeof address !== 'string') return null
  const kind = causeKind(cause)
  const ofProxy = error.details?.['proxy'] === true && kind !== 'proxyRefuses'
  return {
    ...reasonOf(error, words),
    hint: t(`cli.network.hints.${ofProxy ? 'proxy' : kind}`),
    more: { address, cause },
  }
}

/** Returns the reason for which a request is sent again, or given up. */
export function reasonOf({ status, details }: ApiError, { t, locale }: Words): Reason {
  const { cause, address, proxy, silence } = details ?? {}
  if (typeof cause !== 'string') return { key: 'cli.network.status', values: { status } }
  const kind = causeKind(cause)
  const place = proxy === true ? t('cli.network.proxy', { address }) : address
  const seconds = new Intl.NumberFormat(locale).format(Number(silence ?? 0) / 1000)
  return {
    key: `cli.network.causes.${kind}`,
    values: { address: place, cause, seconds, status: cause.replace('PROXY_', '') },
  }
}
