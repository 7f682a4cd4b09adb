import type { ReactNode } from 'react'
import { ApiError } from '@tocsin/core/base/errors'
import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { clientOf, type Resource } from '@tocsin/core/vocabulary/resource'
import type { Client } from '@tocsin/core/resources/clients/types'
import { sentenceOf } from '../notices/sentence'
import type { Row } from '../data/row'
import { useAccount } from '../data/account'
import { useRecord } from '../data/hooks'
import { resourceOf } from '../data/resources'
import { useSelectedClient } from '../data/selected-client'
import { useShownClient } from '../data/shown-client'
import { screenAt } from '../navigation/hrefs'
import { useKeys } from '../keys/use-keys'
import { NoAccess, NoRecord } from './dead-ends'
import { LockedBanner } from './banners'
import { Page } from './page'
import { Waiting } from '../ui/waiting'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { State } from '../ui/state'
import { useT } from '../words'

type Props = {
  resource: Resource
  id: number
  /** The other resource that the record may belong to: a site under the address of a team. */
  otherwise?: Resource | undefined
  /** True if a lock of the client does not apply, as in one's own profile. */
  free?: boolean
  /** The reason why there may be no such record, where more is known than its address. */
  missing?: string | undefined
  children: (row: Row) => ReactNode
}

/** Returns the client that a record belongs to or is, if the account may see it: its lock applies to the record. */
function useClientOf(resource: Resource, row: Row | undefined): Client | undefined {
  const account = useAccount()
  const { id: selected } = useSelectedClient()
  const id = row && clientOf(resource, row)
  useShownClient(id)
  const clients = resourceOf('clients')
  // A client user sees some of the provider's records, and never the provider as a client.
  const isTheirs = account.userType !== 'client' || id === account.ClientId
  const isKnown = typeof id === 'number' && isTheirs && mayDo(account, clients, 'view')
  const { data } = useRecord(clients, isKnown ? id : 0, { enabled: isKnown })
  const client = resource.name === clients.name ? row : isKnown ? data : undefined
  // The selected client has its banner already.
  return client && client.id !== selected ? (client as Client) : undefined
}

/** Returns the permissions of which any one is enough; empty if none would help. */
const permissionsIn = ({ details }: ApiError): readonly string[] =>
  typeof details?.['permission'] === 'string' ? details['permission'].split(' | ') : []

/**
 * Reads a record and shows its content; or why there is none: it is missing, refused, or could not be loaded. At the path
 * of the clients' own records, one of the provider is missing (A-099).
 */
export function WithRecord({ resource, id, otherwise, free = false, missing, children }: Props) {
  const t = useT()
  const { data, error, refetch, isFetching } = useRecord(resource, id)
  const again = () => void refetch()
  useKeys('record', { refresh: again }, { enabled: !data && error !== null })
  const client = useClientOf(resource, free ? undefined : (data as Row | undefined))
  const isOfProvider = data !== undefined && clientOf(resource, data as Row) === PROVIDER_CLIENT_ID
  if (isOfProvider && screenAt(location.pathname)?.ofClients)
    return <NoRecord resource={resource} id={id} detail={undefined} />
  if (data)
    return (
      <>
        {client && <LockedBanner client={client} />}
        {children(data as Row)}
      </>
    )
  if (!error) return <Waiting />
  if (error instanceof ApiError && error.status === 404)
    return otherwise ? (
      <WithRecord resource={otherwise} id={id}>
        {children}
      </WithRecord>
    ) : (
      <NoRecord resource={resource} id={id} detail={missing} />
    )
  if (error instanceof ApiError && error.status === 403) return <NoAccess needed={permissionsIn(error)} />
  return (
    <Page title={t(`resources.${resource.name}.name`)}>
      <State
        trouble
        icon="circleAlert"
        title={t('notices.couldNotLoadData')}
        detail={
          <>
            <p>{sentenceOf(error, t, resource.name)}</p>
            {error.requestId && (
              <p>
                {t('web.request')} {error.requestId}
                <CopyButton text={error.requestId} what={t('web.request')} t={t} />
              </p>
            )}
          </>
        }
      >
        <Button icon="refreshCw" keys={['R']} busy={isFetching} onClick={again}>
          {t('web.again')}
        </Button>
      </State>
    </Page>
  )
}
