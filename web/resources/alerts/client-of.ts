import { createClient, type Client } from '@tocsin/core/api/client'
import { ApiError } from '@tocsin/core/base/errors'
import { currentAccount } from '../../data/account'
import { http } from '../../data/api'

/**
 * Returns a client that makes its calls as one account alone. A call that is due once the page works as another account is
 * refused with a 401 and not sent: the account is looked at in the same step in which its token is chosen.
 */
export const clientOf = (account: number): Client =>
  createClient(async (call) => {
    if (currentAccount()?.id !== account) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
    return http(call)
  })
