import type { ReactNode } from 'react'
import { mayDo, neededFor } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { useAccount } from '../data/account'
import type { Row } from '../data/row'
import { showHref } from '../navigation/hrefs'
import { isChanged } from '../navigation/leave'
import { useT } from '../words'
import { NoAccess, Refused } from './dead-ends'
import { lockText } from './lock-text'

type Props = {
  resource: Resource
  row: Row
  /** Renders the form; `locked` is the reason why nothing can be changed any more. */
  children: (locked: string | null) => ReactNode
}

/** Shows the form of a record; or the reason why the record cannot be changed, with a link to its page. */
export function Changeable({ resource, row, children }: Props) {
  const t = useT()
  const account = useAccount()
  const see = showHref(resource.name, row.id)
  const why = lockText(resource, row, t)
  // A record of the provider may need more permissions than other records of its resource.
  if (!mayDo(account, resource, 'update', row))
    return <NoAccess needed={neededFor(resource.can.update, account, row)} acts see={see} />
  // A form with unsaved changes stays, and refuses to save.
  if (why !== null && !isChanged()) return <Refused why={why} see={see} />
  return children(why)
}
