import type { ApiError } from '@tocsin/core/base/errors'
import type { Context } from '../context'
import { causeKind } from './causes'

/** A failure on the way to the server, in words; `address` and `cause` are for programs. */
export type NetworkFailure = Reason & {
  /** The code as it is told. */
  code: string
  hint: string | null
  more: { address: string; cause: string } | { location: string }
}

/** The key of a message, and its values. */
type Reason = { key: string; values: Record<string, unknown> }

type Words = Pick<Context, 't' | 'locale' | 'host'>

/**
 * Returns the words for a request that got no answer, was sent elsewhere or was answered by something in the server's place;
 * null for any other failure.
 */
export function toldOf(error: ApiError, words: Words): NetworkFailure | null {
  const { t } = words
  const { address, cause, location, host } = error.details ?? {}
  if (error.code === 'REDIRECTED')
    return {
      key: 'cli.network.redirected',
      values: { address, location },
      code: error.code,
      hint: t(`cli.network.hints.${host === undefined ? 'redirected' : 'redirectedTo'}`, { host }),
      more: { location: String(location) },
    }
  if (error.code === 'INVALID_ANSWER' && error.lasting) {
    const type = typeof error.details?.['type'] === 'string' ? error.details['type'] : null
    return {
      key: 'cli.network.otherServer',
      values: { address: words.host, type: type ?? t('cli.network.noType') },
      code: error.code,
      hint: t('cli.network.hints.otherServer'),
      more: { address: words.host, cause: type ?? error.code },
    }
  }
  // Its status line is in English, and no code.
  if (error.wordless) {
    const code = `HTTP_${error.status}`
    return {
      key: 'cli.errors.wordless',
      values: { address: words.host, status: error.status },
      code,
      // Where there is a server of ours, it says itself what is not there.
      hint: error.status === 404 ? t('cli.network.hints.otherServer') : null,
      more: { address: words.host, cause: code },
    }
  }
  if (error.status !== 0 || typeof cause !== 'string' || typeof address !== 'string') return null
  const kind = causeKind(cause)
  const ofProxy = error.details?.['proxy'] === true && kind !== 'proxyRefuses'
  return {
    ...reasonOf(error, words),
    code: error.code,
    hint: t(`cli.network.hints.${ofProxy ? 'proxy' : kind}`),
    more: { address, cause },
  }
}

/** Returns the reason for which a request is sent again, or given up. */
export function reasonOf({ status, details }: ApiError, { t, locale }: Pick<Words, 't' | 'locale'>): Reason {
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
