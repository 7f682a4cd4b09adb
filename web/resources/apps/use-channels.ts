import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { useSome } from '../../data/hooks'
import { resourceOf } from '../../data/resources'

/** Reads the channels of an app in its order, if the account may see them. */
export function useChannels(appId: number) {
  const channels = resourceOf('channels')
  const enabled = mayDo(useAccount(), channels, 'view')
  return useSome(channels, { appId, order: 'displayOrder ASC' }, PAGE_SIZE_MAX, { enabled })
}
