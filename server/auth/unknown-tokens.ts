import { PRODUCT } from '@tocsin/core/base/constants'
import { API_TOKENS_OF_NETWORK, take, tooMany } from '../attempts/limits'
import { withServer } from '../context/actor'
import type { Parts } from '../context/parts'

/** The beginning of every API token, those of monitoring providers and those of users. */
export const API_TOKEN = `${PRODUCT}_`

/**
 * Counts a token that nobody has. It never stops a right one, which nobody guesses: a program whose token was revoked
 * shares its network with others.
 */
export async function countUnknown(parts: Parts, network: string): Promise<void> {
  const wait = await withServer(parts.database, (tx) =>
    take({ parts, tx }, 'api-tokens-of-network', network, API_TOKENS_OF_NETWORK),
  )
  if (wait > 0) throw tooMany('apiTokens', wait)
}
